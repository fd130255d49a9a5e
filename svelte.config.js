import adapter from '@sveltejs/adapter-node';
import { vitePreprocess } from '@sveltejs/vite-plugin-svelte';

/** @type {import('@sveltejs/kit').Config} */
export default {
  preprocess: vitePreprocess(),
  compilerOptions: { runes: true },
  kit: {
    adapter: adapter({ out: 'build' }),
    typescript: {
      // Paths are relative to .svelte-kit/; without these the type check would see only src and tests.
      config: (config) => {
        config.include.push('../scripts/**/*', '../bench/**/*', '../*.config.ts', '../*.config.js');
      }
    }
  }
};
