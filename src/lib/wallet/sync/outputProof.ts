import { coinLeafHash, fundLeafHash } from '$lib/chain/proof/elementLeaf';
import type { StateElement } from '$lib/chain/element/elements';
import type { ElementAccumulator } from '$lib/chain/block/state';
import type { Height } from '$lib/chain/time';
import { stateElementOf, type WalletCache } from './cache';
import type { OwnedCoin, OwnedFund } from './coins';
import { MissingProofError } from '../errors';
import { leadsToRoot } from './proofForest';

/** What somebody checked of a chain, for outputs as they are after one block. */
export interface ProvenChain {
  /** The accumulator after that block, computed from blocks and not taken from a server. */
  readonly elements: ElementAccumulator;
  /** The newest state, of that block or an earlier one, that a header with its work commits to. */
  readonly committed: { readonly height: Height; readonly numLeaves: bigint };
}

/** Why nothing is proven of an output. */
export type UnprovenReason =
  /** Nobody checks the chain. */
  | 'off'
  /** It is being looked at. */
  | 'checking'
  /** The chain is checked up to an earlier block only. */
  | 'behind'
  /** The wallet stands at a block that is no longer at hand. */
  | 'too-old'
  /** The wallet stands at another block than the checked chain has at this height. */
  | 'other-branch'
  /** Blocks of the first generation commit to no state. */
  | 'no-commitment'
  /** The wallet has no proof of it: a payout that still matures, told by a server which does not prove those. */
  | 'no-proof'
  /** Its proof does not lead to the accumulator: changed, spent, or never there. */
  | 'not-in-chain'
  /** The server was caught telling what is not true. */
  | 'refused';

export type OutputProof =
  /** It is in a state that a header commits to, and was not spent since. */
  | { readonly state: 'proven'; readonly height: Height }
  /** The newest block made it; the next one will commit to it. */
  | { readonly state: 'waiting' }
  | { readonly state: 'unproven'; readonly why: UnprovenReason };

const NOT_THERE: OutputProof = { state: 'unproven', why: 'not-in-chain' };

/**
 * Whether an output of the cache is in the chain, unspent, with just this value, address and maturity.
 * @param chain as checked at the cache's index
 */
export function outputProof(cache: WalletCache, output: OwnedCoin | OwnedFund, chain: ProvenChain): OutputProof {
  const { leafIndex } = output;
  if (leafIndex === undefined) return { state: 'unproven', why: 'no-proof' };
  const stateElement = placeOf(cache, leafIndex);
  if (stateElement === undefined) return NOT_THERE;
  const leafHash =
    'claimStart' in output
      ? fundLeafHash({ ...output, stateElement }, false)
      : coinLeafHash({ ...output, stateElement }, false);
  if (!leadsToRoot(chain.elements, stateElement, leafHash)) return NOT_THERE;
  // Leaves keep their place: one that is below the count of an earlier state was there then, and is unspent still.
  const { height, numLeaves } = chain.committed;
  return leafIndex < numLeaves ? { state: 'proven', height } : { state: 'waiting' };
}

function placeOf(cache: WalletCache, leafIndex: bigint): StateElement | undefined {
  try {
    return stateElementOf(cache, leafIndex);
  } catch (error) {
    if (error instanceof MissingProofError) return undefined;
    throw error;
  }
}
