import type { VerifySignature } from '../chain/verifyPolicy';
import type { BlockEffects } from './blockEffects';

/** What a transaction is judged against: the state, and what transactions before it in the block (or pool) did. */
export interface ValidationContext {
  readonly effects: BlockEffects;
  readonly verifySignature: VerifySignature;
}
