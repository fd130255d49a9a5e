import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blake2b256 } from '$lib/chain/hash';
import { encodeBase32 } from '$lib/codec/base32';
import { encodeHex } from '$lib/codec/bytes';
import { decodeBase45 } from '$lib/wallet/formats/base45';
import { bbqrFrames, joinBbqr, parseBbqrFrame } from '$lib/wallet/formats/bbqr';
import { CONTENT_KINDS, packContent, unpackContent, type ContentKind } from '$lib/wallet/formats/container';
import type { ContainerError } from '$lib/wallet/formats/errors';
import { FrameCollector } from '$lib/wallet/formats/frameCollector';
import { loadStandard } from '../../../support/standards';

const vectors = loadStandard<{
  base32: string[];
  hexSplit: number;
  deflated: { text: string; zeros: number; end: string; frame: string };
}>('bbqr');
const hundred = Uint8Array.from({ length: 100 }, (_, i) => i);
const refused = (fault: string) => expect.objectContaining({ code: 'wallet/container', fault });
const anyContent = fc.record({
  kind: fc.constantFrom(...(Object.keys(CONTENT_KINDS) as ContentKind[])),
  body: fc.uint8Array({ maxLength: 3000 })
});

/** The contents of a sequence of frames, in order. */
async function collected(frames: readonly string[]) {
  const collector = new FrameCollector();
  for (const frame of frames) collector.add(frame);
  return collector.content();
}

describe('BBQr', () => {
  const join = (frames: readonly string[]) => joinBbqr(frames.map((frame) => parseBbqrFrame(frame)!));

  test('the frames of the standard are encoded and decoded', async () => {
    expect(bbqrFrames(hundred, 90)).toEqual(vectors.base32);
    expect(await join(vectors.base32)).toEqual(hundred);
  });

  test('hexadecimal frames are decoded', async () => {
    const hex = encodeHex(hundred).toUpperCase();
    const split = 2 * vectors.hexSplit;
    expect(await join([`B$HB0200${hex.slice(0, split)}`, `B$HB0201${hex.slice(split)}`])).toEqual(hundred);
  });

  test('deflated JSON is decoded', async () => {
    const { text, zeros, end, frame } = vectors.deflated;
    expect(await collected([frame])).toEqual({ kind: 'json', text: `${text}${'0'.repeat(zeros)}${end}` });
  });

  test('a small stream that inflates to a huge one is rejected', async () => {
    const bomb = encodeBase32(deflateRawSync(Buffer.alloc(3_000_000)));
    const error = await collected([`B$ZB0100${bomb}`]).catch((reason: unknown) => reason);
    expect(error).toEqual(refused('too-large'));
    // It is not inflated to its end.
    expect((error as ContainerError).number).toBeLessThan(3_000_000);
    const largest = encodeBase32(deflateRawSync(Buffer.alloc(2_000_000)));
    expect(await join([`B$ZB0100${largest}`])).toHaveLength(2_000_000);
  });

  test.each([
    ['hexadecimal', 'H', '0'],
    ['base32', '2', '1'],
    ['deflate stream', 'Z', encodeBase32(Uint8Array.of(0xff, 0xff, 0xff))]
  ])('an invalid %s is damaged', async (_, encoding, data) => {
    await expect(join([`B$${encoding}B0100${data}`])).rejects.toEqual(refused('damaged'));
  });

  test('spaces around a frame are ignored', () => {
    const [frame] = bbqrFrames(Uint8Array.of(1, 2, 3, 4, 5));
    expect(parseBbqrFrame(` ${frame}\r\n`)).toEqual(parseBbqrFrame(frame!));
  });

  test('frames fit the alphanumeric mode, and all are equally large', () => {
    for (const frame of bbqrFrames(crypto.getRandomValues(new Uint8Array(1000)))) {
      expect(frame).toMatch(/^B\$2B[0-9A-Z]+$/);
      expect(frame.length).toBeLessThanOrEqual(360);
    }
  });

  test('1295 frames at most', () => {
    expect(bbqrFrames(new Uint8Array(1295 * 5), 5)).toHaveLength(1295);
    expect(
      bbqrFrames(new Uint8Array(1295 * 5), 5)
        .at(-1)!
        .slice(0, 8)
    ).toBe('B$2BZZZY');
    expect(() => bbqrFrames(new Uint8Array(1295 * 5 + 1), 5)).toThrow(refused('too-large'));
  });

  test.each(['hello', 'B$2B0101AA', 'B$2B0000AA', 'B$XB0100AA', 'B$2B0100a', 'B$2B01', 'siacoin:abc'])(
    '%s is not a frame',
    async (text) => {
      const collector = new FrameCollector();
      expect(collector.add(text)).toBe('not-a-frame');
      expect(collector.progress).toEqual({ have: 0, of: 0 });
      expect(await collector.content()).toBeUndefined();
    }
  );
});

