import type { Category } from '$lib/services/renter/contractLists';
import type { Tab } from '$lib/services/renter/contractFilter';

/** What each category means to its owner. */
export const CATEGORY_WORDS: Readonly<
  Record<
    Category,
    { readonly label: string; readonly meaning: string; readonly tone: 'good' | 'accent' | 'plain' | 'bad' }
  >
> = {
  active: { label: 'active', meaning: 'Takes new data and will be renewed.', tone: 'good' },
  passive: {
    label: 'passive',
    meaning: 'Takes no new data, but keeps what it has and will be renewed.',
    tone: 'accent'
  },
  refreshed: {
    label: 'refreshed',
    meaning: 'Ran out of money and was replaced by a new contract with the same host, which counts its data.',
    tone: 'plain'
  },
  disabled: {
    label: 'disabled',
    meaning: 'Neither takes data nor will be renewed: cancelled, or its host is not good enough.',
    tone: 'bad'
  },
  expired: { label: 'expired', meaning: 'Has ended.', tone: 'plain' },
  expiredRefreshed: {
    label: 'expired, refreshed',
    meaning: 'Has ended, and was replaced before by a new contract that counts its data.',
    tone: 'plain'
  }
};

export const TAB_LABELS: Readonly<Record<Tab, string>> = {
  current: 'In use',
  active: 'Active',
  passive: 'Passive',
  refreshed: 'Refreshed',
  disabled: 'Disabled',
  expired: 'Expired',
  expiredRefreshed: 'Expired, refreshed',
  all: 'All',
  recoverable: 'Recoverable'
};

export const TAB_MEANINGS: Readonly<Record<Tab, string>> = {
  current: 'Active, passive and refreshed contracts: those that a node lists unasked.',
  all: 'Every contract of this renter, each once.',
  recoverable: 'Contracts found in the chain that belong to this wallet’s seed and that the renter does not have.',
  active: CATEGORY_WORDS.active.meaning,
  passive: CATEGORY_WORDS.passive.meaning,
  refreshed: CATEGORY_WORDS.refreshed.meaning,
  disabled: CATEGORY_WORDS.disabled.meaning,
  expired: CATEGORY_WORDS.expired.meaning,
  expiredRefreshed: CATEGORY_WORDS.expiredRefreshed.meaning
};
