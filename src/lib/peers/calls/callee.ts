import type { Scheduler } from '$lib/async/scheduler';
import { StepQueue } from '$lib/async/stepQueue';
import { encode, u64, type Layout } from '$lib/codec/layout';
import { decodeText } from '$lib/codec/text';
import { encodeU64le } from '$lib/codec/bytes';
import type { BlockHeader } from '$lib/chain/block/block';
import { StreamReader, type ByteStream } from '../byteStream';
import { withDeadline } from '../deadline';
import { isPeerError, PeerError } from '../errors';
import type { BlockOutline } from '../outline/outline';
import {
  CALL_ID_BYTES,
  calls,
  type BlocksRequest,
  type CallName,
  type CheckpointResponse,
  type HeadersRequest,
  type HeadersResponse,
  type RequestOf,
  type TransactionSet,
  type TransactionsRequest,
  type TransactionsResponse
} from './callTypes';
import { CallMemory } from './callMemory';
import { MessageReader } from './messageReader';
import { Turns } from './turns';

/** Undefined if the request cannot be served; the stream is then closed without a response. */
export type Answer<T> = T | undefined | Promise<T | undefined>;

/** Blocks in their V2 encoding, which may be read from disk one by one. */
export interface BlocksAnswer {
  readonly count: number;
  readonly blocks: Iterable<Uint8Array>;
  readonly remaining: bigint;
}

/** A node's handlers for incoming calls; see `callTypes` for the requests. */
export interface CallHandlers {
  shareNodes(): Answer<readonly string[]>;
  discoverIp(): Answer<string>;
  sendHeaders(request: HeadersRequest): Answer<HeadersResponse>;
  sendBlocks(request: BlocksRequest): Answer<BlocksAnswer>;
  sendTransactions(request: TransactionsRequest): Answer<TransactionsResponse>;
  sendCheckpoint(request: RequestOf<'sendCheckpoint'>): Answer<CheckpointResponse>;
  relayHeader(header: BlockHeader): void | Promise<void>;
  /** @param endTurn the peer's next outline may be decoded, as what is left may take long */
  relayOutline(outline: BlockOutline, endTurn: () => void): void | Promise<void>;
  /** Whether a set would be looked at; otherwise it is not even decoded. Always if omitted. */
  takesTransactions?(): boolean;
  relayTransactions(set: TransactionSet): void | Promise<void>;
}

/** The source of incoming streams, such as a `Multiplexer`. */
export interface StreamAcceptor {
  accept(): Promise<ByteStream | undefined>;
  close(): void;
}

export interface ServeOptions {
  readonly clock: Pick<Scheduler, 'now' | 'sleep'>;
  /**
   * Called before a call is read. Returns a function to run after the call, or undefined to close the stream without a
   * response.
   */
  readonly admit?: () => (() => void) | undefined;
  /**
   * Reports a failed call: a PeerError if the peer is at fault, otherwise the error thrown by a handler.
   * @param bytes received for the request
   */
  readonly onFailure?: (call: CallName | undefined, error: unknown, bytes: number) => void;
}

const CALL_ID_MS = 5_000;
const CALL_MS = 5 * 60_000;
/** Concurrent calls. Further calls wait, and the connection is eventually no longer read. */
const MAX_CALLS = 64;

const NAMES = new Map((Object.keys(calls) as CallName[]).map((name) => [calls[name].name, name]));

/** Serves a peer's calls until its connection has ended and pending calls have finished. */
export async function serveCalls(peer: StreamAcceptor, handlers: CallHandlers, options: ServeOptions): Promise<void> {
  const atWork = new Set<Promise<void>>();
  const memory = new CallMemory();
  // Requests of one peer, one after the other.
  const decoding = new StepQueue();
  const turns = { relayOutline: new Turns(), relayTransactions: new Turns() };
  let onRoom: () => void = () => undefined;
  for (let stream = await peer.accept(); stream !== undefined; stream = await peer.accept()) {
    const work = serve(peer, stream, handlers, { memory, decoding, turns }, options);
    atWork.add(work);
    void work.then(() => {
      atWork.delete(work);
      onRoom();
    });
    // Not Promise.race: each race would leave a reaction in memory for every call that is still running.
    if (atWork.size >= MAX_CALLS) await new Promise<void>((resolve) => (onRoom = resolve));
  }
  await Promise.all(atWork);
}

type RelayName = 'relayOutline' | 'relayTransactions';

/** What the calls of a connection share. */
interface SharedByCalls {
  readonly memory: CallMemory;
  readonly decoding: StepQueue;
  /** For what is decoded and handled one after the other: dozens may arrive at once. */
  readonly turns: Readonly<Record<RelayName, Turns>>;
}

