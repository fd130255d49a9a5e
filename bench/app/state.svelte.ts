/** The address of the page under measurement, in the place of SvelteKit's. */
export const page = $state({ url: new URL('http://localhost/page'), data: { session: { mode: 'remote' } } });
