import * as z from 'zod/mini';
import { parseJson, stringifyJson } from '$lib/codec/json';
import type { Moment } from '../simulation/simulationPart';
import { categories } from './categories';
import type { RenterState, StoredFile } from './state';

const FORMAT = 'quarry-renter-backup';
/** All data in the renter's contracts, listed as one file: the simulation tracks sizes, not contents. */
const STORED_DATA = 'stored-data';

const size = z.pipe(
  z.union([z.number(), z.bigint()]),
  z.transform((given) => BigInt(given))
);
const backup = z.object({
  format: z.literal(FORMAT),
  version: z.literal(1),
  files: z.array(z.object({ path: z.string(), size }))
});

/** Everything the renter stores: data in contracts, and files recovered from backups. */
export function storedFiles(state: RenterState): readonly StoredFile[] {
  const { active, passive } = categories(state);
  const held = [...active, ...passive].reduce((sum, contract) => sum + contract.size, 0n);
  return held > 0n ? withFile(state.files, { path: STORED_DATA, size: held }) : state.files;
}

/** Adds a file; appends a number if its name is taken. */
export function withFile(files: readonly StoredFile[], { path, size }: StoredFile): readonly StoredFile[] {
  const taken = new Set(files.map((file) => file.path));
  let free = path;
  for (let number = 1; taken.has(free); number++) free = `${path}_${number}`;
  return [...files, { path: free, size }];
}

/** A backup's text: the files, and the settings for information. */
export const writeBackup = (state: RenterState, { height, timestamp }: Moment): string =>
  stringifyJson(
    {
      format: FORMAT,
      version: 1,
      height,
      time: new Date(timestamp * 1000).toISOString(),
      allowance: state.allowance ?? null,
      filter: state.filter,
      files: storedFiles(state)
    },
    2
  );

/** The files of a backup; undefined for invalid text. */
export function readBackup(text: string): readonly StoredFile[] | undefined {
  try {
    return z.parse(backup, parseJson(text)).files;
  } catch {
    return undefined;
  }
}
