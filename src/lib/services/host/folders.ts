import type { StorageFolder } from '$lib/api/daemon/host';
import { MAX_FOLDER_BYTES, MAX_FOLDERS, MIN_FOLDER_BYTES } from '$lib/api/daemon/hostLimits';

/** Used bytes of a folder. During a change a daemon may report more free space than the folder has. */
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

/** Whether a path is absolute on any operating system: the node's may differ from the user's. */
export const isAbsolutePath = (path: string): boolean => /^(?:\/|[A-Za-z]:[\\/]|\\\\)/.test(path);

/** Why a path cannot be that of a new folder. */
export type PathProblem = 'missing' | 'relative' | 'inUse' | 'tooMany';

/** Why the path of a new folder is invalid; undefined if no problem is known. */
export function pathProblem(path: string, folders: readonly StorageFolder[]): PathProblem | undefined {
  if (path === '') return 'missing';
  if (!isAbsolutePath(path)) return 'relative';
  if (folders.some((folder) => folder.path === path)) return 'inUse';
  return folders.length >= MAX_FOLDERS ? 'tooMany' : undefined;
}

/** Why a folder cannot have a size. */
export type SizeProblem = 'tooSmall' | 'tooLarge' | 'unchanged';

/** Why the size of a folder in bytes is invalid; undefined if it is within the limits. */
export function sizeProblem(bytes: bigint, now?: bigint): SizeProblem | undefined {
  if (bytes < MIN_FOLDER_BYTES) return 'tooSmall';
  if (bytes > MAX_FOLDER_BYTES) return 'tooLarge';
  return bytes === now ? 'unchanged' : undefined;
}

/** Effect of a new folder size on its data. */
export type ResizeEffect =
  | { readonly kind: 'grows'; readonly by: bigint }
  /** The data stays in the folder, though parts may be moved inside. */
  | { readonly kind: 'shrinks'; readonly by: bigint }
  /** Data must be moved to other folders; `room` is their free space. */
  | { readonly kind: 'displaces'; readonly bytes: bigint; readonly room: bigint };

/** What a new size in bytes does to the data of a folder. @param folders of the host, this one included */
export function resizeEffect(folder: StorageFolder, newBytes: bigint, folders: readonly StorageFolder[]): ResizeEffect {
  if (newBytes >= folder.capacity) return { kind: 'grows', by: newBytes - folder.capacity };
  const used = usedBytes(folder);
  if (used <= newBytes) return { kind: 'shrinks', by: folder.capacity - newBytes };
  return { kind: 'displaces', bytes: used - newBytes, room: freeInOtherFolders(folder, folders) };
}

/** Free bytes in all other folders. */
export const freeInOtherFolders = (folder: StorageFolder, folders: readonly StorageFolder[]): bigint =>
  folders.reduce((sum, { path, capacityRemaining }) => (path === folder.path ? sum : sum + capacityRemaining), 0n);

/** Merkle roots are 32 bytes in hexadecimal. */
export const isMerkleRoot = (text: string): boolean => /^[0-9a-fA-F]{64}$/.test(text);
