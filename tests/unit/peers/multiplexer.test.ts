import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { concatBytes } from '$lib/codec/bytes';
import type { ByteStream } from '$lib/peers/byteStream';
import { Multiplexer, streamIdAfter } from '$lib/peers/mux/multiplexer';
import { MuxStream } from '$lib/peers/mux/muxStream';
import { PacketSealer } from '$lib/peers/mux/packetCipher';
import { PacketWriter } from '$lib/peers/mux/packetWriter';
import { nodeCrypto } from '$lib/server/node/peers/crypto';
import { ManualClock, settle, settled } from '../../support/manualClock';
import { ScriptedStream } from '../../support/peers/bytePipe';
import { frameSource, multiplexers, readAll, secured } from '../../support/peers/connections';

const KEY = '11'.repeat(32);
const bytesOf = (length: number, seed: number): Uint8Array =>
  Uint8Array.from({ length }, (_, i) => (i * 31 + seed * 17 + (i >> 8)) & 0xff);

async function acceptOne(mux: Multiplexer): Promise<MuxStream> {
  const stream = await mux.accept();
  if (stream === undefined) throw new Error('the connection ended');
  return stream;
}

/** The dialer's packets with arbitrary frames. */
async function packetsOf(
  frames: readonly { id: number; flags: number; payload?: Uint8Array }[]
): Promise<Uint8Array[]> {
  const stream = new ScriptedStream([], false);
  const sealer = new PacketSealer(nodeCrypto.createCipher(new Uint8Array(32).fill(0x11)), 'dial', 1n);
  const writer = new PacketWriter(stream, sealer, 4320, (error) => expect(error).toBeUndefined());
  for (const { id, flags, payload } of frames) {
    if (payload)
      await writer.send(
        id,
        payload,
        frameSource(() => flags)
      );
    else writer.sendEmpty(id, flags);
  }
  for (;;) {
    const count = stream.written.length;
    await settle();
    if (stream.written.length === count) return stream.written;
  }
}

