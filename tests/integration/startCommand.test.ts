import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { limitMs } from '../support/limits';
import { temporaryFolder } from '../support/temporary';

/* `npm start`, as far as it needs no build. */
const root = join(import.meta.dirname, '../..');
const elsewhere = temporaryFolder('elsewhere');

const npm = (...args: string[]) => promisify(execFile)('npm', ['--prefix', root, ...args], { cwd: elsewhere });

test('npm start -- --help is not an error', { timeout: limitMs(30_000) }, async () => {
  const { stdout } = await npm('start', '--', '--help');
  expect(stdout).toMatch(/^ {2}--data-dir FOLDER +folder/m);
  expect(stdout).not.toContain('using Node');
});

test('an unknown flag ends it before anything is built', { timeout: limitMs(30_000) }, async () => {
  const failure = (await npm('start', '--', '--bogus').catch((error: unknown) => error)) as { stderr: string };
  expect(failure).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('Run npm start -- --help for a list of options')
  });
});
