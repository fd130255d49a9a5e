import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { testSlowness } from './scripts/run/speed.mjs';

/** Tests that start no server leave nothing behind: they share a process, which spares loading the same modules for each file. */
const SHARED =
  'tests/unit/{api,async,chain,codec,components,consensus,explorer,gpu,kernel,keystore,messages,mining,routes,services,state,storage,wallet}/**/*.test.ts';

const slowness = await testSlowness();

// Tests that need a browser have their own configuration, vitest.browser.config.ts.
export default defineConfig({
  plugins: [svelte()],
  resolve: { alias: { $lib: fileURLToPath(new URL('src/lib', import.meta.url)) } },
  test: {
    environment: 'node',
    // A test reaches this computer only.
    setupFiles: ['tests/support/loopbackOnly.mjs', 'tests/support/englishMessages.ts'],
    testTimeout: 30_000 * slowness,
    hookTimeout: 30_000 * slowness,
    expect: { poll: { timeout: 15_000 * slowness } },
    // Every core: by itself it leaves one free, which is half of a machine of two.
    maxWorkers: '100%',
    projects: [
      { extends: true, test: { name: 'shared', include: [SHARED], isolate: false } },
      {
        extends: true,
        test: {
          name: 'alone',
          include: ['tests/architecture.test.ts', 'tests/{unit,integration,kill}/**/*.test.ts'],
          exclude: [SHARED]
        }
      },
      // Each of its tests runs thousands of cases: on a busy machine that takes a while.
      { extends: true, test: { name: 'fuzz', include: ['tests/fuzz/**/*.test.ts'], testTimeout: 300_000 * slowness } }
    ]
  }
});
