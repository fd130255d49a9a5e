import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { systemScheduler } from '$lib/async/scheduler';
import { eventually } from '../../support/eventually';
import { limitMs } from '../../support/limits';
import { byteString, encode, list, u8, type Layout } from '$lib/codec/layout';
import { concatBytes, encodeHex, encodeU64le } from '$lib/codec/bytes';
import type { Block, BlockHeader } from '$lib/chain/block/block';
import { encodeBlock } from '$lib/chain/block/blockLayout';
import { hastings } from '$lib/chain/currency/currency';
import { VOID_ADDRESS } from '$lib/chain/address';
import { ZERO_HASH, type BlockId, type CoinOutputId, type Hash256 } from '$lib/chain/ids';
import { EMPTY_V2_TRANSACTION } from '$lib/chain/transaction/v2Transaction';
import { serveCalls, type CallHandlers } from '$lib/peers/calls/callee';
import { callForBlocks, callPeer } from '$lib/peers/calls/caller';
import { callId, calls, type CallName } from '$lib/peers/calls/callTypes';
import { MessageReader } from '$lib/peers/calls/messageReader';
import type { ByteStream } from '$lib/peers/byteStream';
import { outlineOf } from '$lib/peers/outline/complete';
import { Multiplexer } from '$lib/peers/mux/multiplexer';
import { ManualClock, settle, settled } from '../../support/manualClock';
import { ScriptedStream } from '../../support/peers/bytePipe';
import { anyTransaction, anyV2Transaction } from '../../support/arbitraries';
import { multiplexers, readAll, secured } from '../../support/peers/connections';
import { TestChain } from '../../support/peers/testChain';

const unexpected = (): never => {
  throw new Error('not to be called');
};
const handlersWith = (handlers: Partial<CallHandlers>): CallHandlers => ({
  ...(Object.fromEntries(
    (Object.keys(calls) as CallName[]).map((name) => [name, unexpected])
  ) as unknown as CallHandlers),
  ...handlers
});

/** More than 999 late frames on a closed stream end the connection. */
async function sendFrames(stream: ByteStream, count: number): Promise<void> {
  for (let i = 0; i < count; i++) await stream.write(Uint8Array.of(i));
  await settle();
}

/** Makes another call, which must succeed. */
async function expectAnswers(ours: Multiplexer, theirs: Multiplexer, clock: ManualClock): Promise<void> {
  const calling = callPeer(ours, calls.shareNodes, undefined, { clock });
  const stream = (await theirs.accept())!;
  await stream.write(encode(calls.shareNodes.response, ['127.0.0.1:1']));
  expect(await calling).toEqual(['127.0.0.1:1']);
}

