import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeBase45, encodeBase45 } from '$lib/wallet/formats/base45';
import { FrameCollector, qrFrames } from '$lib/wallet/formats/qr';

const anyBytes = fc.uint8Array({ maxLength: 3000 });

describe('base45', () => {
  // RFC 9285 section 4.3
  test.each([
    ['AB', 'BB8'],
    ['Hello!!', '%69 VD92EX0'],
    ['base-45', 'UJCLQE7W581'],
    ['ietf!', 'QED8WEX0']
  ])('%s', (text, encoded) => {
    expect(encodeBase45(new TextEncoder().encode(text))).toBe(encoded);
    expect(new TextDecoder().decode(decodeBase45(encoded))).toBe(text);
  });

  test('any bytes survive a round trip', () => {
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        expect(decodeBase45(encodeBase45(bytes))).toEqual(bytes);
      })
    );
  });

  test.each(['A', 'GGW', ':::', 'ab', '::'])('%s is rejected', (text) => {
    expect(() => decodeBase45(text)).toThrow(expect.objectContaining({ code: 'codec/malformed' }));
  });
});

describe('frames', () => {
  test('any order, with missing and duplicate frames, until complete', () => {
    fc.assert(
      fc.property(
        anyBytes,
        fc.integer({ min: 1, max: 400 }),
        fc.array(fc.nat(), { maxLength: 60 }),
        (bytes, size, picks) => {
          const frames = qrFrames(bytes, size);
          const collector = new FrameCollector();
          const seen = new Set<number>();
          for (const pick of picks) {
            const i = pick % frames.length;
            expect(collector.add(frames[i]!)).toBe(seen.has(i) ? 'repeated' : 'added');
            seen.add(i);
            expect(collector.progress).toEqual({ have: seen.size, of: frames.length });
            if (seen.size < frames.length) expect(collector.bytes).toBeUndefined();
          }
          for (const frame of frames.toReversed()) collector.add(frame);
          expect(collector.bytes).toEqual(bytes);
        }
      )
    );
  });

  test('fit the alphanumeric mode of a QR code', () => {
    for (const frame of qrFrames(crypto.getRandomValues(new Uint8Array(1000)))) {
      expect(frame).toMatch(/^[0-9A-Z $%*+\-./:]+$/);
      expect(frame.length).toBeLessThan(400);
    }
  });

  test('of another sequence are rejected', () => {
    const [one] = qrFrames(new Uint8Array(500));
    const [other] = qrFrames(new Uint8Array(500).fill(1));
    const collector = new FrameCollector();
    collector.add(one!);
    expect(collector.add(other!)).toBe('foreign');
    expect(collector.progress).toEqual({ have: 1, of: 3 });
    collector.reset();
    expect(collector.add(other!)).toBe('added');
  });

  test.each([
    'hello',
    'quarry:abc',
    'QRY1/0011223344556677/0/1/BB8',
    'QRY1/0011223344556677/2/1/BB8',
    'QRY1/0011223344556677/1/1/A',
    'QRY1/0011223344556677/1/10001/BB8',
    'QRY1/0011223344556677/1/99999/BB8',
    'QRY2/0011223344556677/1/1/BB8'
  ])('%s is no frame', (text) => {
    const collector = new FrameCollector();
    expect(collector.add(text)).toBe('not-a-frame');
    expect(collector.progress).toEqual({ have: 0, of: 0 });
    expect(collector.bytes).toBeUndefined();
  });

  test('of the longest sequence are taken', () => {
    const collector = new FrameCollector();
    expect(collector.add('QRY1/0011223344556677/10000/10000/BB8')).toBe('added');
    expect(collector.progress).toEqual({ have: 1, of: 10_000 });
  });

  test('with altered content fail the checksum', () => {
    const collector = new FrameCollector();
    const [frame] = qrFrames(new Uint8Array([1, 2]));
    collector.add(`${frame!.slice(0, -3)}BB8`);
    expect(() => collector.bytes).toThrow(expect.objectContaining({ code: 'wallet/transfer-format' }));
  });
});