describe('containers', () => {
  test('any content survives, with lost and repeated frames in any order', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyContent,
        fc.integer({ min: 1, max: 80 }).map((groups) => 5 * groups),
        fc.array(fc.nat(), { maxLength: 60 }),
        async (content, size, picks) => {
          const frames = bbqrFrames(packContent(content), size);
          const collector = new FrameCollector();
          const seen = new Set<number>();
          for (const pick of picks) {
            const i = pick % frames.length;
            expect(collector.add(frames[i]!)).toBe(seen.has(i) ? 'repeated' : 'added');
            seen.add(i);
            expect(collector.progress).toEqual({ have: seen.size, of: frames.length });
            if (seen.size < frames.length) expect(await collector.content()).toBeUndefined();
          }
          for (const frame of frames.toReversed()) collector.add(frame);
          expect(await collector.content()).toEqual(content);
        }
      ),
      { numRuns: 40 }
    );
  });

  test('two series with the same number of frames cannot be mixed', async () => {
    const one = bbqrFrames(packContent({ kind: 'request', body: new Uint8Array(500) }));
    const other = bbqrFrames(packContent({ kind: 'request', body: new Uint8Array(500).fill(1) }));
    expect(one).toHaveLength(3);
    const collector = new FrameCollector();
    collector.add(one[0]!);
    expect(collector.add(other[0]!)).toBe('foreign');
    collector.add(other[1]!);
    collector.add(one[2]!);
    await expect(collector.content()).rejects.toEqual(refused('damaged'));
  });

  test('a series with another number of frames is foreign', () => {
    const collector = new FrameCollector();
    collector.add('B$2B0200AAAAAAAA');
    expect(collector.add('B$2B0301AAAAAAAA')).toBe('foreign');
    expect(collector.add('B$HB0201AAAAAAAA')).toBe('foreign');
    expect(collector.progress).toEqual({ have: 1, of: 2 });
  });

  const packed = packContent({ kind: 'labels', body: Uint8Array.of(1, 2, 3) });

  test('start with magic, version and kind', () => {
    expect(encodeHex(packed.subarray(0, 9))).toBe('535643580106010203');
    expect(unpackContent(packed)).toEqual({ kind: 'labels', body: Uint8Array.of(1, 2, 3) });
  });

  test.each<[string, (bytes: Uint8Array) => void]>([
    ['a changed byte', (bytes) => (bytes[7]! ^= 1)],
    ['another magic', (bytes) => (bytes[0]! ^= 1)],
    ['a changed checksum', (bytes) => (bytes[bytes.length - 1]! ^= 1)]
  ])('%s is detected as damage', (_, change) => {
    const bytes = packed.slice();
    change(bytes);
    expect(() => unpackContent(bytes)).toThrow(refused('damaged'));
  });

  test('a truncated container is damaged', () => {
    for (const length of [0, 4, 9, packed.length - 1]) {
      expect(() => unpackContent(packed.slice(0, length))).toThrow(refused('damaged'));
    }
  });

  test.each([
    ['5356435802011234', 'version', 2],
    ['5356435801071234', 'kind', 7]
  ])('%s is rejected by its number', (content, fault, number) => {
    const bytes = Uint8Array.from(Buffer.from(content, 'hex'));
    const sealed = Uint8Array.from([...bytes, ...blake2b256(bytes).subarray(0, 4)]);
    expect(() => unpackContent(sealed)).toThrow(expect.objectContaining({ fault, number }));
  });

  test('the limit', () => {
    expect(() => unpackContent(new Uint8Array(2_000_001))).toThrow(refused('too-large'));
  });

  test('other file types are rejected', async () => {
    await expect(collected(['B$2P0100MZXW6'])).rejects.toEqual(refused('file-type'));
  });
});

describe('frames of version 0.1.0', () => {
  // Encoded by that version for the bytes 0 to 99.
  const FRAMES = [
    'QRY1/5AC86383DEC1DB60/1/2/100KB0*M0DY0W016C1PN1:Y1I12$C2BO2UZ2423ND3.O3G 3Z249E4SP42$4L35+E5EQ5X$5746QF60R6J%6%47CG7',
    'QRY1/5AC86383DEC1DB60/2/2/VR75*7O58/G8HS8 *8A69TH93T9M+9-6AFIAYTA8-AR7B1JBKUB*-BD8CWJC'
  ];

  test('are decoded, with and without spaces around them', async () => {
    expect(await collected(FRAMES.toReversed())).toEqual({ kind: 'request', body: hundred });
    expect(await collected(FRAMES.map((frame) => ` ${frame}\r`))).toEqual({ kind: 'request', body: hundred });
  });

  test('are not mixed with others', async () => {
    const collector = new FrameCollector();
    collector.add(FRAMES[0]!);
    expect(collector.add('B$2B0201AAAAAAAA')).toBe('foreign');
    expect(collector.add('QRY1/0011223344556677/2/2/BB8')).toBe('foreign');
    await expect(collected([FRAMES[0]!, FRAMES[1]!.replace('VR7', 'VR8')])).rejects.toEqual(refused('damaged'));
  });

  test.each([
    'QRY1/0011223344556677/0/1/BB8',
    'QRY1/0011223344556677/2/1/BB8',
    'QRY1/0011223344556677/1/1/A',
    'QRY1/0011223344556677/1/10001/BB8',
    'QRY2/0011223344556677/1/1/BB8',
    'aQRY1/0011223344556677/1/1/BB8',
    'QRY1/0011223344556677/1/1/BB8a'
  ])('%s is not a frame', (text) => {
    expect(new FrameCollector().add(text)).toBe('not-a-frame');
  });

  test('10,000 frames at most', () => {
    const collector = new FrameCollector();
    expect(collector.add('QRY1/0011223344556677/10000/10000/BB8')).toBe('added');
    expect(collector.progress).toEqual({ have: 1, of: 10_000 });
  });

  // RFC 9285 section 4.3
  test.each([
    ['AB', 'BB8'],
    ['Hello!!', '%69 VD92EX0'],
    ['base-45', 'UJCLQE7W581'],
    ['ietf!', 'QED8WEX0']
  ])('base45 %s', (text, encoded) => {
    expect(new TextDecoder().decode(decodeBase45(encoded))).toBe(text);
  });

  test.each(['A', 'GGW', ':::', 'ab', '::'])('base45 %s is rejected', (text) => {
    expect(() => decodeBase45(text)).toThrow(expect.objectContaining({ code: 'codec/malformed' }));
  });
});