/** Serves one call; never throws. */
async function serve(
  peer: StreamAcceptor,
  stream: ByteStream,
  handlers: CallHandlers,
  { memory, decoding, turns }: SharedByCalls,
  { clock, admit, onFailure }: ServeOptions
): Promise<void> {
  let name: CallName | undefined;
  const release = admit ? admit() : () => undefined;
  let held = 0;
  try {
    if (release === undefined) return;
    const reader = new StreamReader(stream);
    const abandon = () => stream.close();
    const id = await withDeadline(clock, CALL_ID_MS, abandon, () => reader.exactly(CALL_ID_BYTES)).catch(
      (cause: unknown) => {
        if (!isPeerError(cause, 'peers/stream-ended', 'peers/stream-failed', 'peers/timeout')) throw cause;
        // Like the reference implementation: a stream without a call ends the connection.
        peer.close();
        throw new PeerError('peers/missing-call-id', 'a stream without the id of a call', { cause });
      }
    );
    const called = callNamed(id);
    name = called;
    const request = {
      read: async () => {
        const bytes = await reader.next();
        held += bytes?.length ?? 0;
        memory.hold(bytes?.length ?? 0);
        return bytes;
      }
    };
    await withDeadline(clock, CALL_MS, abandon, async () => {
      const readRequest: ReadRequest = async ({ request: layout, maxRequestBytes }) =>
        (await new MessageReader(request, maxRequestBytes, decoding).next(layout)).value;
      const readInTurn: ReadInTurn = (relay) => {
        const { request: layout, maxRequestBytes } = calls[relay];
        return new MessageReader(request, maxRequestBytes, decoding).nextInTurn(layout as Layout<never>, turns[relay]);
      };
      const readers = { readRequest, readInTurn, skipRequest: (maxBytes: number) => skip(reader, maxBytes) };
      for await (const part of responseParts(called, readers, handlers, memory)) await stream.write(part);
    });
  } catch (error) {
    if (isPeerError(error, 'peers/too-many-bytes')) peer.close();
    onFailure?.(name, error, held);
  } finally {
    stream.close();
    memory.release(held);
    release?.();
  }
}

function callNamed(id: Uint8Array): CallName {
  const end = id.indexOf(0);
  const text = decodeText(end < 0 ? id : id.subarray(0, end));
  const name = NAMES.get(text);
  const isPadded = end < 0 || id.subarray(end).every((byte) => byte === 0);
  if (name === undefined || !isPadded)
    throw new PeerError('peers/unknown-call', `unknown call ${JSON.stringify(text)}`);
  return name;
}

/** Reads a request to its end: closing its stream would end the connection, if much of it is still on its way. */
async function skip(reader: StreamReader, maxBytes: number): Promise<void> {
  for (let left = maxBytes; left > 0;) {
    const bytes = await reader.next();
    if (bytes === undefined) return;
    left -= bytes.length;
  }
}

interface RequestReaders {
  readonly readRequest: ReadRequest;
  readonly readInTurn: ReadInTurn;
  readonly skipRequest: (maxBytes: number) => Promise<void>;
}

type ReadRequest = <Q>(type: { readonly request: Layout<Q>; readonly maxRequestBytes: number }) => Promise<Q>;

type ReadInTurn = <N extends RelayName>(
  name: N
) => Promise<{ readonly value: RequestOf<N>; readonly endTurn: () => void }>;

async function inTurn<T>(
  reading: Promise<{ readonly value: T; readonly endTurn: () => void }>,
  handle: (value: T, endTurn: () => void) => void | Promise<void>
): Promise<void> {
  const { value, endTurn } = await reading;
  try {
    await handle(value, endTurn);
  } finally {
    endTurn();
  }
}

/** A response that is held in memory as a whole until the peer has read it. */
async function* wholeAnswer<A>(memory: CallMemory, layout: Layout<A>, find: () => Answer<A>) {
  const endTurn = await memory.turn();
  try {
    const found = await find();
    if (found !== undefined) yield encode(layout, found);
  } finally {
    endTurn();
  }
}

/** Blocks of a response, each read from disk in its turn and held in memory until the peer has read it. */
async function* inTurns(memory: CallMemory, blocks: Iterable<Uint8Array>) {
  const iterator = blocks[Symbol.iterator]();
  for (;;) {
    const endTurn = await memory.turn();
    try {
      const next = iterator.next();
      if (next.done === true) return;
      yield next.value;
    } finally {
      endTurn();
    }
  }
}

/** The response in the chunks in which it is written; nothing if there is none. */
async function* responseParts(
  name: CallName,
  { readRequest, readInTurn, skipRequest }: RequestReaders,
  handlers: CallHandlers,
  memory: CallMemory
): AsyncGenerator<Uint8Array, void> {
  switch (name) {
    case 'shareNodes': {
      const found = await handlers.shareNodes();
      if (found !== undefined) yield encode(calls.shareNodes.response, [...found]);
      return;
    }
    case 'discoverIp': {
      const found = await handlers.discoverIp();
      if (found !== undefined) yield encode(calls.discoverIp.response, found);
      return;
    }
    case 'sendHeaders': {
      const request = await readRequest(calls[name]);
      return yield* wholeAnswer(memory, calls[name].response, () => handlers.sendHeaders(request));
    }
    case 'sendBlocks': {
      const found = await handlers.sendBlocks(await readRequest(calls[name]));
      if (found === undefined) return;
      yield encodeU64le(BigInt(found.count));
      yield* inTurns(memory, found.blocks);
      yield encode(u64, found.remaining);
      return;
    }
    case 'sendTransactions': {
      const request = await readRequest(calls[name]);
      return yield* wholeAnswer(memory, calls[name].response, () => handlers.sendTransactions(request));
    }
    case 'sendCheckpoint': {
      const request = await readRequest(calls[name]);
      return yield* wholeAnswer(memory, calls[name].response, () => handlers.sendCheckpoint(request));
    }
    case 'relayHeader':
      return await handlers.relayHeader(await readRequest(calls[name]));
    case 'relayOutline':
      return await inTurn(readInTurn(name), (outline, endTurn) => handlers.relayOutline(outline, endTurn));
    case 'relayTransactions':
      if (handlers.takesTransactions?.() === false) return await skipRequest(calls[name].maxRequestBytes);
      return await inTurn(readInTurn(name), (set) => handlers.relayTransactions(set));
  }
}
