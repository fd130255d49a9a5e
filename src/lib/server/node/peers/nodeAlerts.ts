import { statfs } from 'node:fs/promises';
import type { Alert } from '$lib/api/daemon/daemon';
import type { OwnAlert } from '$lib/api/daemon/errors/alerts';
import type { NetworkTrouble } from './networkWatch';

/** Arguments of {@link nodeAlerts}. */
export interface NodeFacts {
  /** Undefined for a node without connections to others. */
  readonly peers?: {
    /** Milliseconds since the last connection ended; 0 while there is one. */
    readonly aloneMs: number;
    readonly trouble: NetworkTrouble;
    /** Why named peers are not connected; each text contains the address. */
    readonly failures: readonly string[];
  };
  /** Free disk space where the chain is stored; undefined in memory. */
  readonly freeBytes?: number;
  /** The data folder was deleted, moved or replaced. */
  readonly isFolderGone?: boolean;
}

/** Connecting takes a moment. */
const PATIENCE_MS = 60_000;
/** Failures of named peers in one alert. */
const MAX_FAILURES = 3;
const GIGABYTE = 1_000_000_000;
const LITTLE_BYTES = 5 * GIGABYTE;
const NO_BYTES = GIGABYTE / 2;
const MS_PER_MINUTE = 60_000;

/** Titles have texts in each language. */
type TitledAlert = Alert & { readonly message: OwnAlert };

/** Alerts about the chain and peers. Their texts contain the numbers, for pages that do not recognize an alert. */
export function nodeAlerts({ peers, freeBytes, isFolderGone = false }: NodeFacts): Alert[] {
  const alerts: TitledAlert[] = [];
  if (peers && peers.aloneMs > PATIENCE_MS) {
    alerts.push({
      module: 'gateway',
      severity: 'error',
      message: 'no peers',
      cause: [
        'no other node is connected: no blocks are received, and nothing is broadcast',
        ...peers.failures.slice(0, MAX_FAILURES)
      ].join('; ')
    });
  }
  const { clockSkewMs, reorganized, refusedHosts, deepForkHosts } = peers?.trouble ?? {};
  if (clockSkewMs !== undefined) {
    const minutes = Math.round(Math.abs(clockSkewMs) / MS_PER_MINUTE);
    alerts.push({
      module: 'consensus',
      severity: 'error',
      message: 'wrong clock',
      cause: `the clock of this computer is ${minutes} minutes ${clockSkewMs > 0 ? 'ahead of' : 'behind'} the newest blocks of the network`
    });
  }
  if (refusedHosts !== undefined) {
    alerts.push({
      module: 'consensus',
      severity: 'critical',
      message: 'peers follow another chain',
      cause: `in the last day, ${refusedHosts} peers followed a chain with a block that breaks the rules of this version: either they are wrong, or this version is outdated`
    });
  }
  if (deepForkHosts !== undefined) {
    alerts.push({
      module: 'consensus',
      severity: 'critical',
      message: 'fork below the stored blocks',
      cause: `in the last day, ${deepForkHosts === 1 ? 'a peer' : `${deepForkHosts} peers`} followed a chain with more work that forks off below the blocks stored in full: start with --reset to switch to it`
    });
  }
  if (reorganized !== undefined) {
    alerts.push({
      module: 'consensus',
      severity: 'warning',
      message: 'deep reorganization',
      cause: `in the last day, ${reorganized} blocks were replaced by a heavier branch: payments in them may be unconfirmed again`
    });
  }
  if (freeBytes !== undefined && freeBytes < LITTLE_BYTES) {
    alerts.push({
      module: 'consensus',
      severity: freeBytes < NO_BYTES ? 'critical' : 'warning',
      message: 'low disk space',
      cause: `${(freeBytes / GIGABYTE).toFixed(1)} GB is free on the disk that stores the chain; without free space, no blocks can be stored`
    });
  }
  if (isFolderGone) {
    alerts.push({
      module: 'consensus',
      severity: 'critical',
      message: 'the data folder is gone',
      cause:
        'it was deleted, moved or replaced, so neither blocks nor other data can be stored: put it back and restart Quarry'
    });
  }
  return alerts;
}

/** Free disk space for the files of a folder. @throws the system's error */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
