import { describe, expect, test } from 'vitest';
import { concatBytes, decodeHex, encodeHex } from '$lib/codec/bytes';
import { StreamReader, type ByteStream } from '$lib/peers/byteStream';
import { isPeerError, PeerError } from '$lib/peers/errors';
import { agree } from '$lib/peers/mux/agreement';
import { FrameReader } from '$lib/peers/mux/frames';
import { Multiplexer } from '$lib/peers/mux/multiplexer';
import type { MuxStream } from '$lib/peers/mux/muxStream';
import { PacketOpener, PacketSealer, type Role } from '$lib/peers/mux/packetCipher';
import { PacketWriter } from '$lib/peers/mux/packetWriter';
import { encodeSettings } from '$lib/peers/mux/settings';
import { createKeyAgreement, nodeCrypto } from '$lib/server/node/peers/crypto';
import { ManualClock, settle } from '../../support/manualClock';
import { bytePipe, ScriptedStream } from '../../support/peers/bytePipe';
import { frameSource, secured } from '../../support/peers/connections';
import { loadVectors } from '../../support/vectors';

type Side = 'dialer' | 'acceptor';
interface Party {
  readonly packetSize: number;
  readonly timeout: number;
  readonly public: string;
  readonly secret: string;
  readonly sealed: string;
  readonly settings: string;
}
interface AgreementRow extends Readonly<Record<Side, Party>> {
  readonly key: string;
  readonly signature: string;
  readonly merged: { readonly packetSize: number; readonly timeout: number } | null;
}
interface Frame {
  readonly id: number;
  readonly flags: number;
  readonly payload: string;
}
interface PacketsRow {
  readonly name: string;
  readonly from: Side;
  readonly counter: string;
  readonly packetSize: number;
  readonly frames: readonly Frame[];
  readonly packets: string;
}
interface ReadingRow {
  readonly name: string;
  /** The first counter that the reader expects. */
  readonly counter: string;
  readonly before?: string;
  readonly packetSize: number;
  readonly packets: string;
  readonly result: {
    readonly connection: string | null;
    readonly streams: readonly { readonly id: number; readonly data: string; readonly end: string }[];
  };
}
interface WritingRow {
  readonly name: string;
  readonly role: Side;
  readonly packetSize: number;
  readonly firstCounter: string;
  readonly streams: readonly number[];
  readonly actions: readonly {
    readonly write?: number;
    readonly hex?: string;
    readonly close?: number;
    readonly packets: string;
  }[];
}
interface Vectors {
  readonly key: string;
  readonly agreement: readonly AgreementRow[];
  readonly packets: readonly PacketsRow[];
  readonly reading: readonly ReadingRow[];
  readonly closed: readonly ReadingRow[];
  readonly writing: readonly WritingRow[];
  readonly keepalive: {
    readonly key: string;
    readonly packetSize: number;
    readonly timeout: number;
    readonly keepalivesAt: readonly number[];
    readonly closedAt: number;
    readonly firstPacket: string;
  };
}
const vectors = loadVectors<Vectors>('peers/mux');
const roleOf = (side: Side): Role => (side === 'dialer' ? 'dial' : 'accept');

/** Passes everything on and records it. */
function recording(stream: ByteStream): ByteStream & { written: string } {
  const recorder = {
    written: '',
    read: () => stream.read(),
    write: (bytes: Uint8Array) => {
      recorder.written += encodeHex(bytes);
      return stream.write(bytes);
    },
    close: () => stream.close()
  };
  return recorder;
}

describe('key agreement', () => {
  test.each(vectors.agreement.map((row, i) => [i, row] as const))('row %i, both sides', async (_, row) => {
    const [ours, theirs] = bytePipe().map(recording) as [ReturnType<typeof recording>, ReturnType<typeof recording>];
    const side = (name: Side, stream: ByteStream) =>
      agree(stream, new StreamReader(stream), {
        role: roleOf(name),
        crypto: { ...nodeCrypto, createKeyAgreement: () => createKeyAgreement(decodeHex(row[name].secret)) },
        settings: { packetSize: row[name].packetSize, timeoutMs: row[name].timeout }
      }).catch((error: unknown) => {
        stream.close();
        return error;
      });
    const [dialed, accepted] = await Promise.all([side('dialer', ours), side('acceptor', theirs)]);
    const { dialer, acceptor } = row;
    expect(theirs.written).toBe(`03${acceptor.public}${row.signature}${acceptor.sealed}`);
    if (row.merged === null) {
      expect(ours.written).toBe(`03${dialer.public}`);
      expect(isPeerError(dialed, 'peers/unacceptable-settings')).toBe(true);
      return;
    }
    expect(ours.written).toBe(`03${dialer.public}${dialer.sealed}`);
    const settings = { packetSize: row.merged.packetSize, timeoutMs: row.merged.timeout };
    expect(dialed).toMatchObject({ settings });
    expect(accepted).toMatchObject({ settings });
  });

  test.each(vectors.agreement.flatMap((row) => [row.dialer, row.acceptor]).map((party) => [party.settings, party]))(
    'settings %s',
    (hex, { packetSize, timeout }) => {
      expect(encodeHex(encodeSettings({ packetSize, timeoutMs: timeout }))).toBe(hex);
    }
  );
});

