import type { StorageFolder } from '$lib/api/daemon/host';
import { usedBytes } from './folders';

/** An operation on a folder. Sizes in bytes. */
export type FolderTask =
  | { readonly kind: 'add'; readonly path: string; readonly size: bigint }
  | { readonly kind: 'resize'; readonly path: string; readonly size: bigint; readonly before: StorageFolder }
  | { readonly kind: 'remove'; readonly path: string; readonly force: boolean; readonly before: StorageFolder };

/**
 * Progress of a folder's operation, 0 to 1; undefined if unknown. From the daemon's own counter, else estimated from
 * the data still to be moved.
 */
export function taskShare(task: FolderTask | undefined, folder: StorageFolder | undefined): number | undefined {
  if (folder && folder.progressDenominator > 0n) return shareOf(folder.progressNumerator, folder.progressDenominator);
  if (!task || !folder || task.kind === 'add') return undefined;
  const target = task.kind === 'remove' ? 0n : task.size;
  const atStart = usedBytes(task.before);
  const toMove = atStart - target;
  if (toMove <= 0n) return undefined;
  const moved = atStart - usedBytes(folder);
  return moved <= 0n ? undefined : shareOf(moved, toMove);
}

/** Rounded for display, 0 to 1. */
function shareOf(part: bigint, whole: bigint): number {
  const SCALE = 1_000_000n;
  return Math.min(1, Number((part * SCALE) / whole) / Number(SCALE));
}
