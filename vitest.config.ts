import { svelte } from '@sveltejs/vite-plugin-svelte';
import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { testSlowness } from './scripts/run/speed.mjs';

/**
 * Tests that mock modules. They run isolated: their mocks must not leak into other files, nor modules loaded elsewhere
 * into them.
 */
const REPLACING = globSync('tests/{unit,integration}/**/*.test.ts', { cwd: import.meta.dirname }).filter((path) =>
  readFileSync(join(import.meta.dirname, path), 'utf8').includes('vi.mock(')
);

const slowness = await testSlowness();

// Tests that need a browser have their own configuration, vitest.browser.config.ts.
export default defineConfig({
  plugins: [svelte()],
  resolve: { alias: { $lib: fileURLToPath(new URL('src/lib', import.meta.url)) } },
  test: {
    environment: 'node',
    // Restricts tests to loopback connections.
    setupFiles: ['tests/support/loopbackOnly.mjs', 'tests/support/leaveNothing.ts', 'tests/support/englishMessages.ts'],
    testTimeout: 30_000 * slowness,
    hookTimeout: 30_000 * slowness,
    expect: { poll: { timeout: 15_000 * slowness } },
    // Many tests wait for a poll or a child process; others use that time.
    maxWorkers: Math.ceil(1.5 * availableParallelism()),
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: ['tests/architecture.test.ts', 'tests/{unit,integration,kill}/**/*.test.ts'],
          exclude: REPLACING,
          // Files share a process: loading the same modules for each file would take half as long as the tests.
          isolate: false
        }
      },
      { extends: true, test: { name: 'alone', include: REPLACING } },
      // Each test runs thousands of cases, which takes a while on a busy machine.
      {
        extends: true,
        test: { name: 'fuzz', include: ['tests/fuzz/**/*.test.ts'], isolate: false, testTimeout: 300_000 * slowness }
      }
    ]
  }
});
