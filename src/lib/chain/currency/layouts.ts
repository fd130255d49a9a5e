import { type Layout, mapped, byteString, u64 } from '$lib/codec/layout';
import { type Hastings, hastings, MAX_HASTINGS, type FundUnits, fundUnits } from './currency';
import { CodecError } from '$lib/codec/errors';
import { encodeHex, decodeHex } from '$lib/codec/bytes';

const V1_MAX_BYTES = 16;
const MAX_FUND_UNITS = (1n << 64n) - 1n;

/** V1: u64 byte length, then big-endian bytes without leading zeros; zero has length 0. At most 16 bytes. */
export const v1Currency: Layout<Hastings> = mapped(
  byteString,
  (bytes) => {
    if (bytes.length > V1_MAX_BYTES) throw new CodecError(`currency of ${bytes.length} bytes, at most 16 allowed`);
    return hastings(bytes.length === 0 ? 0n : BigInt(`0x${encodeHex(bytes)}`));
  },
  (value) => {
    if (value === 0n) return new Uint8Array(0);
    if (value < 0n || value > MAX_HASTINGS) throw new CodecError(`amount ${value} does not fit 128 bits`);
    const digits = value.toString(16);
    return decodeHex(digits.length % 2 === 0 ? digits : `0${digits}`);
  }
);

/** V2: 16 bytes, the 128-bit integer little-endian. */
export const v2Currency: Layout<Hastings> = {
  write(w, value) {
    if (value < 0n || value > MAX_HASTINGS) throw new CodecError(`amount ${value} does not fit 128 bits`);
    w.u64(BigInt.asUintN(64, value));
    w.u64(value >> 64n);
  },
  read(r) {
    const low = r.u64();
    return hastings(low | (r.u64() << 64n));
  }
};

/** Fund units as u64. */
export const v2FundUnits: Layout<FundUnits> = mapped(u64, fundUnits, (value) => value);

/** V1 fund units are written as V1 currency. */
export const v1FundUnits: Layout<FundUnits> = mapped(
  v1Currency,
  (value) => {
    if (value > MAX_FUND_UNITS) throw new CodecError(`${value} fund units do not fit 64 bits`);
    return fundUnits(value);
  },
  (value) => hastings(value)
);
