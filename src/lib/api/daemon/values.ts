import * as z from 'zod/mini';
import { parseAddress, type Address } from '../../chain/address';
import { fundUnits, hastings, type FundUnits, type Hastings } from '../../chain/currency';
import type { BlockId, CoinOutputId, FileContractId, FundOutputId, Hash256, TransactionId } from '../../chain/ids';
import type { Target } from '../../chain/state';
import { unixSeconds, type UnixSeconds } from '../../chain/time';
import { CodecError } from '../../codec/errors';
import type { Schema } from '../route';

// JSON values of the daemon. Reading is lenient: the API document and real daemons differ in null or [], in number or
// string, in base64 or byte arrays; writing follows the document.

type Parsed<T> = { readonly ok: T } | { readonly problem: string };

/** A codec from its two directions; a CodecError of `decode` becomes the issue's text. */
export function value<Wire, Ours>(
  wire: z.ZodMiniType<Wire, Wire>,
  decode: (value: Wire) => Ours,
  encode: (value: Ours) => Wire
): z.ZodMiniType<Ours, unknown> {
  return z.codec(wire, z.custom<Ours>(), {
    decode: (given, context) => {
      const result = attempt(() => decode(given));
      if ('ok' in result) return result.ok;
      context.issues.push({ code: 'custom', message: result.problem, input: given });
      return z.NEVER;
    },
    encode
  });
}

function attempt<T>(decode: () => T): Parsed<T> {
  try {
    return { ok: decode() };
  } catch (error) {
    if (error instanceof CodecError) return { problem: error.message };
    throw error;
  }
}

const wireInteger = z.union([z.number(), z.bigint(), z.string()]);

function toBigInt(given: number | bigint | string): bigint {
  if (typeof given === 'bigint') return given;
  if (!/^-?\d+$/.test(String(given))) throw new CodecError('not an integer');
  return BigInt(given);
}

function toSafeInteger(given: number | bigint | string): number {
  const number = Number(toBigInt(given));
  if (!Number.isSafeInteger(number)) throw new CodecError('integer outside the safe range');
  return number;
}

function notNegative(number: bigint): bigint {
  if (number < 0n) throw new CodecError('must not be negative');
  return number;
}

/** A JSON integer that fits a number: heights, bytes, counts. */
export const int = value(wireInteger, toSafeInteger, (number) => number);
/** A JSON integer of up to 64 bits. */
export const u64 = value(
  wireInteger,
  (given) => notNegative(toBigInt(given)),
  (number: bigint) => number
);
/** An arbitrary-precision number; a decimal string on the wire. */
export const bignum = value(
  wireInteger,
  (given) => notNegative(toBigInt(given)),
  (number: bigint) => number.toString()
);
/** Hastings; a decimal string on the wire. */
export const currency: z.ZodMiniType<Hastings, unknown> = value(
  wireInteger,
  (given) => hastings(notNegative(toBigInt(given))),
  (amount: Hastings) => amount.toString()
);
/** Fund units; a decimal string on the wire. */
export const units: z.ZodMiniType<FundUnits, unknown> = value(
  wireInteger,
  (given) => fundUnits(notNegative(toBigInt(given))),
  (amount: FundUnits) => amount.toString()
);
/** Unix seconds. */
export const seconds: z.ZodMiniType<UnixSeconds, unknown> = value(
  wireInteger,
  (given) => unixSeconds(toSafeInteger(given)),
  (time: UnixSeconds) => time
);
/** A floating-point number. */
export const float = value(
  z.number(),
  (given) => given,
  (number) => number
);
export const boolean = z.boolean();
export const string = z.string();

const HEX_64 = /^[0-9a-fA-F]{64}$/;
const hex32 = <Id extends string>() =>
  value(
    z.string(),
    (given) => {
      if (!HEX_64.test(given)) throw new CodecError('must be 64 hexadecimal characters');
      return given.toLowerCase() as Id;
    },
    (id: Id): string => id
  );

export const hash: z.ZodMiniType<Hash256, unknown> = hex32();
export const blockId: z.ZodMiniType<BlockId, unknown> = hex32();
export const transactionId: z.ZodMiniType<TransactionId, unknown> = hex32();
export const coinOutputId: z.ZodMiniType<CoinOutputId, unknown> = hex32();
export const fundOutputId: z.ZodMiniType<FundOutputId, unknown> = hex32();
export const fileContractId: z.ZodMiniType<FileContractId, unknown> = hex32();

/** 76 hexadecimal characters with checksum. */
export const address: z.ZodMiniType<Address, unknown> = value(
  z.string(),
  parseAddress,
  (text: Address): string => text
);

/** Bytes as an array of integers; base64 text is read too. */
export const byteArray = (length?: number): z.ZodMiniType<Uint8Array<ArrayBuffer>, unknown> =>
  value(
    wireBytes,
    (given) => toBytes(given, length),
    (bytes) => [...bytes]
  );

/** Bytes as base64 text; an array of integers is read too. */
export const base64Bytes: z.ZodMiniType<Uint8Array<ArrayBuffer>, unknown> = value(
  z.union([z.string(), z.array(z.number())]),
  (given) => toBytes(given),
  (bytes) => btoa(String.fromCharCode(...bytes))
);

const wireBytes = z.union([z.array(z.number()), z.string()]);

function toBytes(given: string | number[], length?: number): Uint8Array<ArrayBuffer> {
  const bytes = typeof given === 'string' ? fromBase64(given) : fromIntegers(given);
  if (length !== undefined && bytes.length !== length) throw new CodecError(`must be ${length} bytes`);
  return bytes;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(text) || text.length % 4 !== 0) throw new CodecError('not base64');
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

function fromIntegers(integers: readonly number[]): Uint8Array<ArrayBuffer> {
  if (integers.some((integer) => !Number.isInteger(integer) || integer < 0 || integer > 255)) {
    throw new CodecError('not an array of bytes');
  }
  return Uint8Array.from(integers);
}

const TARGET_BYTES = 32;

/** A target as 32 integers, big-endian. */
export const target: z.ZodMiniType<Target, unknown> = value(
  wireBytes,
  (given) => toBytes(given, TARGET_BYTES).reduce((number, byte) => (number << 8n) | BigInt(byte), 0n),
  (number: Target) => Array.from({ length: TARGET_BYTES }, (_, i) => Number((number >> BigInt(8 * (31 - i))) & 0xffn))
);

/** A list; null and absent are read as empty, empty is written as []. */
export function list<S extends Schema>(item: S): z.ZodMiniType<z.output<S>[], unknown> {
  return z.codec(z.nullish(z.array(item)), z.custom<z.output<S>[]>(), {
    decode: (given) => given ?? [],
    encode: (items) => items
  });
}

/** `fallback` where a daemon leaves the field out. */
export function missingAs<S extends Schema>(schema: S, fallback: z.output<S>): z.ZodMiniType<z.output<S>, unknown> {
  return z.codec(z.nullish(schema), z.custom<z.output<S>>(), {
    decode: (given) => given ?? fallback,
    encode: (given) => given
  });
}
