import { readFileSync } from 'node:fs';
import { globSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BUNDLED, lockedPackages, objections, shippedPackages } from '../../../scripts/release/packages.mjs';

const integrity = `sha512-${Buffer.alloc(64, 7).toString('base64')}`;
const good = { version: '1.0.0', license: 'MIT', integrity };

/** A lockfile in which Quarry needs `a`, `a` needs its own `b`, and `tool` is for development. */
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

describe('what ships', () => {
  test('is the dependencies, the bundled packages and all that they need, each as Node would find it', () => {
    const shipped = shippedPackages(lockfile(), []);
    expect(shipped.map(({ path }) => path)).toEqual([
      'node_modules/a',
      'node_modules/a/node_modules/b',
      'node_modules/c'
    ]);
    expect(shipped.flatMap(objections)).toEqual([]);
  });

  test.each([
    ['an install script', { hasInstallScript: true }, 'c 1.0.0: runs a script when it is installed'],
    ['a licence that binds further', { license: 'GPL-3.0-only' }, 'c 1.0.0: its licence is GPL-3.0-only'],
    [
      'a choice of licences nobody has read',
      { license: '(MIT OR GPL-2.0)' },
      'c 1.0.0: its licence is (MIT OR GPL-2.0)'
    ],
    ['no licence', { license: undefined }, 'c 1.0.0: its licence is unknown'],
    ['contents that are not pinned', { integrity: undefined }, 'c 1.0.0: has no SHA-512 in the lockfile'],
    ['a weak hash', { integrity: 'sha1-AAAA' }, 'c 1.0.0: has no SHA-512 in the lockfile']
  ])('is refused with %s, also two levels down', (_, change, words) => {
    const locked = { ...lockfile(), 'node_modules/c': { ...good, ...change } };
    expect(shippedPackages(locked, []).flatMap(objections)).toEqual([words]);
  });

  test('a bundled package counts though npm calls it one for development', () => {
    expect(shippedPackages(lockfile(), ['tool']).flatMap(objections)).toHaveLength(2);
  });

  test('every package that the sources import is counted', () => {
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
