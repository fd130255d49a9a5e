import { BadRequestError } from '$lib/api/http/errors';
import { UnknownBlockError } from '$lib/api/wallet-server/unsuitableServer';
import type { CoinOutputId, FundOutputId } from '$lib/chain/ids';
import type { Height } from '$lib/chain/time';
import { FeedError, MissingProofError, WrongProofError } from '$lib/wallet/errors';
import type { WalletCache } from '$lib/wallet/sync/cache';
import type { StoredCache } from '../ports';
import { carryOutputs, mergeOutputs, type CarryDeps } from './carryOutputs';
import type { FirstSync } from './firstSync';

/** Errors that mean that outputs cannot be carried over, however often it is tried. */
const LOST_OUTPUTS = [FeedError, UnknownBlockError, WrongProofError, MissingProofError, BadRequestError];

/** Outputs that the wallet held before it was read again. */
export interface KeptOutputs {
  /** With those that were read; undefined if the server's blocks do not continue from them. */
  readonly carried: StoredCache | undefined;
  /** Whether outputs are missing that only an import can bring back. */
  readonly isAnyLost: boolean;
}

/**
 * A server does not list outputs from before its first block, so those held before are kept if they are unspent.
 * @param start the server's first block
 * @returns undefined if it lists all of them
 */
export async function keepOutputs(
  deps: CarryDeps,
  before: StoredCache,
  read: FirstSync,
  start: Height
): Promise<KeptOutputs | undefined> {
  const isLate = start > 0;
  if (!isLate && before.imports === undefined) return undefined;
  const carried = await carry(deps, before, read);
  return { carried, isAnyLost: isLate && carried === undefined && isAnyMissing(before.cache, read) };
}

/** @returns undefined if the server's blocks do not continue from the outputs */
async function carry(deps: CarryDeps, before: StoredCache, read: FirstSync): Promise<StoredCache | undefined> {
  try {
    const carrying = carryOutputs(deps, before, read.cache.index);
    let carried = await carrying.next();
    while (!carried.done) carried = await carrying.next();
    if (carried.value === undefined) return undefined;
    const { cache } = mergeOutputs(read, carried.value.cache, deps.own);
    return { cache, state: read.state, imports: before.imports };
  } catch (error) {
    // From another chain, or stored with addresses that were not the wallet's: they must be imported again.
    const isLost = LOST_OUTPUTS.some((kind) => error instanceof kind);
    const isPassing = error instanceof BadRequestError && error.isInconclusive;
    if (isLost && !isPassing) return undefined;
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
