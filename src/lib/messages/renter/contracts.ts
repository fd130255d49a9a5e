import type { Tab } from '$lib/services/renter/contractFilter';
import type messages from '../en/renter/contracts';
import { locale } from '../locale';

/** Texts of the contracts of the renter. */
export let m: typeof messages;

export const load = async (): Promise<void> => {
  ({ default: m } = (await import(`../${locale()}/renter/contracts.ts`)) as { default: typeof messages });
};

/** The name of a tab; a category's tab is called as the category. */
export const tabLabel = (tab: Tab): string =>
  tab === 'current' || tab === 'all' || tab === 'recoverable' ? m.tabs[tab] : m.categories[tab];
