import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/**
 * The tests that cover each area of the source. `npm run mutate` passes the areas whose code it mutates, to keep the
 * initial coverage run short.
 */
const TESTS: Record<string, string[]> = {
  chain: ['tests/unit/{chain,codec,consensus,wallet}/**/*.test.ts'],
  consensus: ['tests/unit/{chain/block,consensus,server/node/signatures}/**/*.test.ts'],
  wallet: ['tests/unit/{keystore,services/wallet,wallet}/**/*.test.ts'],
  mining: [
    'tests/unit/{mining,services/mining}/**/*.test.ts',
    'tests/unit/listeners.test.ts',
    'tests/integration/{mine,nodeMining,stratum}*.test.ts'
  ],
  server: ['tests/unit/server/**/*.test.ts', 'tests/integration/{node*,stratum}.test.ts']
};

const areas = process.env.QUARRY_MUTATED_AREAS?.split(',') ?? Object.keys(TESTS);
/** If given, only these tests: `npm run mutate -- --tests`. */
const chosen = process.env.QUARRY_MUTATION_TESTS?.split(',').filter((pattern) => pattern !== '') ?? [];

export default defineConfig({
  plugins: [svelte()],
  resolve: { alias: { $lib: fileURLToPath(new URL('src/lib', import.meta.url)) } },
  test: {
    environment: 'node',
    setupFiles: ['tests/support/leaveNothing.ts'],
    testTimeout: 300_000,
    include: chosen.length > 0 ? chosen : [...new Set(areas.flatMap((area) => TESTS[area] ?? []))]
  }
});
