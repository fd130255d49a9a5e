import type { ChainUpdate, ChainUpdates } from '$lib/api/wallet-server/schemas';
import type { ChainIndex } from '$lib/chain/element/elements';
import { ZERO_BLOCK_ID, type BlockId } from '$lib/chain/ids';
import type { Network } from '$lib/chain/network/network';
import type { ApplyUpdate, ElementDiffs, RevertUpdate } from '$lib/chain/proof/update';
import { replayApply, replayRevert } from '../chain/replay';
import type { ChainStore, StoredBlock } from '../store/store';
import { RecentUpdates, type AppliedUpdate } from './recentUpdates';

export interface FeedLimits {
  /** Blocks reverted and applied together. */
  readonly blocks: number;
  /** Approximate JSON size; at least one block is returned whatever its size. */
  readonly bytes: number;
}

/**
 * The updates since an index: reverts to the fork point with the best chain, then applies.
 * @param since a zero id starts before genesis
 * @param recent cache of recently read updates
 * @returns undefined if the block of the index, or one in between, is not stored, or was pruned on a side branch
 */
export function updatesSince(
  store: ChainStore,
  network: Network,
  since: ChainIndex,
  limits: FeedLimits,
  recent = new RecentUpdates(0)
): ChainUpdates | undefined {
  const reverted: ChainUpdate<RevertUpdate>[] = [];
  const applied: ChainUpdate<ApplyUpdate>[] = [];
  let bytes = 0;
  const isFull = () => reverted.length + applied.length >= limits.blocks || bytes >= limits.bytes;

  let at: ChainIndex | undefined = since.id === ZERO_BLOCK_ID ? undefined : since;
  while (at !== undefined && !isFull() && !isBest(store, at.id)) {
    const place = store.blocks.place(at.id);
    if (place?.status !== 'full' || place.height < store.firstBody) return undefined;
    const { update, stored, parentState } = replayRevert(store, network, at.id);
    reverted.push({ update, state: parentState, block: stored.block });
    bytes += jsonSize(stored, update);
    at = parentState.index;
  }
  const last = at && store.blocks.place(at.id);
  if (at !== undefined && last === undefined) return undefined;
  // The stored height, since the given one is unverified.
  for (let height = last === undefined ? 0 : last.height + 1; !isFull(); height++) {
    const id = store.blocks.bestAt(height);
    if (id === undefined) break;
    const read = recent.of(id, () => readApplied(store, network, id));
    applied.push(read.update);
    bytes += read.bytes;
  }
  return { applied, reverted };
}

function readApplied(store: ChainStore, network: Network, id: BlockId): AppliedUpdate {
  const { update, state, stored } = replayApply(store, network, id);
  return { update: { update, state, block: stored.block }, bytes: jsonSize(stored, update) };
}

function isBest(store: ChainStore, id: BlockId): boolean {
  const row = store.blocks.place(id);
  return row !== undefined && store.blocks.bestAt(row.height) === id;
}

const STATE_BYTES = 3_000;
const ELEMENT_BYTES = 500;
const HASH_BYTES = 75;
// Hexadecimal, indentation and field names compared with the binary form.
const JSON_FACTOR = 4;

/** Estimated JSON size of an entry: for full blocks, between 70% of the measured one and twice as much. */
function jsonSize({ bytes }: StoredBlock, update: ApplyUpdate | RevertUpdate): number {
  let hashes = 0;
  for (const leaves of update.updatedLeaves.values()) {
    for (const { merkleProof } of leaves) hashes += merkleProof.length + 2;
  }
  if ('treeGrowth' in update) for (const growth of update.treeGrowth.values()) hashes += growth.length;
  const elements = stateElements(update);
  for (const { merkleProof } of elements) hashes += merkleProof.length;
  return STATE_BYTES + JSON_FACTOR * bytes + ELEMENT_BYTES * elements.length + HASH_BYTES * hashes;
}

const stateElements = (diffs: ElementDiffs) => [
  ...diffs.coinElements.map(({ coinElement }) => coinElement.stateElement),
  ...diffs.fundElements.map(({ fundElement }) => fundElement.stateElement),
  ...diffs.fileContractElements.map(({ fileContractElement }) => fileContractElement.stateElement),
  ...diffs.v2FileContractElements.map(({ v2FileContractElement }) => v2FileContractElement.stateElement),
  ...diffs.attestationElements.map(({ stateElement }) => stateElement)
];
