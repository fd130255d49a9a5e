import type { Network } from '../network/network';
import type { Height } from '../time';

/** The two transaction formats: V1, and V2 from the V2 hard fork on. */
export type Generation = 'v1' | 'v2';

/** The format of new transactions: V2 from the first block that accepts it. */
export const generationAt = (network: Network, tipHeight: Height): Generation =>
  tipHeight + 1 < network.hardforkV2.allowHeight ? 'v1' : 'v2';
