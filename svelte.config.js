import { copyFileSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import adapter from '@sveltejs/adapter-node';
import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';
import { markdown } from './docs/site/markdown.mjs';
import { staticIcons } from './scripts/bundle/icons.mjs';
import { versionName } from './scripts/run/sources.mjs';

/**
 * SvelteKit's page title announcer has a style attribute, which the Content Security Policy below rejects. Its style is
 * in app.css instead.
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

/** Printed by adapter-node when it listens. The app prints its own address instead, with the sign-in link. */
const OWN_ANNOUNCEMENT =
  'console.log(`Listening on ${format_listening_address(path, host, port, httpServer.address())}`);';

/**
 * adapter-node with our entry point (src/listener.js) in front of its own, so that `node build` starts all of Quarry.
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
  // Documents are components, too (docs/site).
  extensions: ['.svelte', '.md'],
  preprocess: [markdown, staticIcons, vitePreprocess(), plainAnnouncer],
  compilerOptions: { runes: true },
  kit: {
    adapter: adapterWithListener(),
    // Not the build time, so that builds of the same sources are identical (npm run verify).
    version: { name: versionName(import.meta.dirname) },
    // Style sheets up to this many characters are inlined: browsers load only six files at a time from one server, and
    // these would delay the first ones.
    inlineStyleThreshold: 3000,
    // One document serves every path, also from the service worker's cache, so its links must not be relative.
    paths: { relative: false },
    csp: {
      directives: {
        'default-src': ['self'],
        // The nonce search kernels are WebAssembly. No other code may be created at run time.
        'script-src': ['self', 'wasm-unsafe-eval'],
        'worker-src': ['self'],
        // The only policies that may create trusted markup or script URLs: for Svelte's templates, the service worker,
        // and workers (src/hooks.client.ts).
        'require-trusted-types-for': ['script'],
        'trusted-types': ['svelte-trusted-html', 'sveltekit-trusted-url', 'default'],
        // Styles are set as properties (`style:name`), never as text.
        'style-src': ['self'],
        'img-src': ['self', 'data:'],
        // Small font subsets are inlined in the style sheet.
        'font-src': ['self', 'data:'],
        'connect-src': ['self'],
        'object-src': ['none'],
        'base-uri': ['none'],
        'form-action': ['self'],
        'frame-ancestors': ['none']
      }
    },
    // The built-in check fails on plain HTTP at localhost. Instead, src/lib/server/http/guard.ts checks every API request
    // by Host, Origin, Sec-Fetch-Site and a custom header.
    csrf: { trustedOrigins: ['*'] },
    typescript: {
      // Paths are relative to .svelte-kit/. Without these, only src and tests would be type-checked.
      config: (config) => {
        config.include.push('../scripts/**/*', '../bench/**/*', '../gallery/**/*', '../*.config.ts', '../*.config.js');
      }
    }
  }
};
