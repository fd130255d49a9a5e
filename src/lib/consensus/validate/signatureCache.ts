import type { VerifySignature } from '$lib/chain/policy/verifyPolicy';
import { encodeHex } from '$lib/codec/bytes';

/** Arguments of a signature verification. 32, 32 and 64 bytes. */
export interface SignatureCheck {
  readonly publicKey: Uint8Array;
  readonly message: Uint8Array;
  readonly signature: Uint8Array;
}

const KEY_BYTES = 32 + 32 + 64;
const keyBytes = new Uint8Array(KEY_BYTES);
const keyWords = new Uint16Array(keyBytes.buffer) as unknown as number[];

/** The check as a compact string key, two bytes per character; computed for every signature. */
export function keyOfCheck({ publicKey, message, signature }: SignatureCheck): string {
  if (publicKey.length !== 32 || message.length !== 32 || signature.length !== 64) {
    // Never valid. The key is longer than any regular key, so it cannot collide with one.
    return `${[publicKey, message, signature].map((part) => encodeHex(part)).join(' ')} of unusual length`.padEnd(
      KEY_BYTES
    );
  }
  keyBytes.set(publicKey);
  keyBytes.set(message, 32);
  keyBytes.set(signature, 64);
  return String.fromCharCode.apply(null, keyWords);
}

/**
 * Cache of verification results, filled by the pool or by other threads. {@link SignatureCache.verifier} consults it
 * before verifying.
 */
export class SignatureCache {
  readonly #verdicts = new Map<string, boolean>();
  /** Oldest first. A single iterator is reused: a new one would have to skip the slots of all evicted entries. */
  readonly #oldest = this.#verdicts.keys();

  /** @param capacity number of cached results; the oldest are evicted first */
  constructor(private readonly capacity = 100_000) {}

  get(check: SignatureCheck): boolean | undefined {
    return this.#verdicts.get(keyOfCheck(check));
  }

  set(check: SignatureCheck, isValid: boolean): void {
    this.#verdicts.set(keyOfCheck(check), isValid);
    if (this.#verdicts.size <= this.capacity) return;
    const oldest = this.#oldest.next();
    if (!oldest.done) this.#verdicts.delete(oldest.value);
  }

  /** A caching verifier: calls `verify` only for unknown signatures. */
  verifier(verify: VerifySignature): VerifySignature {
    return (publicKey, message, signature) => {
      const check = { publicKey, message, signature };
      const cached = this.get(check);
      if (cached !== undefined) return cached;
      const isValid = verify(publicKey, message, signature);
      this.set(check, isValid);
      return isValid;
    };
  }
}
