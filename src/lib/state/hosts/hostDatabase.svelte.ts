import { createContext } from 'svelte';
import type { FilterMode, HostdbClient, HostdbEntry, HostFilter, ScoreBreakdown } from '$lib/api/daemon/hostdb';
import { toAppError, type AppError } from '$lib/errors';
import { pollWhileVisible, Live } from '../reactive/live.svelte';
import type { Filter } from '$lib/services/hostdb/filterDraft';

const STATUS_EVERY_MS = 5_000;
/** Thousands of hosts are megabytes of JSON, and each host is scanned only every few hours. */
const HOSTS_EVERY_MS = 60_000;
const LATE_AFTER_MS = 75_000;

export interface ScoredHost {
  readonly entry: HostdbEntry;
  readonly scoreBreakdown: ScoreBreakdown;
}

/** The node's host database and the renter's filter. */
export class HostDatabase {
  /** Whether the initial scan is complete; until then, figures are missing. */
  readonly scan: Live<boolean>;
  readonly all: Live<readonly HostdbEntry[]>;
  /** Active hosts, best first. */
  readonly active: Live<readonly HostdbEntry[]>;
  readonly filter: Live<HostFilter>;
  /** Keys selected in the table, for the filter form. */
  chosen = $state.raw<ReadonlySet<string>>(new Set());
  /** Initial values of the filter form, set by the linking page. */
  proposal = $state.raw<{ readonly mode: FilterMode; readonly add: readonly string[] }>();
  /** The filter is being saved. */
  changing = $state(false);
  /** Why the last change of the filter was refused. */
  problem = $state.raw<AppError>();

  readonly #client: HostdbClient;

  constructor(client: HostdbClient) {
    this.#client = client;
    this.scan = new Live(async (signal) => {
      try {
        return (await client.status({}, { signal })).initialScanComplete;
      } catch (error) {
        // When the node stops responding, the lists must fail now rather than at their next poll.
        for (const live of [this.all, this.active, this.filter]) if (!live.problem) void live.refresh(signal);
        throw error;
      }
    });
    this.all = new Live(async (signal) => (await client.all({}, { signal })).hosts, Date.now, LATE_AFTER_MS);
    this.active = new Live(async (signal) => (await client.active({}, { signal })).hosts, Date.now, LATE_AFTER_MS);
    this.filter = new Live((signal) => client.filterMode({}, { signal }), Date.now, LATE_AFTER_MS);
  }

  /** Polls while the page is visible. @returns the stop function */
  follow(): () => void {
    const ends = [
      pollWhileVisible([this.scan], STATUS_EVERY_MS),
      pollWhileVisible([this.all, this.active, this.filter], HOSTS_EVERY_MS)
    ];
    return () => ends.forEach((end) => end());
  }

  /** One host with its score breakdown. */
  host(publicKey: string): Live<ScoredHost> {
    return new Live((signal) => this.#client.host({ params: { pubkey: publicKey } }, { signal }));
  }

  /** @returns whether the node accepted it */
  async setFilter({ filterMode, hosts, netAddresses }: Filter): Promise<boolean> {
    if (this.changing) return false;
    this.changing = true;
    this.problem = undefined;
    try {
      await this.#client.setFilterMode({
        body: { filterMode, hosts: [...hosts], netAddresses: [...netAddresses] }
      });
      // The lists depend on the filter.
      await Promise.all([this.filter, this.all, this.active].map((live) => live.refreshAnew()));
      return true;
    } catch (error) {
      this.problem = toAppError(error);
      return false;
    } finally {
      this.changing = false;
    }
  }
}

/** One for all host pages. */
export const [getHostDatabase, setHostDatabase] = createContext<HostDatabase>();
