import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

// Tests that need a browser have their own configuration, vitest.browser.config.ts.
export default defineConfig({
  plugins: [svelte()],
  resolve: { alias: { $lib: fileURLToPath(new URL('src/lib', import.meta.url)) } },
  test: {
    environment: 'node',
    include: ['tests/architecture.test.ts', 'tests/{unit,integration,kill}/**/*.test.ts'],
    testTimeout: 30_000
  }
});
