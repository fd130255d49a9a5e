import * as z from 'zod/mini';
import { parseAddress, type Address } from '$lib/chain/address';
import { fundUnits, type FundUnits } from '$lib/chain/currency/currency';
import type { ChainIndex } from '$lib/chain/element/elements';
import type {
  AttestationId,
  BlockId,
  CoinOutputId,
  FileContractId,
  FundOutputId,
  Hash256,
  TransactionId
} from '$lib/chain/ids';
import type { PublicKey, Signature } from '$lib/chain/keys/keys';
import type { Target, Work } from '$lib/chain/target';
import { PRE_GENESIS_HEIGHT, type Height, type UnixSeconds } from '$lib/chain/time';
import { CodecError, UnsafeIntegerError } from '$lib/codec/errors';
import { decodeHex, encodeHex, isHex } from '$lib/codec/bytes';
import { converted, plainText, type JsonCodec } from './codec';
import { decodeBase64, encodeBase64 } from './base64';
import { formatTimestamp, parseTimestamp } from './timestamp';

const MAX_U64 = (1n << 64n) - 1n;
const DIGITS = /^(?:0|[1-9]\d{0,77})$/;

/** A bare JSON integer from the lossless parser: a number if exact, otherwise a bigint. */
function bareInteger(wire: unknown): number | bigint {
  if (typeof wire === 'bigint' || Number.isSafeInteger(wire)) return wire as number | bigint;
  throw new CodecError('expected an integer');
}
const toBare = (value: bigint): number | bigint => {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
};

function integerBetween(min: bigint, max: bigint): JsonCodec<bigint> {
  const inRange = (value: bigint): bigint => {
    if (value < min || value > max) throw new CodecError(`integer ${value} is not between ${min} and ${max}`);
    return value;
  };
  return converted(
    z.unknown(),
    (wire) => inRange(BigInt(bareInteger(wire))),
    (value) => toBare(inRange(value))
  );
}

/** Unsigned 64-bit, a bare number of up to 20 digits. */
export const u64: JsonCodec<bigint> = integerBetween(0n, MAX_U64);
/** Signed 64-bit, a bare number; durations are nanoseconds. */
export const i64: JsonCodec<bigint> = integerBetween(-(1n << 63n), (1n << 63n) - 1n);
/** A count of fund units; unlike amounts, a bare number. */
export const units: JsonCodec<FundUnits> = converted(u64, fundUnits, (value) => value);

/** A small non-negative integer, such as a count of confirmations. */
export const count: JsonCodec<number> = z.int().check(z.nonnegative());

/**
 * Number of confirmations. Servers subtract unsigned heights, which wraps around for an event above a tip that was just
 * reverted; this is read as 0.
 */
export const confirmations: JsonCodec<number> = converted(
  u64,
  (wire) => (wire < 1n << 63n ? safeCount(wire) : 0),
  (value) => BigInt(value)
);
function safeCount(wire: bigint): number {
  const value = Number(wire);
  if (!Number.isSafeInteger(value)) throw new UnsafeIntegerError(`${wire} confirmations are outside the safe range`);
  return value;
}

/** A height; 2^64 - 1 means before genesis. */
export const height: JsonCodec<Height> = converted(
  z.unknown(),
  (json) => {
    const wire = bareInteger(json);
    if (wire === MAX_U64) return PRE_GENESIS_HEIGHT;
    const value = Number(wire);
    if (!Number.isSafeInteger(value) || value < 0)
      throw new UnsafeIntegerError(`height ${wire} is outside the safe range`);
    return value;
  },
  (value) => (value === PRE_GENESIS_HEIGHT ? MAX_U64 : value)
);

const MAX_WORK = (1n << 256n) - 1n;
/** Work or difficulty: a decimal string, 256-bit. */
export const work: JsonCodec<Work> = converted(
  z.string(),
  (text) => {
    if (!DIGITS.test(text)) throw new CodecError('expected a decimal number in a string');
    return workInRange(BigInt(text));
  },
  (value) => workInRange(value).toString()
);

function workInRange(value: bigint): bigint {
  if (value < 0n || value > MAX_WORK) throw new CodecError('work does not fit 256 bits');
  return value;
}

/**
 * Text that pages show in one line, such as a name, a version or an address. The limit is ten times what these need;
 * laying out megabytes would block the page.
 */
export const shortText: JsonCodec<string> = z.string().check(z.maxLength(2_000));

/** Fixed-length bytes as hexadecimal text; upper case is accepted, lower case encoded. */
function hexOf<T extends string>(bytes: number): JsonCodec<T> {
  const checked = (text: string): string => {
    if (!isHex(text, 2 * bytes)) throw new CodecError(`expected ${2 * bytes} hexadecimal characters`);
    return text;
  };
  return converted(
    plainText(z.string()),
    (text) => checked(text).toLowerCase() as T,
    (text) => checked(text)
  );
}

