import { describe, expect, test } from 'vitest';
import { decodeHex } from '$lib/codec/bytes';
import { decode, decodePrefix } from '$lib/codec/layout';
import { blockHeader, blockId, type BlockHeader } from '$lib/chain/block/block';
import { chainState } from '$lib/chain/block/stateLayout';
import { ZERO_HASH, type BlockId } from '$lib/chain/ids';
import type { Network } from '$lib/chain/network/network';
import { MAX_TARGET, meetsTarget } from '$lib/chain/target';
import { unixSeconds, type UnixSeconds } from '$lib/chain/time';
import { applyHeader } from '$lib/consensus/apply/applyBlock';
import { genesisState, isSufficientlyHeavier } from '$lib/consensus/state';
import { calls } from '$lib/peers/calls/callTypes';
import { verifyCheckpoint } from '$lib/peers/sync/checkpoint';
import { HeaderChain } from '$lib/peers/sync/headerChain';
import { locator, locatorHeights } from '$lib/peers/sync/locator';
import { vectorNetwork } from '../../support/peers/vectorNetwork';
import { fromHex, loadVectors, toHex } from '../../support/vectors';

interface ChainRow {
  readonly name: string;
  readonly state: string;
  readonly headers: readonly string[];
  readonly ok: boolean;
  readonly error: string | null;
  readonly valid: number;
  readonly stateAfterValid: string;
  readonly totalWork: string;
  readonly difficulty: string;
}
interface Weight {
  readonly totalWork: string;
  readonly difficulty: string;
}
interface HeavierRow {
  readonly branch: Weight;
  readonly tip: Weight;
  readonly replaces: boolean;
  readonly replacedBack: boolean;
}
const vectors = loadVectors<{
  chains: readonly ChainRow[];
  heavier: readonly HeavierRow[];
  locators: readonly { readonly tip: string; readonly heights: readonly string[] }[];
}>('peers/headers');
const network = vectorNetwork();

const HEADER_ERRORS: Readonly<Record<string, string>> = {
  'wrong parent ID': 'header/wrong-parent',
  'timestamp too far in the past': 'header/too-early',
  'nonce not divisible by required factor': 'header/nonce-factor',
  'insufficient work': 'header/insufficient-work'
};

