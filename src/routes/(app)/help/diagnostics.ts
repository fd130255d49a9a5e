import { version } from '$app/environment';
import { createDaemon } from '$lib/api/daemon/client';
import type { TransportOptions } from '$lib/api/http/transport';
import type { SessionStatus } from '$lib/api/quarry/session';
import type { LoggedError } from '$lib/services/diagnostics/errorLog';
import { withoutNames } from '$lib/services/diagnostics/redact';
import { formatReport } from '$lib/services/diagnostics/report';
import type { MinerState } from '$lib/state/mining/miner.svelte';
import type { NodeStatus } from '$lib/state/node/nodeStatus.svelte';
import type { StoredSettings } from '../_parts/storedSettings';

interface Sources {
  readonly session: SessionStatus;
  readonly nodeStatus: NodeStatus;
  readonly transport: TransportOptions;
  readonly miner: MinerState;
  readonly settings: StoredSettings;
  readonly errors: readonly LoggedError[];
  /** Names of wallets, contacts and connections, to be redacted. */
  readonly names: readonly string[];
}

/** A node that does not respond must not delay the report. */
const VERSION_MS = 3_000;

/**
 * The content of a bug report: versions, browser, adapter, settings and recent errors. An explicit list, so that
 * nothing else gets in: no addresses, wallets, keys, connections, passwords or servers.
 */
export async function diagnosticsReport({ session, nodeStatus, transport, miner, settings, errors, names }: Sources) {
  const daemon = createDaemon(transport).daemon;
  const [node, persisted] = await Promise.all([
    daemon.version({}, { timeoutMs: VERSION_MS }).catch(() => undefined),
    navigator.storage?.persisted().catch(() => undefined),
    miner.detect().catch(() => undefined)
  ]);
  const { status } = miner;
  const facts = {
    build: version,
    node: session.mode,
    'node version': node?.version,
    'node state': nodeStatus.state,
    network: nodeStatus.networkKind.value,
    height: nodeStatus.consensus.value?.height,
    services: session.services.join(' '),
    browser: navigator.userAgent,
    languages: navigator.languages.join(' '),
    window: `${innerWidth}x${innerHeight} at ${devicePixelRatio}`,
    'processor cores': navigator.hardwareConcurrency,
    online: navigator.onLine,
    'secure context': isSecureContext,
    'service worker': navigator.serviceWorker?.controller?.state ?? 'none',
    'storage persisted': persisted,
    engines: miner.engines
      .map((engine) => `${engine.kind} (${engine.available ? engine.info.label : engine.reason.code})`)
      .join(', '),
    mining: status.step === 'mining' ? `${status.engine.kind} (${status.engine.label})` : status.step
  };
  const values = Object.fromEntries(Object.entries(settings).map(([name, { value }]) => [name, value]));
  const nameless = errors.map((error) => ({ ...error, message: withoutNames(error.message, names) }));
  return formatReport(facts, values, nameless);
}
