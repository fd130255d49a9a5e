import { CodecError } from './errors';
import { causeOf } from './fault';
import type { Layout, Reader, ReadPart, Writer } from './layout';
import { EndOfBytes } from './reader';

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

/** A layout whose values have at most this many bytes: others are malformed, and are not read any further. */
export const limited = <T>(
  maxBytes: number,
  inner: Layout<T>,
  tooLong = (): Error => new CodecError(`longer than ${maxBytes} bytes`)
): Layout<T> =>
  longLayout(
    (w, value) => inner.write(w, value),
    function* (r, readPart) {
      const { left } = r;
      try {
        return yield* r.withinInSteps(maxBytes, () => readPart(inner, r));
      } catch (error) {
        const cause = causeOf(error);
        // With fewer bytes, a message is incomplete, or claims a length that it cannot have.
        if (cause instanceof EndOfBytes && left >= maxBytes) throw tooLong();
        throw error;
      }
    }
  );

/** A part in one step. */
function* readAtOnce<P>(part: Layout<P>, r: Reader): Generator<void, P> {
  return part.read(r);
}