describe('packets', () => {
  const cipher = nodeCrypto.createCipher(decodeHex(vectors.key));

  test.each(vectors.packets.map((row) => [row.name, row] as const))('written: %s', async (_, row) => {
    const stream = new ScriptedStream([], false);
    const sealer = new PacketSealer(cipher, roleOf(row.from), BigInt(row.counter));
    const writer = new PacketWriter(stream, sealer, row.packetSize, (error) => expect(error).toBeUndefined());
    for (const { id, flags, payload } of row.frames) {
      if (payload === '') writer.sendEmpty(id, flags);
      else
        void writer.send(
          id,
          decodeHex(payload),
          frameSource(() => flags)
        );
    }
    await writer.flush();
    expect(encodeHex(concatBytes(...stream.written))).toBe(row.packets);
  });

  test.each(vectors.packets.map((row) => [row.name, row] as const))('read: %s', (_, row) => {
    const opener = new PacketOpener(cipher, roleOf(row.from), BigInt(row.counter));
    const frames: { id: number; flags: number; payload: string }[] = [];
    const reader = new FrameReader(
      {
        begin: (id, flags) => frames.push({ id, flags, payload: '' }),
        payload: (part) => (frames.at(-1)!.payload += encodeHex(part)),
        end: () => undefined
      },
      row.packetSize
    );
    const packets = decodeHex(row.packets);
    for (let at = 0; at < packets.length; at += row.packetSize) {
      reader.read(opener.open(packets.subarray(at, at + row.packetSize)));
    }
    expect(frames).toEqual(row.frames);
  });
});

/** What an application sees of a stream: its data, and how it ended. */
async function watch(stream: MuxStream, log: Map<number, { data: string; end: string }>): Promise<void> {
  const entry = { data: '', end: 'open' };
  log.set(stream.id, entry);
  try {
    for (let piece = await stream.read(); piece !== undefined; piece = await stream.read()) {
      entry.data += encodeHex(piece);
    }
    entry.end = 'last';
  } catch (error) {
    entry.end = isPeerError(error, 'peers/stream-failed') ? error.message : 'connection';
  }
}

describe('reading as the acceptor', () => {
  test.each([...vectors.reading, ...vectors.closed].map((row) => [row.name, row] as const))('%s', async (_, row) => {
    const stream = new ScriptedStream([], false);
    const opener = new PacketOpener(nodeCrypto.createCipher(decodeHex(vectors.key)), 'dial', BigInt(row.counter));
    const connection = { ...secured(stream, 'accept', vectors.key, { packetSize: row.packetSize }), opener };
    const mux = new Multiplexer(connection, { clock: new ManualClock() });
    let reason: PeerError | undefined;
    void mux.ended.then((error) => (reason = error));
    const log = new Map<number, { data: string; end: string }>();
    void (async () => {
      for (let next = await mux.accept(); next !== undefined; next = await mux.accept()) void watch(next, log);
    })();
    if (row.before !== undefined) {
      const opened = mux.open();
      await opened.write(Uint8Array.of(1));
      opened.close();
    }
    const packets = decodeHex(row.packets);
    // In pieces that end within packets.
    for (let at = 0; at < packets.length; at += 1000) {
      stream.receive(packets.subarray(at, at + 1000));
      await settle();
    }
    if (row.name.endsWith('then closed')) stream.close();
    await settle();
    const streams = [...log].map(([id, { data, end }]) => ({ id, data, end })).sort((a, b) => a.id - b.id);
    expect(streams).toEqual(row.result.streams.toSorted((a, b) => a.id - b.id));
    expect(reason === undefined).toBe(row.result.connection === null);
    expect(stream.isClosed).toBe(row.result.connection !== null);
    if (reason) expect(reason).toBeInstanceOf(PeerError);
  });
});

describe('writing', () => {
  test.each(vectors.writing.map((row) => [row.name, row] as const))('%s', async (_, row) => {
    const stream = new ScriptedStream([], false);
    const { packetSize } = row;
    const role = roleOf(row.role);
    const connection = secured(stream, role, vectors.key, { packetSize }, BigInt(row.firstCounter));
    const mux = new Multiplexer(connection, { clock: new ManualClock() });
    const streams = new Map(row.streams.map((id) => [id, mux.open()]));
    expect([...streams.values()].map(({ id }) => id)).toEqual(row.streams);
    for (const action of row.actions) {
      if (action.write !== undefined) await streams.get(action.write)!.write(decodeHex(action.hex!));
      if (action.close !== undefined) streams.get(action.close)!.close();
      await settle();
      expect(encodeHex(concatBytes(...stream.written.splice(0)))).toBe(action.packets);
    }
  });
});

test('keepalives are sent on schedule, and the idle connection is closed', async () => {
  const { key, packetSize, timeout, keepalivesAt, closedAt, firstPacket } = vectors.keepalive;
  const clock = new ManualClock();
  const stream = new ScriptedStream([], false);
  const mux = new Multiplexer(secured(stream, 'dial', key, { packetSize, timeoutMs: timeout }), { clock });
  const sentAt: number[] = [];
  while (!stream.isClosed && clock.now() < 2 * closedAt) {
    const before = stream.written.length;
    await clock.advance(100);
    if (stream.written.length > before) sentAt.push(clock.now());
  }
  expect(sentAt).toEqual(keepalivesAt);
  expect(clock.now()).toBe(closedAt);
  expect(encodeHex(stream.written[0]!)).toBe(firstPacket);
  expect(await mux.ended).toMatchObject({ code: 'peers/inactive' });
});
