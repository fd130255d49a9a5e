import * as z from 'zod/mini';

/** The services that a connection may have, by the word that settings, addresses of ours and stored connections use. */
export const SERVICE_IDS = ['daemon', 'wallet', 'signing', 'mining', 'pool'] as const;
export const serviceId = z.enum(SERVICE_IDS);
export type ServiceId = z.output<typeof serviceId>;
