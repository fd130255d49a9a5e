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

/** What is wrong with the path of a new folder; undefined when nothing is known to be. */
export function pathProblem(path: string, folders: readonly StorageFolder[]): string | undefined {
  if (path === '') return 'The path is missing.';
  if (!isAbsolutePath(path)) return "Write the whole path on the node's computer, from the root: /mnt/disk1/quarry.";
  if (folders.some((folder) => folder.path === path)) return 'This folder is in use already: resize it below.';
  if (folders.length >= MAX_FOLDERS) return 'A host has at most 65,536 folders. Resize one of them instead.';
  return undefined;
}

/** What is wrong with a folder's size in bytes; undefined when it is within the limits. */
export function sizeProblem(bytes: bigint, now?: bigint): string | undefined {
  if (bytes < MIN_FOLDER_BYTES) return 'A folder has at least 256 MiB (0.268435456 GB).';
  if (bytes > MAX_FOLDER_BYTES) return 'A folder has at most 16 PiB. Add another folder for more.';
  if (bytes === now) return 'This is its size already.';
  return undefined;
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
