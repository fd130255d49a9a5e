import { load as loadList } from '$lib/messages/wallet/list';
import { load as loadPhrase } from '$lib/messages/wallet/phrase';

export const load = () => Promise.all([loadList(), loadPhrase()]).then(() => undefined);
