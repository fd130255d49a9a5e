import type { ChainIndex } from '$lib/chain/element/elements';
import type { BlockId } from '$lib/chain/ids';
import type { ElementAccumulator } from '$lib/chain/block/state';
import type { Work } from '$lib/chain/target';
import type { Height, UnixSeconds } from '$lib/chain/time';
import { committedState, hasLessWork, lightTip } from '$lib/consensus/light/lightChain';
import type { VerifiedChain } from './verifiedChain';
import type { ProvenChain, UnprovenReason } from '$lib/wallet/sync/outputProof';

/** The part of a verified chain that pages need, small enough to send with every step. */
export interface LightSummary {
  readonly networkName: string;
  /** The genesis block. */
  readonly genesisId: BlockId;
  /** The trusted starting point. */
  readonly start: ChainIndex;
  /** The verified tip. */
  readonly tip: ChainIndex;
  readonly tipTimestamp: UnixSeconds;
  readonly totalWork: Work;
  /** Whether the server's chain now has less work than a position verified before. */
  readonly isShort: boolean;
  /** The newest state that a header commits to. */
  readonly committed?: { readonly height: Height; readonly numLeaves: bigint };
  /** The accumulators of the last blocks, oldest first: wallets sync independently and may be at any of them. */
  readonly recent: readonly { readonly index: ChainIndex; readonly elements: ElementAccumulator }[];
}

const RECENT = 30;

/** What pages and wallets need to know of the verified chain. */
export function summaryOf({ network, position }: VerifiedChain, genesisId: BlockId): LightSummary {
  const { index, prevTimestamps, totalWork } = lightTip(position);
  const committed = committedState(position);
  return {
    networkName: network.name,
    genesisId,
    start: position.start,
    tip: index,
    tipTimestamp: prevTimestamps[0]!,
    totalWork,
    isShort: hasLessWork(position),
    ...(committed && { committed: { height: committed.index.height, numLeaves: committed.elements.numLeaves } }),
    recent: position.trail.slice(-RECENT).map(({ state }) => ({ index: state.index, elements: state.elements }))
  };
}

/** What is proven about outputs at a block, or why nothing is. */
export function provenAt(summary: LightSummary, index: ChainIndex): ProvenChain | UnprovenReason {
  const { tip, isShort, committed, recent } = summary;
  if (isShort) return 'checking';
  if (index.height > tip.height) return 'behind';
  const found = recent.find((each) => each.index.height === index.height);
  if (found === undefined) return 'too-old';
  if (found.index.id !== index.id) return 'other-branch';
  if (committed === undefined) return 'no-commitment';
  const { elements } = found;
  const isCommitted = committed.height >= index.height;
  return { elements, committed: isCommitted ? { height: index.height, numLeaves: elements.numLeaves } : committed };
}
