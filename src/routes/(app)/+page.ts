import { load as loadVerdict } from '$lib/messages/host/verdict';
import { load as loadOverview } from '$lib/messages/overview';

export const load = () => {
  const texts = Promise.all([loadOverview(), loadVerdict()]).then(() => undefined);
  // What the page shows next is requested after its texts, which it waits for; the page itself reports a failure.
  import('./_overview/later').catch(() => undefined);
  return texts;
};
