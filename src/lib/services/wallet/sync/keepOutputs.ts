import { BadRequestError } from '$lib/api/http/errors';
import { UnknownBlockError } from '$lib/api/wallet-server/unsuitableServer';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { CoinOutputId, FundOutputId } from '$lib/chain/ids';
import type { Height } from '$lib/chain/time';
import { FeedError, MissingProofError, WrongProofError } from '$lib/wallet/errors';
import type { WalletCache } from '$lib/wallet/sync/cache';
import type { OwnAddresses } from '$lib/wallet/sync/chainEvents';
import type { StoredCache } from '../ports';
import type { TipState } from '../records';
import { carryOutputs, mergeOutputs, type CarryDeps } from './carryOutputs';
import type { FirstSync } from './firstSync';

/** A verified block on the way from the wallet's own one to the one at which its addresses were read. */
export interface Continued {
  readonly state: TipState;
  /** What the wallet held, at that block; undefined if it cannot be carried over. */
  readonly kept: WalletCache | undefined;
}

/** Whether outputs are of another chain than the blocks, or were stored with addresses that were not the wallet's. */
export const contradictsBlocks = (error: unknown): boolean =>
  [FeedError, WrongProofError, MissingProofError].some((kind) => error instanceof kind);

/** Whether the server does not have the block, however often it is asked. */
const isWithoutBlock = (error: unknown): boolean =>
  error instanceof UnknownBlockError || (error instanceof BadRequestError && !error.isInconclusive);

/**
 * Carries what the wallet held to the block at which it was read again. Yields the blocks on the way.
 * @returns undefined if the server's blocks do not continue from it
 */
export async function* carryKept(
  deps: CarryDeps,
  { cache, state }: StoredCache,
  target: ChainIndex
): AsyncGenerator<Continued, WalletCache | undefined> {
  try {
    const carrying = carryOutputs(deps, { cache, state }, target);
    let carried = await carrying.next();
    for (; !carried.done; carried = await carrying.next()) {
      yield { state: carried.value.state, kept: carried.value.cache };
    }
    return carried.value?.cache;
  } catch (error) {
    if (contradictsBlocks(error) || isWithoutBlock(error)) return undefined;
    throw error;
  }
}

/** Outputs that the wallet held before it was read again. */
export interface KeptOutputs {
  /** With those that were read; undefined if they could not be carried over. */
  readonly carried: StoredCache | undefined;
  /** Whether outputs are missing that only an import can bring back. */
  readonly isAnyLost: boolean;
}

/** Whether the wallet may hold outputs that the server does not list: those from before its first block. */
export const holdsUnlisted = (before: StoredCache, start: Height): boolean => start > 0 || before.imports !== undefined;

/**
 * Adds what the wallet held to what was read.
 * @param kept at the same block; undefined if it could not be carried over
 * @param start the server's first block
 */
export function keepOutputs(
  before: StoredCache,
  kept: WalletCache | undefined,
  read: FirstSync,
  { own, start }: { readonly own: OwnAddresses; readonly start: Height }
): KeptOutputs {
  const carried = kept && merge(before, kept, read, own);
  return { carried, isAnyLost: start > 0 && carried === undefined && isAnyMissing(before.cache, read) };
}

/** @returns undefined if an output is not on the server's chain */
function merge({ imports }: StoredCache, kept: WalletCache, read: FirstSync, own: OwnAddresses) {
  try {
    const { cache } = mergeOutputs(read, kept, own);
    return { cache, state: read.state, imports };
  } catch (error) {
    if (contradictsBlocks(error)) return undefined;
    throw error;
  }
}

/** Whether an output was held that is neither listed nor spent by an event. */
function isAnyMissing({ coins, funds }: WalletCache, { cache, events }: FirstSync): boolean {
  const spent = new Set<string>(events.flatMap(({ inputs }) => inputs.map(({ id }) => id)));
  const isMissing = ({ id }: { readonly id: string }): boolean =>
    !cache.coins.has(id as CoinOutputId) && !cache.funds.has(id as FundOutputId) && !spent.has(id);
  return [...coins.values(), ...funds.values()].some(isMissing);
}
