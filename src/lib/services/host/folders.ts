import type { StorageFolder } from '$lib/api/daemon/host';
import { MAX_FOLDER_BYTES, MAX_FOLDERS, MIN_FOLDER_BYTES } from '$lib/api/daemon/hostLimits';

/** Bytes of a folder that hold data. A daemon in the middle of a change may count more free than there is. */
export const usedBytes = ({ capacity, capacityRemaining }: StorageFolder): bigint =>
  capacity > capacityRemaining ? capacity - capacityRemaining : 0n;

/** All folders together, in bytes. */
export function totalFolders(folders: readonly StorageFolder[]): { capacity: bigint; used: bigint } {
  let capacity = 0n;
  let used = 0n;
  for (const folder of folders) {
    capacity += folder.capacity;
    used += usedBytes(folder);
  }
  return { capacity, used };
}

/** Absolute on the node's computer, whichever kind that is. */
export const isAbsolutePath = (path: string): boolean => /^(?:\/|[A-Za-z]:[\\/]|\\\\)/.test(path);

export type PathProblem = 'missing' | 'relative' | 'inUse' | 'tooMany';

/** What is wrong with the path of a new folder; undefined when nothing is known to be. */
export function pathProblem(path: string, folders: readonly StorageFolder[]): PathProblem | undefined {
  if (path === '') return 'missing';
  if (!isAbsolutePath(path)) return 'relative';
  if (folders.some((folder) => folder.path === path)) return 'inUse';
  return folders.length >= MAX_FOLDERS ? 'tooMany' : undefined;
}

export type SizeProblem = 'tooSmall' | 'tooLarge' | 'unchanged';

/** What is wrong with the size of a folder in bytes; undefined when it is a new one within the limits. */
export function sizeProblem(bytes: bigint, now?: bigint): SizeProblem | undefined {
  if (bytes < MIN_FOLDER_BYTES) return 'tooSmall';
  if (bytes > MAX_FOLDER_BYTES) return 'tooLarge';
  return bytes === now ? 'unchanged' : undefined;
}

/** What changing the size of a folder does to the data in it. */
export type ResizeEffect =
  | { readonly kind: 'grows'; readonly by: bigint }
  /** The data stays in the folder, though parts of it may move within. */
  | { readonly kind: 'shrinks'; readonly by: bigint }
  /** Some data must go elsewhere; `room` is what the other folders have free. */
  | { readonly kind: 'displaces'; readonly bytes: bigint; readonly room: bigint };

export function resizeEffect(folder: StorageFolder, newBytes: bigint, folders: readonly StorageFolder[]): ResizeEffect {
  if (newBytes >= folder.capacity) return { kind: 'grows', by: newBytes - folder.capacity };
  const used = usedBytes(folder);
  if (used <= newBytes) return { kind: 'shrinks', by: folder.capacity - newBytes };
  return { kind: 'displaces', bytes: used - newBytes, room: roomElsewhere(folder, folders) };
}

/** Free bytes of all folders but this one. */
export const roomElsewhere = (folder: StorageFolder, folders: readonly StorageFolder[]): bigint =>
  folders.reduce((sum, { path, capacityRemaining }) => (path === folder.path ? sum : sum + capacityRemaining), 0n);

/** Merkle roots are 32 bytes in hexadecimal. */
export const isMerkleRoot = (text: string): boolean => /^[0-9a-fA-F]{64}$/.test(text);
