import { NotFoundError } from '$lib/api/http/errors';
import type { WalletServer } from '$lib/api/wallet-server/client';
import { requireFullIndex } from '$lib/api/wallet-server/fullIndex';
import {
  isBeforeFirst,
  OtherGenesisError,
  OtherNetworkError,
  RestlessChainError
} from '$lib/api/wallet-server/unsuitableServer';
import { sleep } from '$lib/async/sleep';
import { TimeSlices } from '$lib/async/timeSlices';
import type { Address } from '$lib/chain/address';
import { hastings, type Hastings } from '$lib/chain/currency/currency';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { ChainState } from '$lib/chain/block/state';
import type { Network } from '$lib/chain/network/network';
import type { Height } from '$lib/chain/time';
import { toAppError } from '$lib/errors';
import { emptyCache, OutputCollector, type WalletCache } from '$lib/wallet/sync/cache';
import { StaleWriteError } from '../../errors';
import { readNetwork } from '../../networkIdentity';
import type { OtherServer } from '../../otherServers';
import { asIssued, GAP_LIMIT } from '../addresses';
import {
  ForeignOutputError,
  ImportBasisError,
  NotSyncedError,
  UnknownWalletError,
  type ImportBasisFault
} from '../errors';
import type { WalletKeystore, WalletStorage } from '../ports';
import type { WalletRow } from '../records';
import { AddressQueries } from './addressQueries';
import { carryOutputs, mergeOutputs, type OutputsAt } from './carryOutputs';
import { discoverAddresses, type DiscoveryStep } from './discoverAddresses';

export interface ImportDeps {
  readonly walletId: string;
  /** Our own node's wallet server. */
  readonly server: WalletServer;
  readonly store: WalletStorage;
  readonly keystore: Pick<WalletKeystore, 'deriveAddresses'>;
  readonly nowMs: () => number;
  /** Polling interval for the wallet and the chain, milliseconds. */
  readonly pollMs: number;
  /** Called when addresses were stored, whose history must be read now. */
  readonly onAddresses: () => void;
}

export type ImportStep =
  | DiscoveryStep
  /** Newly found addresses are read from our own node. */
  | { readonly type: 'rescanning' }
  /** Number of outputs that the server has listed. */
  | { readonly type: 'reading'; readonly outputs: number }
  /** Waiting for our node or the wallet to reach the block of the server's proofs. */
  | { readonly type: 'waiting'; readonly height: Height }
  | { readonly type: 'carrying'; readonly height: Height; readonly target: Height };

/** Result of an import. */
export interface ImportResult {
  /** The block at which the server proved its outputs. */
  readonly basis: ChainIndex;
  /** Number of coins added to the wallet, and their value. */
  readonly coins: number;
  readonly value: Hastings;
  readonly funds: number;
  /** Number of outputs that the wallet already held. */
  readonly known: number;
  /** Number of outputs spent between the server's block and ours. */
  readonly spent: number;
}

/** Unspent outputs that a server lists, all with proofs at one block. */
interface ListedOutputs {
  readonly basis: ChainIndex;
  readonly ids: ReadonlySet<string>;
  /** Verified at that block; undefined if our own node may have it in a moment. */
  readonly from: OutputsAt | undefined;
}

const TRIES = 10;
/** Blocks this close to the tip may have reached only one of the nodes, or may be replaced. */
const NEAR_TIP = 6;

/**
 * Imports outputs that our node does not know because it started from a checkpoint: another server lists the unspent
 * outputs of the wallet's addresses with proofs, which are verified against our own node's accumulator at that block
 * and then carried to the wallet's block. So every imported output exists; whether the server listed all of them cannot
 * be verified. That server learns which addresses belong together.
 * @throws {OtherNetworkError | OtherGenesisError | PartialIndexError} an unsuitable server
 * @throws {WrongProofError | ForeignOutputError} an output that does not exist as listed; nothing is stored
 * @throws {ImportBasisError} proofs of a block that our node does not have
 * @throws {LockedError} the addresses of a seed are derived from its keys
 */
