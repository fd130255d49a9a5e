import type { Block } from '$lib/chain/block/block';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { Network } from '$lib/chain/network/network';

/** What a node needs to join a public network. */
export interface PublicPreset {
  readonly network: Network;
  readonly genesis: Block;
  /** Blocks whose ids are published, oldest first: a node may start at one instead of genesis. */
  readonly checkpoints: readonly ChainIndex[];
  /** Nodes that a new node dials first, `host:port`. */
  readonly bootstrapPeers: readonly string[];
}
