import { describe, expect, test } from 'vitest';
import { VOID_ADDRESS } from '$lib/chain/address';
import { blockHeader, type BlockHeader } from '$lib/chain/block/block';
import { blockHeaderOf, v2Commitment } from '$lib/chain/block/commitment';
import type { ChainState } from '$lib/chain/block/state';
import type { BlockId } from '$lib/chain/ids';
import { targetBytes } from '$lib/chain/target';
import { unixSeconds } from '$lib/chain/time';
import { EMPTY_TRANSACTION } from '$lib/chain/transaction/transaction';
import { EMPTY_V2_TRANSACTION } from '$lib/chain/transaction/v2Transaction';
import { decode } from '$lib/codec/layout';
import { childPowTarget, genesisState } from '$lib/consensus/state';
import { templateOfSelection } from '$lib/mining/work/template';
import type { ChainManager } from '$lib/server/node/chain/chainManager';
import { HeaderCache } from '$lib/server/node/mining/headerCache';
import { networkPreset, TEST_GENESIS_TIMESTAMP } from '$lib/server/node/network/presets';

const MARK_BYTES = 32;

/** Headers of blocks with this many transactions, and a mark. */
function headersOf(preset: 'dev' | 'dev-v1', count = 0) {
  const { network } = networkPreset(preset, TEST_GENESIS_TIMESTAMP);
  const world = { nowMs: 1.8e12, marks: 0, sources: 0, isPreliminary: false };
  const chain = {
    network,
    tip: { height: 5, id: '55'.repeat(32) as BlockId },
    get state(): ChainState {
      const prevTimestamps = Array.from({ length: 6 }, () => TEST_GENESIS_TIMESTAMP);
      return { ...genesisState(network), index: chain.tip, prevTimestamps };
    }
  };
  const data = (i: number) => new Uint8Array(i + 1).fill(i);
  const of = (wanted: boolean) => Array.from({ length: wanted ? count : 0 }, (_, i) => data(i));
  const transactions = of(preset === 'dev-v1').map((bytes) => ({ ...EMPTY_TRANSACTION, arbitraryData: [bytes] }));
  const v2Transactions = of(preset === 'dev').map((bytes) => ({ ...EMPTY_V2_TRANSACTION, arbitraryData: bytes }));
  const cache = new HeaderCache({
    chain: chain as unknown as ChainManager,
    templates: {
      get isPreliminary() {
        return world.isPreliminary;
      },
      create(address, mark) {
        world.sources++;
        const timestamp = unixSeconds(Math.floor(world.nowMs / 1000));
        return templateOfSelection(
          { network, state: chain.state, transactions, v2Transactions },
          address,
          timestamp,
          mark
        );
      }
    },
    payoutAddress: VOID_ADDRESS,
    clock: () => world.nowMs,
    randomBytes: (length) => {
      const mark = new Uint8Array(length);
      new DataView(mark.buffer).setUint32(0, ++world.marks);
      return mark;
    }
  });
  const next = (): BlockHeader => decode(blockHeader, cache.next().slice(32));
  return { cache, chain, world, next, state: () => chain.state, target: () => childPowTarget(network, chain.state) };
}

describe.each(['dev-v1', 'dev'] as const)('on the network "%s",', (preset) => {
  test.each([0, 1, 2, 3, 4, 7])('a solved header has the block that it was made of, with %i transactions', (count) => {
    const { cache, next, target, state } = headersOf(preset, count);
    expect(cache.next().slice(0, 32)).toEqual(targetBytes(target()));
    const header = { ...next(), nonce: 1_009n };
    const recovered = cache.recover(header)!;
    expect(recovered.target).toEqual(target());
    expect(blockHeaderOf(recovered.block)).toEqual(header);
    const { transactions, minerPayouts, v2 } = recovered.block;
    if (v2) expect(v2Commitment(state(), minerPayouts[0]!.address, transactions, v2.transactions)).toBe(v2.commitment);
    const contents =
      recovered.block.v2?.transactions.map(({ arbitraryData }) => arbitraryData) ??
      recovered.block.transactions.map(({ arbitraryData }) => arbitraryData[0]!);
    const mark = new Uint8Array(MARK_BYTES);
    mark[3] = 2;
    expect(contents).toEqual([...Array.from({ length: count }, (_, i) => new Uint8Array(i + 1).fill(i)), mark]);
  });
});

test.each<[string, (header: BlockHeader) => BlockHeader]>([
  [
    'commitment',
    (header) => ({ ...header, commitment: `00${header.commitment.slice(2)}` as typeof header.commitment })
  ],
  ['timestamp', (header) => ({ ...header, timestamp: unixSeconds(header.timestamp + 1) })],
  ['parent', (header) => ({ ...header, parentId: '66'.repeat(32) as BlockId })]
])('a header with another %s is unknown', (_, change) => {
  const { cache, next } = headersOf('dev');
  const header = next();
  expect(cache.recover(header)).toBeDefined();
  expect(cache.recover(change(header))).toBeUndefined();
});

test('the newest ten thousand headers are known', () => {
  const { cache, next } = headersOf('dev');
  const headers = Array.from({ length: 10_002 }, next);
  expect(headers.slice(0, 4).map((header) => cache.recover(header) !== undefined)).toEqual([false, false, true, true]);
  expect(new Set(headers.map(({ commitment }) => commitment)).size).toBe(10_002);
});

test('the headers of the newest fifty blocks are known, however few they are', () => {
  const { cache, world, next } = headersOf('dev');
  const first = [next(), next(), next()];
  const isKnown = () => first.map((header) => cache.recover(header) !== undefined);
  const renew = () => {
    world.nowMs += 30_000;
    return next();
  };
  for (let i = 0; i < 49; i++) renew();
  expect(isKnown()).toEqual([true, true, true]);
  const last = renew();
  expect(isKnown()).toEqual([false, true, true]);
  const after = renew();
  expect(isKnown()).toEqual([false, false, false]);
  expect([last, after].map((header) => cache.recover(header) !== undefined)).toEqual([true, true]);
});

describe('headers are made of one block', () => {
  type World = ReturnType<typeof headersOf>;
  test.each<[string, (world: World) => void, number]>([
    ['for half a minute', ({ world }) => (world.nowMs += 29_999), 1],
    ['not for longer', ({ world }) => (world.nowMs += 30_000), 2],
    ['not after the clock was set back', ({ world }) => (world.nowMs -= 30_000), 2],
    ['on one tip', ({ chain }) => (chain.tip = { height: 5, id: '66'.repeat(32) as BlockId }), 2],
    ['up to two hundred times', ({ next }) => void Array.from({ length: 198 }, next), 1],
    ['not more often', ({ next }) => void Array.from({ length: 199 }, next), 2]
  ])('%s', (_, change, sources) => {
    const world = headersOf('dev');
    world.next();
    change(world);
    world.next();
    expect(world.world.sources).toBe(sources);
  });

  test('that is preliminary until there is a better one', () => {
    const { world, next } = headersOf('dev');
    world.isPreliminary = true;
    next();
    next();
    expect(world.sources).toBe(1);
    world.isPreliminary = false;
    next();
    next();
    expect(world.sources).toBe(2);
  });
});
