import { readFileSync } from 'node:fs';
import { globSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BUNDLED, lockedPackages, objections, shippedPackages } from '../../../scripts/release/packages.mjs';

const integrity = `sha512-${Buffer.alloc(64, 7).toString('base64')}`;
const good = { version: '1.0.0', license: 'MIT', integrity };

/** A lockfile in which Quarry needs `a`, `a` needs its own `b`, and `tool` is a development dependency. */
function lockfile() {
  return {
    '': { dependencies: { a: '1' } },
    'node_modules/a': { ...good, dependencies: { b: '2' }, optionalDependencies: { 'for-another-platform': '1' } },
    'node_modules/a/node_modules/b': { ...good, version: '2.0.0', dependencies: { c: '1' } },
    'node_modules/b': good,
    'node_modules/c': { ...good, license: 'ISC' },
    'node_modules/tool': { ...good, license: 'GPL-3.0', hasInstallScript: true }
  };
}

describe('shipped packages', () => {
  test('are the dependencies, the bundled packages and everything they need, resolved as Node would', () => {
    const shipped = shippedPackages(lockfile(), []);
    expect(shipped.map(({ path }) => path)).toEqual([
      'node_modules/a',
      'node_modules/a/node_modules/b',
      'node_modules/c'
    ]);
    expect(shipped.flatMap(objections)).toEqual([]);
  });

  test.each([
    ['an install script', { hasInstallScript: true }, 'c 1.0.0: has an install script'],
    ['a copyleft license', { license: 'GPL-3.0-only' }, 'c 1.0.0: its license is GPL-3.0-only'],
    ['an unreviewed choice of licenses', { license: '(MIT OR GPL-2.0)' }, 'c 1.0.0: its license is (MIT OR GPL-2.0)'],
    ['no license', { license: undefined }, 'c 1.0.0: its license is unknown'],
    ['an unpinned package', { integrity: undefined }, 'c 1.0.0: has no SHA-512 hash in the lockfile'],
    ['a weak hash', { integrity: 'sha1-AAAA' }, 'c 1.0.0: has no SHA-512 hash in the lockfile']
  ])('are refused with %s, including two levels down', (_, change, words) => {
    const locked = { ...lockfile(), 'node_modules/c': { ...good, ...change } };
    expect(shippedPackages(locked, []).flatMap(objections)).toEqual([words]);
  });

  test('include a bundled package even if npm calls it a development dependency', () => {
    expect(shippedPackages(lockfile(), ['tool']).flatMap(objections)).toHaveLength(2);
  });

  test('include every package that the sources import', () => {
    const locked = lockedPackages('.');
    const counted = [...Object.keys(locked['']?.dependencies ?? {}), ...BUNDLED];
    const sources = globSync('src/**/*.{ts,js,svelte,css}').map((path) => readFileSync(path, 'utf8'));
    const imported = sources.flatMap((source) =>
      [...source.matchAll(/(?:from|import)\s*\(?\s*['"]((?:@[\w.-]+\/)?[\w.-]+)[\w./-]*['"]/g)].map(([, name]) => name)
    );
    const packages = new Set(imported.filter((name) => locked[`node_modules/${name}`] !== undefined));
    expect([...packages].sort()).not.toEqual([]);
    expect([...packages].filter((name) => name !== undefined && !counted.includes(name))).toEqual([]);
  });
});
