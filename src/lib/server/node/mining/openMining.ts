import type { Address } from '$lib/chain/address';
import { nonceFactorAt } from '$lib/chain/network/rewards';
import { childHeight } from '$lib/consensus/state';
import type { ChainManager } from '../chain/chainManager';
import type { TransactionPool } from '../pool/transactionPool';
import type { ChainStore } from '../store/store';
import { BlockTemplates } from './blockTemplates';
import { CpuMiner } from './cpuMiner';
import { HeaderCache } from './headerCache';
import { createSubmissions, type MinedBlock, type Submissions } from './submission';

export interface MiningParts {
  readonly store: ChainStore;
  readonly chain: ChainManager;
  readonly pool: TransactionPool;
  /** Receives the rewards of headers, and of the CPU miner. */
  readonly payoutAddress: Address;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly randomBytes: (length: number) => Uint8Array;
  /** Called with each block that was mined here and became the tip. */
  readonly onMined?: (block: MinedBlock) => void;
}

/** What the node offers to miners. */
export interface Mining {
  readonly payoutAddress: Address;
  readonly templates: BlockTemplates;
  readonly headers: HeaderCache;
  readonly submissions: Submissions;
  readonly cpuMiner: CpuMiner;
}

/** Wires templates, headers, submissions and the CPU miner, which is stopped at first. */
export function openMining(parts: MiningParts): Mining {
  const { store, chain, pool, payoutAddress, clock, randomBytes, onMined } = parts;
  const now = () => performance.now();
  const templates = new BlockTemplates({ chain, pool, clock, now });
  const headers = new HeaderCache({ chain, templates, payoutAddress, clock, randomBytes });
  const submissions = createSubmissions({ store, chain, pool, headers, onMined });
  const cpuMiner = new CpuMiner({
    getWork: () => headers.next(),
    nonceFactor: () => nonceFactorAt(chain.network, childHeight(chain.state)),
    submit: (header) => submissions.header(header, 'cpu-miner'),
    now
  });
  chain.onTip(() => cpuMiner.newWork());
  templates.onComplete(() => cpuMiner.newWork());
  return { payoutAddress, templates, headers, submissions, cpuMiner };
}
