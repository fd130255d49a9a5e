import type { Scheduler } from '$lib/async/scheduler';
import { concatBytes } from '$lib/codec/bytes';
import { encode, u64, type Layout } from '$lib/codec/layout';
import type { Block } from '$lib/chain/block/block';
import { attachment } from '$lib/chain/memoize';
import { rememberEncoding } from '$lib/chain/block/blockLayout';
import type { ByteStream } from '../byteStream';
import { withDeadline } from '../deadline';
import { PeerError } from '../errors';
import { callId, calls, MAX_RECEIVED_BLOCK_BYTES, receivedBlock, type BlocksRequest, type CallType } from './callTypes';
import { CallStream } from './callStream';
import { MessageReader } from './messageReader';

/** Opens a stream for each call, such as a `Multiplexer`. */
export interface StreamOpener {
  open(): ByteStream;
}

export interface CallOptions {
  readonly clock: Pick<Scheduler, 'now' | 'sleep'>;
  /** Overrides the call's own timeout. */
  readonly timeoutMs?: number;
  /** Overrides the call's own limit; up to this many bytes are held in memory. */
  readonly maxResponseBytes?: number;
  /** Ends the call early, which then fails with `peers/stream-closed`. */
  readonly signal?: AbortSignal;
}

/**
 * Calls the peer and returns its response.
 * @throws {PeerError} `peers/stream-ended` the peer did not serve the request, for any reason; `peers/timeout`;
 * `peers/malformed-message`; `peers/message-too-long`; the connection ended
 */
export async function callPeer<Q, A>(
  peer: StreamOpener,
  type: CallType<Q, A>,
  request: Q,
  { clock, timeoutMs = type.timeoutMs, maxResponseBytes = type.maxResponseBytes(request), signal }: CallOptions
): Promise<A> {
  const stream = new CallStream(peer.open(), clock, maxResponseBytes, signal);
  try {
    return await withDeadline(
      clock,
      timeoutMs,
      () => stream.giveUp(),
      async () => {
        if (type.response === undefined) {
          await stream.request(encodeRelayed(type, request as Q & object));
          stream.close();
          return undefined as A;
        }
        await stream.request(encodeRequest(type, request));
        const { value } = await new MessageReader(stream, maxResponseBytes).next(type.response);
        stream.close();
        return value;
      }
    );
  } finally {
    stream.giveUp();
  }
}

/**
 * Requests blocks and yields each as it arrives, so that only one block is in memory at a time. `encodeBlock` returns
 * the received bytes.
 * @returns the number of further blocks that the peer claims to have
 * @throws {PeerError} like {@link callPeer}; only time spent waiting for the peer counts toward the timeout
 * @throws {ConsensusError} a block is too heavy
 */
export async function* callForBlocks(
  peer: StreamOpener,
  request: BlocksRequest,
  {
    clock,
    timeoutMs = calls.sendBlocks.timeoutMs,
    maxResponseBytes = MAX_RECEIVED_BLOCK_BYTES * Number(request.max),
    signal
  }: CallOptions
): AsyncGenerator<Block, bigint> {
  const stream = new CallStream(peer.open(), clock, maxResponseBytes, signal);
  let leftMs = timeoutMs;
  const inTime = async <T>(work: () => Promise<T>): Promise<T> => {
    const startedAt = clock.now();
    const result = await withDeadline(clock, leftMs, () => stream.giveUp(), work);
    leftMs = Math.max(0, leftMs - (clock.now() - startedAt));
    return result;
  };
  try {
    const reader = new MessageReader(stream, maxResponseBytes);
    await inTime(() => stream.request(encodeRequest(calls.sendBlocks, request)));
    const { value: count } = await inTime(() => reader.next(u64));
    if (count > request.max) {
      throw new PeerError('peers/malformed-message', `${count} blocks were sent, ${request.max} asked for`);
    }
    for (let i = 0n; i < count; i++) {
      const { value: block, bytes } = await inTime(() => reader.next(receivedBlock, MAX_RECEIVED_BLOCK_BYTES));
      rememberEncoding(block, bytes.slice());
      yield block;
    }
    const { value: remaining } = await inTime(() => reader.next(u64));
    stream.close();
    return remaining;
  } finally {
    stream.giveUp();
  }
}

interface RequestType<Q> {
  readonly name: string;
  readonly request: Layout<Q>;
}

const encodeRequest = <Q>(type: RequestType<Q>, request: Q): Uint8Array =>
  concatBytes(callId(type.name), encode(type.request, request));

const relayed = attachment<object, { readonly name: string; readonly bytes: Uint8Array }>();

/**
 * {@link encodeRequest} for a request without a response. Such a request may be sent to many peers, so the encoding is
 * cached.
 */
function encodeRelayed<Q>(type: RequestType<Q>, request: Q & object): Uint8Array {
  const known = relayed.get(request);
  if (known?.name === type.name) return known.bytes;
  const bytes = encodeRequest(type, request);
  if (known === undefined) relayed.set(request, { name: type.name, bytes });
  return bytes;
}
