import { describe, expect, test } from 'vitest';
import { hastings } from '$lib/chain/currency/currency';
import { ZERO_BLOCK_ID, type BlockId, type Hash256 } from '$lib/chain/ids';
import { unixSeconds } from '$lib/chain/time';
import {
  confirmationsOf,
  counterpartOf,
  isConfirmed,
  kindOfEvent,
  type EventParty,
  type WalletEvent,
  type WalletEventKind
} from '$lib/wallet/sync/walletEvent';
import { ALICE, BOB, v1AddressOf, v2AddressOf } from '../../consensus/testChain';

const [MINE, THEIRS, ALSO_MINE] = [v1AddressOf(ALICE), v1AddressOf(BOB), v2AddressOf(ALICE)];
const party = (address: EventParty['address'], own: boolean): EventParty => ({
  id: '00'.repeat(32) as Hash256,
  address,
  coins: hastings(1n),
  own
});
const [mine, theirs, alsoMine] = [party(MINE, true), party(THEIRS, false), party(ALSO_MINE, true)];

const event = (change: Partial<WalletEvent>): WalletEvent => ({
  id: '11'.repeat(32) as Hash256,
  type: 'transaction',
  index: { height: 10, id: 'ab'.repeat(32) as BlockId },
  timestamp: unixSeconds(0),
  maturityHeight: 10,
  inputs: [],
  outputs: [],
  fee: hastings(0n),
  coins: 0n,
  funds: 0n,
  ...change
});

test('confirmations are counted from the tip, and never negative', () => {
  const confirmed = event({});
  expect([9, 10, 15].map((tip) => confirmationsOf(confirmed, tip))).toEqual([0, 1, 6]);
  const waiting = event({ index: { height: 10, id: ZERO_BLOCK_ID } });
  expect([isConfirmed(confirmed), isConfirmed(waiting)]).toEqual([true, false]);
  expect(confirmationsOf(waiting, 15)).toBe(0);
});

describe('an event is shown with', () => {
  test.each<[string, Partial<WalletEvent>, WalletEventKind, EventParty['address'] | undefined]>([
    ['the address that was paid', { inputs: [mine], outputs: [alsoMine, theirs], coins: -2n }, 'sent', THEIRS],
    [
      'that address even if others also paid it',
      { inputs: [theirs, mine], outputs: [theirs], coins: -1n },
      'sent',
      THEIRS
    ],
    [
      'that address even if only fund units left',
      { inputs: [mine], outputs: [alsoMine, theirs], funds: -1n, coins: 5n },
      'sent',
      THEIRS
    ],
    ['that address even if the sums are equal', { inputs: [mine], outputs: [theirs, alsoMine] }, 'sent', THEIRS],
    [
      'the wallet’s own address if no other was paid',
      { inputs: [mine], outputs: [alsoMine], coins: -1n },
      'internal',
      ALSO_MINE
    ],
    [
      'the wallet’s own address that was paid by others',
      { inputs: [theirs], outputs: [theirs, mine], coins: 1n },
      'received',
      MINE
    ],
    ['the wallet’s own address of a payout', { type: 'miner', outputs: [theirs, mine], coins: 1n }, 'miner', MINE],
    [
      'the wallet’s own address of a claim, even if its own units were spent',
      { type: 'claim', inputs: [mine], outputs: [theirs, alsoMine], coins: 1n },
      'claim',
      ALSO_MINE
    ],
    ['no address if none was paid', { inputs: [mine], coins: -1n }, 'internal', undefined]
  ])('%s', (_, change, kind, address) => {
    expect([kindOfEvent(event(change)), counterpartOf(event(change))]).toEqual([kind, address]);
  });
});
