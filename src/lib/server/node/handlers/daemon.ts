import type { Alert, Alerts, daemonRoutes } from '$lib/api/daemon/daemon';
import { SIMULATED_MARKET } from '$lib/api/daemon/errors/alerts';
import type { Handlers } from '$lib/api/http/route';
import type { Network } from '$lib/chain/network/network';
import type { UnixSeconds } from '$lib/chain/time';
import { refusal } from '../errors';
import type { Market } from '../market/market';
import { DEFAULT_ALLOWANCE } from '../renter/allowance';
import { setSpeedLimits, speedLimits } from '../daemon/speedLimits';
import type { SettingsTable } from '../store/settings';
import { NODE_VERSION } from '../../version';
import { networkConstants } from './consensus';

export interface DaemonParts {
  readonly network: Network;
  readonly genesisTimestamp: UnixSeconds;
  readonly settings: SettingsTable;
  /** Undefined on public networks, whose market is not simulated. */
  readonly market: Market | undefined;
  /** Alerts about the chain and its peers. */
  readonly nodeAlerts: () => Promise<Alert[]>;
  /** Shuts the node down; called after the response. */
  readonly stop: () => void;
}

const modules = (hasMarket: boolean) => ({
  accounting: false,
  consensus: true,
  explorer: false,
  gateway: true,
  host: hasMarket,
  miner: true,
  renter: hasMarket,
  transactionpool: true,
  wallet: false
});

const OLD_TARGET_WINDOW = 1_000;

/** Marks the market as simulated; the lowest of the documented severities. */
const MARKET_ALERT: Alert = {
  cause: 'the embedded node has no real hosts: hosts, contracts and revenue are simulated and worth nothing',
  message: SIMULATED_MARKET,
  module: 'market',
  severity: 'warning'
};

/** Alerts by severity, most severe first. */
function bySeverity(all: readonly Alert[]): Alerts {
  const of = (severity: string) => all.filter((alert) => alert.severity === severity);
  const [criticalAlerts, errorAlerts, warningAlerts, infoAlerts] = [
    of('critical'),
    of('error'),
    of('warning'),
    of('info')
  ];
  const sorted = [...criticalAlerts, ...errorAlerts, ...warningAlerts, ...infoAlerts];
  return { alerts: sorted, criticalAlerts, errorAlerts, warningAlerts, infoAlerts };
}

export function daemonHandlers(parts: DaemonParts): Handlers<typeof daemonRoutes> {
  const { network, genesisTimestamp, settings, market, nodeAlerts, stop } = parts;
  return {
    alerts: async () => {
      const ofMarket = market ? [MARKET_ALERT, ...(await market.alerts())] : [];
      return bySeverity([...(await nodeAlerts()), ...ofMarket]);
    },
    constants: () => ({
      ...networkConstants(network, genesisTimestamp),
      targetWindow: OLD_TARGET_WINDOW,
      defaultAllowance: DEFAULT_ALLOWANCE,
      maxTargetAdjustmentUp: '5/2',
      maxTargetAdjustmentDown: '2/5'
    }),
    settings: () => ({ ...speedLimits(settings, 'daemon'), modules: modules(market !== undefined) }),
    configure: ({ body }) => {
      setSpeedLimits(settings, 'daemon', body, refusal('daemon/speed-negative'));
    },
    stack: () => ({ stack: new Error('stack of the embedded node').stack ?? '' }),
    stop: () => {
      // Respond first.
      setTimeout(stop, 0);
    },
    // The node is part of Quarry and is updated with it.
    latestRelease: () => ({ available: false, version: NODE_VERSION }),
    installRelease: () => {
      throw refusal('daemon/updated-with-quarry');
    },
    version: () => ({ version: NODE_VERSION, gitRevision: '', buildTime: '' })
  };
}
