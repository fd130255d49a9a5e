import type { HostInternalSettings, StorageObligation } from '$lib/api/daemon/host';
import { VOID_ADDRESS } from '$lib/chain/address';
import type { BlockId } from '$lib/chain/ids';
import { unixSeconds, type Height } from '$lib/chain/time';
import { memoizeLifecycles, type FindLifecycle } from '$lib/server/node/host/formation';
import { hostPart, type HostPart } from '$lib/server/node/host/hostPart';
import { obligationAt } from '$lib/server/node/host/obligation';
import { DEFAULT_HOST_SETTINGS } from '$lib/server/node/host/settings';
import type { HostState } from '$lib/server/node/host/state';
import type { SectorName } from '$lib/server/node/host/storage/storageTables';
import type { HostStorage } from '$lib/server/node/host/storage/storage';
import { MarketRandom } from '$lib/server/node/simulation/random';
import type { Moment } from '$lib/server/node/simulation/simulationPart';

/** The host's part of the market, without a chain or a disk. */
export interface SteppedHost {
  readonly part: HostPart;
  readonly lives: FindLifecycle;
  readonly state: HostState;
  readonly height: Height;
  /** Advances the chain by this many blocks. */
  pass(blocks: number): void;
  act(...args: Parameters<HostPart['act']> extends [unknown, infer Action, ...unknown[]] ? [Action] : never): void;
  obligations(): StorageObligation[];
}

export interface SteppedHostOptions {
  readonly seed?: string;
  readonly settings?: Partial<HostInternalSettings>;
  /** In sectors. */
  readonly capacity?: number;
  /** Whether the disk returns what was stored. */
  readonly canProve?: (height: Height, name: SectorName) => boolean;
}

/** The block at a height of the host's chain. */
export const momentAt = (height: Height): Moment => ({
  height,
  id: height.toString(16).padStart(64, '0') as BlockId,
  timestamp: unixSeconds(600 * height)
});

/** An announced host that accepts contracts. */
export function steppedHost(options: SteppedHostOptions = {}): SteppedHost {
  const { seed = 'seed', settings, capacity = 4_096, canProve = () => true } = options;
  const random = new MarketRandom(seed);
  const lives = memoizeLifecycles(random);
  let height = 0;
  const storage = { canProve: (name: SectorName) => canProve(height, name), health: [] } as unknown as HostStorage;
  const part = hostPart({ random, lives, storage: () => storage });
  let state = part.initial();
  const act: SteppedHost['act'] = (action) => {
    state = part.act(state, action, momentAt(height));
  };
  act({ type: 'configure', settings: { ...DEFAULT_HOST_SETTINGS, acceptingContracts: true, ...settings } });
  act({ type: 'announce', address: settings?.netAddress ?? 'host.example:9982' });
  act({ type: 'capacity', sectors: capacity });
  return {
    part,
    lives,
    get state() {
      return state;
    },
    get height() {
      return height;
    },
    pass(blocks) {
      for (let passed = 0; passed < blocks; passed++) {
        height++;
        state = part.step(state, momentAt(height));
      }
    },
    act,
    obligations: () =>
      [...state.ended, ...state.open].map((formation) =>
        obligationAt(formation, lives(formation), height, VOID_ADDRESS)
      )
  };
}
