import { describe, expect, test } from 'vitest';
import type { BlockHeader } from '$lib/chain/block/block';
import { ZERO_BLOCK_ID, ZERO_HASH } from '$lib/chain/ids';
import type { Network } from '$lib/chain/network/network';
import { formatTarget, invert, MAX_TARGET, parseTarget } from '$lib/chain/target';
import type { ChainState } from '$lib/chain/block/state';
import { unixSeconds } from '$lib/chain/time';
import type { JsonValue } from '$lib/codec/json';
import { applyHeader } from '$lib/consensus/apply/applyBlock';
import { addTarget, nextDifficulty, scaleTarget } from '$lib/consensus/difficulty';
import { childPowTarget, genesisState, medianTimestamp } from '$lib/consensus/state';
import { testNetwork } from './testChain';
import { decodeNetwork, decodeState, loadVectors } from './vectors';

interface Run {
  readonly columns: string[];
  readonly network: JsonValue;
  readonly rows: string[][];
  readonly startState?: { readonly hex: string };
}
interface Vectors {
  readonly helpers: Record<string, string>[];
  readonly runs: Record<string, Run>;
}

const { helpers, runs } = loadVectors<Vectors>('difficulty');
const { genesis } = loadVectors<{ genesis: Record<string, { network: JsonValue }> }>('header');
const mainnet = decodeNetwork(genesis.mainnet!.network);

const headerAt = (timestamp: number): BlockHeader => ({
  parentId: ZERO_BLOCK_ID,
  nonce: 0n,
  timestamp: unixSeconds(timestamp),
  commitment: ZERO_HASH
});

describe.each(Object.entries(runs))('%s', (_, { network: json, rows, columns, startState }) => {
  test(`${rows.length} headers yield the recorded difficulty`, () => {
    const network = decodeNetwork(typeof json === 'string' ? genesis[json]!.network : json);
    let state = startState === undefined ? genesisState(network) : decodeState(startState.hex);
    const { genesisTimestamp } = network.hardforkOak;
    if (startState === undefined && rows[0]![0] !== '0')
      state = applyHeader(network, state, headerAt(genesisTimestamp));
    for (const row of rows) {
      const expected = Object.fromEntries(columns.map((column, i) => [column, row[i]!]));
      const ancestor = expected.ancestorTimestampPassedToApplyHeader;
      state = applyHeader(
        network,
        state,
        headerAt(Number(expected.timestamp)),
        ancestor === '' ? undefined : unixSeconds(Number(ancestor))
      );
      expect({
        height: String(state.index.height),
        timestamp: String(state.prevTimestamps[0]),
        ancestorTimestampPassedToApplyHeader: ancestor,
        childTarget: formatTarget(state.childTarget),
        depth: formatTarget(state.depth),
        difficulty: String(state.difficulty),
        totalWork: String(state.totalWork),
        oakTimeNs: String(state.oakTime),
        oakTarget: formatTarget(state.oakTarget),
        oakWork: String(state.oakWork),
        powTargetOfChild: formatTarget(childPowTarget(network, state)),
        medianTimestamp: String(Math.floor(medianTimestamp(state)))
      }).toEqual(expected);
    }
  });
});

test.each(helpers.map((row) => [row.x!, row] as const))('target arithmetic on %s', (_, row) => {
  const x = parseTarget(row.x!);
  expect({
    ...row,
    inv: formatTarget(invert(x)),
    addTarget: formatTarget(addTarget(x, parseTarget(row.y!))),
    mul1000_995: formatTarget(scaleTarget(x, 1000n, 995n)),
    mul1000_1004: formatTarget(scaleTarget(x, 1000n, 1004n)),
    mul1004_1000: formatTarget(scaleTarget(x, 1004n, 1000n))
  }).toEqual(row);
});

test('the pre-Oak window throws without an ancestor timestamp', () => {
  const oakFarAway: Network = { ...mainnet };
  const state = { ...genesisState(oakFarAway), index: { height: 499, id: ZERO_BLOCK_ID } };
  expect(() => nextDifficulty(oakFarAway, state, unixSeconds(0))).toThrow(RangeError);
  expect(nextDifficulty(oakFarAway, state, unixSeconds(300_000), unixSeconds(0)).childTarget).toBe(state.childTarget);
});

