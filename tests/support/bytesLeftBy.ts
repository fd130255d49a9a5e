import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const TIMES = 500;

type Collect = (options: { readonly type: 'major' | 'minor' }) => void;

/** Collects all garbage, or only young objects, as V8 does for an argument that is no object. */
export const collectGarbage = (type: 'major' | 'minor' = 'major'): void => {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as Collect)({ type });
};

/** Bytes in memory after each call's result was dropped and the young objects were collected, per call. */
export function bytesLeftBy(work: () => unknown): number {
  // Compiles everything.
  for (let i = 0; i < TIMES; i++) work();
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  for (let i = 0; i < TIMES; i++) work();
  // An object is young for two collections.
  for (let i = 0; i < 3; i++) collectGarbage('minor');
  return (process.memoryUsage().heapUsed - before) / TIMES;
}
