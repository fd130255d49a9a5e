import type { MarketWorld } from '../market';
import type { MarketPart } from '../part';
import { INITIAL_RENTER, type RenterAction, type RenterState } from './state';

export type RenterPart = MarketPart<RenterState, RenterAction>;

/** The renter of the embedded node: its allowance, its contracts, and which hosts it keeps away from. */
export function renterPart(_world: MarketWorld): RenterPart {
  return {
    name: 'renter',
    initial: () => INITIAL_RENTER,
    step: (state) => state,
    act: (state, action) => ({ ...state, filter: action.filter }),
    alerts: () => []
  };
}
