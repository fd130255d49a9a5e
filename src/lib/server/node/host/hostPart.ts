import type { Alert } from '$lib/api/daemon/daemon';
import { SECTOR_BYTES } from '$lib/api/daemon/hostLimits';
import { storageProofLeafIndex } from '$lib/chain/element/storageProofLeafIndex';
import type { MarketPart, Moment } from '../simulation/simulationPart';
import type { MarketRandom } from '../simulation/random';
import { sectorsAt, type FindLifecycle, type Formation } from './formation';
import { resolveDue, acceptRenters } from './renters';
import { hostAlerts } from './alerts';
import { applyAction, NEW_HOST, type HostAction, type HostState } from './state';
import type { HostStorage } from './storage/storage';

const SEGMENTS_PER_SECTOR = SECTOR_BYTES / 64n;

export type HostPart = MarketPart<HostState, HostAction>;

/** Dependencies of the host simulation. */
export interface HostWorld {
  readonly random: MarketRandom;
  readonly lives: FindLifecycle;
  /** Opened on first use. */
  readonly storage: () => HostStorage;
}

/** The host as a part of the market: a function of the chain, of its operator's actions and of its disk. */
export function hostPart(world: HostWorld): HostPart {
  const { lives, storage } = world;
  /** The block in which the proof is built stands in for the one that opens the window and selects the leaf. */
  const canProve = (formation: Formation, { height, id }: Moment): boolean => {
    const life = lives(formation);
    const sectors = sectorsAt(formation, life, height);
    if (sectors === 0) return true;
    const leaf = storageProofLeafIndex(life.id, id, BigInt(sectors) * SECTOR_BYTES);
    return storage().canProve({ contract: life.id, position: Number(leaf / SEGMENTS_PER_SECTOR) });
  };
  return {
    name: 'host',
    initial: () => NEW_HOST,
    step: (state, moment) =>
      acceptRenters(
        world,
        resolveDue(world, state, moment.height, (formation) => canProve(formation, moment)),
        moment.height
      ),
    act: (state, action, { height }) => applyAction(state, action, height),
    alerts: (state, { height }): Alert[] => hostAlerts(state, height, storage().health)
  };
}
