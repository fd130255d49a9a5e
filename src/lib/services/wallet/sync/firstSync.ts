import { TimeSlices } from '$lib/async/timeSlices';
import { NotFoundError } from '$lib/api/http/errors';
import type { WalletServer } from '$lib/api/wallet-server/client';
import type { Address } from '$lib/chain/address';
import type { ChainIndex, CoinElement, FundElement } from '$lib/chain/element/elements';
import type { Hastings } from '$lib/chain/currency/currency';
import type { CoinOutputId } from '$lib/chain/ids';
import type { ChainState } from '$lib/chain/block/state';
import type { Network } from '$lib/chain/network/network';
import type { Height } from '$lib/chain/time';
import { emptyCache, OutputCollector, type WalletCache } from '$lib/wallet/sync/cache';
import { walletEventOf } from '$lib/wallet/sync/chainEvents';
import { WrongProofError } from '$lib/wallet/errors';
import { isConfirmed, type WalletEvent } from '$lib/wallet/sync/walletEvent';
import { AddressQueries, mapSome } from './addressQueries';
import { requireFullIndex } from '$lib/api/wallet-server/fullIndex';
import { ForeignOutputError } from '../errors';
import { RestlessChainError, UnbackedTipError } from '$lib/api/wallet-server/unsuitableServer';
import { requireBackedState, type TipSource } from '../../backedState';

/** A server's data about a set of addresses at one block, with all proofs verified. */
export interface FirstSync {
  readonly cache: WalletCache;
  readonly state: ChainState;
  readonly events: readonly WalletEvent[];
}

const TRIES = 10;
/** Outputs verified between two checks of the clock, a millisecond or two of work. */
const BATCH = 16;

/** The tip changed between two responses, which are therefore inconsistent. */
class MovedError extends Error {}

/**
 * Reads the history and unspent outputs of addresses by querying the server: the only time it learns which addresses
 * belong together. All responses must be for one block, or it starts over.
 * @throws {WrongProofError | ForeignOutputError} an output that the chain does not have: the server is wrong
 * @throws {UnbackedTipError | EarlyTipError} no block leads to the state that the server reports, or it proves nothing
 * @throws {PartialIndexError} a server that does not index all addresses
 * @throws {RestlessChainError} the chain changes faster than it can be read
 */
export async function firstSync(
  source: TipSource<WalletServer>,
  addresses: readonly Address[],
  signal: AbortSignal
): Promise<FirstSync> {
  await requireFullIndex(source.server, signal);
  let moved: unknown;
  for (let tries = 0; tries < TRIES; tries++) {
    try {
      return await readAt(source, addresses, signal);
    } catch (error) {
      if (!(error instanceof MovedError)) throw error;
      moved = error;
    }
  }
  throw new RestlessChainError({ cause: moved });
}

async function readAt(
  source: TipSource<WalletServer>,
  addresses: readonly Address[],
  signal: AbortSignal
): Promise<FirstSync> {
  const { server, network } = source;
  const own = new Set(addresses);
  const queries = new AddressQueries(server, signal);
  const state = await server.tipState({}, { signal });
  await requireBacked(source, state, signal);
  const collector = new OutputCollector(emptyCache(state), state);
  // Verifying very many proofs at once would stall the page.
  const slices = new TimeSlices();
  // Read while proofs are verified. Awaited below; without a handler until then, a failure would be an unhandled
  // rejection.
  const stop = new AbortController();
  const history = new AddressQueries(server, AbortSignal.any([signal, stop.signal]));
  const reading = readEvents(history, addresses, own, state);
  reading.catch(() => undefined);
  try {
    for await (const { basis, outputs } of pagesAt(queries.coins(addresses), state.index, own)) {
      for (const coins of batchesOf(outputs)) {
        await slices.turn();
        collector.add({ basis, coins });
      }
    }
    for await (const { basis, outputs } of pagesAt(queries.funds(addresses), state.index, own)) {
      for (const funds of batchesOf(outputs)) {
        await slices.turn();
        collector.add({ basis, funds });
      }
    }
    const events = await reading;
    // Pages are counted from the newest event: a reorganization between two of them may skip older ones.
    if (!(await isOnChain(server, state, signal))) throw new MovedError();
    const payouts = maturingPayouts(events, own, network, state);
    const { proven, unproven } = await readMaturing(server, payouts, signal);
    collector.add({ basis: state.index, coins: proven });
    for (const coin of unproven) collector.addUnproven(coin);
    return { cache: collector.finish().cache, state, events };
  } catch (error) {
    // Immature outputs come without a basis: a failing proof may be for another block.
    if (error instanceof WrongProofError && (await hasMoved(server, state, signal))) throw new MovedError();
    throw error;
  } finally {
    stop.abort();
  }
}

