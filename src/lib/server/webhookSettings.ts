import { WEBHOOK_EVENTS, type WebhookEvent } from '$lib/api/quarry/webhook';

/** Where the server sends events of its node, and which ones. */
export interface WebhookSettings {
  readonly url: URL;
  /** Shared with the receiver; signs every delivery. */
  readonly secret: string;
  readonly events: ReadonlySet<WebhookEvent>;
}

const MIN_SECRET_LENGTH = 16;

/**
 * Reads `QUARRY_WEBHOOK_URL`, `QUARRY_WEBHOOK_SECRET` and `QUARRY_WEBHOOK_EVENTS`.
 * @param refuse creates the error for a problem with a variable
 * @returns undefined without a URL
 */
export function readWebhook(
  env: Readonly<Record<string, string | undefined>>,
  refuse: (variable: string, problem: string) => Error
): WebhookSettings | undefined {
  const { QUARRY_WEBHOOK_URL: address, QUARRY_WEBHOOK_SECRET: secret = '', QUARRY_WEBHOOK_EVENTS: list } = env;
  if (!address) return undefined;
  const url = URL.parse(address);
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw refuse('QUARRY_WEBHOOK_URL', 'must be an http:// or https:// address');
  }
  if (url.username || url.password) throw refuse('QUARRY_WEBHOOK_URL', 'must not contain a password');
  if (secret.length < MIN_SECRET_LENGTH) {
    throw refuse(
      'QUARRY_WEBHOOK_SECRET',
      `must have at least ${MIN_SECRET_LENGTH} characters, such as openssl rand -hex 16 generates`
    );
  }
  return { url, secret, events: readEvents(list, refuse) };
}

function readEvents(
  list: string | undefined,
  refuse: (variable: string, problem: string) => Error
): ReadonlySet<WebhookEvent> {
  if (!list) return new Set(WEBHOOK_EVENTS);
  const named = list.split(',').map((name) => name.trim());
  const unknown = named.find((name) => !(WEBHOOK_EVENTS as readonly string[]).includes(name));
  if (unknown === undefined) return new Set(named as WebhookEvent[]);
  throw refuse('QUARRY_WEBHOOK_EVENTS', `must list one or more of ${WEBHOOK_EVENTS.join(', ')}, not "${unknown}"`);
}
