import type { HostClient, HostStatus, StorageFolder, StorageObligation } from '$lib/api/daemon/host';
import { createContext } from 'svelte';
import type { NodeStatus } from '../node/nodeStatus.svelte';
import { pollWhileVisible, Live } from '../reactive/live.svelte';
import type { Overview } from '../node/overview.svelte';
import type { ChainClock } from '$lib/services/host/blockDates';
import { FolderWork } from './folderWork.svelte';

type Bandwidth = Awaited<ReturnType<HostClient['bandwidth']>>;

const STATUS_EVERY_MS = 3_000;
const FOLDERS_EVERY_MS = 5_000;

/**
 * All contracts arrive in one response, megabytes on a large host, so the polling interval grows with the read time.
 */
const CONTRACTS_TICK_MS = 5_000;
const CONTRACTS_REST = 20;
const CONTRACTS_LONGEST_MS = 60_000;

/** The daemon's host; each part is polled, fails and is retried independently. */
export class HostState {
  readonly status: Live<HostStatus>;
  /** Bytes exchanged with renters since the daemon started. */
  readonly bandwidth: Live<Bandwidth>;
  /** All contracts, including past ones. */
  readonly contracts: Live<readonly StorageObligation[]>;
  readonly folders: Live<readonly StorageFolder[]>;
  readonly work: FolderWork;

  readonly #nodeStatus: NodeStatus;
  readonly #overview: Overview;
  #contractsTookMs = 0;

  constructor(
    readonly client: HostClient,
    nodeStatus: NodeStatus,
    overview: Overview
  ) {
    this.#nodeStatus = nodeStatus;
    this.#overview = overview;
    this.status = new Live((signal) => client.status({}, { signal }));
    this.bandwidth = new Live((signal) => client.bandwidth({}, { signal }));
    this.folders = new Live(async (signal) => (await client.folders({}, { signal })).folders, Date.now, 10_000);
    this.contracts = new Live((signal) => this.#readContracts(signal), Date.now, 2 * CONTRACTS_LONGEST_MS);
    this.work = new FolderWork(client, this.folders);
  }

  /** Height of the tip; undefined if unknown. */
  get height(): number | undefined {
    return this.#nodeStatus.consensus.value?.height;
  }

  /** For estimating block dates; undefined if the tip is unknown. */
  get clock(): ChainClock | undefined {
    const { good } = this.#nodeStatus.consensus;
    if (!good) return undefined;
    const { height, blockFrequency } = good.value;
    // The tip's own timestamp if it has been read; otherwise the current time.
    const tip = this.#overview.tip.value;
    const atMs = tip?.height === height ? tip.timestamp * 1000 : good.atMs;
    return { height, atMs, blockSeconds: blockFrequency };
  }

  /** Polls the status while the page is visible. @returns the stop function */
  followStatus(): () => void {
    return pollWhileVisible([this.status, this.#overview.tip], STATUS_EVERY_MS);
  }

  followBandwidth(): () => void {
    return pollWhileVisible([this.bandwidth], STATUS_EVERY_MS);
  }

  followFolders(): () => void {
    return pollWhileVisible([this.folders], FOLDERS_EVERY_MS);
  }

  /** Polls less often the longer a read takes. */
  followContracts(): () => void {
    return pollWhileVisible([this.contracts], CONTRACTS_TICK_MS, () => this.#contractsAreDue());
  }

  #contractsAreDue(): boolean {
    const restMs = Math.min(CONTRACTS_LONGEST_MS, CONTRACTS_REST * this.#contractsTookMs);
    const ageMs = Date.now() - (this.contracts.atMs ?? 0);
    // A negative age: the clock was set back.
    return this.contracts.problem !== undefined || ageMs >= restMs || ageMs < 0;
  }

  async #readContracts(signal: AbortSignal): Promise<readonly StorageObligation[]> {
    const startMs = Date.now();
    const { contracts } = await this.client.contracts({}, { signal });
    this.#contractsTookMs = Date.now() - startMs;
    return contracts;
  }
}

/** The host of the pages below `/host`. */
export const [getHost, setHost] = createContext<HostState>();
