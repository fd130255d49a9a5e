import { globSync, readFileSync } from 'node:fs';
import { join, normalize, relative } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/**
 * The layer picture of docs/architecture.md: what each area may import, besides itself. A name with a slash or an @ is
 * a package. Siblings on a line do not know each other.
 */
const errors = ['errors'];
const codec = [...errors, 'codec', '@noble/hashes'];
const chain = [...codec, 'chain', '@noble/ed25519'];
const isomorphic = [...chain, 'api', 'wallet', 'mining', 'consensus', 'zod'];
const browser = [...isomorphic, 'gpu', 'keystore', 'storage', 'state', 'components', 'svelte', '$app'];
const ALLOWED: Record<string, string[]> = {
  errors: [],
  codec,
  chain,
  api: [...chain, 'zod'],
  wallet: chain,
  mining: chain,
  consensus: chain,
  gpu: isomorphic,
  keystore: [...chain, 'wallet', 'hash-wasm'],
  storage: [...isomorphic, 'idb'],
  server: [...isomorphic, 'hash-wasm', 'ws', 'node', '$app', '$env', '@sveltejs/kit'],
  state: [...isomorphic, 'gpu', 'keystore', 'storage', 'svelte', '$app'],
  components: [...isomorphic, 'svelte', '@lucide/svelte', 'uplot', 'uqr', 'jsqr', '$app'],
  routes: [...browser, '@lucide/svelte', '@fontsource-variable', '@sveltejs/kit', '$service-worker', 'app.css'],
  'server routes': [...isomorphic, 'server', '$app', '@sveltejs/kit']
};

/** Areas that run in plain Node and in a page alike: the world reaches them as arguments. */
const PURE = ['errors', 'codec', 'chain', 'api', 'wallet', 'mining', 'consensus'];
const WORLD =
  /(?<![\w$.'"`-])(?:(?:window|document|navigator|indexedDB|localStorage|sessionStorage|process)\s*[.[]|new Worker\(|fetch\(|Date\.now\(|Math\.random\(|new Date\(\))/;

const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*|\bnew URL\(\s*)(['"])([^'"\n]+)\1/g;

const files = globSync('src/**/*.{ts,svelte}', { cwd: root }).filter((path) => !path.endsWith('.d.ts'));

/** `src/lib/chain/ids.ts` → `chain`; everything outside lib is `routes`, split by the side it runs on. */
function areaOf(path: string): string {
  const [, lib, folder = ''] = path.split('/');
  if (lib === 'lib') return folder.replace(/\.ts$/, '');
  return /(\+server|\.server)\.ts$/.test(path) ? 'server routes' : 'routes';
}

/** The area or the package an import names. */
function targetOf(path: string, specifier: string): string {
  if (specifier.startsWith('$lib/')) return areaOf(join('src/lib', specifier.slice('$lib/'.length)));
  if (specifier.startsWith('.')) {
    const target = relative(root, normalize(join(root, path, '..', specifier)));
    return target === 'src/app.css' ? 'app.css' : areaOf(target);
  }
  return specifier.startsWith('@') && !specifier.startsWith('@fontsource')
    ? specifier.split('/').slice(0, 2).join('/')
    : specifier.split(/[/:]/, 1)[0]!;
}

const codeOf = (path: string) =>
  readFileSync(join(root, path), 'utf8').replace(/\/\*[\s\S]*?\*\/|(?<![:'"])\/\/.*$/gm, '');

test.each(files)('%s imports only what its layer may know', (path) => {
  const specifiers = [...codeOf(path).matchAll(IMPORT)].map((match) => match[2]!);
  const targets = specifiers.filter((specifier) => specifier !== './$types').map((name) => targetOf(path, name));
  const area = areaOf(path);
  expect(targets.filter((target) => target !== area && !ALLOWED[area]?.includes(target))).toEqual([]);
});

test.each(files.filter((path) => PURE.includes(areaOf(path))))('%s takes the world as arguments', (path) => {
  expect(WORLD.exec(codeOf(path))?.[0]).toBeUndefined();
});
