import { VOID_ADDRESS } from '$lib/chain/address';
import { hastings, HASTINGS_PER_COIN } from '$lib/chain/currency/currency';
import type { Height } from '$lib/chain/time';
import type { MarketRandom } from '../simulation/random';
import { hostScore, SCORE_SCALE, DEFAULT_DEMAND, type HostRecord, type ScoredOffer } from '../simulation/score';
import { riskedCollateral, type FindLifecycle, type Formation, type Lifecycle, type Terms } from './formation';
import { contractPrice, externalSettings, feeRange, freeBudget } from './offer';
import { reservedBy, connectability, type HostState } from './state';

/** Maximum number of renters per block, and the probability of each. */
const VISITORS = 2;
const VISIT = 0.35;
const RENEWAL = 0.3;
/** Shortest proof window that renters accept, whatever the host's settings say. */
const MIN_WINDOW = 12;
/** Contract duration in blocks. */
const MIN_DURATION = 24;
const MAX_DURATION = 12_960;
const MAX_SECTORS = 512;
/** Maximum account funding, and the largest share of the host's free space that one contract takes. */
const FUNDING = HASTINGS_PER_COIN / 50n;
const MAX_SPACE_SHARE = 1 / 4;
/** The usual transaction fee per byte; higher pool fees are the host's own cost. */
const TYPICAL_FEES = feeRange(10n ** 19n);
const AMPLE_STORAGE = 1n << 50n;

interface World {
  readonly random: MarketRandom;
  readonly lives: FindLifecycle;
}

/** What a renter asks for: duration and size. */
interface ContractRequest {
  readonly expiration: Height;
  readonly deadline: Height;
  readonly sectors: number;
}

/** Log-uniform: as likely between 10 and 100 as between 100 and 1000. */
const logUniform = (share: number, least: number, most: number): number => Math.round(least * (most / least) ** share);

/** The contract a renter asks for; undefined when the host is full or allows no contract long enough. */
function contractRequest(
  random: MarketRandom,
  state: HostState,
  height: Height,
  visitor: number
): ContractRequest | undefined {
  const { settings } = state;
  const most = Math.max(1, Math.min(MAX_SECTORS, Math.floor(unclaimed(state) * MAX_SPACE_SHARE)));
  const window = Math.max(Number(settings.windowSize), MIN_WINDOW);
  // The window must end before this height.
  const longest = Math.min(MAX_DURATION, Number(settings.maxDuration) - window - 1);
  if (!(longest >= MIN_DURATION) || unclaimed(state) < 1) return undefined;
  const duration = logUniform(random.unit('host.duration', height, visitor), MIN_DURATION, longest);
  const sectors = logUniform(random.unit('host.sectors', height, visitor), 1, most);
  return { expiration: height + duration, deadline: height + duration + window, sectors };
}

/** Sectors not reserved by open contracts. */
export const unclaimed = (state: HostState): number => state.capacity - reservedBy(state).sectors;

/**
 * How attractive the host's offer is: its score for a typical contract, 1 for a typical offer. Free space and maximum
 * duration are not part of it; each renter checks these itself.
 */
function appeal(state: HostState, height: Height): number {
  const offer = {
    ...scoredOffer(state, 0),
    remainingStorage: AMPLE_STORAGE,
    maxDuration: BigInt(DEFAULT_DEMAND.blocks)
  };
  return Number(hostScore(offer, ownRecord(state, height)).score) / SCORE_SCALE;
}

/**
 * The offer that the host's score is computed from.
 * @param free sectors
 */
export function scoredOffer(state: HostState, free: number): ScoredOffer {
  const offer = externalSettings(state, TYPICAL_FEES, { total: state.capacity, free }, VOID_ADDRESS);
  const { minBaseRpcPrice: baseRpcPrice, minSectorAccessPrice: sectorAccessPrice } = state.settings;
  return { ...offer, baseRpcPrice, sectorAccessPrice };
}

/** The host's track record. Its uptime is 100%: it runs whenever the chain advances. */
export const ownRecord = ({ announced, calls }: HostState, height: Height): HostRecord => ({
  ageBlocks: announced === undefined ? 0 : height - announced.height,
  uptime: 1,
  successfulInteractions: calls.settings,
  failedInteractions: calls.errors
});

