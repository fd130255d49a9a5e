import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const TIMES = 500;

type Collect = (options?: { readonly type: 'minor' }) => void;

/** Collects all garbage, or only young objects. */
export const collectGarbage: Collect = (options) => {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as Collect)(options);
};

/** Bytes in memory after each call's result was dropped and the young objects were collected, per call. */
export function bytesLeftBy(work: () => unknown): number {
  // Compiles everything.
  for (let i = 0; i < TIMES; i++) work();
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < TIMES; i++) work();
  // An object is young for two collections.
  for (let i = 0; i < 3; i++) collectGarbage({ type: 'minor' });
  return (process.memoryUsage().heapUsed - before) / TIMES;
}
