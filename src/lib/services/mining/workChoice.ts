import { WORK_SERVICE_IDS, type Payout, type WorkServiceId } from '$lib/api/services/ids';
import { parseAddress, type Address } from '$lib/chain/address';

/** The work source, and the payee if it can be chosen. */
export interface WorkChoice {
  readonly kind: WorkServiceId;
  readonly address?: Address;
  /** Id of a wallet in this browser: each mining session pays it at a new address. */
  readonly wallet?: string;
}

/** A service available for mining. */
export interface WorkOffer {
  readonly service: WorkServiceId;
  readonly payout: Payout;
}

/** Whether rewards can go to an address of the user's choice. */
export const takesAddress = (payout: Payout | undefined): boolean => payout === 'address' || payout === 'either';

/** The service for mining to an address of the user's choice; undefined if the servers choose the payee. */
export const ownPayoutService = (offers: readonly WorkOffer[]): WorkServiceId | undefined =>
  offers.find(({ payout }) => takesAddress(payout))?.service;

const hasPayee = ({ address, wallet }: WorkChoice): boolean => address !== undefined || wallet !== undefined;

/**
 * Whether the user has to choose a payee first: no available service is chosen, and one of them can pay any address.
 */
export const needsPayee = (chosen: WorkChoice | undefined, offers: readonly WorkOffer[]): boolean =>
  ownPayoutService(offers) !== undefined && !offers.some(({ service }) => service === chosen?.kind);

/**
 * The work to mine; undefined until the choice is complete and available.
 * @param offers available services, the preferred one first
 */
export function chosenWork(chosen: WorkChoice | undefined, offers: readonly WorkOffer[]): WorkChoice | undefined {
  const offer = chosen && offers.find(({ service }) => service === chosen.kind);
  // A block assembled here needs a payee.
  if (offer) return offer.payout === 'address' && !hasPayee(chosen) ? undefined : chosen;
  const [usual] = offers;
  return usual === undefined || usual.payout === 'address' ? undefined : { kind: usual.service };
}

/** Addresses of one wallet count as the same choice. */
export const isSameChoice = (a: WorkChoice, b: WorkChoice | undefined): boolean =>
  a.kind === b?.kind && a.wallet === b.wallet && (a.wallet !== undefined || a.address === b.address);

/** Service ids in settings of earlier versions. */
const FORMER_KINDS: ReadonlyMap<string, WorkServiceId> = new Map([
  ['node', 'daemon'],
  ['address', 'wallet']
]);

/** Decodes a stored choice; undefined if invalid. @throws {CodecError} an invalid address */
export function parseWorkChoice(stored: unknown): WorkChoice | undefined {
  const { kind, address, wallet } = (stored ?? {}) as Partial<Record<keyof WorkChoice, unknown>>;
  const known = WORK_SERVICE_IDS.find((id) => id === kind) ?? FORMER_KINDS.get(String(kind));
  if (known === undefined || (address !== undefined && typeof address !== 'string')) return undefined;
  if (wallet !== undefined) return typeof wallet === 'string' ? { kind: known, wallet } : undefined;
  return { kind: known, ...(address !== undefined && { address: parseAddress(address) }) };
}
