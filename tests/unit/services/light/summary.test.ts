import { describe, expect, test } from 'vitest';
import type { BlockId } from '$lib/chain/ids';
import { followFrom, type LightPosition } from '$lib/consensus/light/lightChain';
import { provenAt, summaryOf } from '$lib/services/light/summary';
import { ChainServer } from '../chainServer';

const chain = new ChainServer(40);
const { network } = chain.chain;
const genesisId = chain.stateAt(0).index.id;

/** Verified from a height to the tip; each block after the first commits to the state before it. */
function positionFrom(start: number): LightPosition {
  const trail = Array.from({ length: 41 - start }, (_, i) => ({ state: chain.stateAt(start + i), commits: i > 0 }));
  return { ...followFrom(chain.stateAt(start).index, chain.state), trail };
}

describe('the summary of a verified chain', () => {
  const summary = summaryOf({ network, position: positionFrom(0) }, genesisId);

  test('contains the network, the start, the tip and its work', () => {
    expect(summary).toMatchObject({
      networkName: 'test',
      genesisId,
      start: chain.stateAt(0).index,
      tip: chain.tip,
      tipTimestamp: chain.blockAt(40).timestamp,
      totalWork: chain.state.totalWork,
      isShort: false
    });
  });

  test('contains the newest state that a header commits to', () => {
    expect(summary.committed).toEqual({ height: 39, numLeaves: chain.stateAt(39).elements.numLeaves });
    expect(summaryOf({ network, position: positionFrom(40) }, genesisId)).not.toHaveProperty('committed');
  });

  test('has the accumulators of up to thirty recent blocks', () => {
    expect(summary.recent.map(({ index }) => index.height)).toEqual(Array.from({ length: 30 }, (_, i) => 11 + i));
    expect(summary.recent[0]).toEqual({ index: chain.stateAt(11).index, elements: chain.stateAt(11).elements });
    expect(summaryOf({ network, position: positionFrom(38) }, genesisId).recent.length).toBe(3);
  });

  test('reports if there was more work before', () => {
    const position = positionFrom(0);
    const best = { index: chain.tip, totalWork: chain.state.totalWork + 1n };
    expect(summaryOf({ network, position: { ...position, best } }, genesisId).isShort).toBe(true);
  });
});

describe('what a verified chain proves at a block', () => {
  const summary = summaryOf({ network, position: positionFrom(0) }, genesisId);
  const { committed: _, ...uncommitted } = summary;
  const at = (height: number) => chain.stateAt(height).index;
  const leavesAt = (height: number) => chain.stateAt(height).elements.numLeaves;
  const elsewhere = { height: 40, id: 'ab'.repeat(32) as BlockId };

  test.each([
    ['nothing while the chain has less work than before', { ...summary, isShort: true }, at(40), 'checking'],
    ['nothing above its tip yet', summary, { ...elsewhere, height: 41 }, 'behind'],
    ['nothing below the retained states', summary, at(10), 'too-old'],
    ['nothing on another branch', summary, elsewhere, 'other-branch'],
    ['nothing if no header commits to a state', uncommitted, at(40), 'no-commitment']
  ])('%s', (_, of, index, why) => {
    expect(provenAt(of, index)).toBe(why);
  });

  test.each([
    ['everything of an older block', 38, 38],
    ['everything of the newest block that a header commits to', 39, 39],
    ['what existed before the tip', 40, 39],
    ['everything of the oldest retained block', 11, 11]
  ])('%s', (_, height, committed) => {
    expect(provenAt(summary, at(height))).toEqual({
      elements: chain.stateAt(height).elements,
      committed: { height: committed, numLeaves: leavesAt(committed) }
    });
  });
});
