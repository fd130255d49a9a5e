import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { buildApp } from '../../../scripts/run/build.mjs';
import { exclusively } from '../../../scripts/run/folderLock.mjs';
import { temporaryFolder } from '../../support/temporary';

vi.spyOn(console, 'log').mockImplementation(() => undefined);

test('of two commands in a folder, the second begins when the first has ended, even by an error', async () => {
  const folder = temporaryFolder('lock');
  const order: string[] = [];
  const work = (name: string, fails: boolean) => async () => {
    order.push(`${name} begins`);
    await new Promise((resolve) => setTimeout(resolve, 50));
    order.push(`${name} ends`);
    if (fails) throw new Error(name);
    return name;
  };
  const first = exclusively(folder, work('first', true));
  const second = exclusively(folder, work('second', false));
  await expect(first).rejects.toThrow('first');
  expect(await second).toBe('second');
  expect(order).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
  expect(existsSync(join(folder, '.cache', 'preparing'))).toBe(false);
});

test.each([
  ['a command that was killed', () => String(spawnSync(process.execPath, ['--version']).pid)],
  ['one that had the same process id, as in a container,', () => String(process.pid)],
  ['an empty lock, as after a power failure,', () => '']
])('%s keeps no other waiting', async (_, content) => {
  const folder = temporaryFolder('lock');
  mkdirSync(join(folder, '.cache'));
  writeFileSync(join(folder, '.cache', 'preparing'), content());
  expect(await exclusively(folder, () => 'done')).toBe('done');
});

test('a lock from before the computer was started keeps no other waiting, whoever has its process id now', async () => {
  const folder = temporaryFolder('lock');
  const lock = join(folder, '.cache', 'preparing');
  mkdirSync(join(folder, '.cache'));
  writeFileSync(lock, String(process.ppid));
  const beforeBoot = Date.now() / 1000 - uptime() - 60;
  utimesSync(lock, beforeBoot, beforeBoot);
  expect(await exclusively(folder, () => 'done')).toBe('done');
});

test.skipIf(process.platform !== 'linux')('nothing waits in a folder that nobody can write to', async () => {
  expect(await exclusively('/sys', () => 'done')).toBe('done');
});

test('two starts at once build once', async () => {
  const folder = temporaryFolder('lock');
  const bin = join(folder, 'node_modules', 'vite', 'bin');
  for (const path of [bin, join(folder, 'build', 'client', '_app'), join(folder, 'src')])
    mkdirSync(path, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "version": "1.0.0" }');
  writeFileSync(join(folder, 'package-lock.json'), '{ "packages": {} }');
  const builds = join(folder, 'builds');
  writeFileSync(join(bin, 'vite.js'), `require('node:fs').appendFileSync(${JSON.stringify(builds)}, 'x')`);
  const outcomes = await Promise.allSettled([1, 2].map(() => buildApp(folder, process.execPath, process.env)));
  expect(outcomes).toEqual([1, 2].map(() => ({ status: 'fulfilled', value: undefined })));
  expect(readFileSync(builds, 'utf8')).toBe('x');
});