export async function* importOutputs(
  deps: ImportDeps,
  other: OtherServer,
  signal: AbortSignal
): AsyncGenerator<ImportStep, ImportResult> {
  const { walletId, store } = deps;
  const row = await walletRow(deps);
  const network = await requireSameChain(row, other.server, signal);
  // The discovery of a seed's addresses begins with the same check.
  if (row.kind === 'seed') yield* addUsedAddresses(deps, other.server, signal);
  else await requireFullIndex(other.server, signal);
  const own = new Set((await store.addresses(walletId)).map(({ address }) => address));
  for (let tries = 1; tries <= TRIES; tries++) {
    const stateOf = (basis: ChainIndex) => stateAt(deps.server, basis, tries < TRIES, signal);
    const listed = yield* readListed(new AddressQueries(other.server, signal), own, stateOf);
    if (listed === undefined) continue;
    if (listed.from !== undefined) {
      const result = yield* addListed(deps, { network, own, other, ...listed, from: listed.from }, signal);
      if (result !== undefined) {
        if (row.importDue) await store.changeWallet(walletId, { importDue: false });
        return result;
      }
    }
    yield { type: 'waiting', height: listed.basis.height };
    await sleep(deps.pollMs, signal);
    signal.throwIfAborted();
  }
  throw new RestlessChainError();
}

async function walletRow({ walletId, store }: ImportDeps): Promise<WalletRow> {
  const row = await store.wallet(walletId);
  if (row === undefined) throw new UnknownWalletError(walletId);
  return row;
}

/** The wallet's network, which must be the server's too. */
async function requireSameChain(row: WalletRow, server: WalletServer, signal: AbortSignal): Promise<Network> {
  const { network, genesis } = await readNetwork(server, signal);
  if (row.network === undefined || row.genesis === undefined) throw new NotSyncedError();
  if (row.network.name !== network.name) throw new OtherNetworkError(row.network.name, network.name);
  if (row.genesis !== genesis) throw new OtherGenesisError(network.name, row.genesis, genesis, false);
  return row.network;
}

/** Discovers addresses through the other server: our node does not know which were used before its checkpoint. */
async function* addUsedAddresses(
  deps: ImportDeps,
  server: WalletServer,
  signal: AbortSignal
): AsyncGenerator<ImportStep, void> {
  const { walletId, store, pollMs } = deps;
  const { rows, used, checkedUpTo, isCut } = yield* discoverAddresses({ ...deps, server }, 0, GAP_LIMIT, signal);
  const known = new Set((await store.addresses(walletId)).map(({ address }) => address));
  if (rows.some(({ address }) => !known.has(address))) {
    await store.addAddresses(walletId, rows, { checkedUpTo, discoveryCut: isCut, firstSync: true });
    deps.onAddresses();
  }
  // Not as used, which nothing proves: it would hide that a restored wallet may not find the next address.
  if (!isCut) await store.patchAddresses(walletId, asIssued(used));
  while ((await walletRow(deps)).firstSync) {
    yield { type: 'rescanning' };
    await sleep(pollMs, signal);
    signal.throwIfAborted();
  }
}

/**
 * Reads the lists, verifying each page before the next one is kept: a server can invent any number of outputs.
 * @param stateOf the state of our own node at a block; undefined if it may have the block in a moment
 * @returns undefined if the server's tip changed while reading
 */
async function* readListed(
  queries: AddressQueries,
  own: ReadonlySet<Address>,
  stateOf: (basis: ChainIndex) => Promise<ChainState | undefined>
): AsyncGenerator<ImportStep, ListedOutputs | undefined> {
  const addresses = [...own];
  const ids = new Set<string>();
  const slices = new TimeSlices();
  let verified = -1;
  let at: { basis: ChainIndex; state: ChainState; collector: OutputCollector } | undefined;
  for await (const { basis, coins, funds } of pagesOf(queries, addresses)) {
    if (at === undefined) {
      const state = await stateOf(basis);
      if (state === undefined) return { basis, ids, from: undefined };
      at = { basis, state, collector: new OutputCollector(emptyCache(state), state) };
    }
    if (basis.id !== at.basis.id) return undefined;
    for (const output of [...coins, ...funds]) {
      if (!own.has(output.output.address)) throw new ForeignOutputError(output.id);
      await slices.turn();
      at.collector.add({ basis, ...('claimStart' in output ? { funds: [output] } : { coins: [output] }) });
      ids.add(output.id);
    }
    if (ids.size > verified) yield { type: 'reading', outputs: (verified = ids.size) };
  }
  const { basis, state, collector } = at!;
  return { basis, ids, from: { cache: collector.finish().cache, state } };
}

