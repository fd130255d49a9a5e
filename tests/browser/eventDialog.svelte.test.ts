import { flushSync, mount, unmount } from 'svelte';
import { expect, test } from 'vitest';
import { hastings } from '$lib/chain/currency/currency';
import { ZERO_BLOCK_ID, type Hash256 } from '$lib/chain/ids';
import { unixSeconds } from '$lib/chain/time';
import type { WalletEvent } from '$lib/wallet/sync/walletEvent';
import EventDialog from '../../src/routes/(app)/wallet/[id]/_overview/EventDialog.svelte';
import { eventually } from '../support/eventually';

const event: WalletEvent = {
  id: 'ab'.repeat(32) as Hash256,
  type: 'transaction',
  index: { height: 1, id: ZERO_BLOCK_ID },
  timestamp: unixSeconds(1),
  maturityHeight: 1,
  inputs: [],
  outputs: [],
  fee: hastings(0n),
  coins: 1n,
  funds: 0n
};

test('a note that is being typed stays when a block arrives', async () => {
  const props = $state({
    event,
    tipHeight: 1,
    labelOf: () => '',
    cache: () => new Promise<never>(() => undefined),
    proofOf: (): never => {
      throw new Error('an event without outputs');
    },
    note: async () => 'stored',
    onnote: async () => undefined,
    onclose: () => undefined
  });
  const dialog = mount(EventDialog, { target: document.body, props });
  const field = () => document.querySelector('input')!;
  await eventually(() => expect(field().value).toBe('stored'));
  field().value = 'typed';
  field().dispatchEvent(new Event('input', { bubbles: true }));
  props.event = { ...event };
  props.tipHeight = 2;
  flushSync();
  await new Promise((resolve) => setTimeout(resolve));
  expect(field().value).toBe('typed');
  await unmount(dialog);
});
