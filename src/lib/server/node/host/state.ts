import type { HostInternalSettings } from '$lib/api/daemon/host';
import type { Height } from '$lib/chain/time';
import type { Formation } from './formation';
import { isReachable } from './netAddress';
import { DEFAULT_HOST_SETTINGS } from './settings';

/** The host's persisted market state; an immutable value. */
export interface HostState {
  readonly settings: HostInternalSettings;
  /** Incremented with every change that renters can see. */
  readonly revisionNumber: bigint;
  /** The announced address, and the height of the announcement. */
  readonly announced?: { readonly address: string; readonly height: Height };
  /** Height at which the host's address last changed. */
  readonly movedAt: Height;
  /** Height at which the registry was last moved. */
  readonly registryMovedAt?: Height;
  /** Sectors in all folders, taken or not. */
  readonly capacity: number;
  /** Open contracts, oldest first. */
  readonly open: readonly Formation[];
  /** Ended contracts, in the order in which they ended. */
  readonly ended: readonly Formation[];
  /** Counts of the renters' RPCs. */
  readonly calls: Calls;
}

/** Numbers of the renters' RPCs since the host was created, by kind. */
export interface Calls {
  readonly settings: number;
  readonly formed: number;
  readonly renewed: number;
  readonly errors: number;
}

/** Actions of the operator, and capacity changes reported by the disk. */
export type HostAction =
  | { readonly type: 'configure'; readonly settings: HostInternalSettings }
  | { readonly type: 'announce'; readonly address: string }
  /** New capacity of all folders. */
  | { readonly type: 'capacity'; readonly sectors: number }
  /** Contracts by {@link formationKey} that found no space beyond this many sectors. */
  | { readonly type: 'full'; readonly caps: ReadonlyMap<string, number> };

export const NEW_HOST: HostState = {
  settings: DEFAULT_HOST_SETTINGS,
  revisionNumber: 0n,
  movedAt: 0,
  capacity: 0,
  open: [],
  ended: [],
  calls: { settings: 0, formed: 0, renewed: 0, errors: 0 }
};

/** Identifies a contract: the height of its formation, and the renter's index among those of the block. */
export const formationKey = ({ height, renter }: Formation): string => `${height}/${renter}`;

/** The state after an action. Pure. */
export function applyAction(state: HostState, action: HostAction, height: Height): HostState {
  switch (action.type) {
    case 'configure': {
      const moved = action.settings.netAddress !== state.settings.netAddress;
      const registryMoved = action.settings.customRegistryPath !== state.settings.customRegistryPath;
      return {
        ...state,
        settings: action.settings,
        revisionNumber: state.revisionNumber + 1n,
        movedAt: moved ? height : state.movedAt,
        registryMovedAt: registryMoved ? height : state.registryMovedAt
      };
    }
    case 'announce':
      return {
        ...state,
        // An explicitly announced address overrides the configured one.
        settings: state.settings.netAddress === '' ? state.settings : { ...state.settings, netAddress: action.address },
        announced: { address: action.address, height },
        revisionNumber: state.revisionNumber + 1n,
        movedAt: height
      };
    case 'capacity':
      return { ...state, capacity: action.sectors, revisionNumber: state.revisionNumber + 1n };
    case 'full':
      return {
        ...state,
        calls: { ...state.calls, errors: state.calls.errors + action.caps.size },
        open: state.open.map((formation) => {
          const cap = action.caps.get(formationKey(formation));
          return cap === undefined ? formation : { ...formation, cap: Math.min(cap, formation.cap ?? cap) };
        })
      };
  }
}

/** What open contracts reserve. */
export interface Reserved {
  /** Collateral, hastings. */
  readonly locked: bigint;
  /** Sectors stored or still to be uploaded. */
  readonly sectors: number;
}

const reservedByList = new WeakMap<readonly Formation[], Reserved>();

/** Sums over the open contracts, memoized by the (immutable) list. */
export function reservedBy({ open }: HostState): Reserved {
  let known = reservedByList.get(open);
  if (known === undefined) {
    let [locked, sectors] = [0n, 0];
    for (const formation of open) {
      locked += formation.locked;
      sectors += Math.min(formation.sectors, formation.cap ?? Infinity);
    }
    reservedByList.set(open, (known = { locked, sectors }));
  }
  return known;
}

/** The address at which renters contact the host; empty if none was ever set. */
export const hostAddress = ({ settings, announced }: HostState): string =>
  settings.netAddress !== '' ? settings.netAddress : (announced?.address ?? '');

/** Result of the nodes that try to connect to the host, as the daemon's API spells it. */
export type Connectability = 'checking' | 'connectable' | 'not connectable';
/** Whether renters use the host, as the daemon's API spells it. */
export type Working = 'checking' | 'working' | 'not working';

/** Blocks until other hosts have tested the address, and until a renter has connected. */
const CONNECT_BLOCKS = 2;
const WORK_BLOCKS = 4;

/** Whether others can connect to the announced address; tested again after each change of address. */
export function connectability(state: HostState, height: Height): Connectability {
  if (height < state.movedAt + CONNECT_BLOCKS) return 'checking';
  const address = hostAddress(state);
  const isAnnounced = state.announced?.address === address;
  return isAnnounced && isReachable(address) ? 'connectable' : 'not connectable';
}

/** Whether renters are connecting. */
export function workingStatus(state: HostState, height: Height): Working {
  if (connectability(state, height) === 'not connectable') return 'not working';
  return height >= state.movedAt + WORK_BLOCKS ? 'working' : 'checking';
}
