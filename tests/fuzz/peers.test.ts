import fc from 'fast-check';
import { expect, test } from 'vitest';
import { concatBytes, decodeHex } from '$lib/codec/bytes';
import type { Layout } from '$lib/codec/layout';
import type { BlockId } from '$lib/chain/ids';
import type { ByteStream } from '$lib/peers/byteStream';
import { serveCalls, type CallHandlers } from '$lib/peers/calls/callee';
import { calls, type CallName } from '$lib/peers/calls/callTypes';
import { MessageReader } from '$lib/peers/calls/messageReader';
import { PeerError } from '$lib/peers/errors';
import { handshake } from '$lib/peers/handshake/handshake';
import type { UniqueId } from '$lib/peers/handshake/objects';
import { Multiplexer } from '$lib/peers/mux/multiplexer';
import { frameBytesOf, PacketSealer } from '$lib/peers/mux/packetCipher';
import { createKeyAgreement, nodeCrypto } from '$lib/server/node/peers/crypto';
import { ManualClock, settle } from '../support/manualClock';
import { ScriptedStream } from '../support/peers/bytePipe';
import { secured } from '../support/peers/connections';
import { loadVectors } from '../support/vectors';
import { runsOf } from './cases';

/**
 * How a hostile peer alters bytes: changes, drops, duplicates or inserts some, truncates the rest, or inflates a
 * length.
 */
const anyDamage = fc.array(
  fc.record({
    how: fc.constantFrom('change', 'lose', 'double', 'insert', 'cut', 'lie'),
    at: fc.nat(),
    byte: fc.nat(255)
  }),
  { minLength: 1, maxLength: 4 }
);
type Damage = typeof anyDamage extends fc.Arbitrary<infer T> ? T : never;

function damaged(original: Uint8Array, damage: Damage): Uint8Array {
  let bytes = original;
  for (const { how, at, byte } of damage) {
    const place = at % (bytes.length + 1);
    const [head, tail] = [bytes.subarray(0, place), bytes.subarray(place)];
    if (how === 'change') bytes = concatBytes(head, Uint8Array.of(byte), tail.subarray(1));
    if (how === 'lose') bytes = concatBytes(head, tail.subarray(byte));
    if (how === 'double') bytes = concatBytes(head, tail.subarray(0, byte), tail);
    if (how === 'insert') bytes = concatBytes(head, new Uint8Array(byte).fill(byte), tail);
    if (how === 'cut') bytes = head;
    // A huge length or count.
    if (how === 'lie') bytes = concatBytes(head, new Uint8Array(8).fill(byte < 128 ? 0xff : 0x7f), tail.subarray(8));
  }
  return bytes;
}

/** Cuts bytes into pieces, like a network. */
const inPieces = (bytes: Uint8Array, size: number): Uint8Array[] =>
  Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) => bytes.subarray(i * size, (i + 1) * size));

interface Message {
  readonly hex: string;
}
interface CallRow {
  readonly rpc: string;
  readonly id: string;
  readonly request?: Message;
  readonly response?: Message;
}
const rpc = loadVectors<{ calls: readonly CallRow[] }>('peers/rpc').calls;
const outlines = loadVectors<{ rows: readonly { outline: Message }[] }>('peers/outline').rows;
const requests: readonly CallRow[] = [
  ...rpc,
  ...outlines.map(({ outline }) => ({
    rpc: 'RelayV2Outline',
    id: '52656c617956324f75746c696e650000',
    request: outline
  }))
];

/** A layout for peer messages, with valid samples. */
interface Decoder {
  readonly name: string;
  readonly layout: Layout<unknown>;
  readonly maxBytes: number;
  readonly samples: readonly Uint8Array[];
}
const MAX_RESPONSE_BYTES = 5_004_000;
const decoders = Object.values(calls).flatMap(({ name, request, maxRequestBytes, response }): Decoder[] => {
  const rows = requests.filter((row) => row.rpc === name);
  const samplesOf = (part: 'request' | 'response') =>
    rows.flatMap((row) => (row[part] === undefined ? [] : [decodeHex(row[part].hex)]));
  const all: Decoder[] = [
    { name: `request of ${name}`, layout: request, maxBytes: maxRequestBytes, samples: samplesOf('request') },
    ...(response === undefined
      ? []
      : [
          {
            name: `response to ${name}`,
            layout: response,
            maxBytes: MAX_RESPONSE_BYTES,
            samples: samplesOf('response')
          }
        ])
  ];
  return all.filter(({ samples }) => samples.some(({ length }) => length > 0));
});