describe('header chains', () => {
  test.each(vectors.chains.map((row) => [row.name, row] as const))('%s', (_, row) => {
    const start = fromHex(chainState, row.state);
    // These vectors cross no height at which the difficulty needs an ancestor older than the start's.
    const chain = new HeaderChain(network, start, () => start.prevTimestamps[0]);
    const headers = row.headers.map((hex) => decode(blockHeader, decodeHex(hex)));
    for (const header of headers.slice(0, row.valid)) chain.append(header);
    expect(toHex(chainState, chain.state)).toBe(row.stateAfterValid);
    expect(String(chain.state.totalWork)).toBe(row.totalWork);
    expect(String(chain.state.difficulty)).toBe(row.difficulty);
    if (row.ok) return expect(row.valid).toBe(headers.length);
    const code = HEADER_ERRORS[row.error!] ?? expect.stringMatching(/^header\//);
    expect(() => chain.append(headers[row.valid]!)).toThrow(expect.objectContaining({ code }));
    expect(toHex(chainState, chain.state)).toBe(row.stateAfterValid);
  });

  test.each(vectors.heavier.map((row, i) => [i, row] as const))('the heavier branch: row %i', (_, row) => {
    const weightOf = ({ totalWork, difficulty }: Weight) => ({
      totalWork: BigInt(totalWork),
      difficulty: BigInt(difficulty)
    });
    const [branch, tip] = [weightOf(row.branch), weightOf(row.tip)];
    expect(isSufficientlyHeavier(branch, tip)).toBe(row.replaces);
    expect(isSufficientlyHeavier(tip, branch)).toBe(row.replacedBack);
  });
});

/** Before the Oak fork, every 500th block needs a timestamp 1000 blocks back. */
describe('ancestor timestamps', () => {
  const early: Network = {
    ...network,
    initialTarget: MAX_TARGET / 4n,
    hardforkOak: { ...network.hardforkOak, height: 5000, fixHeight: 5000 },
    hardforkASIC: { ...network.hardforkASIC, height: 6000 },
    hardforkV2: { allowHeight: 7000, requireHeight: 8000, finalCutHeight: 9000, ephemeralOutputHeight: 0 }
  };
  const timestamps: UnixSeconds[] = [];
  const states = [genesisState(early)];
  const headers: BlockHeader[] = [];
  // Blocks at half, then twice the interval, so that the difficulty changes.
  for (let height = 0; height <= 2100; height++) {
    const parent = states.at(-1)!;
    const step = height <= 1200 ? 300 : 1200;
    const timestamp = unixSeconds((timestamps.at(-1) ?? network.hardforkOak.genesisTimestamp) + step);
    let header: BlockHeader = { parentId: parent.index.id, nonce: 0n, timestamp, commitment: ZERO_HASH };
    while (!meetsTarget(blockId(header), parent.childTarget)) header = { ...header, nonce: header.nonce + 1n };
    timestamps.push(timestamp);
    headers.push(header);
    states.push(applyHeader(early, parent, header, timestamps[Math.max(height - 1 - 1000, 0)]));
  }

  test('are found among the headers themselves', () => {
    const chain = new HeaderChain(early, states[0]!, () => undefined);
    for (const [height, header] of headers.entries()) {
      chain.append(header);
      expect(chain.state.childTarget).toBe(states[height + 1]!.childTarget);
    }
  });

  test.each([1, 499, 500, 700, 1300, 1999])('are requested for heights below a start at height %i', (start) => {
    const asked: number[] = [];
    const chain = new HeaderChain(early, states[start + 1]!, (height) => {
      asked.push(height);
      return timestamps[height];
    });
    for (const header of headers.slice(start + 1)) chain.append(header);
    expect(chain.state).toEqual(states.at(-1));
    expect(Math.max(...asked)).toBeLessThanOrEqual(start);
  });
});

describe('locators', () => {
  test.each(vectors.locators.map(({ tip, heights }) => [tip, heights] as const))('from tip %s', (tip, heights) => {
    expect(locatorHeights(Number(tip)).map(String)).toEqual(heights);
  });

  test('without duplicates, genesis last', () => {
    expect(locator(5, 0)).toEqual([5, 4, 3, 2, 1, 0]);
    expect(locator(0, 0)).toEqual([0]);
    const long = locator(600_000, 0);
    expect(long.at(-1)).toBe(0);
    expect(new Set(long).size).toBe(long.length);
  });

  test('a chain that starts at a checkpoint ends with it', () => {
    expect(locator(530_003, 530_000)).toEqual([530_003, 530_002, 530_001, 530_000]);
    expect(locator(530_100, 530_000).slice(-3)).toEqual([530_061, 530_029, 530_000]);
  });
});

interface CheckpointRow {
  readonly name: string;
  readonly index: { readonly height: string; readonly id: BlockId };
  readonly response: string;
  readonly should: { readonly accept: boolean };
  readonly stateAfter?: string;
}
const { rows } = loadVectors<{ rows: readonly CheckpointRow[] }>('peers/checkpoint');

describe('checkpoints', () => {
  test.each(rows.map((row) => [row.name, row] as const))('%s', (_, row) => {
    const { value: response } = decodePrefix(calls.sendCheckpoint.response, decodeHex(row.response))!;
    const trusted = { height: Number(row.index.height), id: row.index.id };
    const verify = () => verifyCheckpoint(network, trusted, response);
    if (!row.should.accept) {
      return expect(verify).toThrow(expect.objectContaining({ code: expect.stringMatching(/^peers\/checkpoint-/) }));
    }
    expect(toHex(chainState, verify().applied.state)).toBe(row.stateAfter);
  });

  const good =
    rows.find(({ should, index }) => should.accept && index.height === '17') ?? rows.find((row) => row.should.accept)!;
  const trusted = { height: Number(good.index.height), id: good.index.id };
  const { block, state } = decodePrefix(calls.sendCheckpoint.response, decodeHex(good.response))!.value;
  const payout = block.minerPayouts[0]!;

  test.each([
    ['below the require height', { height: 5, id: trusted.id }, { block, state }, 'peers/checkpoint-too-early'],
    ['without V2 data', trusted, { block: { ...block, v2: undefined }, state }, 'peers/checkpoint-not-v2'],
    [
      'with two payouts',
      trusted,
      { block: { ...block, minerPayouts: [payout, payout] }, state },
      'peers/checkpoint-not-v2'
    ],
    ['with another nonce', trusted, { block: { ...block, nonce: 0n }, state }, 'peers/checkpoint-wrong-id'],
    [
      'at another height than trusted',
      { ...trusted, height: trusted.height + 1 },
      { block, state },
      'peers/checkpoint-wrong-height'
    ],
    [
      'that claims another height',
      trusted,
      { block: { ...block, v2: { ...block.v2!, height: 99 } }, state },
      'peers/checkpoint-wrong-height'
    ],
    ['with another state', trusted, { block, state: { ...state, attestations: 9n } }, 'peers/checkpoint-wrong-state'],
    [
      'that pays itself more',
      trusted,
      { block: { ...block, minerPayouts: [{ ...payout, value: payout.value + 1n }] }, state },
      'peers/checkpoint-wrong-payout'
    ]
  ] as const)('a block %s is rejected', (_, index, response, code) => {
    expect(() => verifyCheckpoint(network, index, response as Parameters<typeof verifyCheckpoint>[2])).toThrow(
      expect.objectContaining({ code })
    );
  });
});
