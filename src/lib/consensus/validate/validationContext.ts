import type { VerifySignature } from '$lib/chain/policy/verifyPolicy';
import type { BlockEffects } from '../apply/blockEffects';
import type { ValidatedTransactionCache } from './validatedTransactions';

/** What a transaction is judged against: the state, and what transactions before it in the block (or pool) did. */
export interface ValidationContext {
  readonly effects: BlockEffects;
  readonly verifySignature: VerifySignature;
  /** What was found valid before, so that it need not be judged again. */
  readonly judged?: ValidatedTransactionCache;
}
