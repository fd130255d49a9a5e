import { load as loadVerdict } from '$lib/messages/host/verdict';
import { load as loadOverview } from '$lib/messages/overview';

export const load = () => {
  const texts = Promise.all([loadOverview(), loadVerdict()]).then(() => undefined);
  // Prefetches the rest of the page once its texts are loaded; the page itself reports failures.
  import('./_overview/later').catch(() => undefined);
  return texts;
};
