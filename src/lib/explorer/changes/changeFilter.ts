import type { ConsensusChange, DiffSet } from '$lib/api/daemon/changes/changeLayout';
import type { PlacedChange } from '$lib/api/daemon/changes/changePlaces';

export type ChangeKind = 'all' | 'reorganizations' | 'transactions' | 'contracts' | 'funds';

/** Filter of changes; `text` is an id or address, or a prefix of one. */
export interface ChangeFilter {
  readonly text: string;
  readonly kind: ChangeKind;
}

/** Totals over a change's reverted and applied blocks. */
export interface ChangeCounts {
  readonly transactions: number;
  readonly coinsAdded: number;
  readonly coinsRemoved: number;
  readonly contracts: number;
  readonly funds: number;
  readonly delayedAdded: number;
  readonly matured: number;
}

const setsOf = ({ revertedDiffs, appliedDiffs }: ConsensusChange): readonly DiffSet[] => [
  ...revertedDiffs,
  ...appliedDiffs
];

/** Counts what a change did to transactions, outputs and contracts, over all of its blocks. */
export function countChange(change: ConsensusChange): ChangeCounts {
  const sets = setsOf(change);
  const count = (of: (diffs: DiffSet) => readonly { direction: boolean }[], direction?: boolean) =>
    sets.reduce(
      (sum, diffs) => sum + of(diffs).filter((diff) => (direction ?? diff.direction) === diff.direction).length,
      0
    );
  return {
    transactions: change.applied.reduce((sum, block) => sum + block.transactions.length, 0),
    coinsAdded: count(({ coins }) => coins, true),
    coinsRemoved: count(({ coins }) => coins, false),
    contracts: count(({ contracts }) => contracts),
    funds: count(({ funds }) => funds),
    delayedAdded: count(({ delayedCoins }) => delayedCoins, true),
    matured: count(({ delayedCoins }) => delayedCoins, false)
  };
}

/** Whether a change is of the kind, and has the text at the start of one of its ids or addresses. */
export function matchesFilter(
  { change, appliedIds, revertedIds }: PlacedChange,
  { text, kind }: ChangeFilter
): boolean {
  if (!matchesKind(change, kind)) return false;
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return true;
  const ids = [change.id, ...appliedIds, ...revertedIds, ...change.applied.map(({ parentId }) => parentId)];
  if (ids.some((id) => id?.startsWith(wanted))) return true;
  return setsOf(change).some(
    ({ coins, contracts, funds, delayedCoins }) =>
      [...coins, ...funds, ...delayedCoins].some(
        ({ id, output }) => id.startsWith(wanted) || output.address.startsWith(wanted)
      ) || contracts.some(({ id }) => id.startsWith(wanted))
  );
}

function matchesKind(change: ConsensusChange, kind: ChangeKind): boolean {
  switch (kind) {
    case 'all':
      return true;
    case 'reorganizations':
      return change.reverted.length > 0;
    case 'transactions':
      return change.applied.some(({ transactions }) => transactions.length > 0);
    case 'contracts':
      return setsOf(change).some(({ contracts }) => contracts.length > 0);
    case 'funds':
      return setsOf(change).some(({ funds, fundPool }) => funds.length > 0 || fundPool.length > 0);
  }
}
