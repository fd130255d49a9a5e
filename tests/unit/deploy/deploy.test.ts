import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '$lib/server/config';
import { NODE_FLAGS } from '../../../scripts/run/start.mjs';

const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const known = new Set(read('.env.example').match(/\bQUARRY_[A-Z_]+/g));

test.each([...globSync('deploy/*', { cwd: root }), 'docs/operating.md'])(
  '%s refers to existing settings only',
  (path) => {
    for (const name of read(path).match(/\bQUARRY_[A-Z_]+/g) ?? []) expect(known, name).toContain(name);
  }
);

test.each(['deploy/nginx.conf', 'deploy/Caddyfile'])('the settings required by %s are valid', (path) => {
  const wanted = read(path).matchAll(/^#\s+(QUARRY_\w+)=(.*)$/gm);
  const config = readConfig(Object.fromEntries(Array.from(wanted, ([, name, value]) => [name, value])));
  expect(config.allowedHosts).toContain('quarry.example');
  expect(read(path)).toContain(`127.0.0.1:${config.port}`);
});

test('unit and image start the build with the same command as npm start', () => {
  const args = [...NODE_FLAGS, 'build'];
  expect(read('deploy/quarry.service')).toMatch(new RegExp(`^ExecStart=\\S+node ${args.join(' ')}$`, 'm'));
  expect(read('deploy/Containerfile')).toContain(`CMD ${JSON.stringify(['node', ...args]).replaceAll(',', ', ')}`);
});
