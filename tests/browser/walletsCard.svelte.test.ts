import { mount, unmount } from 'svelte';
import { expect, test } from 'vitest';
import { ServerError } from '$lib/api/http/errors';
import { setOpenLight, setOpenWallets } from '$lib/state/context';
import WalletsCard from '../../src/routes/(app)/_overview/WalletsCard.svelte';
import { eventually } from '../support/eventually';

test('wallets that cannot be read are not shown as a balance that is still unknown', async () => {
  const problem = new ServerError({ method: 'GET', path: '/' }, 500, 'no');
  const wallets = { ready: false, list: [], here: [], problem, refresh: async () => undefined };
  const provided = (...[anchor, props]: Parameters<typeof WalletsCard>) => {
    setOpenWallets(async () => wallets as never);
    setOpenLight(() => new Promise(() => undefined));
    return WalletsCard(anchor, props);
  };
  const props = { onboarding: { mark: () => undefined } as never };
  const shown = mount(provided, { target: document.body, props, context: new Map() });
  await eventually(() => expect(document.body.textContent).toContain('The wallets could not be read'));
  await unmount(shown);
});