async function requireBacked(source: TipSource<WalletServer>, state: ChainState, signal: AbortSignal) {
  try {
    await requireBackedState(source, state, signal);
  } catch (error) {
    // A reorganization may have replaced its last blocks.
    if (error instanceof UnbackedTipError && (await hasMoved(source.server, state, signal))) throw new MovedError();
    throw error;
  }
}

const hasMoved = async (server: WalletServer, { index }: ChainState, signal: AbortSignal): Promise<boolean> =>
  (await server.tip({}, { signal })).id !== index.id;

/** Whether the block is still part of the chain, which may have grown. */
async function isOnChain(server: WalletServer, { index }: ChainState, signal: AbortSignal): Promise<boolean> {
  try {
    return (await server.indexAt({ params: { height: index.height } }, { signal })).id === index.id;
  } catch (error) {
    if (error instanceof NotFoundError) return false;
    throw error;
  }
}

interface OutputPage {
  readonly basis: ChainIndex;
  readonly outputs: readonly (CoinElement | FundElement)[];
}

function* batchesOf<T>(outputs: readonly T[]): Generator<T[]> {
  for (let from = 0; from < outputs.length; from += BATCH) yield outputs.slice(from, from + BATCH);
}

/** Checks that all pages are for one block and contain only the wallet's own outputs. */
async function* pagesAt<Page extends OutputPage>(
  pages: AsyncIterable<Page>,
  index: ChainIndex,
  own: ReadonlySet<Address>
): AsyncGenerator<Page> {
  for await (const page of pages) {
    if (page.basis.id !== index.id) throw new MovedError();
    for (const { id, output } of page.outputs) if (!own.has(output.address)) throw new ForeignOutputError(id);
    yield page;
  }
}

async function readEvents(
  queries: AddressQueries,
  addresses: readonly Address[],
  own: ReadonlySet<Address>,
  { index }: ChainState
): Promise<WalletEvent[]> {
  const events = new Map<string, WalletEvent>();
  const slices = new TimeSlices();
  for await (const page of queries.events(addresses)) {
    for (const reported of page) {
      await slices.turn();
      const event = walletEventOf(reported, own);
      // Later ones come with the update feed.
      if (event && isConfirmed(event) && event.index.height <= index.height) events.set(event.id, event);
    }
  }
  return [...events.values()];
}

/** A payout to an own address that has not matured yet. */
interface MaturingPayout {
  readonly id: CoinOutputId;
  readonly address: Address;
  readonly coins: Hastings;
  readonly maturityHeight: Height;
}

/** Immature payouts, which servers omit from their lists of outputs. */
function maturingPayouts(
  events: readonly WalletEvent[],
  own: ReadonlySet<Address>,
  { maturityDelay }: Network,
  { index }: ChainState
): MaturingPayout[] {
  // One that claimed to mature later would never turn out to be invented.
  const maturing = events.filter(
    ({ maturityHeight, index: at }) => maturityHeight > index.height && maturityHeight <= at.height + maturityDelay
  );
  return maturing.flatMap(({ outputs, maturityHeight }) =>
    outputs.flatMap(({ id, address, coins }) =>
      coins === undefined || !own.has(address)
        ? []
        : [{ id: id as string as CoinOutputId, address, coins, maturityHeight }]
    )
  );
}

/** Requests each payout's output, with its proof if the server has it. @throws {ForeignOutputError} */
async function readMaturing(server: WalletServer, payouts: readonly MaturingPayout[], signal: AbortSignal) {
  const found = await mapSome(payouts, async ({ id, address, coins, maturityHeight }) => {
    try {
      const coin = await server.coinOutput({ params: { id } }, { signal });
      if (coin.id !== id || coin.output.address !== address) throw new ForeignOutputError(coin.id);
      return { proven: [coin], unproven: [] };
    } catch (error) {
      // A server without this call: the proof comes with the list once the coin is mature.
      if (!(error instanceof NotFoundError)) throw error;
      const unproven = { id, output: { value: coins, address }, maturityHeight: BigInt(maturityHeight) };
      return { proven: [], unproven: [unproven] };
    }
  });
  return { proven: found.flatMap(({ proven }) => proven), unproven: found.flatMap(({ unproven }) => unproven) };
}
