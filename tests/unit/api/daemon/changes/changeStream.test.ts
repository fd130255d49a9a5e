import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changeIdOf, consensusChange, type ConsensusChange } from '$lib/api/daemon/changes/changeLayout';
import { ChangePlaces } from '$lib/api/daemon/changes/changePlaces';
import { ChangeDecoder, decodeChanges } from '$lib/api/daemon/changes/changeStream';
import { NETWORK_DIALECT, OUR_DIALECT, translateJsonKeys } from '$lib/api/dialect';
import { addressHash } from '$lib/chain/address';
import { blockId, type Block } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import type { BlockId } from '$lib/chain/ids';
import { formatTarget } from '$lib/chain/target';
import { encodeHex, encodeU64le } from '$lib/codec/bytes';
import { parseJson } from '$lib/codec/json';
import { encode } from '$lib/codec/layout';

const SAMPLES = join(import.meta.dirname, '../../../../samples/daemon');
/** The first 64 KiB of a recorded stream, which end in the middle of a change. */
const recorded = new Uint8Array(readFileSync(join(SAMPLES, 'subscribe-first64k.bin')));

interface RecordedChange {
  readonly id: string;
  readonly offset: number;
  readonly length: number;
  readonly applied: readonly { parentid: string; nonce: string; timestamp: number; transactions: unknown[] }[];
  readonly applieddiffs: readonly Record<string, readonly Record<string, unknown>[]>[];
  readonly childtarget: string;
  readonly minchildtimestamp: number;
  readonly synced: boolean;
}
/** Changes of the same stream as decoded by the daemon's own code; some are beyond the recorded bytes. */
const expected = (
  translateJsonKeys(
    parseJson(readFileSync(join(SAMPLES, 'subscribe-decoded.json'), 'utf8')),
    NETWORK_DIALECT,
    OUR_DIALECT
  ) as unknown as RecordedChange[]
).filter(({ offset, length }) => offset + length <= recorded.length);

const all = new ChangeDecoder().push(recorded);
const wholeBytes = all.reduce((sum, { byteLength }) => sum + byteLength, 0);
const whole = recorded.subarray(0, wholeBytes);
const [first, second] = [all[0]!, all[1]!];
const idOf = (block: Block) => blockId(blockHeaderOf(block));