describe('a caller', () => {
  test('times out; a late response is dropped, and the connection stays open', async () => {
    const clock = new ManualClock();
    const [ours, theirs] = multiplexers(clock);
    const calling = callPeer(ours, calls.shareNodes, undefined, { clock }).catch((error: unknown) => error);
    const stream = (await theirs.accept())!;
    await clock.advance(5_000);
    expect(await calling).toMatchObject({ code: 'peers/timeout' });
    await sendFrames(stream, 1_100);
    stream.close();
    await expectAnswers(ours, theirs, clock);
  });

  test('times out although the peer does not even read the request', async () => {
    const clock = new ManualClock();
    const stream = new ScriptedStream([], false);
    stream.write = () => new Promise(() => undefined);
    const mux = new Multiplexer(secured(stream, 'dial', '11'.repeat(32)), { clock });
    const fills = mux.open().write(new Uint8Array(200_000));
    await settle();
    const calling = callPeer(mux, calls.shareNodes, undefined, { clock }).catch((error: unknown) => error);
    await settle();
    await clock.advance(5_000);
    expect(await settled(calling)).toMatchObject({ code: 'peers/timeout' });
    expect(await settled(fills)).toBe('pending');
  });

  test('that stops fetching blocks drops those in transit, and the connection stays open', async () => {
    const clock = new ManualClock();
    const [ours, theirs] = multiplexers(clock);
    const [block] = TestChain.create().blocks;
    const blocks = callForBlocks(ours, { history: [], max: 25n }, { clock });
    const first = blocks.next();
    const stream = (await theirs.accept())!;
    await stream.write(concatBytes(encodeU64le(25n), encodeBlock(block!)));
    expect((await first).value).toEqual(block);
    await blocks.return(0n);
    await sendFrames(stream, 1_100);
    await expectAnswers(ours, theirs, clock);
  });

  test.each([
    ['the response exceeds its limit', (stream: ByteStream) => stream.write(new Uint8Array(30_000))],
    ['the peer has had the maximum serving time', (_stream: ByteStream, clock: ManualClock) => clock.advance(300_000)]
  ])('closes the stream of an abandoned call once %s', async (_, happens) => {
    const clock = new ManualClock();
    const [ours, theirs] = multiplexers(clock);
    const calling = callPeer(ours, calls.shareNodes, undefined, { clock }).catch((error: unknown) => error);
    const stream = (await theirs.accept())!;
    await clock.advance(5_000);
    await calling;
    await stream.read();
    let isClosed = false;
    const ended = stream.read().then((piece) => (isClosed = piece === undefined));
    await settle();
    expect(isClosed).toBe(false);
    await happens(stream, clock);
    await ended;
    expect(isClosed).toBe(true);
  });

  test('encodes a message to several peers once', async () => {
    const { request } = calls.relayTransactions;
    const write = vi.fn(request.write);
    const type = { ...calls.relayTransactions, request: { ...request, write } };
    const basis = { height: 1, id: 'ab'.repeat(32) as BlockId };
    const [set, other] = [1, 2].map((count) => ({ basis, transactions: Array(count).fill(EMPTY_V2_TRANSACTION) }));
    const told: string[] = [];
    for (const sent of [set!, set!, other!, set!]) {
      const [ours, theirs] = multiplexers();
      await callPeer(ours, type, sent, { clock: new ManualClock() });
      told.push(encodeHex(await readAll((await theirs.accept())!)));
    }
    expect(write).toHaveBeenCalledTimes(2);
    expect(told).toEqual([told[0], told[0], told[2], told[0]]);
    expect(told[2]).not.toBe(told[0]);
  });

  test('rejects a response beyond the limit immediately', async () => {
    const clock = new ManualClock();
    const [ours, theirs] = multiplexers(clock);
    const calling = callPeer(ours, calls.discoverIp, undefined, { clock }).catch((error: unknown) => error);
    const stream = (await theirs.accept())!;
    await stream.write(encodeU64le(1n << 40n));
    expect(await calling).toMatchObject({ code: 'peers/message-too-long' });
  });

  test('rejects more blocks than it requested', async () => {
    const clock = new ManualClock();
    const [ours, theirs] = multiplexers(clock);
    const first = callForBlocks(ours, { history: [], max: 2n }, { clock }).next();
    const refused = expect(first).rejects.toMatchObject({ code: 'peers/malformed-message' });
    const stream = (await theirs.accept())!;
    await stream.write(encodeU64le(3n));
    await refused;
  });

  /** Encoded, with a transaction of this length. */
  function longBlock(length: number): Uint8Array {
    const block = TestChain.create().next();
    const transactions = [{ ...EMPTY_V2_TRANSACTION, arbitraryData: new Uint8Array(length) }];
    return encodeBlock({ ...block, v2: { ...block.v2!, transactions } });
  }

  /** Encoded, with as many inputs, whose proofs have little in common. */
  function blockWithProofs(inputs: number): Uint8Array {
    const block = TestChain.create().next();
    const merkleProof = new Array<Hash256>(63).fill(ZERO_HASH);
    const coinInputs = Array.from({ length: inputs }, (_, i) => ({
      parent: {
        id: ZERO_HASH as string as CoinOutputId,
        stateElement: { leafIndex: BigInt(i) << 50n, merkleProof },
        output: { value: hastings(1n), address: VOID_ADDRESS },
        maturityHeight: 0n
      },
      satisfiedPolicy: { policy: { type: 'above' as const, height: 0n }, signatures: [], preimages: [] }
    }));
    return encodeBlock({ ...block, v2: { ...block.v2!, transactions: [{ ...EMPTY_V2_TRANSACTION, coinInputs }] } });
  }

  test('rejects a block beyond the maximum size, however many it requested', async () => {
    const clock = new ManualClock();
    const [ours, theirs] = multiplexers(clock);
    const first = callForBlocks(ours, { history: [], max: 25n }, { clock }).next();
    const refused = expect(first).rejects.toMatchObject({ code: 'peers/message-too-long' });
    const stream = (await theirs.accept())!;
    await stream.write(concatBytes(encodeU64le(25n), longBlock(13_000_000).subarray(0, 10_000)));
    await refused;
  });

  test('accepts a block that is longer than other messages, because its proofs have no weight', async () => {
    const clock = new ManualClock();
    const [ours, theirs] = multiplexers(clock);
    const first = callForBlocks(ours, { history: [], max: 1n }, { clock }).next();
    const stream = (await theirs.accept())!;
    const long = blockWithProofs(3_000);
    expect(long.length).toBeGreaterThan(5_000_000);
    await stream.write(concatBytes(encodeU64le(1n), long, encodeU64le(0n)));
    stream.close();
    expect(encodeBlock((await first).value as Block)).toEqual(long);
  });

  test('can be stopped, before and during the wait', async () => {
    const clock = new ManualClock();
    const [ours, theirs] = multiplexers(clock);
    const stopping = new AbortController();
    const options = { clock, signal: stopping.signal };
    const stopped = expect(callPeer(ours, calls.shareNodes, undefined, options)).rejects.toMatchObject({
      code: 'peers/stream-closed'
    });
    const blocks = expect(callForBlocks(ours, { history: [], max: 2n }, options).next()).rejects.toMatchObject({
      code: 'peers/stream-closed'
    });
    await theirs.accept();
    stopping.abort();
    await stopped;
    await blocks;
    await expect(callPeer(ours, calls.shareNodes, undefined, options)).rejects.toMatchObject({
      code: 'peers/stream-closed'
    });
  });

  test('fails when the connection ends', async () => {
    const clock = new ManualClock();
    const [ours, theirs] = multiplexers(clock);
    const calling = callPeer(ours, calls.shareNodes, undefined, { clock }).catch((error: unknown) => error);
    await theirs.accept();
    theirs.close();
    expect(await calling).toMatchObject({ code: 'peers/closed' });
  });
});

