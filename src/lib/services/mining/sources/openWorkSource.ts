import { MalformedWorkError } from '$lib/mining/errors';
import { createPoolSource, type PoolStatus } from '$lib/mining/stratum/poolSource';
import type { ShareSource, WorkSource } from '$lib/mining/work/workSource';
import type { WorkChoice } from '../workChoice';
import { daemonSource } from './daemonSource';
import { miningServerSource } from './miningServerSource';
import type { MiningServices } from './services';
import { walletServerSource } from './walletServerSource';

/**
 * Where a tab gets its work: the daemon's own for its wallet, blocks built here on what the wallet server knows, those of
 * a mining server, or the jobs of a pool.
 * @param onPool hears how it stands with the pool
 * @throws {MalformedWorkError} the pool was chosen, and there is none
 */
export function openWorkSource(services: MiningServices, choice: Exclude<WorkChoice, { kind: 'pool' }>): WorkSource;
export function openWorkSource(
  services: MiningServices,
  choice: WorkChoice,
  onPool?: (status: PoolStatus) => void
): WorkSource | ShareSource;
export function openWorkSource(
  services: MiningServices,
  choice: WorkChoice,
  onPool?: (status: PoolStatus) => void
): WorkSource | ShareSource {
  switch (choice.kind) {
    case 'node':
      return daemonSource(services);
    case 'address':
      return walletServerSource(services, choice.address);
    case 'mining':
      return miningServerSource(services, choice.address);
    case 'pool':
      if (!services.pool) throw new MalformedWorkError('no pool is configured');
      return createPoolSource({ ...services.pool, onChange: onPool });
  }
}
