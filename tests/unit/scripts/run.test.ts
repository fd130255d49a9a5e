import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { limitMs } from '../../support/limits';

const script = resolve(import.meta.dirname, '../../../scripts/run.mjs');
const run = (...args: string[]) =>
  spawnSync(process.execPath, [script, ...args], { encoding: 'utf8', timeout: limitMs(20_000) });

// Neither gets as far as installing, building or testing anything.
describe.each([
  ['build', 'npm run build --'],
  ['test', 'npm test --'],
  ['verify', 'npm run verify --']
])('the command %s', (command, name) => {
  test('prints its help on request', () => {
    const { status, stdout, stderr } = run(command, '--help');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toContain(`Usage: ${name} [options]`);
  });

  test.each(['--chek', 'tests/unit'])('refuses %s, which it does not know', (argument) => {
    const { status, stdout, stderr } = run(command, argument);
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
    expect(stderr).toContain(argument);
    expect(stderr).toContain(`Run ${name} --help`);
  });
});