describe('at the edges of the rules', () => {
  const SECOND = 1_000_000_000n;
  const network = { ...testNetwork(4), hardforkV2: { ...testNetwork(4).hardforkV2, finalCutHeight: 8 } };
  const { genesisTimestamp } = network.hardforkOak;

  /** The state after one at this height, if every block takes the planned ten minutes. */
  function after(height: number, part: Partial<ChainState>) {
    const at = (blocks: number) => unixSeconds(genesisTimestamp + 600 * blocks);
    const index = { height, id: ZERO_BLOCK_ID };
    const state = { ...genesisState(network), index, prevTimestamps: [at(height)], ...part };
    return nextDifficulty(network, state, at(height + 1));
  }

  test.each([0n, -SECOND, SECOND - 1n, SECOND, 2n * SECOND - 1n])(
    'targets: a total time of %d ns counts as one second',
    (oakTime) => {
      const childTarget = MAX_TARGET >> 40n;
      const oakTarget = 600n * childTarget;
      const { childTarget: next } = after(2, { oakTime, oakTarget, childTarget });
      expect(next).toBe(MAX_TARGET / ((MAX_TARGET / oakTarget) * 600n));
      expect(next).not.toBe(childTarget);
    }
  );

  test('targets: less than one hash per second in total yields the easiest target', () => {
    const childTarget = MAX_TARGET >> 1n;
    const easiest = scaleTarget(childTarget, 1004n, 1000n);
    expect(after(2, { oakTime: 2n * SECOND, oakTarget: MAX_TARGET, childTarget }).childTarget).toBe(easiest);
  });

  test('targets: a total of 0, which a server can report, is refused rather than divided by', () => {
    expect(() => after(2, { oakTime: 2n * SECOND, oakTarget: 0n })).toThrow(
      expect.objectContaining({ code: 'header/insufficient-work' })
    );
  });

  test.each([0n, -SECOND, SECOND - 1n, SECOND, 2n * SECOND - 1n])(
    'work: a total time of %d ns counts as one second',
    (oakTime) => {
      expect(after(4, { oakTime, oakWork: 1_667n, difficulty: 1_000_000n }).difficulty).toBe(1_000_200n);
    }
  );

  test.each([
    [0n, 996_000n],
    [1_659n, 996_000n],
    [1_660n, 996_000n],
    [1_661n, 996_600n],
    [1_673n, 1_003_800n],
    [1_674n, 1_004_000n]
  ])('work: a total of %d changes a million to %d, by at most a 250th', (oakWork, difficulty) => {
    expect(after(4, { oakTime: SECOND, oakWork, difficulty: 1_000_000n }).difficulty).toBe(difficulty);
  });

  test.each([
    [1n, 0n, 1n],
    [1n, 1n << 64n, 2n],
    [2n, 0n, 1n],
    [499n, 1n << 64n, 500n],
    [500n, 1n << 64n, 502n],
    [500n, 0n, 498n]
  ])('from the final cut on, %d and a total of %d give %d: a step is never zero', (difficulty, oakWork, next) => {
    expect(after(7, { oakTime: SECOND, oakWork, difficulty }).difficulty).toBe(next);
  });

  test.each([
    [0n, 1_000_000n, 1n, 1_004_000n],
    [1n, 1_000_000n, 1n, 1_004_000n],
    // The work of 600 s in this total time is 1,000,199.5, and slightly less with one more nanosecond.
    [1_199_760_647_750n, 1_000_000n, 2_000_000n, 1_000_200n],
    [1_199_760_647_751n, 1_000_000n, 2_000_000n, 1_000_199n]
  ])('from the final cut on, dividing by a total time of %d ns is rounded', (oakTime, difficulty, oakWork, next) => {
    expect(after(7, { oakTime, oakWork, difficulty }).difficulty).toBe(next);
  });
});