export const hash256: JsonCodec<Hash256> = hexOf(32);

const HASH = /^[0-9a-f]{64}$/;
const HASH_ANY_CASE = /^[0-9a-f]{64}$/i;

function requireHash(text: unknown, i: number): Hash256 {
  if (typeof text === 'string') {
    if (HASH.test(text)) return text as Hash256;
    if (HASH_ANY_CASE.test(text)) return text.toLowerCase() as Hash256;
  }
  throw new CodecError('expected 64 hexadecimal characters', String(i));
}

/** No accumulator has more trees. */
const MAX_PROOF_LENGTH = 64;

/**
 * Reads the hashes of proofs. Consecutive proofs share most hashes, so a hash equal to the previous proof's at that
 * height reuses that string: comparing is much faster than validating, and the hash is stored once.
 */
function proofReader(): (wire: readonly unknown[] | null | undefined) => Hash256[] {
  let before: readonly Hash256[] = [];
  return (wire) => {
    const proof = (wire ?? []).map((text, i) => (text === before[i] ? before[i]! : requireHash(text, i)));
    if (proof.length <= MAX_PROOF_LENGTH) before = proof;
    return proof;
  };
}

/** A Merkle proof, omitted when empty. Update feeds consist mostly of proofs, so each is validated in one pass. */
export const merkleProof: JsonCodec<Hash256[]> = converted(
  z.nullish(plainText(z.custom<unknown[]>(Array.isArray, 'expected a list'))),
  proofReader(),
  (hashes) => (hashes.length > 0 ? hashes : undefined)
);
export const blockId: JsonCodec<BlockId> = hexOf(32);
export const transactionId: JsonCodec<TransactionId> = hexOf(32);
export const coinOutputId: JsonCodec<CoinOutputId> = hexOf(32);
export const fundOutputId: JsonCodec<FundOutputId> = hexOf(32);
export const fileContractId: JsonCodec<FileContractId> = hexOf(32);
export const attestationId: JsonCodec<AttestationId> = hexOf(32);
export const signature: JsonCodec<Signature> = hexOf(64);

/** A target: a big-endian 256-bit number as 64 hexadecimal characters. */
export const target: JsonCodec<Target> = converted(
  hash256,
  (text) => BigInt(`0x${text}`),
  (value) => value.toString(16).padStart(64, '0') as Hash256
);

/** A 64-byte Merkle leaf of a stored file as hexadecimal text. */
export const leafBytes: JsonCodec<Uint8Array> = converted(hexOf<string>(64), decodeHex, encodeHex);

/** Bytes of any length as base64; empty is `""` or null. */
export const base64Bytes: JsonCodec<Uint8Array> = converted(
  z.nullable(z.string()),
  (text) => decodeBase64(text ?? ''),
  encodeBase64
);

/** An address with its checksum verified. */
export const address: JsonCodec<Address> = converted(plainText(z.string()), parseAddress, (value) => value);

const PUBLIC_KEY = /^ed25519:[0-9a-fA-F]{64}$/;
/** `ed25519:` and 64 hexadecimal characters. */
export const publicKey: JsonCodec<PublicKey> = converted(
  z.string(),
  (text) => {
    if (!PUBLIC_KEY.test(text)) throw new CodecError('expected ed25519: and 64 hexadecimal characters');
    return text.toLowerCase() as PublicKey;
  },
  (value) => value
);

/** RFC 3339 with any offset and fraction, truncated to seconds; encoded in UTC. */
export const timestamp: JsonCodec<UnixSeconds> = converted(z.string(), parseTimestamp, formatTimestamp);

/** A chain index as an object. */
export const chainIndex: JsonCodec<ChainIndex> = z.object({ height, id: blockId });

const CHAIN_INDEX_TEXT = /^(\d{1,20})::([0-9a-fA-F]{64})$/;

/** `height::id`, the form of chain indices in paths. */
export const formatChainIndex = ({ height, id }: ChainIndex): string =>
  `${height === PRE_GENESIS_HEIGHT ? MAX_U64 : height}::${id}`;

/**
 * Parses `height::id`.
 * @throws {CodecError} not of this form, or a height beyond the safe range
 */
export function parseChainIndex(text: string): ChainIndex {
  const match = CHAIN_INDEX_TEXT.exec(text);
  if (match === null) throw new CodecError('expected height::id');
  const wide = BigInt(match[1]!);
  const number = wide === MAX_U64 ? PRE_GENESIS_HEIGHT : Number(wide);
  if (!Number.isSafeInteger(number)) throw new CodecError(`height ${wide} is outside the safe range`);
  return { height: number, id: match[2]!.toLowerCase() as BlockId };
}

/** {@link ChainIndex} as `height::id`, for paths and queries. */
export const chainIndexText: JsonCodec<ChainIndex> = converted(z.string(), parseChainIndex, formatChainIndex);
