/** What the webhook of Quarry's server can tell. */
export const WEBHOOK_EVENTS = ['block-found', 'payment-received', 'alert', 'tip-stale'] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];
