import type { Block } from '$lib/chain/block/block';
import { PolicyError } from '$lib/chain/errors';
import { verifyPolicy, type VerifySignature } from '$lib/chain/policy/verifyPolicy';
import { inputSigHash } from '$lib/chain/transaction/sigHash';
import type { SignatureCheck } from '$lib/consensus/validate/signatureCache';

/**
 * The signatures of the V2 inputs of a block, as far as they can be found without the state before it: time locks count
 * as over, and what does not satisfy its policy is left to the validation.
 * @param max beyond so many the rest of the block is not looked at, which nothing may have validated yet
 */
export function inputSignatures(block: Block, max: number): readonly SignatureCheck[] {
  const found: SignatureCheck[] = [];
  const verifySignature: VerifySignature = (publicKey, message, signature) =>
    found.push({ publicKey, message, signature }) > 0;
  for (const txn of block.v2?.transactions ?? []) {
    const context = {
      height: Number.MAX_SAFE_INTEGER,
      medianTimestamp: Infinity,
      sigHash: inputSigHash(txn),
      verifySignature
    };
    for (const { satisfiedPolicy } of [...txn.coinInputs, ...txn.fundInputs]) {
      try {
        verifyPolicy(satisfiedPolicy, context);
      } catch (error) {
        if (!(error instanceof PolicyError)) throw error;
      }
      if (found.length >= max) return found.slice(0, max);
    }
  }
  return found;
}