test.each(decoders)('messages: a corrupt $name is decoded or rejected', ({ layout, maxBytes, samples }) =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...samples),
      anyDamage,
      fc.constantFrom(11, 1024, 65_536),
      async (bytes, damage, size) => {
        const reader = new MessageReader(new ScriptedStream(inPieces(damaged(bytes, damage), size), true), maxBytes);
        const error = await reader.next(layout).then(
          () => undefined,
          (reason: unknown) => reason
        );
        if (error !== undefined) expect(error).toBeInstanceOf(PeerError);
      }
    ),
    runsOf('peers', 0.6 / decoders.length)
  )
);

interface HandshakeRow {
  readonly role: 'dial' | 'accept';
  readonly ours: { readonly genesisID: BlockId; readonly netAddress: string; readonly uniqueID: UniqueId };
  readonly steps: readonly { readonly from: 'peer' | 'us'; readonly hex: string }[];
  readonly x25519: Readonly<Record<'acceptor' | 'dialer', { readonly secret: string }>>;
}
const handshakes = loadVectors<{ rows: readonly HandshakeRow[] }>('peers/handshake').rows.map((row) => ({
  row,
  // Importing the same key repeatedly would dominate the run time.
  keys: createKeyAgreement(decodeHex(row.x25519[row.role === 'dial' ? 'dialer' : 'acceptor'].secret)),
  bytes: concatBytes(...row.steps.filter(({ from }) => from === 'peer').map(({ hex }) => decodeHex(hex)))
}));

test('handshakes: a corrupt one succeeds or is rejected, and a rejected connection is closed', () =>
  fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...handshakes),
      anyDamage,
      fc.nat(200),
      async ({ row, keys, bytes }, damage, size) => {
        const stream = new ScriptedStream(inPieces(damaged(bytes, damage), size + 1), true);
        const error = await handshake(stream, {
          role: row.role,
          genesisId: row.ours.genesisID,
          uniqueId: row.ours.uniqueID,
          netAddress: row.ours.netAddress,
          remoteHost: '203.0.113.7',
          crypto: { ...nodeCrypto, createKeyAgreement: () => keys },
          timers: new ManualClock()
        }).then(
          () => undefined,
          (reason: unknown) => reason
        );
        if (error === undefined) return;
        expect(error).toBeInstanceOf(PeerError);
        expect(stream.isClosed).toBe(true);
      }
    ),
    runsOf('peers', 0.15)
  ));

const KEY = '11'.repeat(32);
const PACKET_SIZE = 1220;

/** Frames from a peer, some of them invalid. */
const anyFrame = fc.record({
  id: fc.oneof({ weight: 8, arbitrary: fc.integer({ min: 256, max: 264 }) }, { weight: 1, arbitrary: fc.nat() }),
  flags: fc.constantFrom(1, 1, 1, 0, 0, 0, 2, 3, 6, 0xff),
  payload: fc.oneof(
    fc.constantFrom(...requests.map(({ id, request }) => decodeHex(id + (request?.hex ?? '')))),
    fc.uint8Array({ maxLength: 40 })
  )
});

/** The concatenated frames with their headers. */
const frameBytes = (frames: readonly { id: number; flags: number; payload: Uint8Array }[]): Uint8Array =>
  concatBytes(
    ...frames.map(({ id, flags, payload }) => {
      const part = payload.subarray(0, PACKET_SIZE - 24);
      const bytes = new Uint8Array(8 + part.length);
      const view = new DataView(bytes.buffer);
      view.setUint32(0, ((id << 1) | 1) >>> 0, true);
      view.setUint16(4, part.length, true);
      view.setUint16(6, flags, true);
      bytes.set(part, 8);
      return bytes;
    })
  );

