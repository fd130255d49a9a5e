import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TextSink } from '../../../src/lib/codec/textSink';

test('holds all that was added, in order', () => {
  const any = fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.nat(200_000).map((length) => 'x'.repeat(length)))); // prettier-ignore
  fc.assert(
    fc.property(any, (parts) => {
      const sink = new TextSink();
      for (const part of parts) sink.add(part);
      const text = parts.join('');
      expect(sink.text() === text).toBe(true);
      sink.add('.');
      expect(sink.text() === `${text}.`).toBe(true);
    }),
    { numRuns: 50 }
  );
});
