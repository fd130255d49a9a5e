import adapter from '@sveltejs/adapter-node';
import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import { hashSources } from './scripts/run/sources.mjs';

/**
 * The framework's announcer of page titles has a style attribute, which the policy below refuses; app.css has its style.
 * @type {import('svelte/compiler').PreprocessorGroup}
 */
const plainAnnouncer = {
  name: 'plain-announcer',
  markup: ({ content, filename }) =>
    filename?.endsWith('/generated/root.svelte')
      ? { code: content.replace(/(<div id="svelte-announcer"[^>]*?) style="[^"]*"/, '$1') }
      : undefined
};

/** @type {import('@sveltejs/kit').Config} */
export default {
  preprocess: [vitePreprocess(), plainAnnouncer],
  compilerOptions: { runes: true },
  kit: {
    adapter: adapter({ out: 'build' }),
    // Not the time of the build: whoever builds the same sources can compare what comes out (npm run verify).
    version: { name: hashSources(import.meta.dirname).slice(0, 16) },
    // One document serves every path, also from the service worker's cache: its links must not depend on the path.
    paths: { relative: false },
    csp: {
      directives: {
        'default-src': ['self'],
        // The search kernels are WebAssembly; nothing else may be made of text at run time.
        'script-src': ['self', 'wasm-unsafe-eval'],
        'worker-src': ['self'],
        // Text becomes markup or a script's address by these policies only: Svelte's templates, the service worker's
        // address, and that of workers (src/hooks.client.ts).
        'require-trusted-types-for': ['script'],
        'trusted-types': ['svelte-trusted-html', 'sveltekit-trusted-url', 'default'],
        // Styles are set as properties (`style:name`), never as text.
        'style-src': ['self'],
        'img-src': ['self', 'data:'],
        // Small font subsets are built into the style sheet.
        'font-src': ['self', 'data:'],
        'connect-src': ['self'],
        'object-src': ['none'],
        'base-uri': ['none'],
        'form-action': ['self'],
        'frame-ancestors': ['none']
      }
    },
    // The built-in check compares with a scheme that plain http on localhost does not have; src/lib/server/guard.ts
    // checks every API request instead, by Host, Origin, Sec-Fetch-Site and a header of our own.
    csrf: { trustedOrigins: ['*'] },
    typescript: {
      // Paths are relative to .svelte-kit/; without these the type check would see only src and tests.
      config: (config) => {
        config.include.push('../scripts/**/*', '../bench/**/*', '../gallery/**/*', '../*.config.ts', '../*.config.js');
      }
    }
  }
};
