import { load as loadVerdict } from '$lib/messages/host/verdict';
import { load as loadOverview } from '$lib/messages/overview';

export const load = () => {
  // What the page shows next is requested together with its texts; the page itself reports a failure.
  import('./_overview/later').catch(() => undefined);
  return Promise.all([loadOverview(), loadVerdict()]).then(() => undefined);
};
