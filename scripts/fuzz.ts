// Random test cases in any number: npm run fuzz -- --cases 1000000 [--seed 7]. The ordinary tests run 10,000.
import { spawn } from 'node:child_process';
import { readFlags, type Option } from './run/options.mjs';

const OPTIONS: readonly Option[] = [
  { name: 'cases', value: 'N', variable: 'FUZZ_CASES', help: 'random cases in total; default 100000' },
  { name: 'seed', value: 'N', variable: 'FUZZ_SEED', help: 'seed of the cases; default a random one' }
];

const flags = readFlags(OPTIONS, 'npm run fuzz --', requireNumbers);
const limits = ['--testTimeout=0', '--reporter=verbose'];
const variables = Object.fromEntries(
  OPTIONS.flatMap(({ name, variable }) => (flags[name] ? [[variable, flags[name]]] : []))
);
const run = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', 'tests/fuzz', ...limits], {
  env: { ...process.env, FUZZ_CASES: '100000', ...variables },
  stdio: 'inherit'
});
run.on('exit', (code) => (process.exitCode = code ?? 1));

/** @throws {Error} naming the flag */
function requireNumbers(given: Readonly<Record<string, string | undefined>>): void {
  for (const [name, value = ''] of Object.entries(given)) {
    if (!/^\d+$/.test(value)) throw new Error(`--${name} must be a whole number, not "${value}"`);
  }
}
