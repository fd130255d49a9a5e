import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const TIMES = 500;

/** Bytes in memory after each call's result was dropped and the young objects were collected, per call. */
export function bytesLeftBy(work: () => unknown): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as (options?: { readonly type: 'minor' }) => void;
  // Compiles everything.
  for (let i = 0; i < TIMES; i++) work();
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < TIMES; i++) work();
  // An object is young for two collections.
  for (let i = 0; i < 3; i++) collect({ type: 'minor' });
  return (process.memoryUsage().heapUsed - before) / TIMES;
}
