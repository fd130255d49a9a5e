import type { Alert } from '$lib/api/daemon/daemon';
import type { BlockId } from '$lib/chain/ids';
import type { Height, UnixSeconds } from '$lib/chain/time';

/** A block of the best chain, as the market uses it. */
export interface Moment {
  readonly height: Height;
  readonly id: BlockId;
  readonly timestamp: UnixSeconds;
}

/**
 * A stateful part of the simulated market: the renter, the host. Its state is an immutable plain value (no class
 * instances, no functions; bigint, Map, Set and Uint8Array are fine). `step` and `act` return the next state, or the
 * same object if nothing changed. Both are pure, because a reorganization replays them from an earlier state.
 */
export interface MarketPart<State, Action> {
  /** Key of the stored state. */
  readonly name: string;
  /** State at the genesis block. */
  initial(): State;
  /** Converts a state that an earlier release may have stored. */
  restored?(stored: State): State;
  /** Applies a block; called once for every block of the best chain, in order. */
  step(state: State, moment: Moment): State;
  /** Applies a validated action after the block. It must not fail; on another branch it may have no effect. */
  act(state: State, action: Action, moment: Moment): State;
  /** Alerts for the operator. */
  alerts(state: State, moment: Moment): Alert[];
}
