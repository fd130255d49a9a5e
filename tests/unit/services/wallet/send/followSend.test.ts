import { describe, expect, test } from 'vitest';
import { ZERO_BLOCK_ID, type BlockId, type TransactionId } from '$lib/chain/ids';
import type { SendRow } from '$lib/services/wallet/records';
import { followSend, isBuried, isFinal, outstandingSends, spentBySends } from '$lib/services/wallet/send/followSend';
import type { FollowedSend, FollowState } from '$lib/services/wallet/views';
import type { WalletEvent } from '$lib/wallet/sync/walletEvent';

const id = 't' as TransactionId;
const atMs = 10_000;
const tip = { height: 20, id: 'ab'.repeat(32) as BlockId };
const event = (eventId: string, height: number, blockId = tip.id) =>
  ({ id: eventId, index: { height, id: blockId } }) as unknown as WalletEvent;
const pool = (readMs: number, ...ids: string[]) => ({
  events: ids.map((each) => event(each, 21, ZERO_BLOCK_ID)),
  atMs: readMs
});
const [waits, unanswered, dropped] = [{ state: 'pool' }, { state: 'unanswered' }, { state: 'dropped' }] as const;
const confirmed = (confirmations: number): FollowState => ({ state: 'confirmed', confirmations, index: tip });

test.each([
  ['before it was sent', { readMs: 9_000, nowMs: 11_000 }, 'pool'],
  ['when it was sent', { readMs: 10_000, nowMs: 11_000 }, 'pool'],
  ['after that', { readMs: 11_000, nowMs: 11_000 }, 'dropped'],
  ['in the same millisecond in which it was sent', { readMs: 10_000, nowMs: 10_000 }, 'pool'],
  ['with a clock that was set back since', { readMs: 2_000, nowMs: 2_500 }, 'dropped']
])('not in a pool that was read %s', (_, { readMs, nowMs }, state) => {
  expect(
    followSend({ id, atMs }, undefined, { tip: undefined, pool: pool(readMs, 'other'), nowMs }, undefined)
  ).toEqual({
    state
  });
});

describe('a sent transaction', () => {
  const nowMs = 11_000;
  test.each<[string, FollowState, FollowState]>([
    ['waits in a pool that has it', followSend({ id, atMs }, undefined, { tip, pool: pool(nowMs, 'other', id), nowMs }, dropped), waits],
    ['is confirmed by its event', followSend({ id, atMs }, event(id, 18), { tip, pool: undefined, nowMs }, waits), { ...confirmed(3), index: { height: 18, id: tip.id } } as FollowState],
    ['is not confirmed while no tip is known', followSend({ id, atMs }, event(id, 18), { tip: undefined, pool: undefined, nowMs }, waits), waits],
    ['waits until a pool was read', followSend({ id, atMs }, undefined, { tip, pool: undefined, nowMs }, undefined), waits],
    ['waits again when its block is reverted', followSend({ id, atMs }, undefined, { tip, pool: undefined, nowMs }, confirmed(1)), waits],
    ['stays dropped until a pool has it', followSend({ id, atMs }, undefined, { tip, pool: pool(9_000), nowMs }, dropped), dropped],
    ['names the block that contained it once it is dropped', followSend({ id, atMs, minedHeight: 18 }, undefined, { tip, pool: pool(nowMs, 'other'), nowMs }, waits), { ...dropped, minedHeight: 18 }],
    ['is unanswered until a pool was read after it', followSend({ id, atMs, isUnclear: true }, undefined, { tip, pool: pool(500), nowMs }, undefined), unanswered],
    ['is unanswered while the server may still respond', followSend({ id, atMs, isUnclear: true }, undefined, { tip, pool: pool(atMs + 30_000), nowMs: atMs + 30_000 }, unanswered), unanswered],
    ['then counts as dropped if no pool has it', followSend({ id, atMs, isUnclear: true }, undefined, { tip, pool: pool(atMs + 30_001), nowMs: atMs + 30_001 }, unanswered), dropped],
    ['then counts as waiting once a pool has it', followSend({ id, atMs, isUnclear: true }, undefined, { tip, pool: pool(nowMs, id), nowMs }, dropped), waits]
  ])('%s', (_, state, expected) => {
    expect(state).toEqual(expected);
  }); // prettier-ignore

  test('is buried under more than ten blocks', () => {
    expect([waits, dropped, confirmed(10), confirmed(11)].map(isBuried)).toEqual([false, false, false, true]);
  });

  test('is final under more than a day’s blocks', () => {
    expect([waits, dropped, confirmed(144), confirmed(145)].map(isFinal)).toEqual([false, false, false, true]);
  });
});

describe('of several', () => {
  const row = (name: string) =>
    ({
      id: name,
      transfer: {
        generation: 'v2',
        transaction: {
          coinInputs: [{ parent: { id: `coin of ${name}` }, satisfiedPolicy: {} }],
          fundInputs: [{ parent: { id: `units of ${name}` }, satisfiedPolicy: {} }]
        }
      }
    }) as unknown as SendRow;
  const rows = [row('waiting'), row('dropped'), row('unanswered'), row('confirmed'), row('unknown')];
  const list = [
    { id: 'waiting', follow: waits },
    { id: 'dropped', follow: dropped },
    { id: 'unanswered', follow: unanswered },
    { id: 'confirmed', follow: confirmed(1) }
  ] as unknown as FollowedSend[];

  test('the dropped and unanswered ones may still be mined', () => {
    expect(outstandingSends(rows, list)).toEqual([rows[1]!.transfer, rows[2]!.transfer]);
  });

  test('one that is in the pool counts too, if the server never said so', () => {
    const [waiting, ...others] = rows;
    const unclear = [{ ...waiting!, isUnclear: true }, ...others];
    expect(outstandingSends(unclear, list)).toEqual(rows.slice(0, 3).map(({ transfer }) => transfer));
  });

  test('the ones in the pool have spent their outputs', () => {
    expect(spentBySends(rows, list)).toEqual(new Set(['coin of waiting', 'units of waiting']));
  });
});
