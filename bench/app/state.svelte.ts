/** URL of the measured page, in place of SvelteKit's. */
export const page = $state({ url: new URL('http://localhost/page'), data: { session: { mode: 'remote' } } });
