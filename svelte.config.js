import { copyFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import adapter from '@sveltejs/adapter-node';
import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import { markdown } from './docs/site/markdown.mjs';
import { staticIcons } from './scripts/bundle/icons.mjs';
import { versionName } from './scripts/run/sources.mjs';

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

const BUILD = 'build';

/** What adapter-node prints when it listens. The app prints its address itself, once, with the link that signs in. */
const OWN_ANNOUNCEMENT =
  'console.log(`Listening on ${format_listening_address(path, host, port, httpServer.address())}`);';

/**
 * SvelteKit's server with our entry before its own (src/listener.js), so that `node build` is all of Quarry.
 * @returns {import('@sveltejs/kit').Adapter}
 */
function adapterWithListener() {
  const node = adapter({ out: BUILD });
  return {
    ...node,
    async adapt(builder) {
      await node.adapt(builder);
      renameSync(`${BUILD}/index.js.map`, `${BUILD}/sveltekit.js.map`);
      renameSync(`${BUILD}/index.js`, `${BUILD}/sveltekit.js`);
      const entry = readFileSync(`${BUILD}/sveltekit.js`, 'utf8');
      if (!entry.includes(OWN_ANNOUNCEMENT)) throw new Error('the listener of adapter-node has changed');
      writeFileSync(
        `${BUILD}/sveltekit.js`,
        entry.replace(OWN_ANNOUNCEMENT, '').replace('=index.js.map', '=sveltekit.js.map')
      );
      copyFileSync('src/listener.js', `${BUILD}/index.js`);
    }
  };
}

/** @type {import('@sveltejs/kit').Config} */
export default {
  // Documents are components too (docs/site).
  extensions: ['.svelte', '.md'],
  preprocess: [markdown, staticIcons, vitePreprocess(), plainAnnouncer],
  compilerOptions: { runes: true },
  kit: {
    adapter: adapterWithListener(),
    // Not the time of the build: whoever builds the same sources can compare what comes out (npm run verify).
    version: { name: versionName(import.meta.dirname) },
    // Small style sheets are part of the document (in characters): a browser asks a server for six files at a time, and
    // what the page waits for is asked for among the first.
    inlineStyleThreshold: 3000,
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
    // The built-in check compares with a scheme that plain http on localhost does not have; src/lib/server/http/guard.ts
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
