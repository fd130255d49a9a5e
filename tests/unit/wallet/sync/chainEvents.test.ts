import { describe, expect, test } from 'vitest';
import { blockEvents as serverEvents } from '$lib/server/node/chain/blockEvents';
import { applyUpdate } from '$lib/api/schemas/updates';
import { decodeJson } from '$lib/api/schemas/codec';
import { VOID_ADDRESS } from '$lib/chain/address';
import { hastings, MAX_HASTINGS } from '$lib/chain/currency/currency';
import { unixSeconds } from '$lib/chain/time';
import { EMPTY_TRANSACTION } from '$lib/chain/transaction/transaction';
import { emptyCache } from '$lib/wallet/sync/cache';
import { blockEvents, poolEvents, walletEventOf } from '$lib/wallet/sync/chainEvents';
import { confirmationsOf, isConfirmed, type WalletEvent } from '$lib/wallet/sync/walletEvent';
import { ScriptedChain } from '../../consensus/scriptedChain';
import { decodeBlock, decodeState } from '../../consensus/vectors';

const { blocks, genesisState } = new ScriptedChain();
const steps = blocks.map((row) => ({
  block: decodeBlock(row.block),
  update: decodeJson(applyUpdate, row.update),
  index: decodeState(row.state.hex).index
}));

const byId = (events: readonly WalletEvent[]) => new Map(events.map((event) => [event.id, event]));

/** Every address that ever received coins. */
const addresses = [
  ...new Set(steps.flatMap(({ update }) => update.coinElements.map(({ coinElement }) => coinElement.output.address)))
];

describe('events derived from blocks equal those of the server', () => {
  test.each(addresses.map((address, i) => [i, address]))('address %i', (_, address) => {
    const own = new Set([address]);
    const found = steps.flatMap(({ index, block, update }) => blockEvents(index, block, update, own));
    const told = steps.flatMap(({ index, block, update }) =>
      serverEvents(index, block, { diffs: update })
        .filter(({ relevant }) => relevant.includes(address))
        .flatMap((event) => walletEventOf({ ...event, index }, own) ?? [])
    );
    expect(found.length).toBeGreaterThan(0);
    expect(byId(found)).toEqual(byId(told));
  });
});

describe('all events of the chain', () => {
  const events = steps.flatMap(({ index, block, update }) => blockEvents(index, block, update, { has: () => true }));

  test('every kind occurs, each event once', () => {
    expect(new Set(events.map(({ type }) => type))).toEqual(
      new Set(['miner', 'foundation', 'claim', 'contract', 'transaction'])
    );
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  });

  test('net changes of all addresses equal payouts less fees and contract payouts', () => {
    const spends = events.filter(({ type, inputs }) => type === 'transaction' && inputs.length > 0);
    for (const { coins, fee } of spends) expect(coins).toBeLessThanOrEqual(-fee);
    for (const { funds } of spends) expect(funds).toBe(0n);
  });
});

test('an older contract payout that a server lists again is no event of the block', () => {
  const own = { has: () => true };
  const resolvedAt = steps.findIndex(({ update }) => update.fileContractElements.some(({ resolved }) => resolved));
  const older = steps[resolvedAt]!.update;
  const { index, block, update } = steps.slice(resolvedAt + 1).find((step) => step.block.transactions.length > 0)!;
  const forged = {
    ...update,
    coinElements: [...update.coinElements, ...older.coinElements.map((diff) => ({ ...diff, created: false }))],
    fileContractElements: [...update.fileContractElements, ...older.fileContractElements]
  };
  const events = blockEvents(index, block, forged, own);
  expect(events.map(({ id }) => id)).toEqual(blockEvents(index, block, update, own).map(({ id }) => id));
});

describe('pool events', () => {
  const withV2 = steps.find(({ block }) => (block.v2?.transactions.length ?? 0) > 0)!;
  const v2Transactions = withV2.block.v2!.transactions;
  const cache = emptyCache(decodeState(genesisState.hex));
  const at = unixSeconds(1_800_000_000);

  test('have the next height and are unconfirmed', () => {
    const pending = poolEvents({ transactions: [], v2Transactions }, cache, { has: () => true }, at);
    expect(pending).toHaveLength(v2Transactions.length);
    for (const event of pending) {
      expect(event).toMatchObject({ timestamp: at, index: { height: cache.index.height + 1 } });
      expect(isConfirmed(event)).toBe(false);
      expect(confirmationsOf(event, 50)).toBe(0);
    }
  });

  test('from a server are shown even if their fees exceed the maximum', () => {
    const minerFees = [hastings(MAX_HASTINGS), hastings(MAX_HASTINGS)];
    const coinOutputs = [{ value: hastings(1n), address: VOID_ADDRESS }];
    const transactions = [{ ...EMPTY_TRANSACTION, coinOutputs, minerFees }];
    const [event] = poolEvents({ transactions, v2Transactions: [] }, cache, { has: () => true }, at);
    expect(event).toMatchObject({ coins: 1n, fee: 2n * MAX_HASTINGS });
  });

  test('without own addresses are empty', () => {
    expect(poolEvents({ transactions: [], v2Transactions }, cache, { has: () => false }, at)).toEqual([]);
  });
});

test('one confirmation at the tip, one more per block', () => {
  const { index, block, update } = steps.at(-1)!;
  const [event] = blockEvents(index, block, update, { has: () => true });
  expect([0, 1, 5].map((later) => confirmationsOf(event!, index.height + later))).toEqual([1, 2, 6]);
  expect(confirmationsOf(event!, index.height - 5)).toBe(0);
});
