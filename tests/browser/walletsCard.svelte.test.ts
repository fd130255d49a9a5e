import { mount, unmount } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { ServerError } from '$lib/api/http/errors';
import { setOpenLight, setOpenWallets } from '$lib/state/context';
import WalletsCard from '../../src/routes/(app)/_overview/WalletsCard.svelte';
import { eventually } from '../support/eventually';

let shown: object | undefined;
afterEach(async () => {
  if (shown) await unmount(shown);
});

function show(wallets: object): void {
  const provided = (...[anchor, props]: Parameters<typeof WalletsCard>) => {
    setOpenWallets(async () => wallets as never);
    setOpenLight(() => new Promise(() => undefined));
    return WalletsCard(anchor, props);
  };
  const props = { onboarding: { mark: () => undefined } as never };
  shown = mount(provided, { target: document.body, props, context: new Map() });
}

test('wallets that cannot be read are not shown as a balance that is still unknown', async () => {
  const problem = new ServerError({ method: 'GET', path: '/' }, 500, 'no');
  show({ ready: false, list: [], here: [], problem, refresh: async () => undefined });
  await eventually(() => expect(document.body.textContent).toContain('The wallets could not be read'));
});

test('before a wallet is open, nothing is reported as mined today', async () => {
  const here = [{ id: 'one', name: 'One' }];
  show({ ready: true, list: here, here, open: () => new Promise(() => undefined) });
  await eventually(() => expect(document.body.textContent).toContain('Total balance'));
  // Time for a sum of nothing, which is a promise too.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(document.body.textContent).not.toContain('Mined today');
});

test('coins that two wallets hold are counted once', async () => {
  const here = [{ id: 'one' }, { id: 'two' }];
  const balance = { total: 5n * 10n ** 24n, spendable: 5n * 10n ** 24n, immature: 0n, frozen: 0n, waiting: 0n };
  const open = async (id: string) => ({
    info: { id },
    addresses: [{ address: 'a', used: true }],
    balance,
    follow: () => () => undefined,
    lists: { allEvents: async function* () {} }
  });
  show({ ready: true, list: here, here, open });
  await eventually(() => expect(document.body.textContent).toContain('5 SC spendable'));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(document.body.textContent).not.toContain('10 SC spendable');
});