describe('the recorded stream', () => {
  test('is decoded like the daemon decodes it', () => {
    expect(expected.length).toBeGreaterThan(5);
    let offset = 0;
    const at = new Map(all.map((one) => [(offset += one.byteLength) - one.byteLength, one]));
    for (const wanted of expected) {
      const { change, byteLength } = at.get(wanted.offset)!;
      const [block] = change.applied;
      const [diffs] = change.appliedDiffs;
      expect(byteLength).toBe(wanted.length);
      expect({
        id: change.id,
        parentid: block!.parentId,
        nonce: encodeHex(encodeU64le(block!.nonce)),
        timestamp: block!.timestamp,
        transactions: block!.transactions.length,
        childtarget: formatTarget(change.childTarget),
        minchildtimestamp: change.minChildTimestamp,
        synced: change.synced,
        coins: diffs!.coins.map(({ direction, id, output }) => ({
          apply: direction,
          id,
          value: String(output.value),
          unlockhash: encodeHex(addressHash(output.address))
        })),
        contracts: diffs!.contracts.map(({ id }) => id),
        funds: diffs!.funds.map(({ id, output }) => [id, String(output.value)]),
        delayed: diffs!.delayedCoins.map(({ id, maturityHeight }) => [id, Number(maturityHeight)]),
        pool: diffs!.fundPool.length
      }).toEqual({
        id: wanted.id,
        parentid: wanted.applied[0]!.parentid,
        nonce: wanted.applied[0]!.nonce,
        timestamp: wanted.applied[0]!.timestamp,
        transactions: wanted.applied[0]!.transactions.length,
        childtarget: wanted.childtarget,
        minchildtimestamp: wanted.minchildtimestamp,
        synced: wanted.synced,
        coins: wanted.applieddiffs[0]!.svccoinoutputdiffs,
        contracts: wanted.applieddiffs[0]!.filecontractdiffs!.map(({ id }) => id),
        funds: wanted.applieddiffs[0]!.svcfundoutputdiffs!.map(({ id, value }) => [id, value]),
        delayed: wanted.applieddiffs[0]!.delayed!.map(({ id, maturityheight }) => [id, maturityheight]),
        pool: wanted.applieddiffs[0]!.pool!.length
      });
    }
  });

  test('every change id is the hash of its blocks, and heights count up from genesis', () => {
    const places = new ChangePlaces(-1);
    all.forEach((streamed, height) => {
      const { placed } = places.place(streamed);
      expect([placed.idCheck, placed.appliedHeight]).toEqual(['verified', height]);
      expect(placed.appliedIds).toEqual(streamed.change.applied.map(idOf));
    });
  });

  test('decodes the same in pieces of any size', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 1, maxLength: 40 }), (sizes) => {
        const decoder = new ChangeDecoder();
        const ids: string[] = [];
        for (let at = 0, i = 0; at < whole.length; at += sizes[i++ % sizes.length]!) {
          const piece = whole.subarray(at, at + sizes[i % sizes.length]!);
          ids.push(...decoder.push(piece).map(({ change }) => change.id));
        }
        ids.push(...decoder.end().map(({ change }) => change.id));
        expect(ids).toEqual(all.map(({ change }) => change.id));
        expect(decoder.offset).toBe(whole.length);
      }),
      { numRuns: 20 }
    );
  });

  test('is read from a body, and leaving early ends the request', async () => {
    const cancelled: unknown[] = [];
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(whole.slice()),
      cancel: (reason) => void cancelled.push(reason)
    });
    for await (const { change } of decodeChanges(body)) if (change.id === all[3]!.change.id) break;
    expect(cancelled).toHaveLength(1);
  });
});

const thrownBy = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    return error;
  }
  return undefined;
};

describe('rejected', () => {
  const both = recorded.subarray(0, first.byteLength + second.byteLength);

  test('a stream truncated at any byte, except between changes', () => {
    const boundaries = [0, first.byteLength, both.length];
    for (let length = 0; length <= both.length; length++) {
      const decoder = new ChangeDecoder();
      const error = thrownBy(() => {
        decoder.push(both.subarray(0, length));
        decoder.end();
      });
      if (boundaries.includes(length)) expect(error, `${length}`).toBeUndefined();
      else expect(error, `${length}`).toMatchObject({ code: 'changes/truncated' });
    }
  });

  const withByte = (at: number, byte: number) => both.map((old, i) => (i === at ? byte : old));
  const REVERTED_COUNT = 32;
  const PAYOUT_COUNT = REVERTED_COUNT + 8 + 8 + 32 + 8 + 8;
  const SYNCED = first.byteLength - 1;
  /** A block that announces 2^39 payouts followed by zeros, which decode as payouts of zero. */
  const manyPayouts = (length: number) => {
    const bytes = new Uint8Array(PAYOUT_COUNT + length);
    bytes.set(both.subarray(0, PAYOUT_COUNT));
    bytes[PAYOUT_COUNT + 4] = 0x7f;
    return bytes;
  };
  test.each([
    ['a flag that is neither 0 nor 1', withByte(SYNCED, 2), 'changes/malformed'],
    ['a count beyond the safe integers', withByte(REVERTED_COUNT + 7, 0xff), 'changes/malformed'],
    ['a count of more payouts than there are bytes', manyPayouts(1000), 'changes/truncated'],
    ['an amount of more than 16 bytes', withByte(first.byteLength + PAYOUT_COUNT + 8, 17), 'changes/malformed']
  ])('%s', (_, bytes, code) => {
    const decoder = new ChangeDecoder();
    expect(thrownBy(() => [decoder.push(bytes), decoder.end()])).toMatchObject({ code });
  });

  test('a change beyond the maximum size, however it is sent', () => {
    const decoder = new ChangeDecoder(10_000);
    expect(
      thrownBy(() => {
        for (let sent = 0; sent < 1_000_000; sent += 1000)
          decoder.push(sent === 0 ? manyPayouts(1000) : new Uint8Array(1000));
      })
    ).toMatchObject({ code: 'changes/too-large', offset: 0 });
  });
});

