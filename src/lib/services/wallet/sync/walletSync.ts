import type { WalletServer } from '$lib/api/wallet-server/client';
import { firstHeight } from '$lib/api/wallet-server/firstHeight';
import type { ChainUpdates, TransactionSet } from '$lib/api/wallet-server/schemas';
import type { Address } from '$lib/chain/address';
import { blockId } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import type { V2Transaction } from '$lib/chain/transaction/v2Transaction';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { Hash256 } from '$lib/chain/ids';
import type { Network } from '$lib/chain/network/network';
import { publicNetwork } from '$lib/chain/network/publicNetworks';
import { unixSeconds, type Height } from '$lib/chain/time';
import { toAppError, type AppError } from '$lib/errors';
import { Backoff } from '$lib/async/retry';
import { sleep } from '$lib/async/sleep';
import { inSlices } from '$lib/async/timeSlices';
import { UnknownWalletError } from '../errors';
import {
  OtherGenesisError,
  OtherNetworkError,
  OtherRulesError,
  UnknownBlockError
} from '$lib/api/wallet-server/unsuitableServer';
import { StaleWriteError } from '../../errors';
import { mergeRules, readNetwork } from '../../networkIdentity';
import { isCommittedTo, requireCommittedFeedInSteps } from './checkFeed';
import { PoolCheck, type CheckedPool, type PoolAnswer } from './checkPool';
import { checkClaims } from '../claimSwap';
import { indexBefore, requireBackedState } from '../../backedState';
import { wholeState, type TipState, type WalletRow } from '../records';
import type { WalletCache } from '$lib/wallet/sync/cache';
import { FeedError } from '$lib/wallet/errors';
import { applyUpdatesInSteps } from '$lib/wallet/sync/sync';
import type { WalletEvent } from '$lib/wallet/sync/walletEvent';
import { discoverAddresses, type DiscoveryStep } from './discoverAddresses';
import { firstSync, type FirstSync } from './firstSync';
import { carryKept, holdsUnlisted, keepOutputs, type Continued, type KeptOutputs } from './keepOutputs';
import { MaturedPayouts } from './proveMatured';
import { requireAsMuchWork, workDue } from './lostWork';
import { requireContinued } from './requireContinued';
import { readSentTransactions } from './sentTransactions';
import {
  extendLookAhead,
  extendLookAheadFor,
  GAP_LIMIT,
  rowsByAddress,
  type AddressDeps,
  type AddressRows
} from '../addresses';
import type { StoredCache, WalletStorage } from '../ports';
import { UpdateReader } from '$lib/api/wallet-server/updateReader';

export type SyncEvent =
  | { readonly type: 'waiting-for-unlock' }
  | DiscoveryStep
  | { readonly type: 'catching-up'; readonly height: Height; readonly target: Height }
  /** The stored state has advanced. `isRead`: by what another tab stored, or an earlier visit. */
  | { readonly type: 'moved'; readonly isRead?: true }
  /** Synced with the server's tip. */
  | { readonly type: 'current' }
  | ({ readonly type: 'pool' } & PoolAnswer)
  /** Retried after a delay. */
  | { readonly type: 'failed'; readonly error: AppError };

export interface SyncDeps extends AddressDeps {
  readonly server: WalletServer;
  readonly store: WalletStorage;
  /** The server is Quarry's embedded node. */
  readonly isOwnNode: boolean;
  /** The wallet's current addresses; the listener reads them again after every `moved`. */
  readonly readAddresses: () => AddressRows;
  /** Polling interval at the tip, milliseconds. */
  readonly pollMs: number;
}

const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 15_000;
/** The pool is large and rarely relevant: read with every block, while a send is pending, and every few polls. */
const POOL_EVERY_POLLS = 5;

/** Syncs one wallet with the chain. One tab at a time runs it. */
export class WalletSync {
  /** The stored state, while this tab syncs; undefined before the first step. */
  held: { readonly cache: WalletCache; readonly state: TipState } | undefined;
  /** Read the pool with every poll. */
  watchPool = false;
  /** The stored data was changed elsewhere; it is reloaded before the next step. */
  isOutdated = false;

  readonly #deps: SyncDeps;
  readonly #pool = new PoolCheck();
  readonly #matured = new MaturedPayouts();
  /** Known once the server was reached. */
  #network: Network | undefined;
  /** How far the blocks from the wallet's own one on were verified, while it is read again, and with what it held. */
  #continued: { readonly from: WalletCache; readonly at: Continued } | undefined;
  #wake: (() => void) | undefined;
  readonly #reader: UpdateReader;

