/** The events that Quarry's webhook can send. */
export const WEBHOOK_EVENTS = ['block-found', 'payment-received', 'alert', 'tip-stale'] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];
