import * as z from 'zod/mini';

/** The services of a connection, by their id in settings, paths and stored connections. */
export const SERVICE_IDS = ['daemon', 'wallet', 'signing', 'mining', 'pool'] as const;
export const serviceId = z.enum(SERVICE_IDS);
export type ServiceId = z.output<typeof serviceId>;

/** The services that provide work, in order of preference. */
export const WORK_SERVICE_IDS = ['daemon', 'wallet', 'mining', 'pool'] as const satisfies readonly ServiceId[];
export type WorkServiceId = (typeof WORK_SERVICE_IDS)[number];

/**
 * Who receives block rewards: the server, an address of the miner's choice, or either; with a pool, shares are paid.
 */
export const PAYOUTS = ['server', 'address', 'either', 'shares'] as const;
export type Payout = (typeof PAYOUTS)[number];