describe('a callee', () => {
  test.each([
    ['nothing at all', undefined],
    ['fewer than 16 bytes', Uint8Array.of(1, 2, 3)]
  ])('ends the connection when a stream is closed with %s', async (_, bytes) => {
    const clock = new ManualClock();
    const [ours, theirs] = multiplexers(clock);
    const failures: unknown[] = [];
    const serving = serveCalls(theirs, handlersWith({}), { clock, onFailure: (_call, error) => failures.push(error) });
    const stream = ours.open();
    await stream.write(bytes ?? callId('ShareNodes').subarray(0, 1));
    stream.close();
    await serving;
    expect(failures).toMatchObject([{ code: 'peers/missing-call-id' }]);
    expect(await theirs.ended).toMatchObject({ code: 'peers/closed' });
  });

  test('ends the connection when the id does not arrive within five seconds', async () => {
    const clock = new ManualClock();
    const [ours, theirs] = multiplexers(clock);
    const serving = serveCalls(theirs, handlersWith({}), { clock });
    await ours.open().write(callId('ShareNodes').subarray(0, 15));
    await settle();
    let isEnded = false;
    void theirs.ended.then(() => (isEnded = true));
    await clock.advance(4_999);
    expect(isEnded).toBe(false);
    await clock.advance(1);
    expect(isEnded).toBe(true);
    await serving;
  });

  test.each([
    ['an unknown call', callId('SendBlocks'), 'peers/unknown-call'],
    [
      'a name that is not padded with zeros',
      Uint8Array.of(...callId('ShareNodes').subarray(0, 15), 1),
      'peers/unknown-call'
    ],
    [
      'more ids than allowed',
      Uint8Array.of(...callId('SendV2Blocks'), ...encodeU64le(1n << 20n)),
      'peers/message-too-long'
    ]
  ])('closes only the stream for %s', async (_, bytes, code) => {
    const clock = new ManualClock();
    const [ours, theirs] = multiplexers(clock);
    const failures: unknown[] = [];
    const handlers = handlersWith({ discoverIp: () => '203.0.113.7' });
    void serveCalls(theirs, handlers, { clock, onFailure: (_call, error) => failures.push(error) });
    const stream = ours.open();
    await stream.write(bytes);
    expect((await readAll(stream)).length).toBe(0);
    expect(failures).toMatchObject([{ code }]);
    expect(await callPeer(ours, calls.discoverIp, undefined, { clock })).toBe('203.0.113.7');
  });

  test('closes the stream without a response if there is none, and if a handler fails', async () => {
    const clock = new ManualClock();
    const [ours, theirs] = multiplexers(clock);
    const failures: unknown[] = [];
    const handlers = handlersWith({
      shareNodes: () => undefined,
      discoverIp: () => Promise.reject(new Error('the database is gone'))
    });
    void serveCalls(theirs, handlers, { clock, onFailure: (call, error) => failures.push([call, error]) });
    const silent = { code: 'peers/stream-ended' };
    await expect(callPeer(ours, calls.shareNodes, undefined, { clock })).rejects.toMatchObject(silent);
    await expect(callPeer(ours, calls.discoverIp, undefined, { clock })).rejects.toMatchObject(silent);
    expect(failures).toMatchObject([['discoverIp', { message: 'the database is gone' }]]);
  });

  test('runs 64 calls at a time', async () => {
    const clock = new ManualClock();
    const [ours, theirs] = multiplexers(clock);
    const finish: (() => void)[] = [];
    let most = 0;
    const handlers = handlersWith({
      shareNodes: async () => {
        await new Promise<void>((resolve) => finish.push(resolve));
        return ['203.0.113.7:9981'];
      }
    });
    void serveCalls(theirs, handlers, { clock });
    const answers = Array.from({ length: 150 }, () => callPeer(ours, calls.shareNodes, undefined, { clock }));
    for (let served = 0; served < 150;) {
      for (let i = 0; i < 5; i++) await settle();
      most = Math.max(most, finish.length);
      served += finish.length;
      finish.splice(0).forEach((resolve) => resolve());
    }
    expect(most).toBe(64);
    expect((await Promise.all(answers)).length).toBe(150);
  });

  test('closes calls that are not admitted without a response, and releases the others', async () => {
    const clock = new ManualClock();
    const [ours, theirs] = multiplexers(clock);
    let atWork = 0;
    const admit = () => {
      if (atWork > 0) return undefined;
      atWork++;
      return () => void atWork--;
    };
    let finish: () => void = () => undefined;
    const handlers = handlersWith({
      discoverIp: () => new Promise((resolve) => (finish = () => resolve('203.0.113.7')))
    });
    void serveCalls(theirs, handlers, { clock, admit });
    const first = callPeer(ours, calls.discoverIp, undefined, { clock });
    await settle();
    await expect(callPeer(ours, calls.discoverIp, undefined, { clock })).rejects.toMatchObject({
      code: 'peers/stream-ended'
    });
    finish();
    expect(await first).toBe('203.0.113.7');
    await settle();
    expect(atWork).toBe(0);
  });
});

