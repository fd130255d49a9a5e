import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Utf8Builder } from '$lib/codec/utf8Builder';
import { textOf } from '../../support/textSink';

test('contains everything added, in order and in chunks', () => {
  const anyPart = fc.oneof(fc.string({ unit: 'grapheme' }), fc.nat(200_000).map((length) => 'é'.repeat(length))); // prettier-ignore
  fc.assert(
    fc.property(fc.array(anyPart), (parts) => {
      const sink = new Utf8Builder();
      for (const part of parts) sink.add(part);
      expect(textOf(sink) === parts.join('')).toBe(true);
      sink.add('.');
      expect(textOf(sink) === `${parts.join('')}.`).toBe(true);
    }),
    { numRuns: 50 }
  );
});
