import { blockId } from '$lib/chain/block/block';
import type { ChainState } from '$lib/chain/block/state';
import type { Network } from '$lib/chain/network/network';
import { encode } from '$lib/codec/layout';
import { chainState } from '$lib/chain/block/stateLayout';
import { encodeHex } from '$lib/codec/bytes';
import { applyBlock } from '$lib/consensus/apply/applyBlock';
import { childHeight, genesisState } from '$lib/consensus/state';
import { EMPTY_SUPPLEMENT } from '$lib/consensus/apply/supplement';
import { ancestorTimestamp } from './ancestors';
import { blockEvents } from './blockEvents';
import type { NetworkPreset } from '../network/presets';
import { completeStructureProblem, DamagedChainError, readingChain } from './quickCheck';
import { ChainStore } from '../store/store';

/** Tables derived from the blocks, with a query whose rows do not depend on the chain's history. */
const DERIVED: Readonly<Record<string, string>> = {
  best: 'SELECT height, hex(id) FROM best ORDER BY height',
  coins: 'SELECT hex(id), leaf, hex(value), hex(address), maturity, created, spent FROM coins ORDER BY id',
  funds: 'SELECT hex(id), leaf, value, hex(address), hex(claim_start), created, spent FROM funds ORDER BY id',
  contracts: 'SELECT hex(id), version, leaf, hex(body), resolved FROM contracts ORDER BY id',
  expiries: 'SELECT height, CAST(ends AS TEXT), hex(contract), joined FROM expiries ORDER BY seq',
  coin_balances: 'SELECT hex(address), hex(total) FROM coin_balances ORDER BY address',
  tree: 'SELECT position, hex(hashes) FROM tree ORDER BY position',
  events: `SELECT hex(id), height, maturity, timestamp, type, hex(data) FROM events ORDER BY height, seq`,
  event_addresses: `SELECT hex(event_addresses.address), event_addresses.maturity, hex(events.id), events.height
    FROM event_addresses JOIN events USING (seq) ORDER BY events.height, events.seq, address`
};

/**
 * Checks the structure of the file, rebuilds the chain from the stored blocks and compares all derived tables.
 * @returns the differences, one line each; empty for a consistent store
 */
export function findDifferences(store: ChainStore, preset: NetworkPreset): string[] {
  try {
    return readingChain(() => {
      const problem = completeStructureProblem(store);
      // Anything read from such a file may be wrong.
      if (problem !== undefined) return [problem];
      return isPruned(store) ? keptDifferences(store, preset.network) : derivedDifferences(store, preset);
    });
  } catch (error) {
    if (!(error instanceof DamagedChainError)) throw error;
    return [`the stored chain cannot be read: ${error.problem}`];
  }
}

function derivedDifferences(store: ChainStore, preset: NetworkPreset): string[] {
  const fresh = new ChainStore(':memory:');
  try {
    const problems = rebuild(store, fresh, preset);
    for (const [table, query] of Object.entries(DERIVED)) {
      const before = rows(store, query);
      const after = rows(fresh, query);
      const longer = before.length > after.length ? before : after;
      const at = longer.findIndex((_, i) => before[i] !== after[i]);
      if (at >= 0) {
        problems.push(`${table}: ${before.length} rows stored, ${after.length} expected, first difference at ${at}`);
      }
    }
    return problems;
  } finally {
    fresh.close();
  }
}

const isPruned = (store: ChainStore): boolean => store.firstBody > (store.blocks.first()?.height ?? 0);

/** The tables cannot be rebuilt without the pruned bodies: checks the headers, and the states after unpruned blocks. */
function keptDifferences(store: ChainStore, network: Network): string[] {
  const { height: first } = store.blocks.first()!;
  const tip = store.blocks.tip()!;
  const problems: string[] = [];
  let state: ChainState | undefined;
  for (let height = first + 1; height <= tip.height; height++) {
    const id = store.blocks.bestAt(height);
    const header = id && store.header(id);
    if (header === undefined || blockId(header) !== id || header.parentId !== store.blocks.bestAt(height - 1))
      return [...problems, `the header at height ${height} is not that of the best chain`];
    if (height < store.firstBody) continue;
    const stored = store.block(id);
    // Of a pruned block, whose header is stored.
    state ??= store.state(header.parentId)!;
    if (stored?.status !== 'full')
      return [...problems, `block ${id} at height ${height} is missing or was never checked`];
    state = applyBlock(network, state, stored.block, stored.supplement ?? EMPTY_SUPPLEMENT, {
      ancestorTimestamp: ancestorTimestamp(store, network, state)
    }).state;
    if (encodeHex(encode(chainState, state)) !== encodeHex(encode(chainState, stored.state)))
      problems.push(`state after height ${height} differs`);
  }
  const { numLeaves, trees } = store.state(tip.id)!.elements;
  if (store.tree.roots(numLeaves).some((root, height) => root !== trees[height]))
    problems.push('the accumulator does not match the tip');
  return problems;
}

const rows = (store: ChainStore, query: string): string[] =>
  store.database
    .prepare(query)
    .all()
    .map((row) => Object.values(row).join('|'));

function rebuild(store: ChainStore, fresh: ChainStore, { network }: NetworkPreset): string[] {
  const problems: string[] = [];
  const checkpoint = store.checkpoint.get();
  let state = checkpoint?.parentState ?? genesisState(network);
  if (checkpoint !== undefined) {
    fresh.transaction(() => {
      fresh.checkpoint.set(checkpoint);
      fresh.tree.putRoots(state.elements);
    });
  }
  const first = childHeight(state);
  for (let height = first; ; height++) {
    const id = store.blocks.bestAt(height);
    if (id === undefined) break;
    const stored = store.block(id);
    if (stored?.status !== 'full')
      return [...problems, `block ${id} at height ${height} is missing or was never checked`];
    const { block, supplement = EMPTY_SUPPLEMENT } = stored;
    if (block.parentId !== state.index.id) return [...problems, `block ${id} does not extend height ${height - 1}`];
    const applied = applyBlock(network, state, block, supplement, {
      ancestorTimestamp: ancestorTimestamp(store, network, state)
    });
    if (encodeHex(encode(chainState, applied.state)) !== encodeHex(encode(chainState, stored.state))) {
      problems.push(`state after height ${height} differs`);
    }
    state = applied.state;
    const { diffs, treeNodes } = applied;
    const { index } = state;
    fresh.transaction(() => fresh.connect({ index, diffs, treeNodes, events: blockEvents(index, block, applied) }));
  }
  if (childHeight(state) === first) problems.push(`there is no block at height ${first}`);
  return problems;
}
