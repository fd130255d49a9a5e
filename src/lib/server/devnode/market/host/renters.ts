import { SECTOR_BYTES } from '$lib/api/daemon/hostLimits';
import { hastings, HASTINGS_PER_COIN } from '$lib/chain/currency';
import type { Height } from '$lib/chain/time';
import type { MarketRandom } from '../random';
import { hostScore, SCORE_SCALE, type Demand, type ScoredOffer } from '../score';
import { lifeOf, riskOf, type Formation, type Terms } from './formation';
import { contractPrice, externalSettings, feeRange, freeBudget } from './offer';
import { VOID_ADDRESS } from '$lib/chain/address';
import { connectability, type HostState } from './state';

/** Renters that may come with one block, each with this probability. */
const VISITORS = 2;
const VISIT = 0.35;
const RENEWAL = 0.3;
/** Renters want the network to have time for the proof, whatever the host is content with. */
const SHORTEST_WINDOW = 12;
/** Blocks that a contract lasts. */
const SHORTEST = 24;
const LONGEST = 12_960;
const MOST_SECTORS = 256;
/** What all of them pay for a transaction's byte; what the pool asks beyond that is the host's affair. */
const USUAL_FEES = feeRange(10n ** 19n);

/** What a renter looks for: how long, and how much. */
interface Wish {
  readonly expiration: Height;
  readonly deadline: Height;
  readonly sectors: number;
}

/** As likely between 10 and 100 as between 100 and 1000. */
const logarithmic = (share: number, least: number, most: number): number =>
  Math.round(least * (most / least) ** share);

/** What the visitor wants of a host with these settings; undefined when the host takes no contract that long. */
function wishOf(random: MarketRandom, { settings }: HostState, height: Height, visitor: number): Wish | undefined {
  const window = Math.max(Number(settings.windowSize), SHORTEST_WINDOW);
  // The window must end before this height.
  const longest = Math.min(LONGEST, Number(settings.maxDuration) - window - 1);
  if (!(longest >= SHORTEST)) return undefined;
  const duration = logarithmic(random.unit('host.duration', height, visitor), SHORTEST, longest);
  const sectors = logarithmic(random.unit('host.sectors', height, visitor), 1, MOST_SECTORS);
  return { expiration: height + duration, deadline: height + duration + window, sectors };
}

/** Sectors that no open contract may still fill. */
export const unclaimed = ({ capacity, open }: HostState): number =>
  capacity - open.reduce((sum, { sectors, cap = Infinity }) => sum + Math.min(sectors, cap), 0);

/** How much the visitor likes what the host offers: its score for such a contract, 1 where it is as usual. */
function appeal(state: HostState, wish: Wish, height: Height): number {
  const bytes = wish.sectors * Number(SECTOR_BYTES);
  const demand: Demand = {
    hosts: 1,
    blocks: wish.deadline - height,
    storage: bytes,
    upload: bytes,
    download: bytes
  };
  return Number(hostScore(scoredOffer(state), ownRecord(state, height), demand).score) / SCORE_SCALE;
}

/** What the host's score depends on. */
export function scoredOffer(state: HostState): ScoredOffer {
  const room = { total: BigInt(state.capacity), free: BigInt(Math.max(0, unclaimed(state))) };
  const offer = externalSettings(state, USUAL_FEES, room, VOID_ADDRESS);
  return { ...offer, baseRpcPrice: state.settings.minBaseRpcPrice, sectorAccessPrice: state.settings.minSectorAccessPrice };
}

/** What others know of the host's conduct. It answers whenever the chain moves. */
export const ownRecord = ({ announced, calls }: HostState, height: Height) => ({
  ageBlocks: announced === undefined ? 0 : height - announced.height,
  uptime: 1,
  successfulInteractions: calls.settings,
  failedInteractions: calls.errors
});