describe('a peer that makes a callee buffer much', () => {
  test('is disconnected for half-sent requests of more than ten megabytes', async () => {
    const clock = new ManualClock();
    const [ours, theirs] = multiplexers(clock);
    const failures: unknown[] = [];
    void serveCalls(theirs, handlersWith({ relayTransactions: () => undefined }), {
      clock,
      onFailure: (_call, error) => failures.push(error)
    });
    const basis = { height: 1, id: '00'.repeat(32) as BlockId };
    const padded = { ...EMPTY_V2_TRANSACTION, arbitraryData: new Uint8Array(4_000_000) };
    const set = encode(calls.relayTransactions.request, { basis, transactions: [padded] });
    const call = concatBytes(callId('RelayV2Txns'), set.subarray(0, -1));
    // Complete requests one after another are not limited.
    for (let i = 0; i < 4; i++)
      await callPeer(ours, calls.relayTransactions, { basis, transactions: [padded] }, { clock });
    await ours.open().write(call);
    await ours.open().write(call);
    expect(failures).toEqual([]);
    let ended: unknown;
    void theirs.ended.then((reason) => (ended = reason));
    ours
      .open()
      .write(call)
      .catch(() => undefined);
    await eventually(() => expect(ended).toMatchObject({ code: 'peers/closed' }));
    expect(failures).toContainEqual(expect.objectContaining({ code: 'peers/too-many-bytes' }));
  });

  test('gets large responses one at a time, however many it requests and leaves unread', async () => {
    const clock = new ManualClock();
    const [ours, theirs] = multiplexers(clock);
    let held = 0;
    const header = { parentId: '00'.repeat(32) as BlockId, nonce: 0n, timestamp: 0, commitment: '00'.repeat(32) };
    const headers = Array.from({ length: 10_000 }, () => header as BlockHeader);
    const handlers = handlersWith({
      sendHeaders: () => {
        held++;
        return { headers, remaining: 0n };
      },
      discoverIp: () => '203.0.113.7'
    });
    void serveCalls(theirs, handlers, { clock });
    const request = encode(calls.sendHeaders.request, { index: { height: 0, id: header.parentId }, max: 10_000n });
    const streams = Array.from({ length: 20 }, () => ours.open());
    for (const stream of streams) await stream.write(Uint8Array.of(...callId('SendHeaders'), ...request));
    for (let i = 0; i < 50; i++) await settle();
    expect(held).toBe(1);
    const answers = await Promise.all(streams.map(readAll));
    expect(answers.map(({ length }) => length)).toEqual(streams.map(() => 16 + 80 * headers.length));
    expect(held).toBe(20);
  });

  test('gets one block at a time, however many it requests and leaves unread', async () => {
    const clock = new ManualClock();
    const [ours, theirs] = multiplexers(clock);
    let held = 0;
    const blocksOf = function* (count: number) {
      for (let i = 0; i < count; i++) {
        held++;
        yield new Uint8Array(1_000_000).fill(held);
      }
    };
    const sendBlocks = () => ({ count: 2, blocks: blocksOf(2), remaining: 0n });
    void serveCalls(theirs, handlersWith({ sendBlocks }), { clock });
    const streams = Array.from({ length: 10 }, () => ours.open());
    const request = encode(calls.sendBlocks.request, { history: [], max: 2n });
    for (const stream of streams) await stream.write(Uint8Array.of(...callId('SendV2Blocks'), ...request));
    for (let i = 0; i < 50; i++) await settle();
    expect(held).toBe(1);
    const answers = await Promise.all(streams.map(readAll));
    expect(answers.map(({ length }) => length)).toEqual(streams.map(() => 2_000_016));
  });

  test('does not make it remember the calls that it served while others stay incomplete', async () => {
    const clock = new ManualClock();
    const [ours, theirs] = multiplexers(clock);
    void serveCalls(theirs, handlersWith({ discoverIp: () => '203.0.113.7' }), { clock });
    for (let i = 0; i < 63; i++) await ours.open().write(callId('SendHeaders'));
    const serve = async (count: number) => {
      for (let i = 0; i < count; i++) await callPeer(ours, calls.discoverIp, undefined, { clock });
    };
    await serve(100);
    const before = heapBytes();
    await serve(1_000);
    expect(heapBytes() - before).toBeLessThan(2_000_000);
    ours.close();
  });
});

