import type { FilterMode } from '$lib/api/daemon/hostdb';

/** How a mode is called on the page. */
export const MODE_NAMES: Readonly<Record<FilterMode, string>> = {
  disable: 'off',
  blacklist: 'blacklist',
  whitelist: 'whitelist'
};