describe('streams', () => {
  test('any data on many streams arrives in order, at any packet size', async () => {
    const anyWrites = fc.array(fc.record({ stream: fc.nat(4), length: fc.nat(12_000) }), { maxLength: 24 });
    await fc.assert(
      fc.asyncProperty(anyWrites, fc.integer({ min: 1220, max: 4320 }), async (writes, packetSize) => {
        const [ours, theirs] = multiplexers(new ManualClock(), { packetSize });
        const sent = Array.from({ length: 5 }, (): Uint8Array[] => []);
        writes.forEach(({ stream, length }, i) => sent[stream]!.push(bytesOf(length, i)));
        const received = new Map<number, Promise<Uint8Array>>();
        const serving = (async () => {
          for (let next = await theirs.accept(); next; next = await theirs.accept()) {
            received.set(next.id, readAll(next));
          }
        })();
        await Promise.all(
          sent.map(async (parts, i) => {
            const stream = ours.open();
            await stream.write(Uint8Array.of(i));
            for (const part of parts) await stream.write(part);
            stream.close();
          })
        );
        await settle();
        for (const [i, parts] of sent.entries()) {
          expect(Buffer.from(await received.get(256 + 2 * i)!).equals(concatBytes(Uint8Array.of(i), ...parts))).toBe(
            true
          );
        }
        ours.close();
        await serving;
      }),
      { numRuns: 25 }
    );
  });

  test('carry requests and responses in both directions at once', async () => {
    const [ours, theirs] = multiplexers();
    const echo = async (mux: Multiplexer) => {
      for (let next = await mux.accept(); next; next = await mux.accept()) {
        const stream = next;
        void (async () => {
          const piece = await stream.read();
          await stream.write(piece!);
          stream.close();
        })();
      }
    };
    void echo(ours);
    void echo(theirs);
    const ask = async (mux: Multiplexer, seed: number) => {
      const stream = mux.open();
      await stream.write(bytesOf(100, seed));
      const answer = await readAll(stream);
      stream.close();
      return answer;
    };
    for (let round = 0; round < 20; round++) {
      const answers = await Promise.all([...Array(10).keys()].flatMap((i) => [ask(ours, i), ask(theirs, 100 + i)]));
      answers.forEach((answer, i) =>
        expect([...answer]).toEqual([...bytesOf(100, i % 2 === 0 ? i / 2 : 100 + (i - 1) / 2)])
      );
    }
  });

  test('closing an unused stream sends nothing to the peer', async () => {
    const stream = new ScriptedStream([], false);
    const mux = new Multiplexer(secured(stream, 'dial', KEY), { clock: new ManualClock() });
    mux.open().close();
    await settle();
    expect(stream.written).toEqual([]);
  });

  test('after our end, nothing is read or written; after the peer’s end, nothing is written', async () => {
    const [ours, theirs] = multiplexers();
    const first = ours.open();
    await first.write(Uint8Array.of(1));
    const accepted = await acceptOne(theirs);
    first.close();
    await expect(first.read()).rejects.toMatchObject({ code: 'peers/stream-closed' });
    await expect(first.write(Uint8Array.of(2))).rejects.toMatchObject({ code: 'peers/stream-closed' });
    await settle();
    expect([...(await readAll(accepted))]).toEqual([1]);
    await expect(accepted.write(Uint8Array.of(3))).rejects.toMatchObject({ code: 'peers/stream-closed' });
    accepted.close();
    await expect(accepted.read()).rejects.toMatchObject({ code: 'peers/stream-closed' });
  });

  test('a pending read fails when the stream is closed, a pending write when the connection ends', async () => {
    const [ours, theirs] = multiplexers();
    const stream = ours.open();
    await stream.write(Uint8Array.of(1));
    const reading = expect(stream.read()).rejects.toMatchObject({ code: 'peers/stream-closed' });
    stream.close();
    await reading;
    // The other side never accepts, so the writer eventually blocks.
    const endless = ours.open();
    const writing = expect(endless.write(new Uint8Array(4_000_000))).rejects.toMatchObject({ code: 'peers/closed' });
    await settle();
    theirs.close();
    await writing;
    expect(() => ours.open()).toThrow(expect.objectContaining({ code: 'peers/closed' }));
  });

  test('a pending write fails when the stream is closed, even if the peer reads nothing', async () => {
    const stream = new ScriptedStream([], false);
    stream.write = () => new Promise(() => undefined);
    const mux = new Multiplexer(secured(stream, 'dial', KEY), { clock: new ManualClock() });
    const streams = Array.from({ length: 3 }, () => mux.open());
    const writes = streams.map((one) => one.write(new Uint8Array(100_000)).catch((error: unknown) => error));
    await settle();
    streams[1]!.close();
    expect(await Promise.all(writes.map(settled))).toMatchObject([
      'pending',
      { code: 'peers/stream-closed' },
      'pending'
    ]);
  });

  test('a pending write fails when the peer ends the stream, even if it reads nothing', async () => {
    const packets = await packetsOf([
      { id: 256, flags: 1, payload: Uint8Array.of(1) },
      { id: 256, flags: 2 }
    ]);
    const stream = new ScriptedStream(packets.slice(0, 1), false);
    stream.write = () => new Promise(() => undefined);
    const mux = new Multiplexer(secured(stream, 'accept', KEY), { clock: new ManualClock() });
    const writing = (await acceptOne(mux)).write(new Uint8Array(200_000)).catch((error: unknown) => error);
    expect(await settled(writing)).toBe('pending');
    for (const packet of packets.slice(1)) stream.receive(packet);
    expect(await settled(writing)).toMatchObject({ code: 'peers/stream-closed' });
  });

  test('each side numbers its own, and starts over before the ids overflow', () => {
    const [ours, theirs] = multiplexers();
    expect([ours.open().id, ours.open().id]).toEqual([256, 258]);
    expect([theirs.open().id, theirs.open().id]).toEqual([257, 259]);
    expect(streamIdAfter(2 ** 30 - 4, 'dial')).toBe(2 ** 30 - 2);
    expect(streamIdAfter(2 ** 30 - 2, 'dial')).toBe(256);
    expect(streamIdAfter(2 ** 30 - 1, 'accept')).toBe(257);
  });
});