/** After collecting garbage. */
function heapBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

describe('any message', () => {
  const anyId = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => encodeHex(bytes));
  const anyIndex = fc.record({ height: fc.nat(), id: anyId });
  const anyMax = fc.bigInt({ min: 0n, max: (1n << 64n) - 1n });
  const cases: readonly [string, Layout<unknown>, fc.Arbitrary<unknown>][] = [
    ['shareNodes', calls.shareNodes.response, fc.array(fc.string())],
    ['discoverIp', calls.discoverIp.response, fc.string()],
    ['sendHeaders', calls.sendHeaders.request, fc.record({ index: anyIndex, max: anyMax })],
    ['sendBlocks', calls.sendBlocks.request, fc.record({ history: fc.array(anyId), max: anyMax })],
    [
      'sendTransactions',
      calls.sendTransactions.response,
      fc.record({ transactions: fc.array(anyTransaction), v2transactions: fc.array(anyV2Transaction) })
    ],
    [
      'relayTransactions',
      calls.relayTransactions.request,
      fc.record({ basis: anyIndex, transactions: fc.array(anyV2Transaction) })
    ]
  ];

  test.each(cases)('of %s round-trips in pieces of any size', async (_, layout, any) => {
    await fc.assert(
      fc.asyncProperty(any, fc.integer({ min: 1, max: 5000 }), async (value, size) => {
        const bytes = encode(layout, value);
        const pieces: Uint8Array[] = [];
        for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size));
        const read = await new MessageReader(new ScriptedStream(pieces, true), bytes.length).next(layout);
        expect(encodeHex(encode(layout, read.value))).toBe(encodeHex(bytes));
      }),
      { numRuns: 40 }
    );
  });
});

