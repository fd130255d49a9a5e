import type { WorkServiceId } from '$lib/api/services/ids';
import type { Address } from '$lib/chain/address';
import { MalformedWorkError } from '$lib/mining/errors';
import type { PoolStatus } from '$lib/mining/stratum/poolConnector';
import { createPoolSource } from '$lib/mining/stratum/poolSource';
import type { ShareSource, WorkSource } from '$lib/mining/work/workSource';
import type { WorkChoice } from '../workChoice';
import { daemonSource } from './daemonSource';
import { miningServerSource } from './miningServerSource';
import type { MiningServices } from './services';
import { walletServerSource } from './walletServerSource';

type Open = (
  services: MiningServices,
  address: Address | undefined,
  onPool?: (status: PoolStatus) => void
) => WorkSource | ShareSource;

/** Opens the work source of each service. */
const SOURCES = {
  daemon: daemonSource,
  wallet(services, address) {
    if (address === undefined) throw new MalformedWorkError('no payout address is given');
    return walletServerSource(services, address);
  },
  mining: miningServerSource,
  pool({ pool, scheduler }, _, onPool) {
    if (!pool) throw new MalformedWorkError('no pool is configured');
    return createPoolSource({ ...pool, scheduler, onChange: onPool });
  }
} satisfies Record<WorkServiceId, Open>;

/**
 * Opens the chosen work source.
 * @param onPool receives the state of the pool connection
 * @throws {MalformedWorkError} a pool was chosen but none is configured; or the payout address is missing
 */
export function openWorkSource<Kind extends WorkServiceId>(
  services: MiningServices,
  { kind, address }: WorkChoice & { readonly kind: Kind },
  onPool?: (status: PoolStatus) => void
) {
  const open: Open = SOURCES[kind];
  return open(services, address, onPool) as ReturnType<(typeof SOURCES)[Kind]>;
}
