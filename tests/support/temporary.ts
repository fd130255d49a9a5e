import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What this process created in the system's temporary folder. */
const made = new Set<string>();

/** Removes it: after each test file (tests/support/leaveNothing.ts), or outside the runner, when the process exits. */
export function removeTemporary(): void {
  for (const path of made) rmSync(path, { recursive: true, force: true });
  made.clear();
}
process.once('exit', removeTemporary);

/** A new, empty folder. @param purpose part of its name @returns its path */
export function temporaryFolder(purpose: string): string {
  const path = mkdtempSync(join(tmpdir(), `quarry-${purpose}-`));
  made.add(path);
  return path;
}

/** Creates an empty file of this name. @returns whether it is new */
export function claimTemporary(name: string): boolean {
  const path = join(tmpdir(), `quarry-${name}`);
  try {
    closeSync(openSync(path, 'wx'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  made.add(path);
  return true;
}
