import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { say } from './process.mjs';

const POLL_MS = 250;
/** A lock is written within milliseconds. An empty one, as a power failure can leave it, is nobody's. */
const MAX_POLLS_EMPTY = 8;

/** Locks of this process. @type {Set<string>} */
const held = new Set();

/** @param {string} root */
const lockFile = (root) => join(root, '.cache', 'preparing');

/**
 * Runs work that writes to the folder (downloads, packages, the build) while no other command of Quarry does: two of
 * them would remove each other's files. Waits for the other one.
 * @template T
 * @param {string} root
 * @param {() => T | Promise<T>} work
 * @returns {Promise<T>}
 */
export async function exclusively(root, work) {
  const release = await lock(root);
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

/** @param {string} root @returns {Promise<() => void>} releases it */
async function lock(root) {
  const path = lockFile(root);
  let empty = 0;
  for (let isFirst = true; ; isFirst = false) {
    try {
      mkdirSync(join(root, '.cache'), { recursive: true });
      writeFileSync(path, String(process.pid), { flag: 'wx' });
      held.add(path);
      return () => {
        held.delete(path);
        rmSync(path, { force: true });
      };
    } catch (error) {
      // Whatever is ready can be started from a folder that is read-only or full, where nothing needs protection.
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EEXIST') return discard(path);
    }
    const holder = holderOf(path);
    empty = holder === undefined ? empty + 1 : 0;
    if (holder === undefined ? empty > MAX_POLLS_EMPTY : !isHeld(path, holder)) {
      rmSync(path, { force: true });
      continue;
    }
    if (isFirst) say(`waiting for another start in this folder (process ${holder ?? 'unknown'}, ${path})`);
    await delay(POLL_MS);
  }
}

/** Removes what a full disk has left of a lock. @param {string} path @returns {() => void} what releases no lock */
function discard(path) {
  try {
    rmSync(path, { force: true });
  } catch {
    // Nothing can be removed from a read-only folder, nor was anything written.
  }
  return () => undefined;
}

/** @param {string} path @returns {number | undefined} undefined if it has just been released, or is being written */
function holderOf(path) {
  try {
    return Number(readFileSync(path, 'utf8')) || undefined;
  } catch {
    return undefined;
  }
}

/** @param {string} path @param {number} holder process id, which another process may have by now */
function isHeld(path, holder) {
  // A container that was killed and starts again gives the same ids.
  if (holder === process.pid) return held.has(path);
  return isRunning(holder) && !isOlderThanBoot(path);
}

/** @param {string} path */
function isOlderThanBoot(path) {
  const { mtimeMs = Infinity } = statSync(path, { throwIfNoEntry: false }) ?? {};
  return mtimeMs < Date.now() - uptime() * 1000;
}

/** @param {number} pid */
function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Those of other users may not be signaled.
    return /** @type {NodeJS.ErrnoException} */ (error).code === 'EPERM';
  }
}
