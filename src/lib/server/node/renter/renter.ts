import type { MarketWorld } from '../market/market';
import type { MarketPart } from '../simulation/simulationPart';
import { actOnRenter, restoredRenter } from './act';
import { renterAlerts } from './alerts';
import { INITIAL_RENTER, type RenterAction, type RenterState } from './state';
import { stepRenter } from './step';

export type RenterPart = MarketPart<RenterState, RenterAction>;

/** The embedded node's renter: allowance, contracts and host filter. */
export const renterPart = (world: MarketWorld): RenterPart => ({
  name: 'renter',
  initial: () => INITIAL_RENTER,
  restored: restoredRenter,
  step: (state, moment) => stepRenter(world, state, moment),
  act: (state, action, moment) => actOnRenter(world, state, action, moment),
  alerts: renterAlerts
});
