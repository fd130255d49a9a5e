import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { testSlowness } from './scripts/run/speed.mjs';

const slowness = await testSlowness();

/** Several servers of the built app and a broker: `npm run test:cluster`. Needs nats-server, so CI does not run it. */
export default defineConfig({
  resolve: { alias: { $lib: fileURLToPath(new URL('src/lib', import.meta.url)) } },
  test: {
    include: ['tests/cluster/**/*.test.ts'],
    setupFiles: ['tests/support/loopbackOnly.mjs', 'tests/support/leaveNothing.ts'],
    testTimeout: 60_000 * slowness,
    hookTimeout: 60_000 * slowness
  }
});
