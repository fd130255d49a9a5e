import { timestamp64 } from '$lib/chain/timeLayouts';
import { decodeHex } from '$lib/codec/bytes';
import { CodecError } from '$lib/codec/errors';
import { decode } from '$lib/codec/layout';
import { containedText } from '$lib/codec/visibleText';
import { MalformedJobError } from './errors';
import { hexOfLength, type PoolJob } from './job';

/** Error of a response: its number, if any, and text. */
export interface PoolFault {
  readonly code?: number;
  readonly message: string;
}

/** A parsed line from the pool. */
export type PoolMessage =
  | { readonly type: 'answer'; readonly id: number; readonly result: unknown; readonly fault?: PoolFault }
  | { readonly type: 'job'; readonly job: PoolJob }
  | { readonly type: 'difficulty'; readonly difficulty: number }
  | { readonly type: 'extranonce'; readonly subscription: Subscription }
  | { readonly type: 'reconnect'; readonly waitSeconds: number }
  /** Text for the user. */
  | { readonly type: 'words'; readonly text: string }
  /** A request that we answer. */
  | { readonly type: 'version'; readonly id: number | string }
  /** An unsupported method; ignored. */
  | { readonly type: 'unknown' };

/** Extranonce assigned to a connection, and the length of the part that the miner chooses. */
export interface Subscription {
  readonly extranonce1: Uint8Array;
  readonly extranonce2Bytes: number;
}

/** Longer lines are rejected. */
export const MAX_LINE_CHARACTERS = 64 * 1024;
// A deeper tree would have more leaves than a block can hold.
const MAX_BRANCHES = 32;
const MAX_COINBASE_BYTES = 4096;
const MAX_EXTRANONCE_BYTES = 16;
const MAX_TEXT_CHARACTERS = 200;

type Json = Record<string, unknown>;

/**
 * Parses a line from the pool.
 * @throws {MalformedJobError} not JSON, or a message with missing or invalid fields
 */
export function parseMessage(line: string): PoolMessage {
  if (line.length > MAX_LINE_CHARACTERS)
    throw new MalformedJobError(`a line longer than ${MAX_LINE_CHARACTERS} characters`);
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    throw new MalformedJobError('a line that is not JSON', { cause });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new MalformedJobError('not a JSON object');
  const message = value as Json;
  return typeof message.method === 'string' ? parseCall(message.method, message) : parseAnswer(message);
}

function parseAnswer({ id, result, error }: Json): PoolMessage {
  if (typeof id !== 'number') return { type: 'unknown' };
  const fault = parseFault(error);
  return { type: 'answer', id, result, ...(fault && { fault }) };
}

/** `[code, "text", trace]`, `{ code, message }` or plain text; null means no error. */
function parseFault(error: unknown): PoolFault | undefined {
  if (error === null || error === undefined || error === false) return undefined;
  if (typeof error === 'string') return { message: truncate(error) };
  const [code, message] = Array.isArray(error)
    ? (error as unknown[])
    : [(error as Json).code, (error as Json).message ?? (error as Json).reason];
  return {
    ...(typeof code === 'number' && { code }),
    message: typeof message === 'string' ? truncate(message) : ''
  };
}

function parseCall(method: string, { id, params }: Json): PoolMessage {
  const given: readonly unknown[] = Array.isArray(params) ? params : [];
  switch (method) {
    case 'mining.notify':
      return { type: 'job', job: parseJob(given) };
    case 'mining.set_difficulty':
      if (typeof given[0] !== 'number') throw new MalformedJobError('a difficulty that is not a number');
      return { type: 'difficulty', difficulty: given[0] };
    case 'mining.set_extranonce':
      return { type: 'extranonce', subscription: parseExtranonce(given[0], given[1]) };
    case 'client.reconnect':
      return { type: 'reconnect', waitSeconds: typeof given[2] === 'number' && given[2] > 0 ? given[2] : 0 };
    case 'client.show_message':
      return { type: 'words', text: typeof given[0] === 'string' ? truncate(given[0]) : '' };
    case 'client.get_version':
      return typeof id === 'number' || (typeof id === 'string' && id.length <= MAX_TEXT_CHARACTERS)
        ? { type: 'version', id }
        : { type: 'unknown' };
    default:
      return { type: 'unknown' };
  }
}

