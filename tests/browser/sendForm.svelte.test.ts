import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { SendDraft } from '$lib/state/wallet/sendDraft.svelte';
import { setOpenPrices, setWallets } from '$lib/state/context';
import Compose from '../../src/routes/(app)/wallet/[id]/send/Compose.svelte';
import { page } from '../support/kit/state.svelte';

const PAYEE = 'd11e064b51f75444c2d0fc1083f9009cf87a8d21bb7a1c5d43cb87b6793544ea488908c3000d';

let shown: object;
afterEach(async () => {
  await unmount(shown);
  sessionStorage.clear();
});

/** The form of a page load. */
function showForm(): SendDraft {
  const draft = new SendDraft('one');
  const provided = (...[anchor, props]: Parameters<typeof Compose>) => {
    setWallets({ openContacts: () => new Promise(() => undefined) } as never);
    setOpenPrices(async () => undefined as never);
    return Compose(anchor, props);
  };
  const props = { draft, network: 'zen', spendable: 0n, coins: { rows: [] } } as never;
  shown = mount(provided, { target: document.body, props, context: new Map() });
  flushSync();
  return draft;
}

test('a payment link is read once: a reload keeps the form as edited, and after the payment empty', async () => {
  page.url = new URL(`/wallet/one/send#siacoin:${PAYEE}?amount=1.5`, page.url);
  const draft = showForm();
  expect(draft.rows).toMatchObject([{ address: PAYEE, amount: '1.5' }]);
  draft.rows[0]!.amount = '2';
  flushSync();
  await unmount(shown);
  const reloaded = showForm();
  expect(reloaded.rows).toMatchObject([{ address: PAYEE, amount: '2' }]);
  reloaded.clear();
  await unmount(shown);
  expect(showForm().isEmpty).toBe(true);
});
