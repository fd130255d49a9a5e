import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chainUpdates } from '$lib/api/wallet-server/schemas';
import { chainState } from '$lib/chain/block/stateLayout';
import { proofRootHex } from '$lib/chain/proof/merkleProof';
import type { BlockId, Hash256 } from '$lib/chain/ids';
import { encodeHex } from '$lib/codec/bytes';
import type { JsonValue } from '$lib/codec/json';
import { encode } from '$lib/codec/layout';
import { ChainManager } from '$lib/server/node/chain/chainManager';
import { findDifferences } from '$lib/server/node/chain/integrity';
import { SignatureChecker } from '$lib/server/node/signatures/signatureChecker';
import { SignatureWorkers } from '$lib/server/node/signatures/signatureWorkers';
import { ChainStore } from '$lib/server/node/store/store';
import { RecentUpdates } from '$lib/server/node/wallet/recentUpdates';
import { updatesSince } from '$lib/server/node/wallet/updateFeed';
import {
  elementOf,
  ScriptedChain,
  type AppliedRow,
  type StateRow,
  type Tracked
} from '../unit/consensus/scriptedChain';
import { asJson, decodeBlock, decodeSupplement, loadVectors } from '../unit/consensus/vectors';

interface ReorgVectors {
  readonly start: { readonly state: StateRow; readonly tracked: readonly Tracked[] };
  readonly reverted: readonly AppliedRow[];
  readonly applied: readonly AppliedRow[];
}

const chain = new ScriptedChain();
const reorg = loadVectors<ReorgVectors>('accumulator-reorg');
const genesis = decodeBlock(chain.blocks[0]!.block);

const workers = new SignatureWorkers();
const store = new ChainStore(':memory:');
let manager: ChainManager;

beforeAll(() => {
  manager = new ChainManager({
    store,
    network: chain.network,
    genesis,
    clock: Date.now,
    signatures: new SignatureChecker((checks) => workers.verify(checks))
  });
});
afterAll(async () => {
  await workers.close();
  store.close();
});

/** The node's state and the proofs it reads match the recording. */
function expectRow({ state, tracked }: Pick<AppliedRow, 'state' | 'tracked'>) {
  expect(encodeHex(encode(chainState, manager.state))).toBe(state.hex);
  const { numLeaves, trees } = manager.state.elements;
  expect(store.tree.roots(numLeaves)).toEqual([...trees]);
  for (const row of tracked) {
    const element = elementOf(row);
    const read = store.tree.stateElement(element.leafIndex, numLeaves);
    expect(read).toEqual(element);
    const root = proofRootHex(row.leafHash as Hash256, read.leafIndex, read.merkleProof);
    expect(root).toBe(trees[read.merkleProof.length]);
  }
}

// As cached by the update feed, across the reorganization.
const recent = new RecentUpdates(Infinity);

describe('the scripted chain, added block by block', () => {
  test('begins with its genesis', () => expectRow(chain.blocks[0]!));

  test.each(chain.blocks.slice(1).map((row) => [row.height, row] as const))('block %s', async (_, row) => {
    const block = decodeBlock(row.block);
    expect(await manager.addBlock(block)).toBe('best');
    expectRow(row);
    const stored = store.block(manager.tip.id)!;
    expect(stored.block).toEqual(block);
    expect(stored.supplement).toEqual(decodeSupplement(row.supplement ?? ScriptedChain.emptySupplement(block)));
    const feed = updatesSince(
      store,
      chain.network,
      { height: 0, id: block.parentId },
      { blocks: 1, bytes: 1 },
      recent
    )!;
    expect(asJson(chainUpdates, feed)).toMatchObject({ applied: [{ update: row.update, state: row.state.json }] });
  });

  test('an existing block changes nothing', async () => {
    expect(await manager.addBlock(decodeBlock(chain.blocks[64]!.block))).toBe('known');
    expect(await manager.addBlock(decodeBlock(chain.blocks[30]!.block))).toBe('known');
  });
});

describe('the reorganization', () => {
  const oldTip = () => ({ height: 64, id: manager.tip.id });

  test('is stored off the best chain until it is heavier by a fifth of a block', async () => {
    const tip = oldTip();
    const outcomes: string[] = [];
    for (const row of reorg.applied) outcomes.push(await manager.addBlock(decodeBlock(row.block)));
    expect(outcomes).toEqual(['side', 'side', 'side', 'side', expect.any(String), 'best', 'best']);
    expectRow(reorg.applied.at(-1)!);

    const feed = updatesSince(store, chain.network, tip, { blocks: 100, bytes: Infinity }, recent)!;
    const again = updatesSince(store, chain.network, tip, { blocks: 100, bytes: Infinity }, recent)!;
    expect(again.applied.map((entry, i) => entry === feed.applied[i])).toEqual(reorg.applied.map(() => true));
    const json = asJson(chainUpdates, feed) as Record<
      'reverted' | 'applied',
      { update: JsonValue; state: JsonValue }[]
    >;
    expect(json.reverted.map(({ update, state }) => ({ update, state }))).toEqual(
      reorg.reverted.map(({ update, state }) => ({ update, state: state.json }))
    );
    expect(json.applied.map(({ update, state }) => ({ update, state }))).toEqual(
      reorg.applied.map(({ update, state }) => ({ update, state: state.json }))
    );
  });

  test('a feed of one block at a time first goes back, then forward', () => {
    let at = { height: 64, id: chain.blocks[64]!.block.id as BlockId };
    const heights: number[] = [];
    for (;;) {
      const { reverted, applied } = updatesSince(store, chain.network, at, { blocks: 1, bytes: Infinity })!;
      const entry = reverted[0] ?? applied[0];
      if (entry === undefined) break;
      at = entry.state.index;
      heights.push(at.height);
    }
    expect(heights).toEqual([63, 62, 61, 60, 59, 60, 61, 62, 63, 64, 65, 66]);
    expect(at).toEqual(manager.tip);
  });

  test('leaves a store that equals one built from the best chain alone', () => {
    expect(findDifferences(store, { network: chain.network, genesis })).toEqual([]);
  });
});
