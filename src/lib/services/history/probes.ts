import type { Daemon } from '$lib/api/daemon/client';
import type { Bandwidth } from '$lib/api/daemon/gateway';
import type { HostClient } from '$lib/api/daemon/host';
import type { RenterClient } from '$lib/api/daemon/renter';
import type { CallOptions } from '$lib/api/http/route';
import type { ReadSeries } from './sampler';
import type { SeriesName } from './series';
import { splitFinances } from '../host/finances';
import { totalFolders } from '../host/folders';
import { spendingOfPeriod } from '../renter/spending';

interface ProbedClients {
  readonly daemon: Daemon;
  readonly host: HostClient;
  readonly renter: RenterClient;
}

type Part = Promise<Partial<Record<SeriesName, bigint>>>;

/** The sampled values of a node. Disabled modules are skipped. */
export const readSeriesOf =
  ({ daemon, host, renter }: ProbedClients): ReadSeries =>
  (signal) => {
    const options = { signal };
    const settings = daemon.daemon.settings({}, options);
    const whenOn = async (module: string, read: () => Part): Part =>
      (await settings).modules[module] === true ? read() : {};
    return [
      chain(daemon, options),
      peers(daemon, options),
      traffic('gateway', daemon.gateway.bandwidth({}, options)),
      whenOn('host', () => hostMoney(host, options)),
      whenOn('host', () => hostSpace(host, options)),
      whenOn('host', () => traffic('host', host.bandwidth({}, options))),
      whenOn('renter', () => renterMoney(renter, options)),
      whenOn('renter', () => renterContracts(renter, options))
    ];
  };

async function chain(daemon: Daemon, options: CallOptions): Part {
  const { height, difficulty } = await daemon.consensus.status({}, options);
  return { 'chain.height': BigInt(height), 'chain.difficulty': difficulty };
}

async function peers(daemon: Daemon, options: CallOptions): Part {
  const { peers } = await daemon.gateway.status({}, options);
  const inbound = peers.filter((peer) => peer.inbound).length;
  return { 'gateway.peersIn': BigInt(inbound), 'gateway.peersOut': BigInt(peers.length - inbound) };
}

async function traffic(module: 'gateway' | 'host', reading: Promise<Bandwidth>): Part {
  const { download, upload, startTime } = await reading;
  return {
    [`${module}.download`]: download,
    [`${module}.upload`]: upload,
    [`${module}.since`]: millisecondsOf(startTime)
  };
}

async function hostMoney(host: HostClient, options: CallOptions): Part {
  const { financialMetrics } = await host.status({}, options);
  const { earned, potential, locked, risked, lost } = splitFinances(financialMetrics);
  return {
    'host.contracts': BigInt(financialMetrics.contractCount),
    'host.earned': earned,
    'host.potential': potential,
    'host.locked': locked,
    'host.risked': risked,
    'host.lost': lost
  };
}

async function hostSpace(host: HostClient, options: CallOptions): Part {
  const { capacity, used } = totalFolders((await host.folders({}, options)).folders);
  return { 'host.capacity': capacity, 'host.used': used };
}

async function renterMoney(renter: RenterClient, options: CallOptions): Part {
  const { financialMetrics } = await renter.status({}, options);
  const spending = spendingOfPeriod(financialMetrics);
  return {
    'renter.allocated': financialMetrics.totalAllocated,
    'renter.unspent': spending.unspent,
    'renter.fees': spending.fees,
    'renter.storage': spending.storage,
    'renter.upload': spending.upload,
    'renter.download': spending.download,
    'renter.accounts': spending.accounts,
    'renter.maintenance': spending.maintenance
  };
}

async function renterContracts(renter: RenterClient, options: CallOptions): Part {
  const { active, passive } = await renter.contracts({}, options);
  return { 'renter.contracts': BigInt(active.length + passive.length) };
}

/** 0 for an unreadable time: resets are then detected only by a decreasing counter. */
function millisecondsOf(time: string): bigint {
  const ms = Date.parse(time);
  return Number.isNaN(ms) ? 0n : BigInt(ms);
}
