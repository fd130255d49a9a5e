import { decodeHex } from '$lib/codec/bytes';
import { MalformedJobError } from './errors';
import { hexOfLength, type PoolJob } from './job';

/** Why a pool refused something: its number and its words, as far as it gave any. */
export interface PoolFault {
  readonly code?: number;
  readonly message: string;
}

/** What a pool says, line by line. */
export type PoolMessage =
  | { readonly type: 'answer'; readonly id: number; readonly result: unknown; readonly fault?: PoolFault }
  | { readonly type: 'job'; readonly job: PoolJob }
  | { readonly type: 'difficulty'; readonly difficulty: number }
  | { readonly type: 'extranonce'; readonly subscription: Subscription }
  | { readonly type: 'reconnect'; readonly waitSeconds: number }
  /** Words for the person. */
  | { readonly type: 'words'; readonly text: string }
  /** A question that wants an answer of ours. */
  | { readonly type: 'version'; readonly id: number | string }
  /** Something of a dialect we do not speak; harmless. */
  | { readonly type: 'unknown' };

/** What a connection is given: its extranonce, and how many bytes it may fill in itself. */
export interface Subscription {
  readonly extranonce1: Uint8Array;
  readonly extranonce2Bytes: number;
}

/** A line longer than this is no message. */
export const MAX_LINE_CHARACTERS = 64 * 1024;
// A tree of more levels would hold more transactions than fit a block.
const MAX_BRANCHES = 32;
const MAX_COINBASE_BYTES = 4096;
const MAX_EXTRANONCE_BYTES = 16;
const MAX_WORDS = 200;

type Json = Record<string, unknown>;

/**
 * Reads a line of a pool.
 * @throws {MalformedJobError} not JSON, or a message without what it must have
 */
export function readMessage(line: string): PoolMessage {
  if (line.length > MAX_LINE_CHARACTERS) throw new MalformedJobError('a line that does not end');
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw new MalformedJobError('a line that is not JSON', { cause });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new MalformedJobError('not a message');
  const message = value as Json;
  return typeof message.method === 'string' ? readCall(message.method, message) : readAnswer(message);
}

function readAnswer({ id, result, error }: Json): PoolMessage {
  if (typeof id !== 'number') return { type: 'unknown' };
  const fault = readFault(error);
  return { type: 'answer', id, result, ...(fault && { fault }) };
}

/** `[code, "words", trace]`, `{ code, message }` or plain words; null is no fault. */
function readFault(error: unknown): PoolFault | undefined {
  if (error === null || error === undefined || error === false) return undefined;
  if (typeof error === 'string') return { message: shortened(error) };
  const [code, message] = Array.isArray(error)
    ? (error as unknown[])
    : [(error as Json).code, (error as Json).message ?? (error as Json).reason];
  return {
    ...(typeof code === 'number' && { code }),
    message: typeof message === 'string' ? shortened(message) : ''
  };
}

function readCall(method: string, { id, params }: Json): PoolMessage {
  const given: readonly unknown[] = Array.isArray(params) ? params : [];
  switch (method) {
    case 'mining.notify':
      return { type: 'job', job: readJob(given) };
    case 'mining.set_difficulty':
      if (typeof given[0] !== 'number') throw new MalformedJobError('a difficulty that is no number');
      return { type: 'difficulty', difficulty: given[0] };
    case 'mining.set_extranonce':
      return { type: 'extranonce', subscription: readExtranonce(given[0], given[1]) };
    case 'client.reconnect':
      return { type: 'reconnect', waitSeconds: typeof given[2] === 'number' && given[2] > 0 ? given[2] : 0 };
    case 'client.show_message':
      return { type: 'words', text: shortened(String(given[0] ?? '')) };
    case 'client.get_version':
      return typeof id === 'number' || typeof id === 'string' ? { type: 'version', id } : { type: 'unknown' };
    default:
      return { type: 'unknown' };
  }
}

/** Nine parameters: job, parent, coinbase in two parts, branches, version, bits, time, clean. */
function readJob(params: readonly unknown[]): PoolJob {
  const [id, parent, coinbase1, coinbase2, branches, , , time, clean] = params;
  const parentId = hexOfLength(parent, 32);
  const timestamp = hexOfLength(time, 8);
  if (typeof id !== 'string' || id === '' || id.length > 128) throw new MalformedJobError('a job without a name');
  if (parentId === undefined) throw new MalformedJobError('a job without a block to build on');
  if (timestamp === undefined) throw new MalformedJobError('a job without a time');
  if (!Array.isArray(branches) || branches.length > MAX_BRANCHES) throw new MalformedJobError('a job without branches');
  return {
    id,
    parentId,
    coinbase1: coinbasePart(coinbase1),
    coinbase2: coinbasePart(coinbase2),
    branches: branches.map((branch: unknown) => {
      const hash = hexOfLength(branch, 32);
      if (hash === undefined) throw new MalformedJobError('a branch that is no hash');
      return hash;
    }),
    timestamp,
    clean: clean === true
  };
}

function coinbasePart(text: unknown): Uint8Array {
  if (typeof text !== 'string' || text.length > 2 * MAX_COINBASE_BYTES || text.length % 2 !== 0 || !isHex(text))
    throw new MalformedJobError('a job without its transaction');
  return decodeHex(text);
}

const isHex = (text: string): boolean => /^[0-9a-f]*$/i.test(text);

/**
 * The answer to a subscription: `[subscriptions, extranonce1, bytes of extranonce2]`.
 * @throws {MalformedJobError}
 */
export function readSubscription(result: unknown): Subscription {
  if (!Array.isArray(result)) throw new MalformedJobError('a subscription without an extranonce');
  return readExtranonce(result[1], result[2]);
}

function readExtranonce(extranonce1: unknown, bytes: unknown): Subscription {
  const isText = typeof extranonce1 === 'string' && extranonce1.length % 2 === 0 && isHex(extranonce1);
  if (!isText || extranonce1.length > 2 * MAX_EXTRANONCE_BYTES) throw new MalformedJobError('a bad extranonce');
  if (typeof bytes !== 'number' || !Number.isInteger(bytes) || bytes < 0 || bytes > MAX_EXTRANONCE_BYTES)
    throw new MalformedJobError('an extranonce of no known length');
  return { extranonce1: decodeHex(extranonce1), extranonce2Bytes: bytes };
}

const shortened = (text: string): string => (text.length > MAX_WORDS ? `${text.slice(0, MAX_WORDS)}…` : text);

/** A call of ours as a line, without the newline. */
export const writeCall = (id: number, method: string, params: readonly unknown[]): string =>
  JSON.stringify({ id, method, params });

/** Our answer to a question of the pool. */
export const writeAnswer = (id: number | string, result: unknown): string =>
  JSON.stringify({ id, result, error: null });
