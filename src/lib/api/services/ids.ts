import * as z from 'zod/mini';

/** The services that a connection may have, by the word that settings, addresses of ours and stored connections use. */
export const SERVICE_IDS = ['daemon', 'wallet', 'signing', 'mining', 'pool'] as const;
export const serviceId = z.enum(SERVICE_IDS);
export type ServiceId = z.output<typeof serviceId>;

/** Those of them that give work, the usual first. */
export const WORK_SERVICE_IDS = ['daemon', 'wallet', 'mining', 'pool'] as const satisfies readonly ServiceId[];
export type WorkServiceId = (typeof WORK_SERVICE_IDS)[number];

/** Whom work pays: the server itself, an address of the miner's, either, or shares are paid as the pool promised. */
export const PAYOUTS = ['server', 'address', 'either', 'shares'] as const;
export type Payout = (typeof PAYOUTS)[number];