async function* pagesOf(queries: AddressQueries, addresses: readonly Address[]) {
  for await (const { basis, outputs } of queries.coins(addresses)) yield { basis, coins: outputs, funds: [] };
  for await (const { basis, outputs } of queries.funds(addresses)) yield { basis, coins: [], funds: outputs };
}

/**
 * The state of our own node at a block.
 * @param mayWait whether the block may still be waited for
 * @returns undefined if our node may have the block in a moment
 */
async function stateAt(server: WalletServer, basis: ChainIndex, mayWait: boolean, signal: AbortSignal) {
  try {
    return (await server.checkpoint({ params: { idOrHeight: basis.id } }, { signal })).state;
  } catch (error) {
    if (!isBeforeFirst(error) && !(error instanceof NotFoundError)) throw error;
    const tip = await server.tip({}, { signal });
    const isNew = error instanceof NotFoundError && Math.abs(basis.height - tip.height) <= NEAR_TIP;
    if (isNew && mayWait) return undefined;
    throw new ImportBasisError(await faultOf(server, basis, tip, signal), basis, tip, { cause: error });
  }
}

/** Why our node lacks a block: it does not know the ids of those before its first one. */
async function faultOf(
  server: WalletServer,
  { height }: ChainIndex,
  tip: ChainIndex,
  signal: AbortSignal
): Promise<ImportBasisFault> {
  if (height > tip.height) return 'ahead';
  const there = await server.checkpoint({ params: { idOrHeight: String(height) } }, { signal }).catch(toAppError);
  return isBeforeFirst(there) ? 'before-checkpoint' : 'other-chain';
}

interface Listing {
  readonly network: Network;
  readonly own: ReadonlySet<Address>;
  readonly other: OtherServer;
  readonly basis: ChainIndex;
  /** Ids of the listed outputs. */
  readonly ids: ReadonlySet<string>;
  /** Those outputs, verified at that block. */
  readonly from: OutputsAt;
}

/**
 * Stores the outputs that the wallet lacks.
 * @returns undefined if it must be retried, because the wallet's block changed
 */
async function* addListed(
  { walletId, server, store, nowMs }: ImportDeps,
  { network, own, other, basis, ids, from }: Listing,
  signal: AbortSignal
): AsyncGenerator<ImportStep, ImportResult | undefined> {
  const stored = await store.loadCache(walletId);
  if (stored === undefined) throw new NotSyncedError();
  const target = stored.cache.index;
  const carrying = carryOutputs({ server, network, own, signal }, from, target);
  let carried = await carrying.next();
  for (; !carried.done; carried = await carrying.next()) {
    yield { type: 'carrying', height: carried.value.cache.index.height, target: target.height };
  }
  if (carried.value === undefined) return undefined;
  const unspent = only(carried.value.cache, ids);
  const { cache: after, changes } = mergeOutputs(stored, unspent, own);
  const { coins, funds } = { coins: changes.coins.added, funds: changes.funds.added };
  const held = unspent.coins.size + unspent.funds.size;
  const record = { connection: other.id, name: other.name, atMs: nowMs(), basis };
  signal.throwIfAborted();
  try {
    await store.saveStep(walletId, {
      before: stored.cache,
      after,
      changes: { ...changes, events: { added: [], removed: [] } },
      state: stored.state,
      atMs: nowMs(),
      used: [...new Set([...coins, ...funds].map(({ output }) => output.address))],
      imported: { ...record, outputs: coins.length + funds.length }
    });
  } catch (error) {
    if (error instanceof StaleWriteError) return undefined;
    throw error;
  }
  return {
    basis,
    coins: coins.length,
    value: hastings(coins.reduce((sum, { output }) => sum + output.value, 0n)),
    funds: funds.length,
    known: held - coins.length - funds.length,
    spent: ids.size - held
  };
}

/** Only the listed outputs, without those that blocks on the way created: our own node knows them. */
function only(cache: WalletCache, ids: ReadonlySet<string>): WalletCache {
  return {
    ...cache,
    coins: new Map([...cache.coins].filter(([id]) => ids.has(id))),
    funds: new Map([...cache.funds].filter(([id]) => ids.has(id)))
  };
}
