import type { StorageObligation } from '$lib/api/daemon/host';
import type { Address } from '$lib/chain/address';
import type { FileContractId } from '$lib/chain/ids';
import type { Height } from '$lib/chain/time';
import type { Market } from '../market/market';
import type { Moment } from '../simulation/simulationPart';
import { accountAt, obligationAt, type Account } from './obligation';
import { sectorsAt, type FindLifecycle, type Formation } from './formation';
import type { HostPart } from './hostPart';
import type { HostAction, HostState } from './state';
import { formationKey } from './state';
import type { RegistryFile } from './storage/registryFile';
import type { HostStorage } from './storage/storage';

/** A contract with its revisions and account. */
export interface ListedContract {
  readonly obligation: StorageObligation;
  readonly account: Account;
}

/** The host's state at the tip. */
export interface HostView {
  readonly state: HostState;
  readonly moment: Moment;
  readonly contracts: readonly ListedContract[];
}

export interface HostModuleOptions {
  readonly market: Market;
  readonly part: HostPart;
  readonly lives: FindLifecycle;
  readonly storage: () => HostStorage;
  readonly registry: RegistryFile;
  /** The host's payout address. */
  readonly address: Address;
}

/** How long a response waits for the storage folders. */
const FOLDER_TIMEOUT_MS = 1_000;

/** Waits for the work up to a time limit. Later failures of the work are ignored. */
async function waitUpTo(milliseconds: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds)));
  work.catch(() => {});
  await Promise.race([work, patience]).finally(() => clearTimeout(timer));
}

/** The embedded node's host: market state derived from the chain, combined with the storage folders on disk. */
export class HostModule {
  readonly address: Address;
  readonly registry: RegistryFile;
  readonly #market: Market;
  readonly #part: HostPart;
  readonly #lives: FindLifecycle;
  readonly #storage: () => HostStorage;
  /** The last listed form of each contract, and its height. */
  readonly #shown = new WeakMap<Formation, ListedContract & { readonly height: Height }>();
  #view: HostView | undefined;
  /** The state and block up to which the folders were synchronized. */
  #followed: { readonly state: HostState; readonly moment: Moment } | undefined;

  constructor({ market, part, lives, storage, registry, address }: HostModuleOptions) {
    this.address = address;
    this.registry = registry;
    this.#market = market;
    this.#part = part;
    this.#lives = lives;
    this.#storage = storage;
  }

  get storage(): HostStorage {
    return this.#storage();
  }

  get market(): Market {
    return this.#market;
  }

  /** Advances the host to the tip and synchronizes the folders; a slow synchronization continues in the background. */
  async read(): Promise<HostView> {
    let { state, moment } = await this.#market.read(this.#part);
    const { total } = this.storage.room;
    if (total !== state.capacity) state = this.act({ type: 'capacity', sectors: total });
    if (!this.storage.isBusy && !this.#isFollowed(state, moment)) {
      await waitUpTo(FOLDER_TIMEOUT_MS, this.#follow(state, moment));
      ({ state, moment } = await this.#market.read(this.#part));
    }
    if (this.#view?.state !== state || this.#view.moment.id !== moment.id) {
      this.#view = { state, moment, contracts: this.#listed(state, moment.height) };
    }
    return this.#view;
  }

  #isFollowed(state: HostState, { id }: Moment): boolean {
    return this.#followed?.state === state && this.#followed.moment.id === id;
  }

  /** Stores the sectors of contracts in the folders, and caps contracts where the folders are full. */
  async #follow(from: HostState, at: Moment): Promise<void> {
    const caps = await this.storage.follow(this.#wanted(from, at.height));
    // Another call may have advanced the market meanwhile.
    const { state, moment } = await this.#market.read(this.#part);
    const reached = caps.size > 0 ? this.act({ type: 'full', caps: this.#capsByKey(state, caps) }) : state;
    if (state === from && moment.id === at.id) this.#followed = { state: reached, moment };
  }

  /** Applies an action; call it right after {@link read}, without an await in between. */
  act(action: HostAction): HostState {
    return this.#market.act(this.#part, action);
  }

  /** Number of sectors per contract to store. Ended contracts are not paid for, so theirs are dropped. */
  #wanted({ open }: HostState, height: Height): Map<FileContractId, number> {
    return new Map(
      open.map((formation) => {
        const life = this.#lives(formation);
        return [life.id, sectorsAt(formation, life, height)];
      })
    );
  }

  #capsByKey({ open }: HostState, caps: ReadonlyMap<FileContractId, number>): Map<string, number> {
    return new Map(
      open.flatMap((formation) => {
        const cap = caps.get(this.#lives(formation).id);
        return cap === undefined ? [] : [[formationKey(formation), cap]];
      })
    );
  }

  #listed({ open, ended }: HostState, height: Height): ListedContract[] {
    return [...ended, ...open].map((formation) => {
      const shown = this.#shown.get(formation);
      if (shown && (shown.height === height || formation.outcome !== undefined)) return shown;
      const life = this.#lives(formation);
      const listed = {
        height,
        obligation: obligationAt(formation, life, height, this.address),
        account: accountAt(formation, life, height)
      };
      this.#shown.set(formation, listed);
      return listed;
    });
  }
}
