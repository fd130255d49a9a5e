import type { Layout, Reader, ReadPart, Writer } from './layout';

/**
 * A layout of long values, whose reader yields between its steps; `read` takes them all at once.
 * @param readInSteps see {@link ReadPart}
 */
export const longLayout = <T>(
  write: (w: Writer, value: T) => void,
  readInSteps: (r: Reader, readPart: ReadPart) => Generator<void, T>
): Layout<T> => ({
  write,
  read(r) {
    const reading = readInSteps(r, readAtOnce);
    let step = reading.next();
    while (!step.done) step = reading.next();
    return step.value;
  },
  parts: { read: readInSteps }
});

/** A part in one step. */
function* readAtOnce<P>(part: Layout<P>, r: Reader): Generator<void, P> {
  return part.read(r);
}
