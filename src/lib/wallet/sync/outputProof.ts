import { coinLeafHash, fundLeafHash } from '$lib/chain/proof/elementLeaf';
import type { StateElement } from '$lib/chain/element/elements';
import type { ElementAccumulator } from '$lib/chain/block/state';
import type { Height } from '$lib/chain/time';
import { stateElementOf, type WalletCache } from './cache';
import type { OwnedCoin, OwnedFund } from './coins';
import { MissingProofError } from '../errors';
import { leadsToRoot } from './proofForest';

/** A chain verified by the light client, at one block. */
export interface ProvenChain {
  /** The accumulator after that block, computed from the blocks. */
  readonly elements: ElementAccumulator;
  /** The newest state, of that block or an ancestor, that a header commits to. */
  readonly committed: { readonly height: Height; readonly numLeaves: bigint };
}

/** Why an output is not proven. */
export type UnprovenReason =
  /** The light client is off. */
  | 'off'
  /** Verification in progress. */
  | 'checking'
  /** The chain is verified only up to an earlier block. */
  | 'behind'
  /** The wallet's block is older than the retained states. */
  | 'too-old'
  /** The wallet's block is not on the verified chain. */
  | 'other-branch'
  /** V1 blocks do not commit to a state. */
  | 'no-commitment'
  /** No proof: a maturing payout, which servers do not prove. */
  | 'no-proof'
  /** The proof does not match the accumulator: changed, spent, or nonexistent. */
  | 'not-in-chain'
  /** The server sent invalid data. */
  | 'refused';

export type OutputProof =
  /** Contained in a state that a header commits to, and unspent since. */
  | { readonly state: 'proven'; readonly height: Height }
  /** Created by the newest block; the next one will commit to it. */
  | { readonly state: 'waiting' }
  | { readonly state: 'unproven'; readonly why: UnprovenReason };

const NOT_IN_CHAIN: OutputProof = { state: 'unproven', why: 'not-in-chain' };

/**
 * Whether an output of the cache is on the chain, unspent, with this value, address and maturity.
 * @param chain verified at the cache's index
 */
export function outputProof(cache: WalletCache, output: OwnedCoin | OwnedFund, chain: ProvenChain): OutputProof {
  const { leafIndex } = output;
  if (leafIndex === undefined) return { state: 'unproven', why: 'no-proof' };
  const stateElement = findStateElement(cache, leafIndex);
  if (stateElement === undefined) return NOT_IN_CHAIN;
  const leafHash =
    'claimStart' in output
      ? fundLeafHash({ ...output, stateElement }, false)
      : coinLeafHash({ ...output, stateElement }, false);
  if (!leadsToRoot(chain.elements, stateElement, leafHash)) return NOT_IN_CHAIN;
  // Leaf indices are stable: a leaf below the leaf count of an earlier state existed then, and is still unspent.
  const { height, numLeaves } = chain.committed;
  return leafIndex < numLeaves ? { state: 'proven', height } : { state: 'waiting' };
}

function findStateElement(cache: WalletCache, leafIndex: bigint): StateElement | undefined {
  try {
    return stateElementOf(cache, leafIndex);
  } catch (error) {
    if (error instanceof MissingProofError) return undefined;
    throw error;
  }
}
