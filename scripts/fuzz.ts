// Random test cases in any number: npm run fuzz -- --cases 1000000 [--seed 7]. The ordinary tests run 10,000.
import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { cases: { type: 'string', default: '100000' }, seed: { type: 'string' } }
});
for (const [name, value] of Object.entries(values)) {
  if (value === undefined || /^\d+$/.test(value)) continue;
  console.error(`--${name} must be a whole number`);
  process.exit(1);
}
const limits = ['--testTimeout=0', '--reporter=verbose'];
const run = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', 'tests/fuzz', ...limits], {
  env: { ...process.env, FUZZ_CASES: values.cases, ...(values.seed !== undefined && { FUZZ_SEED: values.seed }) },
  stdio: 'inherit'
});
run.on('exit', (code) => (process.exitCode = code ?? 1));
