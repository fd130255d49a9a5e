import { load as loadContracts } from '$lib/messages/renter/contracts';
import { load as loadTimeline } from '$lib/messages/timeline';

export const load = () => Promise.all([loadContracts(), loadTimeline()]).then(() => undefined);
