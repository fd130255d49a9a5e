import type { Address } from '$lib/chain/address';

/** Matching characters at both ends together: as many as people compare, and as an attacker finds in seconds. */
const COMPARED_CHARACTERS = 6;

/** What people may have compared: some characters at the start, and the others at the end. */
const comparedParts = (address: Address): string[] =>
  Array.from({ length: COMPARED_CHARACTERS + 1 }, (_, atStart) => {
    const atEnd = COMPARED_CHARACTERS - atStart;
    return `${address.slice(0, atStart)}…${address.slice(address.length - atEnd)}`;
  });

/**
 * Addresses, found by others that a user could confuse them with. Indexed: a transaction can have tens of thousands of
 * recipients, each compared with the whole history.
 */
export class SimilarAddresses {
  readonly #byPart = new Map<string, Address[]>();

  constructor(addresses: Iterable<Address>) {
    for (const address of addresses) {
      for (const part of comparedParts(address)) {
        const sharing = this.#byPart.get(part);
        if (sharing) sharing.push(address);
        else this.#byPart.set(part, [address]);
      }
    }
  }

  /** Those that could be confused with the address, without itself. */
  of(address: Address): ReadonlySet<Address> {
    const found = new Set(comparedParts(address).flatMap((part) => this.#byPart.get(part) ?? []));
    found.delete(address);
    return found;
  }
}

/** One of the known addresses that a user could confuse with the address; undefined if that is known itself. */
export function findResembled(address: Address, known: ReadonlySet<Address>): Address | undefined {
  if (known.has(address)) return undefined;
  const alike = new SimilarAddresses([address]);
  return [...known].find((other) => alike.of(other).size > 0);
}