/** Sealed with the correct key, which every connected peer has. */
function packetsOf(frames: Uint8Array): Uint8Array[] {
  const sealer = new PacketSealer(nodeCrypto.createCipher(decodeHex(KEY)), 'dial', 1n);
  const size = frameBytesOf(PACKET_SIZE);
  return inPieces(frames, size).map((part) => {
    const plaintext = new Uint8Array(size);
    plaintext.set(part);
    const sealed = new Uint8Array(PACKET_SIZE);
    sealer.seal(plaintext, sealed);
    return sealed;
  });
}

const silent: CallHandlers = Object.fromEntries(
  (Object.keys(calls) as CallName[]).map((name) => [name, () => undefined])
) as unknown as CallHandlers;

test('connections: whatever frames arrive, calls are served or the connection ends', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(anyFrame, { minLength: 1, maxLength: 12 }),
      fc.option(anyDamage),
      fc.option(anyDamage, { freq: 5 }),
      async (frames, frameDamage, packetDamage) => {
        const plain = frameBytes(frames);
        const packets = concatBytes(...packetsOf(frameDamage ? damaged(plain, frameDamage) : plain));
        const received = packetDamage ? damaged(packets, packetDamage) : packets;
        const stream = new ScriptedStream(inPieces(received, 5000), true);
        const clock = new ManualClock();
        const mux = new Multiplexer(secured(stream, 'accept', KEY, { packetSize: PACKET_SIZE }), { clock });
        const failures: unknown[] = [];
        await serveCalls(mux, silent, { clock, onFailure: (_, error) => failures.push(error) });
        expect(await mux.ended).toBeInstanceOf(PeerError);
        for (const failure of failures) expect(failure).toBeInstanceOf(PeerError);
        expect(stream.isClosed).toBe(true);
      }
    ),
    runsOf('peers', 0.25)
  ));

/** Sends as fast as it is read. */
class EndlessStream implements ByteStream {
  reads = 0;
  readonly #sealer = new PacketSealer(nodeCrypto.createCipher(decodeHex(KEY)), 'dial', 1n);
  readonly #frames: (packet: number) => Uint8Array;

  constructor(frames: (packet: number) => Uint8Array) {
    this.#frames = frames;
  }

  async read(): Promise<Uint8Array> {
    const plaintext = new Uint8Array(frameBytesOf(PACKET_SIZE));
    plaintext.set(this.#frames(this.reads++));
    const sealed = new Uint8Array(PACKET_SIZE);
    this.#sealer.seal(plaintext, sealed);
    return sealed;
  }

  write = (): Promise<void> => Promise.resolve();
  close = (): void => undefined;
}

const flagsOf = (packet: number): number => (packet === 0 ? 1 : 0);

test.each<[string, number, (packet: number) => Uint8Array]>([
  [
    'full frames',
    128,
    (packet) => frameBytes([{ id: 256, flags: flagsOf(packet), payload: new Uint8Array(PACKET_SIZE - 24) }])
  ],
  ['single bytes', 520, (packet) => frameBytes([{ id: 256, flags: flagsOf(packet), payload: new Uint8Array(1) }])],
  [
    'new streams',
    2,
    (packet) =>
      frameBytes(
        Array.from({ length: 100 }, (_, i) => ({
          id: 256 + 2 * (100 * packet + i),
          flags: 1,
          payload: new Uint8Array(0)
        }))
      )
  ]
])('unread %s are received only up to a small limit', async (_, most, frames) => {
  const stream = new EndlessStream(frames);
  const mux = new Multiplexer(secured(stream, 'accept', KEY, { packetSize: PACKET_SIZE }), {
    clock: new ManualClock()
  });
  for (let i = 0; i < 20; i++) await settle();
  expect(stream.reads).toBeGreaterThan(0);
  expect(stream.reads).toBeLessThanOrEqual(most);
  mux.close();
});
