import type { Allowance } from '$lib/api/daemon/shapes/allowance';
import { hastings } from '$lib/chain/currency/currency';
import { filterTest } from '../hostdb/filter';
import type { RankedHost } from '../hostdb/ranking';
import type { MarketWorld } from '../market/market';
import type { Moment } from '../simulation/simulationPart';
import { contractEnd, demandOf, hostsWanted, isAffordable, periodBlocks, renewWindowBlocks } from './allowance';
import { formContract, initialFunding } from './forming';
import { isStarved, revise, REVISION_BLOCKS } from './revising';
import { periodFigures, PROOF_WINDOW, totalSpent } from './spending';
import { evaluateContracts } from './evaluateContracts';
import type { Contract, RenterState, Shortage } from './state';

// Blocks between two comparisons of the renter's hosts with the rest of the network.
const COMPARE_BLOCKS = 36;
// A contract is dropped when its host is not among this multiple of the wanted number of hosts.
const COMPARE_WITH = 4;
// Blocks before a failed operation is tried again.
const RETRY_BLOCKS = 6;
/** One sixth of the wanted contracts are formed per block, at least one. */
const FORM_SHARE = 6;
const LOST_CHANCE = 0.05;
const RECOVERY_BLOCKS = 18;
const MAX_RENEWAL_SPREAD = 12;
const MAX_ENDED = 400;

/** Applies one block to the renter and its contracts. */
export function stepRenter(world: MarketWorld, state: RenterState, moment: Moment): RenterState {
  if (state.contracts.length + state.lost.length === 0 && state.allowance === undefined) return state;
  let next = endContracts(startPeriod(state, moment), moment);
  next = compareHosts(world, next, moment);
  next = { ...next, contracts: evaluateContracts(world, next, moment.height) };
  const { allowance } = next;
  if (allowance === undefined) return next;
  next = replaceContracts(world, next, allowance, moment);
  next = formContracts(world, next, allowance, moment);
  return reviseContracts(world, next, allowance, moment);
}

/** Starts the next period when one has ended; with a shorter period, several may have. */
export function startPeriod(state: RenterState, { height }: Moment): RenterState {
  if (state.allowance === undefined) return state;
  const blocks = periodBlocks(state.allowance);
  const over = Math.floor((height - state.currentPeriod) / blocks);
  return over > 0 ? { ...state, currentPeriod: state.currentPeriod + over * blocks } : state;
}

/** Moves ended contracts to the history and trims it. */
function endContracts(state: RenterState, { height }: Moment): RenterState {
  const isOver = ({ endHeight }: { readonly endHeight: number }) => endHeight <= height;
  if (!state.contracts.some(isOver) && !state.lost.some(isOver)) return state;
  const over = state.contracts
    .filter(isOver)
    .map((contract) => ({ ...contract, goodForUpload: false, goodForRenew: false }));
  const all = [...state.ended, ...over];
  const mayForget = ({ startHeight, endHeight }: Contract) =>
    startHeight < state.currentPeriod && endHeight + PROOF_WINDOW <= height;
  const forgotten = new Set(all.slice(0, Math.max(all.length - MAX_ENDED, 0)).filter(mayForget));
  return {
    ...state,
    contracts: state.contracts.filter((contract) => !isOver(contract)),
    lost: state.lost.filter((contract) => !isOver(contract)),
    ended: all.filter((contract) => !forgotten.has(contract)),
    forgottenSpending: hastings(
      [...forgotten].reduce((sum, { spending }) => sum + totalSpent(spending), state.forgottenSpending as bigint)
    )
  };
}

/** Active hosts that pass the filter, best first. */
function candidates(world: MarketWorld, state: RenterState, { height }: Moment): RankedHost[] {
  const isFiltered = filterTest(state.filter);
  return world.ranking
    .at(height, demandOf(state.allowance))
    .filter(({ isActive, host, score }) => isActive && score.score > 0n && !isFiltered(host));
}

/** Marks contracts whose hosts now rank too low, for example after the filter was removed. */
function compareHosts(world: MarketWorld, state: RenterState, moment: Moment): RenterState {
  const { allowance, contracts } = state;
  if (allowance === undefined) return state;
  if (!state.mustCompare && moment.height % COMPARE_BLOCKS !== 0) return state;
  const better = candidates(world, state, moment).slice(0, COMPARE_WITH * hostsWanted(allowance));
  const threshold = better.at(-1)?.score.score ?? 0n;
  const ranked = world.ranking.at(moment.height, demandOf(allowance));
  const scores = new Map(ranked.map(({ host, score }) => [host.index, score.score]));
  return {
    ...state,
    mustCompare: false,
    contracts: contracts.map((contract) => {
      const isOutbid = (scores.get(contract.host) ?? 0n) < threshold;
      return isOutbid === contract.isOutbid ? contract : { ...contract, isOutbid };
    })
  };
}

/** Refreshes contracts with spent funds and renews those about to end. */
function replaceContracts(world: MarketWorld, state: RenterState, allowance: Allowance, moment: Moment): RenterState {
  const { height } = moment;
  const renewWindow = renewWindowBlocks(allowance);
  const newEnd = contractEnd(state.currentPeriod, allowance);
  // Spread over several blocks where the renew window allows.
  const delay = (host: number) => host % Math.max(Math.min(renewWindow / 2, MAX_RENEWAL_SPREAD), 1);
  // The new end is later: it is more than a renew window away at any height of the period.
  const isDue = ({ host, endHeight }: Contract) => height >= endHeight - renewWindow + Math.floor(delay(host));
  let next = state;
  for (const contract of state.contracts) {
    if (!contract.goodForRenew || !world.hosts.availability.isOnline(world.hosts.host(contract.host), height)) continue;
    const renews = isDue(contract);
    if (!renews && !isStarved(contract)) continue;
    const during = renews ? 'renewing' : 'refreshing';
    if (isTooSoon(next, during, height)) continue;
    const replacement = replaceContract(world, next, allowance, contract, {
      height,
      endHeight: renews ? newEnd : contract.endHeight
    });
    if (replacement === undefined) {
      next = withShortage(next, { of: 'funds', during, height });
      continue;
    }
    const old = { ...contract, goodForUpload: false, goodForRenew: false, renewedTo: replacement.id };
    const contracts = next.contracts.map((other) => (other === contract ? old : other));
    next = withoutShortage({ ...next, contracts: [...contracts, replacement] }, during);
  }
  return next;
}

