import { load as loadVerdict } from '$lib/messages/host/verdict';
import { load as loadOverview } from '$lib/messages/overview';

export const load = () => Promise.all([loadOverview(), loadVerdict()]).then(() => undefined);
