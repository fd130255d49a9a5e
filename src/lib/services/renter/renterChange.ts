import type { RenterClient } from '$lib/api/daemon/renter';

/** Changes of the renter's settings; omitted ones are unchanged. */
export type RenterChange = NonNullable<NonNullable<Parameters<RenterClient['configure']>[0]>['body']>;