describe('messages of unknown length', () => {
  const layout = list(byteString);
  const items = Array.from({ length: 300 }, (_, i) => new Uint8Array(1000).fill(i));
  const bytes = encode(layout, items);

  test.each([1, 16, 1000, 4096])('are decoded from pieces of %i bytes, with bounded work', async (size) => {
    let reads = 0;
    const counting: Layout<Uint8Array[]> = { write: layout.write, read: (r) => (reads++, layout.read(r)) };
    const pieces: Uint8Array[] = [];
    for (let at = 0; at < bytes.length; at += size) pieces.push(bytes.subarray(at, at + size));
    const reader = new MessageReader(new ScriptedStream(pieces, true), 1 << 20);
    expect((await reader.next(counting)).value).toEqual(items);
    expect(reads).toBeLessThan(800);
  });

  test('are decoded with the piece that completes them, even after attempts on 64 KiB', async () => {
    const value = new Uint8Array(70_000).fill(1);
    const whole = encode(byteString, value);
    const pieces = [whole.subarray(0, 64 * 1024), whole.subarray(64 * 1024)];
    const read = () => Promise.resolve(pieces.shift() ?? expect.unreachable('it is complete'));
    expect((await new MessageReader({ read }, 1 << 20).next(byteString)).value).toEqual(value);
  });

  test('are not decoded if they would not be looked at, and the connection stays', async () => {
    const clock = new ManualClock();
    const [ours, theirs] = multiplexers(clock);
    let isTaken = false;
    const taken: number[] = [];
    const failures: unknown[] = [];
    void serveCalls(
      theirs,
      handlersWith({
        takesTransactions: () => isTaken,
        relayTransactions: ({ transactions }) => void taken.push(transactions.length)
      }),
      { clock, onFailure: (_call, error) => failures.push(error) }
    );
    const basis = { height: 1, id: '00'.repeat(32) as BlockId };
    const padded = { ...EMPTY_V2_TRANSACTION, arbitraryData: new Uint8Array(4_000_000) };
    const tell = (count: number) =>
      callPeer(ours, calls.relayTransactions, { basis, transactions: Array(count).fill(padded) }, { clock });
    // Of another length than a set has: it is not even read as one.
    const undecodable = ours.open();
    await undecodable.write(concatBytes(callId('RelayV2Txns'), new Uint8Array(64).fill(0xff)));
    undecodable.close();
    await tell(1);
    await settle();
    isTaken = true;
    await tell(1);
    await eventually(() => expect(taken).toEqual([1]));
    expect(failures).toEqual([]);
  });

  test('of megabytes are decoded in steps, one message of a peer at a time', async () => {
    const [ours, theirs] = multiplexers();
    const transactions = Array.from({ length: 100_000 }, () => EMPTY_V2_TRANSACTION);
    const set = { basis: { height: 1, id: ZERO_HASH as string as BlockId }, transactions };
    const received: number[] = [];
    let turns = 0;
    const relayTransactions = () => void received.push(turns);
    void serveCalls(theirs, handlersWith({ relayTransactions }), { clock: systemScheduler });
    const sending = [1, 2].map(() => callPeer(ours, calls.relayTransactions, { ...set }, { clock: systemScheduler }));
    await Promise.all(sending);
    // Both have arrived.
    const end = performance.now() + limitMs(30_000);
    while (received.length < 2 && performance.now() < end) {
      await new Promise((resolve) => setImmediate(resolve));
      turns++;
    }
    const [first = 0, second = 0] = received;
    // The faster the computer, the fewer turns; in one step, the second would arrive with the first, or a turn later.
    expect(second - first).toBeGreaterThan(1);
    ours.close();
  });

  test('of transactions are decoded one after the other, each once the one before is handled', async () => {
    const clock = new ManualClock();
    const [ours, theirs] = multiplexers(clock);
    const handled: (() => void)[] = [];
    const relayTransactions = () => new Promise<void>((resolve) => handled.push(resolve));
    void serveCalls(theirs, handlersWith({ relayTransactions }), { clock });
    const set = { basis: { height: 1, id: ZERO_HASH as string as BlockId }, transactions: [EMPTY_V2_TRANSACTION] };
    // One that never gets complete holds up none.
    await ours.open().write(concatBytes(callId('RelayV2Txns'), new Uint8Array(40)));
    for (let i = 0; i < 3; i++) await callPeer(ours, calls.relayTransactions, set, { clock });
    for (const begun of [1, 2, 3]) {
      await settle();
      expect(handled).toHaveLength(begun);
      handled[begun - 1]!();
    }
    ours.close();
  });

  test('of blocks are too, each once the one before is examined', async () => {
    const clock = new ManualClock();
    const [ours, theirs] = multiplexers(clock);
    const examined: (() => void)[] = [];
    const relayOutline = (_: unknown, endTurn: () => void) => {
      examined.push(endTurn);
      return new Promise<void>(() => undefined);
    };
    void serveCalls(theirs, handlersWith({ relayOutline }), { clock });
    const outline = outlineOf(TestChain.create().next(), () => false);
    for (let i = 0; i < 3; i++) await callPeer(ours, calls.relayOutline, outline, { clock });
    for (const begun of [1, 2, 3]) {
      await settle();
      expect(examined).toHaveLength(begun);
      examined[begun - 1]!();
    }
    ours.close();
  });

  test('consecutive values share the limit', async () => {
    const reader = new MessageReader(new ScriptedStream([Uint8Array.of(1, 2, 3, 4)], false), 3);
    for (const expected of [1, 2, 3]) expect((await reader.next(u8)).value).toBe(expected);
    await expect(reader.next(u8)).rejects.toMatchObject({ code: 'peers/message-too-long' });
  });
});