describe('back-pressure', () => {
  test('an unread stream blocks the connection, and reading it unblocks everything', async () => {
    const [ours, theirs] = multiplexers();
    const slow = ours.open();
    let isWritten = false;
    const writing = slow.write(bytesOf(1_000_000, 1)).then(() => (isWritten = true));
    const accepted = await acceptOne(theirs);
    for (let i = 0; i < 50; i++) await settle();
    expect(isWritten).toBe(false);
    const other = ours.open();
    const otherWriting = other.write(Uint8Array.of(9));
    for (let i = 0; i < 10; i++) await settle();
    const acceptedLater = acceptOne(theirs);
    let isAccepted = false;
    void acceptedLater.then(() => (isAccepted = true));
    await settle();
    expect(isAccepted).toBe(false);
    const reading = readAll(accepted);
    await Promise.all([writing, otherWriting]);
    slow.close();
    expect((await reading).length).toBe(1_000_000);
    expect([...(await (await acceptedLater).read())!]).toEqual([9]);
  });

  test('data that has arrived is read immediately', async () => {
    const [ours, theirs] = multiplexers();
    const sent = bytesOf(20_000, 1);
    await ours.open().write(sent);
    const accepted = await acceptOne(theirs);
    for (let i = 0; i < 10; i++) await settle();
    const received = await accepted.read();
    expect(received).toEqual(sent);
  });

  test('closing an unread stream unblocks everything, and its late data is dropped', async () => {
    const [ours, theirs] = multiplexers();
    const slow = ours.open();
    const writing = slow.write(bytesOf(1_000_000, 1)).catch((error: unknown) => error);
    const accepted = await acceptOne(theirs);
    for (let i = 0; i < 20; i++) await settle();
    accepted.close();
    expect(await writing).toMatchObject({ code: 'peers/stream-closed' });
    const other = ours.open();
    await other.write(Uint8Array.of(9));
    expect([...(await (await acceptOne(theirs)).read())!]).toEqual([9]);
  });

  test('unread one-byte frames block it too, as each occupies memory', async () => {
    const one = { id: 256, payload: Uint8Array.of(1) };
    const packets = await packetsOf(Array.from({ length: 4000 }, (_, i) => ({ ...one, flags: i === 0 ? 1 : 0 })));
    const stream = new ScriptedStream(packets, false);
    const mux = new Multiplexer(secured(stream, 'accept', KEY), { clock: new ManualClock() });
    let isEnded = false;
    void mux.ended.then(() => (isEnded = true));
    // The bytes after them are not a packet, and are not read.
    stream.receive(new Uint8Array(5000));
    for (let i = 0; i < 50; i++) await settle();
    expect(isEnded).toBe(false);
    await expect(readAll(await acceptOne(mux))).rejects.toMatchObject({ code: 'peers/tampered' });
  });

  test('unaccepted streams block the connection', async () => {
    const frames = Array.from({ length: 4000 }, (_, i) => ({ id: 256 + 2 * i, flags: 1, payload: Uint8Array.of(1) }));
    const packets = await packetsOf(frames);
    const stream = new ScriptedStream(packets, false);
    const mux = new Multiplexer(secured(stream, 'accept', KEY), { clock: new ManualClock() });
    let isEnded = false;
    void mux.ended.then(() => (isEnded = true));
    for (let i = 0; i < 20; i++) await settle();
    stream.receive(Uint8Array.of(0));
    expect(isEnded).toBe(false);
    for (let i = 0; i < 4000; i++) (await acceptOne(mux)).close();
    expect(isEnded).toBe(false);
  });

  test('opening thousands of streams at once ends the connection', async () => {
    const frames = Array.from({ length: 4097 }, (_, i) => ({ id: 256 + 2 * i, flags: 1 }));
    const stream = new ScriptedStream(await packetsOf(frames), false);
    const mux = new Multiplexer(secured(stream, 'accept', KEY), { clock: new ManualClock() });
    const open: MuxStream[] = [];
    for (let next = await mux.accept(); next; next = await mux.accept()) open.push(next);
    expect(open.length).toBe(4096);
    expect(await settled(mux.ended)).toMatchObject({ code: 'peers/too-many-streams' });
  });

  test('a peer that opens streams and never reads their closing is disconnected', async () => {
    const COUNT = 25_000;
    const frames = Array.from({ length: COUNT }, (_, i) => ({ id: 256 + 2 * i, flags: 1, payload: Uint8Array.of(1) }));
    const stream = new ScriptedStream(await packetsOf(frames), false);
    stream.write = () => new Promise(() => undefined);
    const mux = new Multiplexer(secured(stream, 'accept', KEY), { clock: new ManualClock() });
    let taken = 0;
    for (let next = await mux.accept(); next; next = await mux.accept()) {
      next.close();
      taken++;
    }
    expect(taken).toBeLessThan(COUNT);
    expect(await settled(mux.ended)).toMatchObject({ code: 'peers/not-reading' });
  });

  test('while 32 megabytes wait for a peer that does not read, only short messages are queued', async () => {
    const stream = new ScriptedStream([], false);
    stream.write = () => new Promise(() => undefined);
    const mux = new Multiplexer(secured(stream, 'dial', KEY), { clock: new ManualClock() });
    const send = (length: number) => {
      const to = mux.open();
      const sending = to.write(new Uint8Array(length)).catch((error: unknown) => error);
      return { to, outcome: () => settled(sending) };
    };
    const queued = Array.from({ length: 32 }, () => send(1_000_000));
    expect(new Set(await Promise.all(queued.map(({ outcome }) => outcome())))).toEqual(new Set(['pending']));
    const refused = send(1_000_000);
    expect(await refused.outcome()).toMatchObject({ code: 'peers/not-reading' });
    expect(await send(80).outcome()).toBe('pending');
    // What no longer waits does not count.
    queued[9]!.to.close();
    await settle();
    expect(await send(1_000_000).outcome()).toBe('pending');
    expect(await settled(mux.ended)).toBe('pending');
  });

  test.each([
    [8 + 15, 0],
    [8 + 16, 1]
  ])('with room for %i bytes, a call begins only if its id is not split', async (room, frames) => {
    const stream: Pick<ByteStream, 'write'> = { write: () => new Promise(() => undefined) };
    const sealer = new PacketSealer(nodeCrypto.createCipher(new Uint8Array(32)), 'dial', 1n);
    const writer = new PacketWriter(stream, sealer, 4320, (error) => expect(error).toBeUndefined());
    // Its packet is under way for good; the next ten have room for ten frames.
    writer.sendEmpty(0, 0);
    await settle();
    await writer.send(
      256,
      new Uint8Array(10 * 4296 - room),
      frameSource(() => 0)
    );
    const nextFlags = vi.fn(() => 0);
    void writer.send(258, new Uint8Array(80), frameSource(nextFlags));
    await settle();
    expect(nextFlags).toHaveBeenCalledTimes(frames);
  });

  test('writers take turns', async () => {
    const written: number[] = [];
    let release: (() => void)[] = [];
    const stream: Pick<ByteStream, 'write'> = { write: () => new Promise((resolve) => release.push(resolve)) };
    const sealer = new PacketSealer(nodeCrypto.createCipher(new Uint8Array(32)), 'dial', 1n);
    const writer = new PacketWriter(stream, sealer, 1220, (error) => expect(error).toBeUndefined());
    const sourceOf = (id: number) =>
      frameSource(() => {
        written.push(id);
        return 0;
      });
    for (const id of [256, 258, 260]) void writer.send(id, new Uint8Array(60_000), sourceOf(id));
    for (let i = 0; i < 12; i++) {
      await settle();
      release.splice(0).forEach((resolve) => resolve());
    }
    release = [];
    const turns = written.filter((id, i) => id !== written[i - 1]);
    expect(turns.slice(0, 6)).toEqual([256, 258, 260, 256, 258, 260]);
  });
});

