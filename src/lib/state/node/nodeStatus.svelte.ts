import type { ConsensusStatus } from '$lib/api/daemon/consensus';
import type { Daemon } from '$lib/api/daemon/client';
import { ServerError } from '$lib/api/http/errors';
import type { BlockId } from '$lib/chain/ids';
import type { AppError } from '$lib/errors';
import { networkKind, type NetworkKind } from '$lib/chain/network/knownNetworks';
import { Live } from '../reactive/live.svelte';

/** The node's state in one word, for the header and cards. */
export type NodeState =
  | 'connecting'
  | 'waiting'
  | 'synced'
  | 'syncing'
  | 'sync-paused'
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

/** Responses of a reverse proxy while Quarry's server is down. */
const GATEWAY_STATUS = [502, 503, 504];

function stateOf(problem: AppError): NodeState {
  if (problem instanceof ServerError && problem.known === undefined && GATEWAY_STATUS.includes(problem.status))
    return 'unreachable';
  return STATE_BY_CODE[problem.code] ?? 'failing';
}

interface NodeStatusDeps {
  readonly daemon: Pick<Daemon, 'consensus'>;
  /** Name of the wallet server's network; empty without one, because daemons do not report theirs. */
  readonly readNetworkName: (signal: AbortSignal) => Promise<string>;
  /** Id of the genesis block. */
  readonly readGenesis: (signal: AbortSignal) => Promise<BlockId>;
  /** The user stopped the node and it has not responded since. */
  readonly isStopped: () => boolean;
}

/** The tab's node: whether it responds, its chain state, and its network. */
export class NodeStatus {
  readonly consensus: Live<ConsensusStatus>;
  readonly networkName: Live<string>;
  /** Whether the coins have value, determined by the genesis block, which cannot be spoofed like a name. */
  readonly networkKind: Live<NetworkKind>;

  readonly state: NodeState = $derived.by(() => {
    const { problem, value, stale } = this.consensus;
    if (problem) {
      const state = stateOf(problem);
      return state === 'unreachable' && this.#isStopped() ? 'stopped' : state;
    }
    if (!value) return 'connecting';
    if (stale) return 'waiting';
    if (value.synced) return 'synced';
    return (value.syncMode ?? 'running') === 'running' ? 'syncing' : 'sync-paused';
  });

  /** Target block time of the network; undefined until the node has responded. */
  readonly blockSeconds = $derived.by(() => this.consensus.value?.blockFrequency);

  readonly #isStopped: () => boolean;

  constructor({ daemon, readNetworkName, readGenesis, isStopped }: NodeStatusDeps) {
    this.#isStopped = isStopped;
    this.consensus = new Live((signal) => daemon.consensus.status({}, { signal }));
    // A node's network is constant while it runs, so it is read once.
    this.networkName = new Live(async (signal) => this.networkName.value ?? (await readNetworkName(signal)));
    this.networkKind = new Live(async (signal) => {
      const known = this.networkKind.value;
      if (known) return known;
      const [genesis, name] = await Promise.all([readGenesis(signal), readNetworkName(signal)]);
      return networkKind(genesis, name);
    });
  }
}
