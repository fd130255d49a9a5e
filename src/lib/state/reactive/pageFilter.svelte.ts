import { onDestroy } from 'svelte';
import { afterNavigate, beforeNavigate, goto } from '$app/navigation';
import { page } from '$app/state';
import type { FilterFields } from '$lib/services/filterFields';
import { UrlFilter } from './urlFilter.svelte';

const IN_PLACE = { replaceState: true, keepFocus: true, noScroll: true };

/**
 * The filter of the current page, synchronized with its URL. Call during component initialization.
 * @param name storage key of the filter
 */
export function createPageFilter<F extends FilterFields>(name: string, fields: F): UrlFilter<F> {
  const path = page.url.pathname;
  const filter = new UrlFilter(name, fields, {
    search: () => page.url.search,
    replace: (search) => void goto(`${path}${search}${page.url.hash}`, IN_PLACE)
  });
  beforeNavigate(({ to }) => {
    if (to?.url.pathname !== path) filter.leave();
  });
  afterNavigate(({ to }) => {
    if (to?.url.pathname === path) filter.follow(to.url.search);
  });
  onDestroy(() => filter.leave());
  return filter;
}
