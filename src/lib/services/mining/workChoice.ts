import { parseAddress, type Address } from '$lib/chain/address';

/** Where the work comes from, which decides who is paid. */
export type WorkChoice =
  /** The daemon's own work: pays the daemon's wallet. */
  | { readonly kind: 'node' }
  /** A block built here on what a wallet server knows: pays an address of the miner's choice. */
  | { readonly kind: 'address'; readonly address: Address }
  /** A mining server's: pays the address that the server was started with, or one of the miner's choice. */
  | { readonly kind: 'mining'; readonly address?: Address }
  /** A pool's jobs: the pool counts shares, and pays as it promised. */
  | { readonly kind: 'pool' };

export type WorkKind = WorkChoice['kind'];

/**
 * The work to mine; undefined while nothing was chosen that is there and whole.
 * @param sources what there is to choose from, the usual first
 */
export function chosenWork(chosen: WorkChoice | undefined, sources: readonly WorkKind[]): WorkChoice | undefined {
  if (chosen && sources.includes(chosen.kind)) return chosen;
  const [usual] = sources;
  // A block of one's own pays nobody before an address is named.
  return usual === undefined || usual === 'address' ? undefined : { kind: usual };
}

const addressOf = (choice: WorkChoice): Address | undefined => ('address' in choice ? choice.address : undefined);

export const isSameChoice = (a: WorkChoice, b: WorkChoice | undefined): boolean =>
  a.kind === b?.kind && addressOf(a) === (b && addressOf(b));

/** A choice as it was stored; undefined when it is none. @throws {AddressError} an address that is none */
export function parseWorkChoice(stored: unknown): WorkChoice | undefined {
  const { kind, address } = (stored ?? {}) as { kind?: unknown; address?: unknown };
  if (kind === 'node' || kind === 'pool') return { kind };
  if (kind === 'mining' && address === undefined) return { kind };
  if ((kind === 'address' || kind === 'mining') && typeof address === 'string') {
    return { kind, address: parseAddress(address) };
  }
  return undefined;
}