describe('closed streams', () => {
  test('late frames are dropped for at least a minute', async () => {
    const clock = new ManualClock();
    const [ours, theirs] = multiplexers(clock);
    const stream = ours.open();
    await stream.write(Uint8Array.of(1));
    const accepted = await acceptOne(theirs);
    accepted.close();
    // The frame is in transit when the peer's end arrives.
    await stream.write(Uint8Array.of(2));
    await clock.advance(59_000);
    const other = ours.open();
    await other.write(Uint8Array.of(3));
    expect([...(await (await acceptOne(theirs)).read())!]).toEqual([3]);
  });

  test('later frames end the connection', async () => {
    const [first, late] = await packetsOf([
      { id: 256, flags: 1, payload: Uint8Array.of(1) },
      { id: 256, flags: 0, payload: Uint8Array.of(2) }
    ]);
    const clock = new ManualClock();
    const stream = new ScriptedStream([first!], false);
    const mux = new Multiplexer(secured(stream, 'accept', KEY), { clock });
    (await acceptOne(mux)).close();
    await clock.advance(121_000);
    stream.receive(late!);
    expect(await settled(mux.ended)).toMatchObject({ code: 'peers/unknown-stream' });
  });
});

describe('the end of a connection', () => {
  test('a broken stream ends it with the cause', async () => {
    const broken: ByteStream = {
      read: () => Promise.reject(new Error('ECONNRESET')),
      write: () => Promise.resolve(),
      close: () => undefined
    };
    const mux = new Multiplexer(secured(broken, 'dial', KEY), { clock: new ManualClock() });
    expect(await settled(mux.ended)).toMatchObject({ code: 'peers/closed', cause: { message: 'ECONNRESET' } });
    expect(await mux.accept()).toBeUndefined();
  });

  test('everything that waits fails immediately', async () => {
    const [ours, theirs] = multiplexers();
    const stream = ours.open();
    await stream.write(Uint8Array.of(1));
    const accepted = await acceptOne(theirs);
    await accepted.read();
    const waiting = [ours, theirs].map((mux) => mux.accept());
    const reading = [stream, accepted].map((side) => side.read().catch((error: unknown) => error));
    ours.close();
    const closed = { code: 'peers/closed' };
    expect(await Promise.all(waiting.map(settled))).toEqual([undefined, undefined]);
    expect(await Promise.all(reading.map(settled))).toMatchObject([closed, closed]);
    expect(await Promise.all([ours.ended, theirs.ended].map(settled))).toMatchObject([closed, closed]);
  });

  test('queued data is written before a close after flush', async () => {
    const [ours, theirs] = multiplexers();
    const stream = ours.open();
    await stream.write(bytesOf(20_000, 3));
    stream.close();
    const reading = acceptOne(theirs).then(readAll);
    await ours.closeAfterFlush();
    expect((await reading).length).toBe(20_000);
    expect(await settled(theirs.ended)).toMatchObject({ code: 'peers/closed' });
  });

  test('streams with traffic are not idle', async () => {
    const clock = new ManualClock();
    const [ours, theirs] = multiplexers(clock, { timeoutMs: 120_000 });
    let isEnded = false;
    void ours.ended.then(() => (isEnded = true));
    const stream = ours.open();
    await stream.write(Uint8Array.of(1));
    const accepted = await acceptOne(theirs);
    void readAll(accepted).catch(() => undefined);
    for (let i = 0; i < 10; i++) {
      await clock.advance(80_000);
      await stream.write(Uint8Array.of(i));
    }
    expect(isEnded).toBe(false);
    await clock.advance(4 * 90_000);
    expect(isEnded).toBe(true);
  });
});

test('a stream delivers data from very many packets', async () => {
  const PACKETS = 200_000;
  const nothing = () => undefined;
  const connection = { send: async () => undefined, countUnread: nothing, onClosed: nothing };
  const stream = new MuxStream(1, connection, true);
  for (let i = 0; i < PACKETS; i++) stream.deliver(Uint8Array.of(1));
  expect(await stream.read()).toHaveLength(PACKETS);
});
