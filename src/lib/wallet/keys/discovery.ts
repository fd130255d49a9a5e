import type { Address } from '$lib/chain/address';
import type { PublicKey } from '$lib/chain/keys/keys';
import type { KeyForm, KeyRef } from './account';

/** A key with both its addresses. */
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
  /** First key to look at, 0 if left out; "scan more" goes on where the last scan stopped. */
  readonly from?: number;
  /** Keys asked about at once; 25 if left out. */
  readonly batchSize?: number;
  readonly signal?: AbortSignal;
}

export interface FoundAddress extends KeyRef {
  readonly address: Address;
  readonly publicKey: PublicKey;
}

export interface DiscoveryProgress {
  /** The first key that was not looked at. */
  readonly checkedUpTo: number;
  readonly found: readonly FoundAddress[];
  /** Unused keys in a row so far. */
  readonly gap: number;
  readonly isDone: boolean;
}

const DEFAULT_BATCH = 25;
const FORMS: readonly KeyForm[] = ['uc', 'pk'];

/** Looks at both addresses of every key until the gap limit; one value a batch, the last with `isDone`. */
export async function* discover(options: DiscoveryOptions): AsyncGenerator<DiscoveryProgress, void, void> {
  const { gapLimit, from = 0, batchSize = DEFAULT_BATCH, signal } = options;
  const found: FoundAddress[] = [];
  let next = from;
  let gap = 0;
  while (gap < gapLimit) {
    signal?.throwIfAborted();
    // Never beyond the limit: a key of the next batch would be looked at in one scan and not in another.
    const keys = await options.deriveKeys(next, Math.min(batchSize, gapLimit - gap));
    const used = await options.findUsed(keys.flatMap(({ uc, pk }) => [uc, pk]));
    for (const key of keys) {
      const forms = FORMS.filter((form) => used.has(key[form]));
      for (const form of forms) {
        found.push({ index: key.index, form, address: key[form], publicKey: key.publicKey });
      }
      gap = forms.length > 0 ? 0 : gap + 1;
    }
    next += keys.length;
    yield { checkedUpTo: next, found: [...found], gap, isDone: gap >= gapLimit };
  }
}
