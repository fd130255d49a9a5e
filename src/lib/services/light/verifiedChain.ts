import type { Network } from '$lib/chain/network/network';
import type { LightPosition } from '$lib/consensus/light/lightChain';

/** The verified part of a chain. */
export interface VerifiedChain {
  readonly network: Network;
  readonly position: LightPosition;
}