/** Nine parameters: job, parent, coinbase in two parts, branches, version, bits, time, clean. */
function parseJob(params: readonly unknown[]): PoolJob {
  const [id, parent, coinbase1, coinbase2, branches, , , time, clean] = params;
  const parentId = hexOfLength(parent, 32);
  const timestamp = hexOfLength(time, 8);
  if (typeof id !== 'string' || id === '' || id.length > 128) throw new MalformedJobError('a job without an id');
  if (parentId === undefined) throw new MalformedJobError('a job without a parent id');
  // One beyond the range of headers would only fail when work is built from the job.
  if (timestamp === undefined || !isTimestamp(timestamp)) throw new MalformedJobError('a job without a timestamp');
  if (!Array.isArray(branches) || branches.length > MAX_BRANCHES) throw new MalformedJobError('a job without branches');
  return {
    id,
    parentId,
    coinbase1: coinbasePart(coinbase1),
    coinbase2: coinbasePart(coinbase2),
    branches: branches.map((branch: unknown) => {
      const hash = hexOfLength(branch, 32);
      if (hash === undefined) throw new MalformedJobError('a branch that is not a 32-byte hash');
      return hash;
    }),
    timestamp,
    clean: clean === true
  };
}

function isTimestamp(bytes: Uint8Array): boolean {
  try {
    decode(timestamp64, bytes);
    return true;
  } catch (error) {
    if (error instanceof CodecError) return false;
    throw error;
  }
}

function coinbasePart(text: unknown): Uint8Array {
  if (typeof text !== 'string' || text.length > 2 * MAX_COINBASE_BYTES || text.length % 2 !== 0 || !isHex(text))
    throw new MalformedJobError('a job with an invalid coinbase');
  return decodeHex(text);
}

const isHex = (text: string): boolean => /^[0-9a-f]*$/i.test(text);

/**
 * The result of `mining.subscribe`: `[subscriptions, extranonce1, extranonce2 length in bytes]`.
 * @throws {MalformedJobError}
 */
export function parseSubscription(result: unknown): Subscription {
  if (!Array.isArray(result)) throw new MalformedJobError('a subscription without an extranonce');
  return parseExtranonce(result[1], result[2]);
}

function parseExtranonce(extranonce1: unknown, bytes: unknown): Subscription {
  const isText = typeof extranonce1 === 'string' && extranonce1.length % 2 === 0 && isHex(extranonce1);
  if (!isText || extranonce1.length > 2 * MAX_EXTRANONCE_BYTES) throw new MalformedJobError('an invalid extranonce');
  if (typeof bytes !== 'number' || !Number.isInteger(bytes) || bytes < 0 || bytes > MAX_EXTRANONCE_BYTES)
    throw new MalformedJobError('an invalid extranonce2 length');
  return { extranonce1: decodeHex(extranonce1), extranonce2Bytes: bytes };
}

/** A pool's text as shown: short, and unable to reverse the text beside it. */
function truncate(text: string): string {
  const characters = [...containedText(text)];
  const isLong = characters.length > MAX_TEXT_CHARACTERS;
  return isLong ? `${characters.slice(0, MAX_TEXT_CHARACTERS).join('')}…` : characters.join('');
}

/** A request as a line, without the newline. */
export const formatCall = (id: number, method: string, params: readonly unknown[]): string =>
  JSON.stringify({ id, method, params });

/** A response as a line, without the newline. */
export const formatAnswer = (id: number | string, result: unknown): string =>
  JSON.stringify({ id, result, error: null });
