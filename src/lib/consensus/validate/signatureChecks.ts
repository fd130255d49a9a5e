import type { Block } from '$lib/chain/block/block';
import type { Network } from '$lib/chain/network/network';
import type { ChainState } from '$lib/chain/block/state';
import type { VerifySignature } from '$lib/chain/policy/verifyPolicy';
import { encodeHex } from '$lib/codec/bytes';
import { ConsensusError } from '../errors';
import type { BlockSupplement } from '../apply/supplement';
import { validateBlock } from './validateBlock';

/** One signature that a validation asked about. 32, 32 and 64 bytes. */
export interface SignatureCheck {
  readonly publicKey: Uint8Array;
  readonly message: Uint8Array;
  readonly signature: Uint8Array;
}

const KEY_BYTES = 32 + 32 + 64;
const keyBytes = new Uint8Array(KEY_BYTES);
const keyWords = new Uint16Array(keyBytes.buffer) as unknown as number[];

/** The whole check as text, two bytes to a character: it is made for every signature there is. */
function keyOf({ publicKey, message, signature }: SignatureCheck): string {
  if (publicKey.length !== 32 || message.length !== 32 || signature.length !== 64) {
    // No such signature is valid. Never as long as the others.
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
 * Verdicts on signatures that were checked before, in the pool or on another thread. A validation given
 * {@link SignatureVerdicts.verifier} asks here first, so whatever is prefilled costs nothing and nothing can be wrong.
 */
export class SignatureVerdicts {
  readonly #verdicts = new Map<string, boolean>();

  /** @param capacity how many verdicts are kept; the oldest are forgotten first */
  constructor(private readonly capacity = 100_000) {}

  get(check: SignatureCheck): boolean | undefined {
    return this.#verdicts.get(keyOf(check));
  }

  set(check: SignatureCheck, isValid: boolean): void {
    this.#verdicts.set(keyOf(check), isValid);
    if (this.#verdicts.size <= this.capacity) return;
    const oldest = this.#verdicts.keys().next();
    if (!oldest.done) this.#verdicts.delete(oldest.value);
  }

  /** A verifier that remembers: it asks `verify` only what it does not know yet. */
  verifier(verify: VerifySignature): VerifySignature {
    return (publicKey, message, signature) => {
      const check = { publicKey, message, signature };
      const known = this.get(check);
      if (known !== undefined) return known;
      const isValid = verify(publicKey, message, signature);
      this.set(check, isValid);
      return isValid;
    };
  }
}

/** The signatures a validation asks about as long as all are good, without verifying any. */
export function collectChecks(validate: (verifySignature: VerifySignature) => void): SignatureCheck[] {
  const checks: SignatureCheck[] = [];
  try {
    validate((publicKey, message, signature) => {
      checks.push({ publicKey, message, signature });
      return true;
    });
  } catch (error) {
    // What is wrong besides signatures comes out again when it is validated in earnest.
    if (!(error instanceof ConsensusError)) throw error;
  }
  return checks;
}

/** The signatures of a block, to be verified elsewhere before {@link validateBlock} runs on their verdicts. */
export const collectBlockChecks = (
  network: Network,
  state: ChainState,
  block: Block,
  supplement: BlockSupplement
): SignatureCheck[] =>
  collectChecks((verifySignature) => validateBlock(network, state, block, supplement, verifySignature));
