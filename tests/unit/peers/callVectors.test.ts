import { describe, expect, test } from 'vitest';
import { decodeHex, encodeHex } from '$lib/codec/bytes';
import { decode, encode, type Layout } from '$lib/codec/layout';
import { blockId, type Block, type BlockHeader } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import { encodeBlock } from '$lib/chain/block/blockLayout';
import { chainState } from '$lib/chain/block/stateLayout';
import { transactionId } from '$lib/chain/transaction/transactionIds';
import { v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import type { Transaction } from '$lib/chain/transaction/transaction';
import type { V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { serveCalls, type CallHandlers } from '$lib/peers/calls/callee';
import { callForBlocks, callPeer } from '$lib/peers/calls/caller';
import {
  callId,
  calls,
  type BlocksRequest,
  type BlocksResponse,
  type CallName,
  type CallType,
  type CheckpointResponse,
  type HeadersResponse,
  type TransactionsResponse
} from '$lib/peers/calls/callTypes';
import { MessageReader } from '$lib/peers/calls/messageReader';
import { StreamReader } from '$lib/peers/byteStream';
import { isPeerError } from '$lib/peers/errors';
import { ManualClock } from '../../support/manualClock';
import { ScriptedStream } from '../../support/peers/bytePipe';
import { multiplexers, readAll } from '../../support/peers/connections';
import { loadVectors } from '../../support/vectors';

interface Message {
  readonly hex: string;
  readonly json: Readonly<Record<string, unknown>>;
}
interface CallRow {
  readonly name: string;
  readonly rpc: string;
  readonly id: string;
  readonly request?: Message;
  readonly response?: Message;
}
interface DecodingRow {
  readonly name: string;
  readonly rpc: string;
  readonly side: 'request' | 'response';
  readonly hex: string;
  readonly ok: boolean;
  readonly left?: number;
  readonly max?: string;
}
interface Vectors {
  readonly calls: readonly CallRow[];
  readonly decoding: readonly DecodingRow[];
  readonly limits: Readonly<Record<string, { readonly request: number; readonly response: number }>>;
}
const vectors = loadVectors<Vectors>('peers/rpc');

type AnyCall = CallType<unknown, unknown>;
const nameOf = (rpc: string): CallName => (Object.keys(calls) as CallName[]).find((key) => calls[key].name === rpc)!;
const callOf = (rpc: string): AnyCall => calls[nameOf(rpc)] as unknown as AnyCall;
const clock = new ManualClock();

const v1Ids = (transactions: readonly Transaction[]) => transactions.map(transactionId);
const v2Ids = (transactions: readonly V2Transaction[]) => transactions.map(v2TransactionId);
const headerIds = (headers: readonly BlockHeader[]) => headers.map(blockId);
const blockIds = (blocks: readonly Block[]) => blocks.map((block) => blockId(blockHeaderOf(block)));
const idsIn = (list: unknown): unknown[] => ((list ?? []) as { id: unknown }[]).map(({ id }) => id);
const indexOf = ({ height, id }: { height: number; id: string }) => ({ height: String(height), id });

/** The content of one of our messages, in the reference's form. */
function contentOf(name: CallName, side: 'request' | 'response', value: unknown): unknown {
  if (side === 'request') {
    switch (name) {
      case 'relayHeader':
        return { id: blockId(value as BlockHeader) };
      case 'relayTransactions': {
        const set = value as { basis: { height: number; id: string }; transactions: V2Transaction[] };
        return { index: indexOf(set.basis), ids: v2Ids(set.transactions) };
      }
      case 'sendBlocks':
        return { history: (value as BlocksRequest).history, max: String((value as BlocksRequest).max) };
      default: {
        const { index, max, hashes } = value as {
          index: { height: number; id: string };
          max?: bigint;
          hashes?: string[];
        };
        return { index: indexOf(index), ...(max !== undefined && { max: String(max) }), ...(hashes && { hashes }) };
      }
    }
  }
  switch (name) {
    case 'shareNodes':
      return { peers: value };
    case 'discoverIp':
      return { ip: value };
    case 'sendHeaders': {
      const { headers, remaining } = value as HeadersResponse;
      return { headers: headerIds(headers), remaining: String(remaining) };
    }
    case 'sendBlocks': {
      const { blocks, remaining } = value as BlocksResponse;
      return { blocks: blockIds(blocks), remaining: String(remaining) };
    }
    case 'sendTransactions': {
      const { transactions, v2transactions } = value as TransactionsResponse;
      return { transactions: v1Ids(transactions), v2transactions: v2Ids(v2transactions) };
    }
    default: {
      const { block, state } = value as CheckpointResponse;
      return { block: blockIds([block])[0], state: encodeHex(encode(chainState, state)) };
    }
  }
}

function expectedContent(name: CallName, side: 'request' | 'response', json: Message['json']): unknown {
  if (side === 'request') {
    if (name === 'relayHeader') return { id: (json.header as { id: string }).id };
    if (name === 'relayTransactions') return { index: json.index, ids: idsIn(json.transactions) };
    return json;
  }
  switch (name) {
    case 'sendHeaders':
      return { headers: idsIn(json.headers), remaining: json.remaining };
    case 'sendBlocks':
      return { blocks: idsIn(json.blocks), remaining: json.remaining };
    case 'sendTransactions':
      return { transactions: idsIn(json.transactions), v2transactions: idsIn(json.v2transactions) };
    case 'sendCheckpoint':
      return { block: (json.block as { id: string }).id, state: (json.parentState as { hex: string }).hex };
    default:
      return json;
  }
}

describe('calls', () => {
  const rows = vectors.calls.map((row) => [row.name, row] as const);

  test.each(rows)('messages have the bytes of the reference: %s', (_, { rpc, id, request, response }) => {
    const name = nameOf(rpc);
    expect(encodeHex(callId(calls[name].name))).toBe(id);
    for (const [side, message] of [
      ['request', request],
      ['response', response]
    ] as const) {
      const layout = callOf(rpc)[side];
      if (message === undefined || layout === undefined) continue;
      const value = decode(layout, decodeHex(message.hex));
      expect(encodeHex(encode(layout, value))).toBe(message.hex);
      // The content of an outline has its own tests.
      if (name === 'relayOutline') continue;
      expect(contentOf(name, side, value)).toEqual(expectedContent(name, side, message.json));
    }
  });

  test.each(rows)('we call the reference: %s', async (_, { rpc, id, request, response }) => {
    const type = callOf(rpc);
    const [ours, theirs] = multiplexers();
    const callee = (async () => {
      const stream = (await theirs.accept())!;
      const reader = new StreamReader(stream);
      const received = await reader.exactly((id.length + (request?.hex.length ?? 0)) / 2);
      if (response) await stream.write(decodeHex(response.hex));
      stream.close();
      return received;
    })();
    const value = request && decode(type.request, decodeHex(request.hex));
    const result = await callPeer(ours, type, value, { clock }).catch((error: unknown) => error);
    expect(encodeHex(await callee)).toBe(id + (request?.hex ?? ''));
    if (response) expect(encodeHex(encode(type.response!, result))).toBe(response.hex);
    else if (type.response) expect(isPeerError(result, 'peers/stream-ended', 'peers/message-too-long')).toBe(true);
    else expect(result).toBeUndefined();
  });

  test.each(rows)('the reference calls us: %s', async (_, { rpc, id, request, response }) => {
    const name = nameOf(rpc);
    const type = callOf(rpc);
    const [ours, theirs] = multiplexers();
    const asked: unknown[] = [];
    const handlers = answering(name, asked, response && decode(type.response!, decodeHex(response.hex)));
    const serving = serveCalls(theirs, handlers, { clock });
    const stream = ours.open();
    await stream.write(decodeHex(id));
    if (request) await stream.write(decodeHex(request.hex));
    expect(encodeHex(await readAll(stream))).toBe(response?.hex ?? '');
    expect(asked.length).toBe(1);
    if (request) expect(encodeHex(encode(type.request, asked[0]))).toBe(request.hex);
    ours.close();
    await serving;
  });

  test.each(rows.filter(([, { rpc, response }]) => rpc === 'SendV2Blocks' && response))(
    'blocks are read one by one: %s',
    async (_, { request, response }) => {
      const [ours, theirs] = multiplexers();
      void theirs.accept().then(async (stream) => {
        await stream!.write(decodeHex(response!.hex));
        stream!.close();
      });
      const blocks: Block[] = [];
      const stepper = callForBlocks(ours, decode(calls.sendBlocks.request, decodeHex(request!.hex)), { clock });
      let step = await stepper.next();
      for (; !step.done; step = await stepper.next()) blocks.push(step.value);
      const remaining = step.value;
      expect(encodeHex(encode(calls.sendBlocks.response, { blocks, remaining }))).toBe(response!.hex);
      expect(blocks.map((block) => encodeHex(encodeBlock(block)))).toEqual(
        (response!.json.blocks as { hex: string }[]).map(({ hex }) => hex)
      );
    }
  );
});

/** Handlers of which one responds, and all record their requests. */
function answering(name: CallName, asked: unknown[], value: unknown): CallHandlers {
  const answer = (request?: unknown) => {
    asked.push(request);
    if (name !== 'sendBlocks' || value === undefined) return value;
    const { blocks, remaining } = value as BlocksResponse;
    return { count: blocks.length, blocks: blocks.map(encodeBlock), remaining };
  };
  return Object.fromEntries((Object.keys(calls) as CallName[]).map((key) => [key, answer])) as unknown as CallHandlers;
}

const readerOf = (hex: string, maxBytes: number, pieceBytes = Infinity): MessageReader => {
  const bytes = decodeHex(hex);
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += pieceBytes) pieces.push(bytes.subarray(at, at + pieceBytes));
  return new MessageReader(new ScriptedStream(pieces, true), maxBytes);
};

describe('limits', () => {
  test.each(vectors.decoding.map((row) => [`${row.rpc} ${row.side}: ${row.name}`, row] as const))(
    '%s',
    async (_, row) => {
      const type = callOf(row.rpc);
      const maxBytes =
        row.side === 'request'
          ? type.maxRequestBytes
          : type.maxResponseBytes({ history: [], max: BigInt(row.max ?? 1) });
      const layout = (row.side === 'request' ? type.request : type.response) as Layout<unknown>;
      for (const pieceBytes of [Infinity, 7]) {
        const result = await readerOf(row.hex, maxBytes, pieceBytes)
          .next(layout)
          .catch((error: unknown) => error);
        if (!row.ok) {
          expect(isPeerError(result, 'peers/malformed-message', 'peers/message-too-long', 'peers/stream-ended')).toBe(
            true
          );
          continue;
        }
        const { bytes } = result as { bytes: Uint8Array };
        expect(row.hex.length / 2 - bytes.length).toBe(row.left);
      }
    }
  );

  test.each(Object.entries(vectors.limits))('%s', (rpc, { request, response }) => {
    expect(callOf(rpc).maxRequestBytes).toBe(request);
    expect(callOf(rpc).maxResponseBytes({ history: [], max: 1n })).toBe(response);
  });
});
