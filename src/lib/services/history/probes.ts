import { consensusRoutes } from '$lib/api/daemon/consensus';
import { daemonRoutes } from '$lib/api/daemon/daemon';
import { gatewayRoutes, type Bandwidth } from '$lib/api/daemon/gateway';
import { hostRoutes, type HostStatus, type StorageFolder } from '$lib/api/daemon/host';
import { renterRoutes, type RenterStatus } from '$lib/api/daemon/renter';
import type { ResultOf, Route } from '$lib/api/http/route';
import type { ReadSeries } from './sampler';
import type { SeriesName } from './series';
import { splitFinances } from '../host/finances';
import { totalFolders } from '../host/folders';
import { spendingOfPeriod } from '../renter/spending';

/** Answers a route without parameters. */
export type Ask = <R extends Route>(route: R, signal: AbortSignal) => Promise<ResultOf<R>>;

type Values = Partial<Record<SeriesName, bigint>>;

interface Probe {
  readonly route: Route;
  /** The module that answers, if it may be disabled. */
  readonly module?: 'host' | 'renter';
  readonly read: (ask: Ask, signal: AbortSignal) => Promise<Values>;
}

const probe = <R extends Route>(
  route: R,
  valuesOf: (answer: ResultOf<R>) => Values,
  module?: Probe['module']
): Probe => ({ route, module, read: async (ask, signal) => valuesOf(await ask(route, signal)) });

const VALUES: readonly Probe[] = [
  probe(consensusRoutes.status, ({ height, difficulty }) => ({
    'chain.height': BigInt(height),
    'chain.difficulty': difficulty
  })),
  probe(gatewayRoutes.status, ({ peers }) => {
    const inbound = peers.filter((peer) => peer.inbound).length;
    return { 'gateway.peersIn': BigInt(inbound), 'gateway.peersOut': BigInt(peers.length - inbound) };
  }),
  probe(hostRoutes.status, hostMoney, 'host'),
  probe(hostRoutes.folders, ({ folders }) => hostSpace(folders), 'host'),
  probe(renterRoutes.status, renterMoney, 'renter'),
  probe(
    renterRoutes.contracts,
    ({ active, passive }) => ({ 'renter.contracts': BigInt(active.length + passive.length) }),
    'renter'
  )
];

const COUNTERS: readonly Probe[] = [
  probe(gatewayRoutes.bandwidth, traffic('gateway')),
  probe(hostRoutes.bandwidth, traffic('host'), 'host')
];

/** Routes whose answers may be some seconds old. The rate of a counter needs the time at which it was read. */
export const VALUE_ROUTES: readonly Route[] = [daemonRoutes.settings, ...VALUES.map(({ route }) => route)];

/** The sampled values of a node. Disabled modules are skipped. */
export const readSeriesOf =
  (ask: Ask): ReadSeries =>
  (signal) => {
    const settings = ask(daemonRoutes.settings, signal);
    const isOn = async (module: string) => (await settings).modules[module] === true;
    return [...VALUES, ...COUNTERS].map(async ({ module, read }) =>
      module === undefined || (await isOn(module)) ? read(ask, signal) : {}
    );
  };

function hostMoney({ financialMetrics }: HostStatus): Values {
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

function hostSpace(folders: readonly StorageFolder[]): Values {
  const { capacity, used } = totalFolders(folders);
  return { 'host.capacity': capacity, 'host.used': used };
}

function renterMoney({ financialMetrics }: RenterStatus): Values {
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

function traffic(module: 'gateway' | 'host') {
  return ({ download, upload, startTime }: Bandwidth): Values => ({
    [`${module}.download`]: download,
    [`${module}.upload`]: upload,
    [`${module}.since`]: millisecondsOf(startTime)
  });
}

/** 0 for an unreadable time: resets are then detected only by a decreasing counter. */
function millisecondsOf(time: string): bigint {
  const ms = Date.parse(time);
  return Number.isNaN(ms) ? 0n : BigInt(ms);
}
