import { onDestroy } from 'svelte';
import { afterNavigate, beforeNavigate, goto } from '$app/navigation';
import { page } from '$app/state';
import type { FilterFields } from '$lib/services/filterFields';
import { UrlFilter } from './urlFilter.svelte';

const IN_PLACE = { replaceState: true, keepFocus: true, noScroll: true };

/**
 * The filter of the page that is being set up, in its address. Called while a component is created.
 * @param name of the page, under which the filter is remembered
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
