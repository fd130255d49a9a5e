import type { UnixSeconds } from '$lib/chain/time';

/** How the node is doing, for monitoring. */
export interface NodeFigures {
  readonly height: number;
  /** Of validated headers that are ahead of the chain. */
  readonly headersHeight: number | undefined;
  readonly tipTimestamp: UnixSeconds;
  readonly poolTransactions: number;
  readonly poolWeight: number;
  /** Undefined for a chain in memory, and where the system does not say. */
  readonly freeBytes: number | undefined;
  readonly minedBlocks: { readonly best: number; readonly stale: number };
  readonly hashesPerSecond: number;
  /** Undefined for a node without connections. Bytes since the start. */
  readonly peers:
    | {
        readonly inbound: number;
        readonly outbound: number;
        readonly receivedBytes: number;
        readonly sentBytes: number;
      }
    | undefined;
}
