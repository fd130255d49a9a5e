import { blockId, type Block } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import type { BlockId } from '$lib/chain/ids';
import type { Height } from '$lib/chain/time';
import { changeIdOf, type ConsensusChange } from './changeLayout';
import type { StreamedChange } from './changeStream';

/**
 * Whether a change's id is the hash of its blocks' ids. The stream contains only the V1 part of blocks, from which a V2
 * block's id cannot be computed: the check is `pending` until the next block provides the id as its parent id.
 */
export type IdCheck = 'verified' | 'pending' | 'wrong' | 'unknown';

/** A change with derived data: heights, block ids, and the id check. */
export interface PlacedChange extends StreamedChange {
  /** Height of the first reverted block (the previous tip) and of the first applied block; undefined if unknown. */
  readonly revertedHeight: Height | undefined;
  readonly appliedHeight: Height | undefined;
  /** In the order of the change's blocks; unknown ids are undefined. */
  readonly revertedIds: readonly (BlockId | undefined)[];
  readonly appliedIds: readonly (BlockId | undefined)[];
  readonly idCheck: IdCheck;
}

/**
 * The id of every block but one is the parent id of its neighbor: reverted blocks descend from the tip, applied blocks
 * ascend.
 */
const idsDown = (blocks: readonly Block[], first: BlockId | undefined) =>
  blocks.map((_, i) => (i === 0 ? first : blocks[i - 1]!.parentId));
const idsUp = (blocks: readonly Block[], last: BlockId | undefined) =>
  blocks.map((_, i) => (i === blocks.length - 1 ? last : blocks[i + 1]!.parentId));

const allKnown = (ids: readonly (BlockId | undefined)[]): ids is readonly BlockId[] =>
  ids.every((id) => id !== undefined);

/** Tracks heights and ids through consecutive changes. */
export class ChangePlaces {
  #height: Height | undefined;
  #tip: BlockId | undefined;
  #last: PlacedChange | undefined;

  /** @param height of the tip before the first change: -1 for genesis, undefined if unknown */
  constructor(height: Height | undefined) {
    this.#height = height;
  }

  get height(): Height | undefined {
    return this.#height;
  }

  /** Sets the height of the tip before the first change, if it becomes known later. */
  startAt(height: Height): void {
    this.#height ??= height;
  }

  /** @returns the change, and the previous one if this one completed its check */
  place(streamed: StreamedChange): { placed: PlacedChange; settled: PlacedChange | undefined } {
    const { change } = streamed;
    const { reverted, applied } = change;
    const fork = applied[0]?.parentId;
    // Without reverted blocks, the first applied block's parent is the previous tip.
    const settled = this.#settle(reverted.length === 0 ? fork : undefined);
    const follows = reverted.length > 0 || this.#tip === undefined || this.#tip === fork;
    const revertedIds = idsDown(reverted, this.#tip);
    const placed: PlacedChange = {
      ...streamed,
      revertedHeight: reverted.length > 0 ? this.#height : undefined,
      appliedHeight: this.#height === undefined ? undefined : this.#height - reverted.length + 1,
      revertedIds,
      appliedIds: idsUp(applied, lastV1Id(change, revertedIds)),
      idCheck: 'unknown'
    };
    this.#last = follows ? checked(placed) : { ...placed, idCheck: 'wrong' };
    this.#tip = placed.appliedIds.at(-1);
    if (this.#height !== undefined) this.#height += applied.length - reverted.length;
    return { placed: this.#last, settled };
  }

  /**
   * Provides the id of the current tip.
   * @returns the newest change, if this completed its check
   */
  settle(tip: BlockId): PlacedChange | undefined {
    const last = this.#last;
    if (last?.idCheck !== 'pending') return undefined;
    // The tip may have changed in the meantime; then the next change completes the check.
    const isRight = checked({ ...last, appliedIds: idsUp(last.change.applied, tip) }).idCheck === 'verified';
    return isRight ? this.#settle(tip) : undefined;
  }

  #settle(tip: BlockId | undefined): PlacedChange | undefined {
    const last = this.#last;
    if (last?.idCheck !== 'pending') return undefined;
    this.#tip = tip;
    this.#last =
      tip === undefined
        ? { ...last, idCheck: 'unknown' }
        : checked({ ...last, appliedIds: idsUp(last.change.applied, tip) });
    return this.#last;
  }
}

function checked(placed: PlacedChange): PlacedChange {
  const { revertedIds, appliedIds } = placed;
  if (!allKnown(revertedIds)) return { ...placed, idCheck: 'unknown' };
  if (!allKnown(appliedIds)) return { ...placed, idCheck: 'pending' };
  const isRight = changeIdOf(revertedIds, appliedIds) === placed.change.id;
  return { ...placed, idCheck: isRight ? 'verified' : 'wrong' };
}

/** The id of the last applied block if it is a V1 block and the change's id confirms it, otherwise undefined. */
function lastV1Id(change: ConsensusChange, revertedIds: readonly (BlockId | undefined)[]): BlockId | undefined {
  const last = change.applied.at(-1);
  if (last === undefined || !allKnown(revertedIds)) return undefined;
  const id = blockId(blockHeaderOf(last));
  const appliedIds = idsUp(change.applied, id);
  return allKnown(appliedIds) && changeIdOf(revertedIds, appliedIds) === change.id ? id : undefined;
}
