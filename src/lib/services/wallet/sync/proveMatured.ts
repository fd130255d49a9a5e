import type { WalletServer } from '$lib/api/wallet-server/client';
import { firstHeight } from '$lib/api/wallet-server/firstHeight';
import { hasFullIndex } from '$lib/api/wallet-server/fullIndex';
import type { CoinElement } from '$lib/chain/element/elements';
import type { CoinOutputId } from '$lib/chain/ids';
import type { Network } from '$lib/chain/network/network';
import type { Height } from '$lib/chain/time';
import { OutputCollector, type CacheStep, type WalletCache } from '$lib/wallet/sync/cache';
import { ForeignOutputError } from '../errors';
import type { MissingPayout, TipState } from '../records';
import { AddressQueries } from './addressQueries';

export interface ProveMaturedDeps {
  readonly server: WalletServer;
  readonly network: Network;
  readonly signal: AbortSignal;
}

export interface MaturedStep extends CacheStep {
  /** Payouts that the server does not list; undefined if they are the same as before. */
  readonly missing: readonly MissingPayout[] | undefined;
}

/** Missing payouts are looked for after 1, 2, 4, … blocks, up to this many. */
const MAX_WAIT_BLOCKS = 128;
/** Maximum number of missing payouts that are remembered. */
const MAX_MISSING = 10_000;

/** Proves payouts that were immature, and therefore unproven, at the first sync. */
export class MaturedPayouts {
  readonly #requested = new Set<CoinOutputId>();
  #next: Height = 0;
  #wait = 1;

  /**
   * Adds proofs of payouts that have matured. Those that the server does not list no longer count as coins: an earlier
   * server may have invented them. They are looked for again later, because this server may have withheld them.
   * @param state after the block of `before`
   * @param known payouts that were missing before
   * @returns undefined if nothing changes
   * @throws {WrongProofError | ForeignOutputError} an output that the chain does not have
   */
  async prove(
    { server, network, signal }: ProveMaturedDeps,
    before: WalletCache,
    state: TipState,
    known: readonly MissingPayout[]
  ): Promise<MaturedStep | undefined> {
    const { height } = before.index;
    const matured = [...before.coins.values()].filter(
      ({ leafIndex, maturityHeight }) => leafIndex === undefined && maturityHeight <= BigInt(height)
    );
    const due = [...matured, ...known.filter(({ id }) => !before.coins.has(id))];
    if (due.length > 0 ? !this.#isTime(due, height) : known.length === 0) return undefined;
    const owners = new Set(due.map(({ output }) => output.address));
    const missing = new Map(due.map((payout) => [payout.id, payout]));
    const coins: CoinElement[] = [];
    for await (const { basis, outputs } of new AddressQueries(server, signal).coins([...owners])) {
      // Its next blocks are read first.
      if (basis.id !== before.index.id) return undefined;
      // A payout may have been reported with the id of a foreign output, whose proof is valid.
      for (const { id, output } of outputs) if (!owners.has(output.address)) throw new ForeignOutputError(id);
      coins.push(...outputs.filter(({ id }) => missing.delete(id)));
    }
    const collector = new OutputCollector(before, state);
    collector.add({ basis: before.index, coins });
    const isListed = matured.some(({ id }) => missing.has(id)) ? await listedFrom(server, network, signal) : undefined;
    const removed = matured.filter((payout) => missing.has(payout.id) && isListed?.(payout));
    for (const { id } of removed) collector.remove(id);
    this.#waitAfter(due, height);
    const still = [...known.filter(({ id }) => !before.coins.has(id) && missing.has(id)), ...removed];
    const step = collector.finish();
    const isSame = still.length === known.length && removed.length === 0;
    if (step.cache.coins === before.coins && isSame) return undefined;
    return { ...step, missing: isSame ? undefined : still.slice(0, MAX_MISSING) };
  }

  #isTime(due: readonly MissingPayout[], height: Height): boolean {
    return height >= this.#next || due.some(({ id }) => !this.#requested.has(id));
  }

  #waitAfter(due: readonly MissingPayout[], height: Height): void {
    const isFirst = due.some(({ id }) => !this.#requested.has(id));
    for (const { id } of due) this.#requested.add(id);
    this.#wait = isFirst ? 1 : Math.min(2 * this.#wait, MAX_WAIT_BLOCKS);
    this.#next = height + this.#wait;
  }
}

/**
 * Which matured payouts a server lists.
 * @returns undefined if it does not list all addresses
 */
async function listedFrom(
  server: WalletServer,
  { maturityDelay }: Network,
  signal: AbortSignal
): Promise<((payout: MissingPayout) => boolean) | undefined> {
  if (!(await hasFullIndex(server, signal))) return undefined;
  // A server whose chain began with a checkpoint does not list what was created before it.
  const start = await firstHeight(server, signal);
  const firstListed = start === 0 ? 0n : BigInt(start + 1 + maturityDelay);
  return ({ maturityHeight }) => maturityHeight >= firstListed;
}
