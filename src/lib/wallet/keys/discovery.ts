import type { Address } from '$lib/chain/address';
import type { PublicKey } from '$lib/chain/keys/keys';
import type { KeyForm, KeyRef } from './account';

/** A key and both of its addresses. */
export interface DerivedKey {
  readonly index: number;
  readonly publicKey: PublicKey;
  readonly uc: Address;
  readonly pk: Address;
}

export interface DiscoveryOptions {
  deriveKeys(from: number, count: number): Promise<readonly DerivedKey[]>;
  /** Returns the addresses that were used on the chain. */
  findUsed(addresses: readonly Address[]): Promise<ReadonlySet<Address>>;
  /** Stops after this many consecutive unused keys. */
  readonly gapLimit: number;
  /** Stops after this many keys, used or not: a server may report every address as used. */
  readonly maxKeys: number;
  /** Index of the first key, default 0; a further scan continues where the last one stopped. */
  readonly from?: number;
  /** Keys per request, default 25. */
  readonly batchSize?: number;
  readonly signal?: AbortSignal;
}

export interface FoundAddress extends KeyRef {
  readonly address: Address;
  readonly publicKey: PublicKey;
}

export interface DiscoveryProgress {
  /** Index of the first unscanned key. */
  readonly checkedUpTo: number;
  readonly found: readonly FoundAddress[];
  /** Consecutive unused keys so far. */
  readonly gap: number;
  readonly isDone: boolean;
  /** Stopped at `maxKeys` before the gap limit. */
  readonly isCut: boolean;
}

const DEFAULT_BATCH = 25;
const FORMS: readonly KeyForm[] = ['uc', 'pk'];

/**
 * Scans both addresses of every key up to the gap limit or the maximum; yields one value per batch, the last with
 * `isDone`.
 */
export async function* discover(options: DiscoveryOptions): AsyncGenerator<DiscoveryProgress, void, void> {
  const { gapLimit, maxKeys, from = 0, batchSize = DEFAULT_BATCH, signal } = options;
  const end = from + maxKeys;
  const found: FoundAddress[] = [];
  let next = from;
  let gap = 0;
  while (gap < gapLimit && next < end) {
    signal?.throwIfAborted();
    // Never beyond the limits, so that the result does not depend on the batch size.
    const keys = await options.deriveKeys(next, Math.min(batchSize, gapLimit - gap, end - next));
    const used = await options.findUsed(keys.flatMap(({ uc, pk }) => [uc, pk]));
    for (const key of keys) {
      const forms = FORMS.filter((form) => used.has(key[form]));
      for (const form of forms) {
        found.push({ index: key.index, form, address: key[form], publicKey: key.publicKey });
      }
      gap = forms.length > 0 ? 0 : gap + 1;
    }
    next += keys.length;
    const isCut = gap < gapLimit && next >= end;
    yield { checkedUpTo: next, found: [...found], gap, isDone: isCut || gap >= gapLimit, isCut };
  }
}
