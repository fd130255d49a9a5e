import { encodeHexRange } from '$lib/codec/bytes';
import type { Reader } from '$lib/codec/layout';
import { encodeWithoutProofs } from './multiproof';
import type { V2Transaction } from '../transaction/v2Transaction';

// Version, bit field and input count, then the first input's leaf index, empty proof length and id.
const FIRST_ID_OFFSET = 1 + 8 + 8 + 8 + 8;
const ID_BYTES = 32;

interface CachedTransaction {
  readonly transaction: V2Transaction;
  /** The encoding inside a block, without proofs. */
  readonly bytes: Uint8Array;
}

/** Decoded transactions from the pool, for reuse when a block contains them. Keyed by the first element they spend. */
export class TransactionCache {
  readonly #byFirstId = new Map<string, CachedTransaction>();

  /** @param transactions with valid proofs, all for the same state */
  constructor(transactions: Iterable<V2Transaction>) {
    for (const transaction of transactions) this.add(transaction);
  }

  /** @param transaction with proofs for the same state as the others */
  add(transaction: V2Transaction): void {
    const bytes = encodeWithoutProofs(transaction);
    if (bytes.length < FIRST_ID_OFFSET + ID_BYTES) return;
    this.#byFirstId.set(encodeHexRange(bytes, FIRST_ID_OFFSET, FIRST_ID_OFFSET + ID_BYTES), { transaction, bytes });
  }

  /** Reads the next transaction if its bytes without proofs equal those of a cached one. */
  read(r: Reader): V2Transaction | undefined {
    const id = r.peekHex(FIRST_ID_OFFSET, ID_BYTES);
    const cached = id === undefined ? undefined : this.#byFirstId.get(id);
    return cached && r.skip(cached.bytes) ? cached.transaction : undefined;
  }
}
