import type { RenterClient } from '$lib/api/daemon/renter';

/** What may be changed of the renter's settings; left out is left as it is. */
export type RenterChange = NonNullable<NonNullable<Parameters<RenterClient['configure']>[0]>['body']>;
