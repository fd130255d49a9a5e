import { createHash } from 'node:crypto';
import type { Alert } from '$lib/api/daemon/daemon';
import { isSimulatedMarket } from '$lib/api/daemon/errors/alerts';
import type { WebhookEvent } from '$lib/api/quarry/webhook';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { BlockId } from '$lib/chain/ids';
import type { NodeEvent } from '../node/wallet/nodeEvents';
import type { WebhookMessage } from './delivery';

/** A snapshot of the node's state. */
export interface NodeSnapshot {
  readonly tip: ChainIndex;
  /** Whether blocks come at the rate of a public network. */
  readonly isPublic: boolean;
  readonly alerts: readonly Alert[];
}

interface NodeWatchDeps {
  readonly events: ReadonlySet<WebhookEvent>;
  readonly send: (message: WebhookMessage) => void;
  /** Milliseconds since 1970. */
  readonly nowMs: () => number;
}

/** At a block every ten minutes, one in eight thousand takes longer. */
const STALE_MS = 90 * 60_000;
/** After a longer gap, the computer was asleep or its clock was set: what was measured before it does not count. */
const MAX_GAP_MS = 5 * 60_000;
/** Maximum number of remembered receipts: a reorganization may apply their blocks again. */
const MAX_KNOWN_RECEIPTS = 1_000;

/** Without the cause, whose figures change while it is still the same alert. */
const keyOf = ({ module, severity, message }: Alert): string => JSON.stringify([module, severity, message]);
/** Alert texts have characters that are not allowed in headers. */
const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
/** That a development network has a simulated market is on its pages from the start. */
const isReportable = (alert: Alert): boolean => alert.severity !== 'info' && !isSimulatedMarket(alert);

interface WatchedTip {
  readonly id: BlockId;
  /** Since and until when it was the tip, milliseconds since 1970. */
  readonly sinceMs: number;
  readonly untilMs: number;
  readonly isReported: boolean;
}

/** Creates a message for each event at a node, of the requested kinds. */
export class NodeWatch {
  readonly #deps: NodeWatchDeps;
  readonly #receipts = new Set<string>();
  #alerts: ReadonlySet<string> = new Set();
  #tip: WatchedTip | undefined;

  constructor(deps: NodeWatchDeps) {
    this.#deps = deps;
  }

  /** Handles an event of the node; never throws. */
  take(event: NodeEvent): void {
    if (event.type === 'mined') {
      const { id, height, reward } = event;
      this.#send('block-found', id, { id, height, reward: String(reward) });
      return;
    }
    const { id, block, height, coins, addresses } = event;
    if (this.#receipts.has(id)) return;
    this.#receipts.add(id);
    if (this.#receipts.size > MAX_KNOWN_RECEIPTS) this.#receipts.delete([...this.#receipts][0]!);
    this.#send('payment-received', id, { id, block, height, coins: String(coins), addresses });
  }

  /** Checks the state that the node does not report in events. */
  look({ tip, isPublic, alerts }: NodeSnapshot): void {
    const nowMs = this.#deps.nowMs();
    const before = this.#tip?.id === tip.id ? this.#tip : undefined;
    const isGap = before === undefined || Math.abs(nowMs - before.untilMs) > MAX_GAP_MS;
    const seen = { id: tip.id, sinceMs: isGap ? nowMs : before.sinceMs, isReported: before?.isReported ?? false };
    const isStale = isPublic && nowMs - seen.sinceMs >= STALE_MS;
    this.#tip = { ...seen, untilMs: nowMs, isReported: seen.isReported || isStale };
    if (isStale && !seen.isReported) {
      const since = new Date(seen.sinceMs).toISOString();
      this.#send('tip-stale', tip.id, { id: tip.id, height: tip.height, since });
    }
    const reportable = alerts.filter(isReportable);
    for (const alert of reportable) {
      const { module, severity, message, cause } = alert;
      // An alert that ended and returns is a new one.
      if (!this.#alerts.has(keyOf(alert)))
        this.#send('alert', digest(`${keyOf(alert)} ${nowMs}`), { module, severity, message, cause });
    }
    this.#alerts = new Set(reportable.map(keyOf));
  }

  #send(event: WebhookEvent, happening: string, data: WebhookMessage['data']): void {
    const { events, send, nowMs } = this.#deps;
    if (events.has(event)) send({ event, id: `${event}:${happening}`, atMs: nowMs(), data });
  }
}
