import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test, vi } from 'vitest';
import type { PayeeQuestion } from '$lib/services/mining/payees';
import { setOpenWallets } from '$lib/state/context';
import type { MinerState } from '$lib/state/mining/miner.svelte';
import type { Wallets } from '$lib/state/wallet/wallets.svelte';
import PayeeDialog from '../../src/routes/(app)/_shell/PayeeDialog.svelte';
import { eventually } from '../support/eventually';

let shown: object;
afterEach(() => unmount(shown));

/** The dialog while it creates a wallet, which exists once `created` is called, or not once `refused` is. */
async function creating() {
  const { promise, resolve: created, reject: refused } = Promise.withResolvers<string>();
  const wallets = { newPhrase: async () => 'words', create: vi.fn(() => promise) };
  let question = $state.raw<PayeeQuestion | undefined>({ about: 'payee' });
  const miner = {
    get question() {
      return question;
    },
    set question(next) {
      question = next;
    },
    sources: [{ service: 'wallet', payout: 'address' }],
    choose: vi.fn(),
    start: vi.fn()
  };
  const provided = (...[anchor, props]: Parameters<typeof PayeeDialog>) => {
    setOpenWallets(async () => wallets as unknown as Wallets);
    return PayeeDialog(anchor, props);
  };
  const props = {
    miner: miner as unknown as MinerState,
    embedded: true,
    get question() {
      return question;
    }
  };
  shown = mount(provided, { target: document.body, props, context: new Map() });
  flushSync();
  for (const input of document.querySelectorAll('input')) {
    input.value = 'tundra violin 93 quartz';
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }
  flushSync();
  await eventually(() => {
    // Until the password is rated, nothing is created.
    document.querySelector('form')!.requestSubmit();
    expect(wallets.create).toHaveBeenCalledOnce();
  });
  return { miner, created, refused };
}

test('a created wallet is mined to', async () => {
  const { miner, created } = await creating();
  created('w');
  await eventually(() => expect(miner.start).toHaveBeenCalledOnce());
  expect(miner.choose).toHaveBeenCalledWith({ kind: 'wallet', wallet: 'w' });
});

test('nothing is mined to a wallet if the dialog was closed before it was created', async () => {
  const { miner, created } = await creating();
  miner.question = undefined;
  flushSync();
  created('w');
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect([miner.choose.mock.calls.length, miner.start.mock.calls.length]).toEqual([0, 0]);
});

test('a wallet that was refused is not shown as refused when the dialog is opened again', async () => {
  const { miner, refused } = await creating();
  refused(new Error('refused'));
  const notice = () => document.querySelector('[role="alert"]');
  await eventually(() => expect(notice()).not.toBeNull());
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Cancel')!.click();
  flushSync();
  miner.question = { about: 'payee' };
  flushSync();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(document.querySelector('dialog')!.open).toBe(true);
  expect(notice()).toBeNull();
});
