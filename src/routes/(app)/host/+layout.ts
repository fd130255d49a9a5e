import { load as loadHost } from '$lib/messages/host/overview';
import { load as loadVerdict } from '$lib/messages/host/verdict';

export const load = async (): Promise<void> => {
  await Promise.all([loadHost(), loadVerdict()]);
};
