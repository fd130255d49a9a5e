import type { ConsensusStatus } from '$lib/api/daemon/consensus';
import type { Daemon } from '$lib/api/daemon/client';
import type { BlockId } from '$lib/chain/ids';
import { networkKind, type NetworkKind } from '$lib/chain/network/knownNetworks';
import { Live } from '../reactive/live.svelte';

/** How the node is, in one word for the header and the cards. */
export type NodeState =
  | 'connecting'
  | 'waiting'
  | 'synced'
  | 'syncing'
  | 'starting'
  | 'module-off'
  | 'no-daemon'
  | 'signed-out'
  | 'unreachable'
  | 'stopped'
  | 'failing';

const STATE_BY_CODE: Readonly<Record<string, NodeState>> = {
  'api/module-loading': 'starting',
  'api/module-disabled': 'module-off',
  'api/not-configured': 'no-daemon',
  'api/unauthorized': 'signed-out',
  'api/unreachable': 'unreachable',
  'api/connection-closed': 'unreachable',
  'api/timeout': 'unreachable',
  'api/stopped': 'stopped'
};

interface ConnectionDeps {
  readonly daemon: Pick<Daemon, 'consensus'>;
  /** The name of the network that the wallet server is on; empty without one, because a daemon never tells. */
  readonly readNetworkName: (signal: AbortSignal) => Promise<string>;
  /** The id of the chain's first block; fails where nothing can be asked for it. */
  readonly readGenesis: (signal: AbortSignal) => Promise<BlockId>;
  /** Somebody stopped the node on purpose, and it has not answered since. */
  readonly isStopped: () => boolean;
}

/** The node behind this page: whether it answers, where its chain stands, and which network it is on. */
export class Connection {
  readonly consensus: Live<ConsensusStatus>;
  readonly networkName: Live<string>;
  /** What kind of coins these are: by the first block, which no name can belie. */
  readonly networkKind: Live<NetworkKind>;

  readonly state: NodeState = $derived.by(() => {
    const { problem, value, stale } = this.consensus;
    if (problem) {
      const state = STATE_BY_CODE[problem.code] ?? 'failing';
      return state === 'unreachable' && this.#isStopped() ? 'stopped' : state;
    }
    if (!value) return 'connecting';
    if (stale) return 'waiting';
    return value.synced ? 'synced' : 'syncing';
  });

  readonly #isStopped: () => boolean;

  constructor({ daemon, readNetworkName, readGenesis, isStopped }: ConnectionDeps) {
    this.#isStopped = isStopped;
    this.consensus = new Live((signal) => daemon.consensus.status({}, { signal }));
    // The network of a node does not change while it runs: one good answer is enough.
    this.networkName = new Live(async (signal) => this.networkName.value ?? (await readNetworkName(signal)));
    this.networkKind = new Live(async (signal) => {
      const known = this.networkKind.value;
      if (known) return known;
      const [genesis, name] = await Promise.all([readGenesis(signal), readNetworkName(signal)]);
      return networkKind(genesis, name);
    });
  }
}
