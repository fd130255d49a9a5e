import { afterEach, describe, expect, test } from 'vitest';
import { consensusChange, type ConsensusChange } from '$lib/api/daemon/changes/changeLayout';
import { FROM_GENESIS, FROM_NOW } from '$lib/api/daemon/consensus';
import { blockId } from '$lib/chain/block/block';
import { blake2b256 } from '$lib/chain/hash';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import { concatBytes, decodeHex, encodeHex, encodeU64le } from '$lib/codec/bytes';
import { decodePrefix, encode } from '$lib/codec/layout';
import { DEV_ADDRESSES } from '$lib/server/node/network/presets';
import { ask, mine, openNode, type OpenNode } from '../support/node';
import { recordedExchanges } from '../support/recordedDaemon';

let open: OpenNode;
afterEach(() => open?.node.close());

/** The complete changes, and the bytes they occupy; each encodes to exactly the bytes it was decoded from. */
function wholeChanges(bytes: Uint8Array): { changes: ConsensusChange[]; length: number } {
  const changes: ConsensusChange[] = [];
  let at = 0;
  for (;;) {
    const found = at < bytes.length ? decodePrefix(consensusChange, bytes.subarray(at)) : undefined;
    if (!found) return { changes, length: at };
    expect(encode(consensusChange, found.value)).toEqual(new Uint8Array(bytes.subarray(at, at + found.length)));
    changes.push(found.value);
    at += found.length;
  }
}

/** Every change of a stream, which must contain nothing else. */
function decodeStream(bytes: Uint8Array): ConsensusChange[] {
  const { changes, length } = wholeChanges(bytes);
  expect(length).toBe(bytes.length);
  return changes;
}

async function subscribe(id: string): Promise<ConsensusChange[]> {
  const response = await ask(open, `/consensus/subscribe/${id}`);
  expect(response.status).toBe(200);
  return decodeStream(await response.bytes());
}

const idOf = ({ reverted, applied }: ConsensusChange) =>
  encodeHex(
    blake2b256(
      concatBytes(
        Uint8Array.of(1),
        ...[reverted, applied].flatMap((blocks) => [
          encodeU64le(BigInt(blocks.length)),
          ...blocks.map((block) => decodeHex(blockId(blockHeaderOf(block))))
        ])
      )
    )
  );

test('the layout matches recorded streams', () => {
  for (const name of ['subscribe.zero', 'subscribe.resume', 'subscribe.resume_last']) {
    const body = recordedExchanges('subscribe').find((exchange) => exchange.name === name)!.response.body;
    if (typeof body !== 'object' || body === null) throw new Error('not recorded as binary');
    const bytes = new Uint8Array(Buffer.from(body.base64, 'base64'));
    // Recordings may be truncated.
    const { changes } = wholeChanges(bytes);
    expect(changes.length).toBeGreaterThan(0);
    for (const change of changes) expect(idOf(change)).toBe(change.id);
  }
});

describe('the change stream', () => {
  test('returns all changes from genesis on and ends', async () => {
    open = await openNode();
    await mine(open, 12);
    const changes = await subscribe(FROM_GENESIS);
    expect(changes.map(({ applied }) => applied.length)).toEqual(Array.from({ length: 13 }, () => 1));
    expect(changes.map(({ synced }) => synced)).toEqual([...Array.from({ length: 12 }, () => false), true]);
    for (const change of changes.filter((_, i) => i === 0)) expect(idOf(change)).toBe(change.id);

    const [genesis] = changes;
    expect(genesis!.appliedDiffs[0]!.coins.map(({ direction, output }) => [direction, output.address])).toEqual(
      Object.values(DEV_ADDRESSES).map((address) => [true, address])
    );
    expect(genesis!.appliedDiffs[0]!.funds).toHaveLength(2);
    const reward = changes[1]!.appliedDiffs[0]!.delayedCoins;
    expect(reward).toMatchObject([
      { direction: true, maturityHeight: 11n, output: { address: open.node.payoutAddress } }
    ]);
    // Ten blocks later it is spendable.
    const matured = changes[11]!.appliedDiffs[0]!;
    expect(matured.coins).toMatchObject([{ direction: true, id: reward[0]!.id }]);
    expect(matured.delayedCoins.map(({ direction, id }) => [direction, id === reward[0]!.id])).toEqual([
      [true, false],
      [false, true]
    ]);
  });

  test('continues after the last change', async () => {
    open = await openNode();
    await mine(open, 3);
    const before = await subscribe(FROM_GENESIS);
    expect(await subscribe(before.at(-1)!.id)).toEqual([]);
    await mine(open, 2);
    const after = await subscribe(before.at(-1)!.id);
    expect(after).toHaveLength(2);
    expect((await subscribe(FROM_GENESIS)).slice(4).map(({ id }) => id)).toEqual(after.map(({ id }) => id));
  });

  test.each([
    ['recent', FROM_NOW],
    ['unknown', 'ab'.repeat(32)]
  ])('has nothing for a %s id', async (_, id) => {
    open = await openNode();
    await mine(open);
    expect(await subscribe(id)).toEqual([]);
  });

  test.each([
    ['zz'.repeat(32), "could not decode ID: could not unmarshal hash: encoding/hex: invalid byte: U+007A 'z'"],
    ['00', 'could not decode ID: encoded value has the wrong length to be a hash']
  ])('rejects %s', async (id, message) => {
    open = await openNode();
    const response = await ask(open, `/consensus/subscribe/${id}`);
    expect([response.status, await response.json()]).toEqual([400, { message }]);
  });
});
