import { createContext } from 'svelte';
import type { FilterMode, HostdbClient, HostdbEntry, HostFilter, ScoreBreakdown } from '$lib/api/daemon/hostdb';
import { toAppError, type AppError } from '$lib/errors';
import { pollWhileVisible, Live } from '../reactive/live.svelte';
import type { Filter } from '$lib/services/hostdb/filterDraft';

const STATUS_EVERY_MS = 5_000;
/** Thousands of hosts are megabytes, and a host is visited every few hours. */
const HOSTS_EVERY_MS = 60_000;
const LATE_AFTER_MS = 75_000;

export interface ScoredHost {
  readonly entry: HostdbEntry;
  readonly scoreBreakdown: ScoreBreakdown;
}

/** The hosts that the node knows, and which of them the renter may use. */
export class HostDatabase {
  /** Whether every known host was visited once; until then figures are missing. */
  readonly scan: Live<boolean>;
  readonly all: Live<readonly HostdbEntry[]>;
  /** Those to make contracts with, best first. */
  readonly active: Live<readonly HostdbEntry[]>;
  readonly filter: Live<HostFilter>;
  /** Keys that were chosen in the table, for the filter's form. */
  chosen = $state.raw<ReadonlySet<string>>(new Set());
  /** What the filter's form begins with, set by what led there. */
  proposal = $state.raw<{ readonly mode: FilterMode; readonly add: readonly string[] }>();
  /** The filter is being changed. */
  changing = $state(false);
  /** Why the latest change of the filter was refused. */
  problem = $state.raw<AppError>();

  readonly #client: HostdbClient;

  constructor(client: HostdbClient) {
    this.#client = client;
    this.scan = new Live(async (signal) => {
      try {
        return (await client.status({}, { signal })).initialScanComplete;
      } catch (error) {
        // Lists must not pass for present until their next turn when nothing is answered any more.
        for (const live of [this.all, this.active, this.filter]) if (!live.problem) void live.refresh(signal);
        throw error;
      }
    });
    this.all = new Live(async (signal) => (await client.all({}, { signal })).hosts, Date.now, LATE_AFTER_MS);
    this.active = new Live(async (signal) => (await client.active({}, { signal })).hosts, Date.now, LATE_AFTER_MS);
    this.filter = new Live((signal) => client.filterMode({}, { signal }), Date.now, LATE_AFTER_MS);
  }

  /** Keeps everything fresh while the page is looked at; returns what ends that. */
  follow(): () => void {
    const ends = [
      pollWhileVisible([this.scan], STATUS_EVERY_MS),
      pollWhileVisible([this.all, this.active, this.filter], HOSTS_EVERY_MS)
    ];
    return () => ends.forEach((end) => end());
  }

  /** One host with how its score comes about. */
  host(publicKey: string): Live<ScoredHost> {
    return new Live((signal) => this.#client.host({ params: { pubkey: publicKey } }, { signal }));
  }

  /** @returns whether the node took it */
  async setFilter({ filterMode, hosts, netAddresses }: Filter): Promise<boolean> {
    if (this.changing) return false;
    this.changing = true;
    this.problem = undefined;
    try {
      await this.#client.setFilterMode({
        body: { filterMode, hosts: [...hosts], netAddresses: [...netAddresses] }
      });
      // The lists follow the filter.
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

/** One for all pages of hosts. */
export const [getHostDatabase, setHostDatabase] = createContext<HostDatabase>();