function replaceContract(
  { random, hosts }: MarketWorld,
  state: RenterState,
  allowance: Allowance,
  contract: Contract,
  { height, endHeight }: { readonly height: number; readonly endHeight: number }
): Contract | undefined {
  const usual = initialFunding(allowance);
  const renews = endHeight > contract.endHeight;
  const used = totalSpent(contract.spending) - contract.spending.fees;
  const funding = renews ? used + used / 5n : 2n * (contract.totalCost - contract.spending.fees);
  const { unallocated } = periodFigures(state, height);
  // If it was formed in an earlier period, the old contract's cost does not count against this period's allowance.
  const freed = contract.startHeight < state.currentPeriod ? contract.totalCost : 0n;
  return formContract(random, {
    host: contract.host,
    offer: hosts.offer(hosts.host(contract.host), height),
    startHeight: height,
    endHeight,
    funding: funding > usual ? funding : usual,
    budget: unallocated + freed,
    replaces: contract
  });
}

/** Forms contracts up to the wanted number of hosts, a few per block. */
function formContracts(world: MarketWorld, state: RenterState, allowance: Allowance, moment: Moment): RenterState {
  const { random, hosts } = world;
  const { height } = moment;
  const good = state.contracts.filter(({ goodForRenew }) => goodForRenew);
  const missing = hostsWanted(allowance) - good.length;
  if (missing <= 0) return withoutShortage(state, 'forming');
  if (isTooSoon(state, 'forming', height)) return state;
  const recovered = recover(state, moment);
  if (recovered !== undefined) return recovered;

  const used = new Set([...state.contracts, ...state.lost].map(({ host }) => host));
  const subnets = new Set(state.checkIpViolation ? good.flatMap(({ host }) => hosts.host(host).ipNets) : []);
  const endHeight = contractEnd(state.currentPeriod, allowance);
  let budget = periodFigures(state, height).unallocated;
  let left = Math.min(missing, Math.max(Math.ceil(hostsWanted(allowance) / FORM_SHARE), 1));
  const formed: Contract[] = [];
  const lost: Contract[] = [];
  let isShortOfFunds = false;
  for (const { host, offer } of candidates(world, state, moment)) {
    if (left === 0) break;
    const isTaken = used.has(host.index) || (state.checkIpViolation && host.ipNets.some((net) => subnets.has(net)));
    if (isTaken || !isAffordable(offer, allowance) || !hosts.availability.isOnline(host, height)) continue;
    const funding = initialFunding(allowance);
    const contract = formContract(random, { host: host.index, offer, startHeight: height, endHeight, funding, budget });
    if (contract === undefined) {
      isShortOfFunds = true;
      break;
    }
    left--;
    for (const net of host.ipNets) if (state.checkIpViolation) subnets.add(net);
    if (random.chance(LOST_CHANCE, 'form/lost', host.index, height)) lost.push(contract);
    else {
      formed.push(contract);
      budget -= contract.totalCost;
    }
  }
  const next = { ...state, contracts: [...state.contracts, ...formed], lost: [...state.lost, ...lost] };
  if (formed.length + lost.length > 0) return withoutShortage(next, 'forming');
  return withShortage(next, { of: isShortOfFunds ? 'funds' : 'hosts', during: 'forming', height });
}

/** Recovers a contract that was found on the chain, if the funds allow. */
function recover(state: RenterState, { height }: Moment): RenterState | undefined {
  const found = state.lost.find(({ startHeight }) => height >= startHeight + RECOVERY_BLOCKS);
  if (found === undefined || periodFigures(state, height).unallocated < found.totalCost) return undefined;
  return { ...state, contracts: [...state.contracts, found], lost: state.lost.filter((other) => other !== found) };
}

function reviseContracts(world: MarketWorld, state: RenterState, allowance: Allowance, moment: Moment): RenterState {
  const { random, hosts } = world;
  const contracts = state.contracts.map((contract) => {
    const host = hosts.host(contract.host);
    const isTurn = (moment.height + contract.host) % REVISION_BLOCKS === 0 && contract.startHeight < moment.height;
    if (!contract.goodForRenew || !isTurn || !hosts.availability.isOnline(host, moment.height)) return contract;
    return revise(random, contract, hosts.offer(host, moment.height), allowance, moment.height);
  });
  return { ...state, contracts };
}

const isTooSoon = ({ shortages }: RenterState, during: Shortage['during'], height: number): boolean =>
  shortages.some(
    (shortage) => shortage.during === during && shortage.height < height && height < shortage.height + RETRY_BLOCKS
  );

const withShortage = (state: RenterState, shortage: Shortage): RenterState => ({
  ...state,
  shortages: [...state.shortages.filter(({ during }) => during !== shortage.during), shortage]
});

const withoutShortage = (state: RenterState, during: Shortage['during']): RenterState => ({
  ...state,
  shortages: state.shortages.filter((shortage) => shortage.during !== during)
});
