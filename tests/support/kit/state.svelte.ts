/** What `$app/state` tells components that are mounted without SvelteKit. */
export const page = $state({ url: new URL('http://quarry.test/'), state: {}, data: {} });

export const navigating = { to: null };
