import type { Alert } from '$lib/api/daemon/daemon';
import type { BlockId } from '$lib/chain/ids';
import type { Height, UnixSeconds } from '$lib/chain/time';

/** A block of the best chain, as far as the market cares. */
export interface Moment {
  readonly height: Height;
  readonly id: BlockId;
  readonly timestamp: UnixSeconds;
}

/**
 * A part of the simulated market that remembers something: the renter, the host. Its state is a plain value (no class
 * instances, no functions; bigint, Map, Set and Uint8Array are fine) that nobody changes in place: steps and acts return
 * the state they leave behind, or the very one they were given when nothing changed. Both are pure, because after a
 * reorganisation they are played again from an earlier state.
 */
export interface MarketPart<State, Action> {
  /** What its state is stored under. */
  readonly name: string;
  /** At the genesis block. */
  initial(): State;
  /** What the block does; called once for every block of the best chain, in order. */
  step(state: State, moment: Moment): State;
  /** What a person asked for after the block. It was checked before and cannot fail; on another branch it may be void. */
  act(state: State, action: Action, moment: Moment): State;
  /** What a person should know of it. */
  alerts(state: State, moment: Moment): Alert[];
}
