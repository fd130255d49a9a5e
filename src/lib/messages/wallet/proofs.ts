import type messages from '../en/wallet/proofs';
import { locale } from '../locale';

/** Texts on how far outputs are verified, in the page's language once {@link load} has run. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/wallet/proofs.ts`)) as { default: typeof messages });
};
