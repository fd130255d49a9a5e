import type { VerifySignature } from '$lib/chain/policy/verifyPolicy';
import type { BlockEffects } from '../apply/blockEffects';
import type { ValidatedTransactionCache } from './validatedTransactionCache';

/** Validation context: the state, and the effects of earlier transactions in the block or pool. */
export interface ValidationContext {
  readonly effects: BlockEffects;
  readonly verifySignature: VerifySignature;
  /** Transactions already validated on this state. */
  readonly validated?: ValidatedTransactionCache;
}
