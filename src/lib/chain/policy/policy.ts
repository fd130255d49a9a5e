import { CodecError } from '$lib/codec/errors';
import { byteString, fixedBytes, list, mapped, struct, u64, type Decoded, type Layout } from '$lib/codec/layout';
import type { Address } from '../address';
import type { Hash256 } from '../ids';
import type { PublicKey, Signature } from '../keys/keys';
import { SPECIFIER_BYTES, type Specifier } from './specifier';

export const specifier16: Layout<Specifier> = mapped(
  fixedBytes(SPECIFIER_BYTES),
  (bytes) => String.fromCharCode(...bytes).replace(/\0+$/, '') as Specifier,
  (name) => {
    const bytes = new Uint8Array(SPECIFIER_BYTES);
    if (name.length > SPECIFIER_BYTES) throw new CodecError(`specifier ${name} is longer than 16 bytes`);
    for (let i = 0; i < name.length; i++) {
      const byte = name.charCodeAt(i);
      if (byte > 0xff) throw new CodecError(`specifier ${name} has a character that is no byte`);
      bytes[i] = byte;
    }
    return bytes;
  }
);

/** The only algorithm with signature verification. */
export const ED25519_ALGORITHM = 'ed25519' as Specifier;
/** Marks a key that can never sign: outputs locked with it are unspendable. */
export const ENTROPY_ALGORITHM = 'entropy' as Specifier;

/** A key of any algorithm in V1 unlock conditions; only `ed25519` is ever checked, unknown ones count as valid. */
export const unlockKey = struct({ algorithm: specifier16, key: byteString });
export type UnlockKey = Decoded<typeof unlockKey>;

/** V1 lock: spendable from block `timelock` on, with `signaturesRequired` of the keys. */
export const unlockConditions = struct({ timelock: u64, publicKeys: list(unlockKey), signaturesRequired: u64 });
export type UnlockConditions = Decoded<typeof unlockConditions>;

/** V2 lock. Timestamps are Unix seconds and can be any signed 64-bit number. */
export type SpendPolicy =
  | { readonly type: 'above'; readonly height: bigint }
  | { readonly type: 'after'; readonly timestamp: bigint }
  | { readonly type: 'pk'; readonly publicKey: PublicKey }
  | { readonly type: 'h'; readonly hash: Hash256 }
  | { readonly type: 'thresh'; readonly n: number; readonly of: readonly SpendPolicy[] }
  | { readonly type: 'opaque'; readonly address: Address }
  | { readonly type: 'uc'; readonly unlockConditions: UnlockConditions };

/**
 * A policy with the signatures and SHA-256 preimages that satisfy it, in the order in which the policy consumes them.
 */
export interface SatisfiedPolicy {
  readonly policy: SpendPolicy;
  readonly signatures: readonly Signature[];
  readonly preimages: readonly Hash256[];
}
