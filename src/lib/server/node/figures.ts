import type { UnixSeconds } from '$lib/chain/time';

/** Metrics of the node, for monitoring. */
export interface NodeFigures {
  readonly height: number;
  /** Height of validated headers, if they are ahead of the chain. */
  readonly headersHeight: number | undefined;
  readonly tipTimestamp: UnixSeconds;
  readonly poolTransactions: number;
  readonly poolWeight: number;
  /** Undefined for a chain in memory, or if the system does not report it. */
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