describe('heights and ids of changes', () => {
  const change = (id: string, reverted: Block[], applied: Block[]): ConsensusChange => ({
    ...first.change,
    id: id as ConsensusChange['id'],
    reverted,
    applied,
    revertedDiffs: [],
    appliedDiffs: []
  });
  const streamed = (id: string, reverted: Block[], applied: Block[]) => ({
    change: change(id, reverted, applied),
    byteLength: 1
  });
  const block = (parentId: BlockId, nonce: bigint): Block => ({ ...second.change.applied[0]!, parentId, nonce });
  const genesis = first.change.applied[0]!;
  const a1 = block(idOf(genesis), 1n);
  const b1 = block(idOf(genesis), 2n);
  const b2 = block(idOf(b1), 3n);

  test('a reorganization reverts and applies', () => {
    const places = new ChangePlaces(-1);
    places.place(first);
    places.place(streamed(changeIdOf([], [idOf(a1)]), [], [a1]));
    const id = changeIdOf([idOf(a1)], [idOf(b1), idOf(b2)]);
    const { placed } = places.place(streamed(id, [a1], [b1, b2]));
    expect(placed).toMatchObject({ idCheck: 'verified', revertedHeight: 1, appliedHeight: 1 });
    expect(places.height).toBe(2);
  });

  // The stream contains only a part of a V2 block, so its real id differs from the computed one.
  const v2Id = 'c2'.repeat(32) as BlockId;

  test('a V2 block gets its id from the next block', () => {
    const places = new ChangePlaces(-1);
    places.place(first);
    expect(places.place(streamed(changeIdOf([], [v2Id]), [], [a1])).placed.idCheck).toBe('pending');
    const next = block(v2Id, 4n);
    const { placed, settled } = places.place(streamed(changeIdOf([], [idOf(next)]), [], [next]));
    expect([settled?.idCheck, settled?.appliedIds, placed.idCheck]).toEqual(['verified', [v2Id], 'verified']);
  });

  test('or from the current tip', () => {
    const places = new ChangePlaces(-1);
    places.place(first);
    places.place(streamed(changeIdOf([], [v2Id]), [], [a1]));
    expect(places.settle('aa'.repeat(32) as BlockId)).toBeUndefined();
    expect(places.settle(v2Id)).toMatchObject({ idCheck: 'verified', appliedIds: [v2Id] });
    expect(places.settle(v2Id)).toBeUndefined();
  });

  test('a change whose id is not the hash of its blocks is marked wrong once they are known', () => {
    const places = new ChangePlaces(-1);
    places.place(first);
    places.place(streamed('ab'.repeat(32), [], [a1]));
    const next = block(idOf(a1), 4n);
    expect(places.place(streamed(changeIdOf([], [idOf(next)]), [], [next])).settled?.idCheck).toBe('wrong');
  });

  test('a change that does not follow the one before it is wrong', () => {
    const places = new ChangePlaces(-1);
    places.place(first);
    const stray = block(v2Id, 1n);
    expect(places.place(streamed(changeIdOf([], [idOf(stray)]), [], [stray])).placed.idCheck).toBe('wrong');
  });

  test('without a start, heights are undefined until one is given', () => {
    const places = new ChangePlaces(undefined);
    places.startAt(41);
    expect(places.place(first).placed.appliedHeight).toBe(42);
  });
});

test('encoding has the same length as the decoded bytes', () => {
  for (const { change, byteLength } of all.slice(0, 20))
    expect(encode(consensusChange, change)).toHaveLength(byteLength);
});