  constructor(deps: SyncDeps) {
    this.#deps = deps;
    this.#reader = new UpdateReader(deps.server);
  }

  /** Ends the wait for the next poll. */
  wake(): void {
    this.#wake?.();
  }

  /** Follows the chain until the signal aborts; errors are yielded and retried. */
  async *run(signal: AbortSignal): AsyncGenerator<SyncEvent> {
    const backoff = new Backoff(FIRST_RETRY_MS, LAST_RETRY_MS);
    while (!signal.aborted) {
      try {
        for await (const event of this.#follow(signal)) {
          if (event.type === 'current') backoff.reset();
          yield event;
        }
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof UnknownWalletError) throw error;
        if (error instanceof StaleWriteError) continue;
        yield { type: 'failed', error: toAppError(error) };
        if (await this.#isStranded(error, signal).catch(() => false)) {
          await this.#deps.store.changeWallet(this.#deps.walletId, { firstSync: true, readAnew: true });
        }
        await this.#pause(backoff.next(), signal);
      } finally {
        this.held = undefined;
      }
    }
  }

  /**
   * Discovers used addresses and stores them; if there are any, a first sync is due, which reads their outputs and
   * history and marks them as used.
   * @param gapLimit consecutive unused keys after which it ends
   */
  async *discover(row: WalletRow, gapLimit: number, signal: AbortSignal): AsyncGenerator<SyncEvent> {
    const { walletId, store } = this.#deps;
    const { checkedUpTo, isCut, rows, used } = yield* discoverAddresses(this.#deps, row.checkedUpTo, gapLimit, signal);
    const due = used.length > 0 ? { firstSync: true } : {};
    await store.addAddresses(walletId, rows, { checkedUpTo, discover: false, discoveryCut: isCut, ...due });
  }

  async *#follow(signal: AbortSignal): AsyncGenerator<SyncEvent> {
    const { walletId, store, keystore } = this.#deps;
    if (await this.#learnNetwork(signal)) yield { type: 'moved' };
    let polls = 0;
    let isAhead = false;
    for (;;) {
      const row = await this.#row();
      if (this.isOutdated) this.held = undefined;
      this.isOutdated = false;
      const stored = this.held ?? (await store.loadCache(walletId));
      const isBehind = this.held !== stored;
      // What was read before, or is known from a backup file, is followed while the wallet is locked.
      const isKnown = stored !== undefined || row.checkedUpTo > 0;
      const isDiscovery = row.discover && (!isKnown || keystore.isUnlocked(walletId));
      if (isDiscovery) yield* this.#discoverWhenUnlocked(row, signal);
      const { firstSync } = isDiscovery ? await this.#row() : row;
      if (firstSync || !stored) yield* this.#scan(signal);
      else this.held = stored;
      // At most one discovery follows a first sync: a server may report every address as used.
      if (firstSync && !isDiscovery) await extendLookAhead(this.#deps, await this.#storedAddresses());
      if (this.held !== stored) yield { type: 'moved' };
      else if (isBehind) yield { type: 'moved', isRead: true };

      const moved = yield* this.#step(signal);
      if (moved === 'on the way') continue;
      yield { type: 'current' };
      if (moved === 'arrived' || isAhead || this.watchPool || polls % POOL_EVERY_POLLS === 0) {
        const askedAtMs = this.#deps.nowMs();
        const pool = await this.#deps.server.poolTransactions({}, { signal });
        // Its proofs are for a newer block, which is read first, but only once.
        isAhead = !isAhead && pool.basis.height > this.held!.cache.index.height;
        if (isAhead) continue;
        yield { type: 'pool', askedAtMs, ...(await this.#checkPool(pool, signal)) };
      }
      polls++;
      await this.#pause(this.#deps.pollMs, signal);
      signal.throwIfAborted();
    }
  }

  async #row(): Promise<WalletRow> {
    const { walletId, store } = this.#deps;
    const row = await store.wallet(walletId);
    if (!row) throw new UnknownWalletError(walletId);
    return row;
  }

  /** A wallet belongs to the network it first saw. @returns whether the stored wallet was changed */
  async #learnNetwork(signal: AbortSignal): Promise<boolean> {
    const { walletId, server, store } = this.#deps;
    const { network, genesis } = await readNetwork(server, signal);
    const row = await this.#row();
    const known: Partial<WalletRow> = row.adoptChain && !isPublic(row) ? {} : row;
    if (known.network && known.network.name !== network.name) {
      throw new OtherNetworkError(known.network.name, network.name);
    }
    if (known.genesis !== undefined && known.genesis !== genesis) {
      throw new OtherGenesisError(network.name, known.genesis, genesis, false);
    }
    const merged = known.network && mergeRules(known.network, network);
    const isBuiltIn = publicNetwork(genesis) !== undefined;
    if (known.network && !merged && !isBuiltIn) throw new OtherRulesError(network.name);
    this.#network = merged ?? network;
    if (known.network && known.genesis && merged) return false;
    // Sends of another chain are not tracked on this one.
    if (row.genesis !== undefined && row.genesis !== genesis) {
      for (const { id } of await store.sends(walletId)) await store.deleteSend(walletId, id);
    }
    await store.changeWallet(walletId, { network: this.#network, genesis, adoptChain: false });
    return true;
  }

  /**
   * Whether the wallet is at a position that the server's chain, itself verified, does not have: an unverified state
   * from an earlier version, or a block at a wrong height. Then the wallet must be read again from scratch.
   */
  async #isStranded(error: unknown, signal: AbortSignal): Promise<boolean> {
    const { server, isOwnNode } = this.#deps;
    const state = this.held?.state;
    const network = this.#network;
    if (!state || !network || !(error instanceof FeedError || error instanceof UnknownBlockError)) return false;
    const isUnchecked = wholeState(state) === undefined;
    if (!isUnchecked && !(await this.#isMisplaced(state.index, signal))) return false;
    const tip = await server.tipState({}, { signal });
    await requireBackedState({ server, network, isOwnNode }, tip, signal);
    return true;
  }

  /**
   * Whether the block is at another height. The server must prove it: otherwise it could have the wallet read from a chain
   * that needed no work. The header commits to the state before the block, but not to the height that the block states.
   */
  async #isMisplaced({ height, id }: ChainIndex, signal: AbortSignal): Promise<boolean> {
    const { server } = this.#deps;
    const block = await server.block({ params: { idOrHeight: id } }, { signal });
    const stated = block.v2?.height ?? height;
    if (stated === height || stated < 1 || blockId(blockHeaderOf(block)) !== id) return false;
    const before = await indexBefore(server, stated - 1, signal);
    const { applied } = await server.updates({ params: { index: before }, query: { limit: 1 } }, { signal });
    const parent = applied[0]?.state;
    if (parent?.index.height !== stated - 1 || parent.index.id !== block.parentId) return false;
    return inSlices(isCommittedTo(block, parent), signal);
  }

  async *#discoverWhenUnlocked(row: WalletRow, signal: AbortSignal): AsyncGenerator<SyncEvent> {
    const { walletId, keystore, pollMs } = this.#deps;
    if (!keystore.isUnlocked(walletId)) yield { type: 'waiting-for-unlock' };
    while (!keystore.isUnlocked(walletId)) {
      await this.#pause(pollMs, signal);
      signal.throwIfAborted();
      // Another tab has the keys.
      if (!(await this.#row()).discover) return;
    }
    yield* this.discover(row, GAP_LIMIT, signal);
  }

  async *#scan(signal: AbortSignal): AsyncGenerator<SyncEvent> {
    const { walletId, server, store, isOwnNode, nowMs } = this.#deps;
    const row = await this.#row();
    const own = await extendLookAhead(this.#deps, await this.#storedAddresses());
    const addresses = [...own.keys()];
    const read = await firstSync({ server, network: this.#network!, isOwnNode }, addresses, signal);
    const before = await store.loadCache(walletId);
    const start = before ? await firstHeight(server, signal) : 0;
    const kept = before && (yield* this.#keepOutputs(before, read, { own, start, signal }));
    if (start > 0) await this.#forgetSends(start);
    const { state, events } = read;
    await this.#checkClaims(await readSentTransactions(server, await store.sends(walletId), events, signal), true);
    const { cache, imports }: Pick<StoredCache, 'cache' | 'imports'> = kept?.carried ?? read;
    const known = { addresses, importsBefore: before?.imports };
    const snapshot = { cache, state, events, atMs: nowMs(), used: usedIn(events), imports, ...known };
    const change = {
      firstSync: false,
      readAnew: false,
      ...(row.readAnew && { workDue: undefined }),
      ...(kept?.isAnyLost && { importDue: true })
    };
    const storing = store.saveSnapshot(walletId, snapshot, change);
    // Awaited below; without a handler until then it would be an unhandled rejection.
    storing.catch(() => undefined);
    this.held = { cache, state };
    // Shown before it is stored.
    yield { type: 'moved' };
    await storing;
    this.#continued = undefined;
  }

  /**
   * What the wallet held before it is read again and the server may not list, after the server's blocks were verified
   * from the wallet's own one on, unless they need not be.
   */
  async *#keepOutputs(
    before: StoredCache,
    read: FirstSync,
    place: ReadPlace
  ): AsyncGenerator<SyncEvent, KeptOutputs | undefined> {
    const { server, isOwnNode } = this.#deps;
    const { own, start, signal } = place;
    const deps = { server, network: this.#network!, own, signal };
    const { readAnew = false } = await this.#row();
    // A state from an earlier version is unverified.
    const isContinued = !readAnew && !isOwnNode && wholeState(before.state) !== undefined;
    const isUnlisted = holdsUnlisted(before, start);
    if (!isContinued && !isUnlisted) return undefined;
    if (isContinued) requireAsMuchWork(before.state, read.state);
    const following = isContinued
      ? requireContinued(deps, this.#resumed(before), read.state)
      : carryKept(deps, before, read.cache.index);
    const kept = yield* this.#followTo(read.cache.index, following, (at) => {
      if (isContinued) this.#continued = { from: before.cache, at };
    });
    return isUnlisted ? keepOutputs(before, kept, read, place) : undefined;
  }

  /** Where {@link requireContinued} was interrupted. */
  #resumed({ cache, state }: StoredCache): Continued {
    const known = this.#continued;
    return known && holdsSame(known.from, cache) ? known.at : { state, kept: cache };
  }

  /** Reports the progress to a block. */
  async *#followTo(
    { height: target }: ChainIndex,
    following: AsyncGenerator<Continued, WalletCache | undefined>,
    note: (at: Continued) => void
  ): AsyncGenerator<SyncEvent, WalletCache | undefined> {
    try {
      let followed = await following.next();
      for (; !followed.done; followed = await following.next()) {
        note(followed.value);
        yield { type: 'catching-up', height: followed.value.state.index.height, target };
      }
      return followed.value;
    } catch (error) {
      if (error instanceof FeedError || error instanceof UnknownBlockError) this.#continued = undefined;
      throw error;
    }
  }

  /** A server lists no events from before its first block, and payments confirmed there would seem to be dropped. */
  async #forgetSends(start: Height): Promise<void> {
    const { walletId, store } = this.#deps;
    for (const { id, claimSwap } of await store.sends(walletId)) {
      const event = await store.event(walletId, id as string as Hash256);
      if (event && event.index.height <= start && !claimSwap) await store.deleteSend(walletId, id);
    }
  }

  /** Requests and applies one batch of the update feed. */
  async *#step(signal: AbortSignal): AsyncGenerator<SyncEvent, 'on the way' | 'arrived' | 'still there'> {
    const { walletId, store, nowMs } = this.#deps;
    const { cache: before } = this.held!;
    const { feed, isAll } = await this.#reader.read(before.index, signal);
    const last = feed.applied.at(-1) ?? feed.reverted.at(-1);
    const due = await this.#workDue(feed, last?.state ?? this.held!.state, isAll);
    if (!last) {
      if (await this.#proveMatured(signal)) yield { type: 'moved' };
      return 'still there';
    }
    await inSlices(requireCommittedFeedInSteps(this.#network!, this.held!.state, feed), signal);
    const { after, changes, used } = await this.#apply(before, feed, signal);
    const { state } = last;
    // Before the step is stored: if that is interrupted, the blocks are checked again.
    await this.#checkClaims(
      feed.applied.flatMap(({ block }) => block.v2?.transactions ?? []),
      true
    );
    if (due.before !== due.after) await store.changeWallet(walletId, { workDue: due.after });
    await store.saveStep(walletId, { before, after, changes, state, atMs: nowMs(), used });
    this.held = { cache: after, state };
    await this.#forgetSpentPayouts(changes.events.added);
    yield { type: 'moved' };
    if (isAll) return 'arrived';
    const { height: target } = await this.#deps.server.tip({}, { signal });
    yield { type: 'catching-up', height: state.index.height, target };
    return 'on the way';
  }

  /** The work that the chain still needs, as stored and after a feed. @throws {FeedError} it is complete without */
  async #workDue(feed: ChainUpdates, after: TipState, isAll: boolean) {
    const { workDue: known } = await this.#row();
    // Own blocks are not reverted for nothing.
    if (this.#deps.isOwnNode) return { before: known, after: undefined };
    return { before: known, after: workDue(known, this.held!.state, { reverted: feed.reverted, after, isAll }) };
  }

  /** The step of a feed, with the look-ahead that the addresses used in it require. */
  async #apply(before: WalletCache, feed: ChainUpdates, signal: AbortSignal) {
    for (let addresses = this.#deps.readAddresses(); ;) {
      const { cache: after, changes } = await inSlices(applyUpdatesInSteps(before, feed, addresses), signal);
      const used = usedIn(changes.events.added).filter((address) => addresses.get(address)?.used === false);
      const rows = await extendLookAheadFor(this.#deps, addresses, used);
      if (rows === addresses) return { after, changes, used };
      addresses = rows;
    }
  }

  /** @returns whether anything changed */
  async #proveMatured(signal: AbortSignal): Promise<boolean> {
    const { walletId, server, store, nowMs } = this.#deps;
    const { cache: before, state } = this.held!;
    const { missingPayouts = [] } = await this.#row();
    const deps = { server, network: this.#network!, signal };
    const proven = await this.#matured.prove(deps, before, state, missingPayouts);
    if (!proven) return false;
    const { cache: after, changes, missing } = proven;
    // Remembered before they are removed: a crash in between loses none.
    if (missing) await store.changeWallet(walletId, { missingPayouts: missing });
    const step = { before, after, state, atMs: nowMs() };
    await store.saveStep(walletId, { ...step, changes: { ...changes, events: { added: [], removed: [] } } });
    this.held = { cache: after, state };
    return true;
  }

  /** A payout that a block spends is not missing. */
  async #forgetSpentPayouts(events: readonly WalletEvent[]): Promise<void> {
    const { walletId, store } = this.#deps;
    const { missingPayouts: known = [] } = await this.#row();
    if (known.length === 0) return;
    const spent = new Set<string>(events.flatMap(({ inputs }) => inputs.map(({ id }) => id)));
    const missingPayouts = known.filter(({ id }) => !spent.has(id));
    if (missingPayouts.length < known.length) await store.changeWallet(walletId, { missingPayouts });
  }

  /** Searches the whole pool locally, so the server does not learn the addresses. */
  async #checkPool(pool: TransactionSet, signal: AbortSignal): Promise<CheckedPool> {
    const { readAddresses, nowMs } = this.#deps;
    await this.#checkClaims(pool.v2Transactions, false);
    const now = unixSeconds(Math.floor(nowMs() / 1000));
    const place = { ...this.held!, network: this.#network!, own: readAddresses(), now };
    return inSlices(this.#pool.checkInSteps(pool, place), signal);
  }

  /** Checks the claim addresses of sent transactions in a block or the pool. */
  async #checkClaims(transactions: readonly V2Transaction[], isConfirmed: boolean): Promise<void> {
    const { walletId, store } = this.#deps;
    if (transactions.every(({ fundInputs }) => fundInputs.length === 0)) return;
    const changed = checkClaims(await store.sends(walletId), transactions, isConfirmed);
    if (changed.length > 0) await store.putClaims(walletId, changed);
  }

  async #storedAddresses(): Promise<AddressRows> {
    return rowsByAddress(await this.#deps.store.addresses(this.#deps.walletId));
  }

  /** Ends with the signal, or on a wake-up. */
  async #pause(ms: number, signal: AbortSignal): Promise<void> {
    const woken = new AbortController();
    this.#wake = () => woken.abort();
    await sleep(ms, AbortSignal.any([signal, woken.signal]));
    this.#wake = undefined;
  }
}

/** Where a wallet was read again. */
interface ReadPlace {
  readonly own: AddressRows;
  /** The server's first block. */
  readonly start: Height;
  readonly signal: AbortSignal;
}

/** Whether both are at the same block, with the same outputs: another tab may have imported some. */
const holdsSame = (one: WalletCache, other: WalletCache): boolean =>
  one.index.id === other.index.id && hasSameKeys(one.coins, other.coins) && hasSameKeys(one.funds, other.funds);

const hasSameKeys = <K>(one: ReadonlyMap<K, unknown>, other: ReadonlyMap<K, unknown>): boolean =>
  one.size === other.size && one.keys().every((key) => other.has(key));

const isPublic = ({ genesis }: WalletRow): boolean => genesis !== undefined && publicNetwork(genesis) !== undefined;

const usedIn = (events: readonly WalletEvent[]): Address[] => [
  ...new Set(
    events.flatMap(({ inputs, outputs }) =>
      [...inputs, ...outputs].filter(({ own }) => own).map(({ address }) => address)
    )
  )
];
