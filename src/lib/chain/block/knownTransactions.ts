import { hexBetween } from '$lib/codec/bytes';
import type { Reader } from '$lib/codec/layout';
import { encodeWithoutProofs } from './multiproof';
import type { V2Transaction } from '../transaction/v2Transaction';

// Version, bit field, how many are spent; leaf index and length of the empty proof of the first, then its id.
const FIRST_ID_AT = 1 + 8 + 8 + 8 + 8;
const ID_BYTES = 32;

interface Known {
  readonly transaction: V2Transaction;
  /** As blocks have it: without proofs. */
  readonly bytes: Uint8Array;
}

/** Transactions at hand, to be found again in blocks. They are told apart by the first element that they spend. */
export class KnownTransactions {
  readonly #byFirstId = new Map<string, Known>();

  /** @param transactions each place in them with a good proof, all of one state */
  constructor(transactions: Iterable<V2Transaction>) {
    for (const transaction of transactions) {
      const bytes = encodeWithoutProofs(transaction);
      if (bytes.length < FIRST_ID_AT + ID_BYTES) continue;
      this.#byFirstId.set(hexBetween(bytes, FIRST_ID_AT, FIRST_ID_AT + ID_BYTES), { transaction, bytes });
    }
  }

  /** Reads the transaction that comes next, if it is one of these to the last byte; its proofs are not among those. */
  read(r: Reader): V2Transaction | undefined {
    const id = r.hexAhead(FIRST_ID_AT, ID_BYTES);
    const known = id === undefined ? undefined : this.#byFirstId.get(id);
    return known && r.skip(known.bytes) ? known.transaction : undefined;
  }
}
