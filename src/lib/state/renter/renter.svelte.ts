import { createContext } from 'svelte';
import {
  backUpToHosts,
  listUploadedBackups,
  restoreFromHosts,
  type RenterClient,
  type RenterContracts,
  type RenterStatus,
  type UploadedBackup
} from '$lib/api/daemon/renter';
import type { FileContractId } from '$lib/chain/ids';
import { toAppError, type AppError } from '$lib/errors';
import { pollWhileVisible, Live } from '../reactive/live.svelte';
import type { RenterChange } from '$lib/services/renter/renterChange';

const STATUS_EVERY_MS = 2_000;
/** Lists may have thousands of entries. */
const LISTS_EVERY_MS = 10_000;
const LATE_AFTER_MS = 15_000;

const EVERY_LIST = { disabled: true, expired: true, recoverable: true, inactive: true };

export type RenterAction =
  | 'configure'
  | 'cancel-allowance'
  | 'cancel-contract'
  | 'bubble'
  | 'clean'
  | 'backup'
  | 'restore';

/** The renter: allowance, contracts and backups. */
export class Renter {
  readonly status: Live<RenterStatus>;
  /** All contract categories. */
  readonly contracts: Live<RenterContracts>;
  readonly backups: Live<readonly UploadedBackup[]>;
  #acting = $state.raw<ReadonlySet<RenterAction>>(new Set());
  #problems = $state.raw<ReadonlyMap<RenterAction, AppError>>(new Map());

  readonly #client: RenterClient;

  constructor(client: RenterClient) {
    this.#client = client;
    this.status = new Live((signal) => client.status({}, { signal }));
    this.contracts = new Live((signal) => client.contracts({ query: EVERY_LIST }, { signal }), Date.now, LATE_AFTER_MS);
    this.backups = new Live((signal) => listUploadedBackups(client, { signal }), Date.now, LATE_AFTER_MS);
  }

  /** Whether the action is running; others can be started meanwhile, as a backup may take minutes. */
  isActing(action: RenterAction): boolean {
    return this.#acting.has(action);
  }

  /** Why the action failed; undefined if it has not. */
  problemOf(action: RenterAction): AppError | undefined {
    return this.#problems.get(action);
  }

  followStatus(): () => void {
    return pollWhileVisible([this.status], STATUS_EVERY_MS);
  }

  followContracts(): () => void {
    return pollWhileVisible([this.contracts], LISTS_EVERY_MS);
  }

  followBackups(): () => void {
    return pollWhileVisible([this.backups], LISTS_EVERY_MS);
  }

  /** @param change only the differences. @returns whether the node accepted it */
  configure(change: RenterChange): Promise<boolean> {
    return this.#act('configure', () => this.#client.configure({ body: change }), this.status, this.contracts);
  }

  cancelAllowance(): Promise<boolean> {
    return this.#act('cancel-allowance', () => this.#client.cancelAllowance(), this.status, this.contracts);
  }

  cancelContract(id: FileContractId): Promise<boolean> {
    return this.#act('cancel-contract', () => this.#client.cancelContract({ body: { id } }), this.contracts);
  }

  /** @param path directory relative to the renter's root; undefined for the root */
  bubble(path: string | undefined, choices: { recursive: boolean; force: boolean }): Promise<boolean> {
    const where = path === undefined ? { rootsiapath: true } : { siapath: path };
    return this.#act('bubble', () => this.#client.bubble({ body: { ...where, ...choices } }));
  }

  clean(): Promise<boolean> {
    return this.#act('clean', () => this.#client.clean());
  }

  /** Path on the daemon's machine. */
  backUpToFile(destination: string): Promise<boolean> {
    return this.#act('backup', () => this.#client.backup({ body: { destination } }));
  }

  restoreFromFile(source: string): Promise<boolean> {
    return this.#act('restore', () => this.#client.recoverBackup({ body: { source } }));
  }

  /** Backs up to hosts under a name, using the documented call or the one that real daemons implement. */
  backUpToHosts(name: string): Promise<boolean> {
    return this.#act('backup', () => backUpToHosts(this.#client, name), this.backups);
  }

  restoreFromHosts(name: string): Promise<boolean> {
    return this.#act('restore', () => restoreFromHosts(this.#client, name));
  }

  /** Clears the error; called when the action's form is opened. */
  clearProblem(action: RenterAction): void {
    this.#problems = new Map([...this.#problems].filter(([failed]) => failed !== action));
  }

  async #act(action: RenterAction, call: () => Promise<void>, ...changed: readonly Live<unknown>[]): Promise<boolean> {
    if (this.isActing(action)) return false;
    this.#acting = new Set([...this.#acting, action]);
    this.clearProblem(action);
    try {
      await call();
      await Promise.all(changed.map((live) => live.refreshAnew()));
      return true;
    } catch (error) {
      this.#problems = new Map([...this.#problems, [action, toAppError(error)]]);
      return false;
    } finally {
      this.#acting = new Set([...this.#acting].filter((running) => running !== action));
    }
  }
}

/** One for all renter pages. */
export const [getRenter, setRenter] = createContext<Renter>();
