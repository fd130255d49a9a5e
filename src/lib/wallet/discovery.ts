import type { Address } from '../chain/address';
import type { PublicKey } from '../chain/keys';
import type { KeyRef } from './account';

/** The addresses of a key. */
export interface DerivedKey {
  readonly index: number;
  readonly publicKey: PublicKey;
  readonly uc: Address;
  readonly pk: Address;
}

export interface DiscoveryOptions {
  deriveKeys(from: number, count: number): Promise<readonly DerivedKey[]>;
  /** Which of the addresses the chain has seen. */
  findUsed(addresses: readonly Address[]): Promise<ReadonlySet<Address>>;
  /** Stop after this many unused keys in a row. */
  readonly gapLimit: number;
  /** First key to look at; 0 if left out. "Scan more" goes on where the last scan stopped. */
  readonly from?: number;
  readonly batchSize?: number;
  readonly signal?: AbortSignal;
}

export interface FoundAddress extends KeyRef {
  readonly address: Address;
  readonly publicKey: PublicKey;
}

export interface DiscoveryProgress {
  /** Keys looked at so far; the next scan starts there. */
  readonly checkedUpTo: number;
  readonly found: readonly FoundAddress[];
  /** Unused keys in a row so far. */
  readonly gap: number;
  readonly isDone: boolean;
}

/** Looks at both addresses of every key until the gap limit; one value a batch, the last with `isDone`. */
export declare function discover(options: DiscoveryOptions): AsyncGenerator<DiscoveryProgress, void, void>;
