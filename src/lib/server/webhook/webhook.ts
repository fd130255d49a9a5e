import { ConfigError } from '../config';
import type { EmbeddedNode } from '../embeddedNode';
import { hostOf, refuseForbidden } from '../http/addresses';
import { addressCheckedFetch } from '../http/addressCheckedFetch';
import type { NodeEvent } from '../node/wallet/nodeEvents';
import type { WebhookSettings } from '../webhookSettings';
import { WebhookDelivery } from './delivery';
import { NodeWatch } from './nodeWatch';

/** The server's webhook. */
export interface Webhook {
  /** Handles an event of the node. */
  take(event: NodeEvent): void;
  /** Starts checking the node's state at intervals. */
  watch(node: Pick<EmbeddedNode, 'tip' | 'market' | 'alerts'>): void;
  close(): Promise<void>;
}

const LOOK_EVERY_MS = 60_000;

/** @throws {ConfigError} the URL leads to a forbidden address */
export function openWebhook({ url, secret, events }: WebhookSettings): Webhook {
  try {
    refuseForbidden(hostOf(url));
  } catch {
    throw new ConfigError('QUARRY_WEBHOOK_URL', 'must not point to a link-local or cloud metadata address');
  }
  const delivery = new WebhookDelivery({
    url,
    secret,
    fetch: addressCheckedFetch(),
    nowMs: Date.now,
    log: (line) => void process.stderr.write(`${line}\n`)
  });
  const watch = new NodeWatch({ events, send: (message) => delivery.push(message), nowMs: Date.now });
  let looking: ReturnType<typeof setInterval> | undefined;
  return {
    take: (event) => watch.take(event),
    watch(node) {
      const look = async () => {
        // A node that is closed or replaced cannot be read.
        const alerts = await node.alerts().catch(() => undefined);
        if (alerts) watch.look({ tip: node.tip, isPublic: node.market === 'none', alerts });
      };
      looking = setInterval(() => void look(), LOOK_EVERY_MS).unref();
    },
    async close() {
      clearInterval(looking);
      await delivery.close();
    }
  };
}
