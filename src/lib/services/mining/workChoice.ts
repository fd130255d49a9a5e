import { WORK_SERVICE_IDS, type Payout, type WorkServiceId } from '$lib/api/services/ids';
import { parseAddress, type Address } from '$lib/chain/address';

/** The work source, and the payout address where it can be chosen. */
export interface WorkChoice {
  readonly kind: WorkServiceId;
  readonly address?: Address;
}

/** A service available for mining. */
export interface WorkOffer {
  readonly service: WorkServiceId;
  readonly payout: Payout;
}

export const takesAddress = (payout: Payout | undefined): boolean => payout === 'address' || payout === 'either';

/**
 * The work to mine; undefined until the choice is complete and available.
 * @param offers available services, the preferred one first
 */
export function chosenWork(chosen: WorkChoice | undefined, offers: readonly WorkOffer[]): WorkChoice | undefined {
  const offer = chosen && offers.find(({ service }) => service === chosen.kind);
  // A block assembled here needs a payout address.
  if (offer) return offer.payout === 'address' && chosen.address === undefined ? undefined : chosen;
  const [usual] = offers;
  return usual === undefined || usual.payout === 'address' ? undefined : { kind: usual.service };
}

export const isSameChoice = (a: WorkChoice, b: WorkChoice | undefined): boolean =>
  a.kind === b?.kind && a.address === b.address;

/** Service ids in settings of earlier versions. */
const FORMER_KINDS: Readonly<Record<string, WorkServiceId>> = { node: 'daemon', address: 'wallet' };

/** Decodes a stored choice; undefined if invalid. @throws {AddressError} an invalid address */
export function parseWorkChoice(stored: unknown): WorkChoice | undefined {
  const { kind, address } = (stored ?? {}) as { kind?: unknown; address?: unknown };
  const known = WORK_SERVICE_IDS.find((id) => id === kind) ?? FORMER_KINDS[String(kind)];
  if (known === undefined || (address !== undefined && typeof address !== 'string')) return undefined;
  return { kind: known, ...(address !== undefined && { address: parseAddress(address) }) };
}
