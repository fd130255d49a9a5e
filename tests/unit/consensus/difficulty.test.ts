import { describe, expect, test } from 'vitest';
import type { BlockHeader } from '$lib/chain/block/block';
import { ZERO_BLOCK_ID, ZERO_HASH } from '$lib/chain/ids';
import type { Network } from '$lib/chain/network/network';
import { formatTarget, invert, parseTarget } from '$lib/chain/target';
import { unixSeconds } from '$lib/chain/time';
import type { JsonValue } from '$lib/codec/json';
import { applyHeader } from '$lib/consensus/apply/applyBlock';
import { addTarget, nextDifficulty, scaleTarget } from '$lib/consensus/difficulty';
import { childPowTarget, genesisState, medianTimestamp } from '$lib/consensus/state';
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

test('the pre-oak window throws without an ancestor timestamp', () => {
  const oakFarAway: Network = { ...mainnet };
  const state = { ...genesisState(oakFarAway), index: { height: 499, id: ZERO_BLOCK_ID } };
  expect(() => nextDifficulty(oakFarAway, state, unixSeconds(0))).toThrow(RangeError);
  expect(nextDifficulty(oakFarAway, state, unixSeconds(300_000), unixSeconds(0)).childTarget).toBe(state.childTarget);
});
