import type { Network } from '$lib/chain/network/network';
import type { LightPosition } from '$lib/consensus/light/lightChain';

/** A chain as it was checked so far. */
export interface Checked {
  readonly network: Network;
  readonly position: LightPosition;
}
