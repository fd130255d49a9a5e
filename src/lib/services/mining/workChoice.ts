import { WORK_SERVICE_IDS, type Payout, type WorkServiceId } from '$lib/api/services/ids';
import { parseAddress, type Address } from '$lib/chain/address';

/** Where the work comes from, and whom it pays where that can be chosen. */
export interface WorkChoice {
  readonly kind: WorkServiceId;
  readonly address?: Address;
}

/** A service that there is to mine with. */
export interface WorkOffer {
  readonly service: WorkServiceId;
  readonly payout: Payout;
}

export const takesAddress = (payout: Payout | undefined): boolean => payout === 'address' || payout === 'either';

/**
 * The work to mine; undefined while nothing was chosen that is there and whole.
 * @param offers what there is to choose from, the usual first
 */
export function chosenWork(chosen: WorkChoice | undefined, offers: readonly WorkOffer[]): WorkChoice | undefined {
  const offer = chosen && offers.find(({ service }) => service === chosen.kind);
  // A block of one's own pays nobody before an address is named.
  if (offer) return offer.payout === 'address' && chosen.address === undefined ? undefined : chosen;
  const [usual] = offers;
  return usual === undefined || usual.payout === 'address' ? undefined : { kind: usual.service };
}

export const isSameChoice = (a: WorkChoice, b: WorkChoice | undefined): boolean =>
  a.kind === b?.kind && a.address === b.address;

/** What earlier versions stored for a service. */
const FORMER_KINDS: Readonly<Record<string, WorkServiceId>> = { node: 'daemon', address: 'wallet' };

/** A choice as it was stored; undefined when it is none. @throws {AddressError} an address that is none */
export function parseWorkChoice(stored: unknown): WorkChoice | undefined {
  const { kind, address } = (stored ?? {}) as { kind?: unknown; address?: unknown };
  const known = WORK_SERVICE_IDS.find((id) => id === kind) ?? FORMER_KINDS[String(kind)];
  if (known === undefined || (address !== undefined && typeof address !== 'string')) return undefined;
  return { kind: known, ...(address !== undefined && { address: parseAddress(address) }) };
}
