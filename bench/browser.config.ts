import { fileURLToPath } from 'node:url';
import { mergeConfig } from 'vitest/config';
import browser from '../vitest.browser.config.ts';

const standIn = (name: string) => fileURLToPath(new URL(`app/${name}`, import.meta.url));

// As shipped: Svelte's development checks would double the cost.
process.env.NODE_ENV = 'production';

/** Measurements that need a real browser: `npx vitest run --config bench/browser.config.ts`. */
const config = mergeConfig(browser, {
  // Pages are measured without a server; only what they import from SvelteKit is stubbed.
  resolve: { alias: { '$app/navigation': standIn('navigation.ts'), '$app/state': standIn('state.svelte.ts') } },
  test: { testTimeout: 600_000 }
});
config.test.include = ['bench/**/*.browser.ts'];
export default config;
