import { hostsWanted } from './allowance';
import type { Height } from '$lib/chain/time';
import { filterTest } from '../hostdb/filter';
import { SECTOR_SIZE } from '../hostdb/offers';
import type { MarketWorld } from '../market/market';
import { renewWindowBlocks } from './allowance';
import { isStarved } from './revising';
import type { Contract, RenterState } from './state';

/** Blocks (two hours) after which an unreachable host is considered offline. */
export const MAX_OFFLINE_BLOCKS = 12;

/**
 * Evaluates which contracts are good for upload and for renewal at a height. Contracts already good for renewal have
 * priority; others only fill the wanted number of hosts. Of two hosts in one subnet the earlier contract stays.
 */
export function evaluateContracts(world: MarketWorld, state: RenterState, height: Height): readonly Contract[] {
  const { hosts } = world;
  const { allowance, contracts, checkIpViolation } = state;
  const isFiltered = filterTest(state.filter);
  const wanted = allowance ? hostsWanted(allowance) : 0;
  const subnets = new Set<string>();
  const kept = new Set<Contract>();

  const isFit = (contract: Contract): boolean => {
    const host = hosts.host(contract.host);
    return (
      contract.renewedTo === undefined &&
      !contract.isCancelled &&
      !contract.isOutbid &&
      !isFiltered(host) &&
      hosts.availability.blocksDown(host, height) < MAX_OFFLINE_BLOCKS
    );
  };
  const keep = (contract: Contract): void => {
    if (kept.size >= wanted || kept.has(contract) || !isFit(contract)) return;
    const { ipNets } = hosts.host(contract.host);
    if (checkIpViolation && ipNets.some((net) => subnets.has(net))) return;
    for (const net of ipNets) subnets.add(net);
    kept.add(contract);
  };
  for (const contract of contracts) if (contract.goodForRenew) keep(contract);
  for (const contract of contracts) keep(contract);

  const renewWindow = allowance ? renewWindowBlocks(allowance) : 0;
  const isGoodForUpload = (contract: Contract): boolean =>
    !isStarved(contract) &&
    height < contract.endHeight - renewWindow &&
    hosts.remainingStorage(hosts.host(contract.host), height) >= SECTOR_SIZE;
  return contracts.map((contract) => {
    const host = hosts.host(contract.host);
    const goodForRenew = kept.has(contract);
    const goodForUpload = goodForRenew && isGoodForUpload(contract);
    const isBad = height >= host.endsAt + MAX_OFFLINE_BLOCKS && contract.renewedTo === undefined;
    const { goodForRenew: wasGoodForRenew, goodForUpload: wasGoodForUpload, isBad: wasBad } = contract;
    const isSame = goodForRenew === wasGoodForRenew && goodForUpload === wasGoodForUpload && isBad === wasBad;
    return isSame ? contract : { ...contract, goodForRenew, goodForUpload, isBad };
  });
}
