import { targetFromBytes, meetsTarget } from '$lib/chain/target';
import { decode, encode } from '$lib/codec/layout';
import { blockHeader, blockId, type Block } from '$lib/chain/block/block';
import type { Network } from '$lib/chain/network/network';
import type { ChainState } from '$lib/chain/block/state';
import { childPowTarget, childHeight } from '$lib/consensus/state';
import { nonceFactorAt } from '$lib/chain/network/rewards';
import { blockHeaderOf } from '$lib/chain/block/commitment';

/** The 80 bytes of the unit's header with a nonce that solves it. */
export function solveUnit(unit: Uint8Array, factor = 1009n): Uint8Array<ArrayBuffer> {
  const target = targetFromBytes(unit.subarray(0, 32));
  const header = decode(blockHeader, unit.slice(32));
  for (let nonce = 0n; ; nonce += factor) {
    const solved = { ...header, nonce };
    if (meetsTarget(blockId(solved), target)) return encode(blockHeader, solved);
  }
}

/** The block with a nonce that solves it on top of the state. */
export function solveBlock(network: Network, state: ChainState, block: Block): Block {
  const target = childPowTarget(network, state);
  const factor = nonceFactorAt(network, childHeight(state));
  const header = blockHeaderOf(block);
  for (let nonce = 0n; ; nonce += factor) {
    if (meetsTarget(blockId({ ...header, nonce }), target)) return { ...block, nonce };
  }
}