function termsOf(state: HostState): Terms {
  const { settings, open } = state;
  const terms: Terms = {
    contractPrice: contractPrice(settings, USUAL_FEES),
    storagePrice: settings.minStoragePrice,
    uploadPrice: settings.minUploadBandwidthPrice,
    downloadPrice: settings.minDownloadBandwidthPrice,
    baseRpcPrice: settings.minBaseRpcPrice,
    sectorAccessPrice: settings.minSectorAccessPrice,
    collateral: settings.collateral,
    accountFunding: smaller(settings.maxEphemeralAccountBalance, HASTINGS_PER_COIN)
  };
  // Contracts under the same terms share them, so that ten thousand of them are still small.
  const last = open.at(-1)?.terms;
  return last !== undefined && sameTerms(last, terms) ? last : terms;
}

const sameTerms = (a: Terms, b: Terms): boolean =>
  (Object.keys(a) as (keyof Terms)[]).every((name) => a[name] === b[name]);
const smaller = (a: bigint, b: bigint) => hastings(a < b ? a : b);

/** Lets the renters of a block look at the host; those who like it form a contract. Pure. */
export function visited(random: MarketRandom, state: HostState, height: Height): HostState {
  if (connectability(state, height) !== 'connectable') return state;
  let after = state;
  for (let visitor = 0; visitor < VISITORS; visitor++) {
    if (random.chance(VISIT, 'host.visit', height, visitor)) after = visit(random, after, height, visitor);
  }
  return after;
}

function visit(random: MarketRandom, state: HostState, height: Height, visitor: number): HostState {
  const asked = { ...state, calls: { ...state.calls, settings: state.calls.settings + 1 } };
  if (!state.settings.acceptingContracts || state.capacity === 0) return asked;
  const wish = wishOf(random, state, height, visitor);
  if (wish === undefined) return asked;
  const odds = 1 - Math.exp(-2 * appeal(state, wish, height));
  if (!random.chance(odds, 'host.choice', height, visitor)) return asked;
  const { calls } = asked;
  const terms = termsOf(state);
  const risk = riskOf(terms, wish.sectors, wish.deadline - height);
  const locked = smaller(risk, state.settings.maxCollateral);
  if (wish.sectors > unclaimed(state) || locked > freeBudget(state)) {
    return { ...asked, calls: { ...calls, errors: calls.errors + 1 } };
  }
  const formed = { height, renter: visitor, terms, ...wish, locked, due: 0 };
  const life = lifeOf(random, formed);
  const formation: Formation = { ...formed, due: life.rejected ?? life.proof };
  const isRenewal = random.chance(RENEWAL, 'host.renewal', height, visitor);
  return {
    ...asked,
    open: [...state.open, formation],
    calls: {
      ...calls,
      formed: calls.formed + (isRenewal ? 0 : 1),
      renewed: calls.renewed + (isRenewal ? 1 : 0)
    }
  };
}

/**
 * Does what is due: proofs are built, or not; ended contracts are noticed. Pure but for what the disk says.
 * @param canProve whether the host holds the sector that the chain asks for
 */
export function settled(
  random: MarketRandom,
  state: HostState,
  height: Height,
  canProve: (formation: Formation) => boolean
): HostState {
  if (!state.open.some(({ due }) => due <= height)) return state;
  const [open, ended]: [Formation[], Formation[]] = [[], []];
  for (const formation of state.open) {
    const next = formation.due <= height ? after(random, formation, canProve) : formation;
    (next.outcome === undefined ? open : ended).push(next);
  }
  return { ...state, open, ended: [...state.ended, ...ended] };
}

function after(random: MarketRandom, formation: Formation, canProve: (formation: Formation) => boolean): Formation {
  const life = lifeOf(random, formation);
  if (life.rejected !== undefined) return { ...formation, outcome: 'rejected' };
  if (formation.proven !== undefined) return { ...formation, outcome: formation.proven ? 'succeeded' : 'failed' };
  const proven = canProve(formation);
  return { ...formation, proven, due: proven ? life.noticed : Math.max(life.noticed, formation.deadline + 1) };
}