function termsOf(state: HostState): Terms {
  const { settings, open } = state;
  const terms: Terms = {
    contractPrice: contractPrice(settings, TYPICAL_FEES),
    storagePrice: settings.minStoragePrice,
    uploadPrice: settings.minUploadBandwidthPrice,
    downloadPrice: settings.minDownloadBandwidthPrice,
    baseRpcPrice: settings.minBaseRpcPrice,
    sectorAccessPrice: settings.minSectorAccessPrice,
    collateral: settings.collateral,
    accountFunding: smaller(settings.maxEphemeralAccountBalance, FUNDING)
  };
  // Contracts under equal terms share one object, so that ten thousand of them stay small in memory.
  const last = open.at(-1)?.terms;
  return last !== undefined && sameTerms(last, terms) ? last : terms;
}

const sameTerms = (a: Terms, b: Terms): boolean =>
  (Object.keys(a) as (keyof Terms)[]).every((name) => a[name] === b[name]);
const smaller = (a: bigint, b: bigint) => hastings(a < b ? a : b);

/** Simulates the renters of one block; those that accept the offer form a contract. Pure. */
export function acceptRenters(world: World, state: HostState, height: Height): HostState {
  if (connectability(state, height) !== 'connectable') return state;
  let afterDue = state;
  for (let visitor = 0; visitor < VISITORS; visitor++) {
    if (world.random.chance(VISIT, 'host.visit', height, visitor)) afterDue = visit(world, afterDue, height, visitor);
  }
  return afterDue;
}

function visit({ random, lives }: World, state: HostState, height: Height, visitor: number): HostState {
  const asked = { ...state, calls: { ...state.calls, settings: state.calls.settings + 1 } };
  if (!state.settings.acceptingContracts) return asked;
  const wish = contractRequest(random, state, height, visitor);
  if (wish === undefined) return asked;
  const odds = 1 - Math.exp(-2 * appeal(state, height));
  if (!random.chance(odds, 'host.choice', height, visitor)) return asked;
  const { calls } = asked;
  const terms = termsOf(state);
  const risk = riskedCollateral(terms, wish.sectors, wish.deadline - height);
  const locked = smaller(risk, state.settings.maxCollateral);
  if (locked > freeBudget(state)) {
    return { ...asked, calls: { ...calls, errors: calls.errors + 1 } };
  }
  const formed: Formation = { height, renter: visitor, terms, ...wish, locked, due: 0 };
  const { rejected, proof } = lives(formed);
  const isRenewal = random.chance(RENEWAL, 'host.renewal', height, visitor);
  return {
    ...asked,
    open: [...state.open, { ...formed, due: rejected ?? proof }],
    calls: {
      ...calls,
      formed: calls.formed + (isRenewal ? 0 : 1),
      renewed: calls.renewed + (isRenewal ? 1 : 0)
    }
  };
}

/**
 * Resolves contracts that are due: proofs succeed or fail, ended contracts are recorded. Pure except for `canProve`.
 * @param canProve whether the folders hold the sector to prove
 */
export function resolveDue(
  { lives }: World,
  state: HostState,
  height: Height,
  canProve: (formation: Formation) => boolean
): HostState {
  if (!state.open.some(({ due }) => due <= height)) return state;
  const [open, ended]: [Formation[], Formation[]] = [[], []];
  for (const formation of state.open) {
    const next = formation.due <= height ? after(lives(formation), formation, canProve) : formation;
    (next.outcome === undefined ? open : ended).push(next);
  }
  return { ...state, open, ended: [...state.ended, ...ended] };
}

function after(life: Lifecycle, formation: Formation, canProve: (formation: Formation) => boolean): Formation {
  if (life.rejected !== undefined) return { ...formation, outcome: 'rejected' };
  if (formation.proven !== undefined) return { ...formation, outcome: formation.proven ? 'succeeded' : 'failed' };
  const proven = canProve(formation);
  return { ...formation, proven, due: proven ? life.noticed : Math.max(life.noticed, formation.deadline + 1) };
}
