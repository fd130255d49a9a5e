import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/**
 * The layers of docs/architecture.md: what each area may import besides itself. An entry matches a target by prefix. A
 * name with a slash or an @ that is not an area is a package. Areas of one layer do not import each other.
 */
const base = ['errors', 'codec', 'async', '@noble/hashes'];
const chain = [...base, 'chain', '@noble/ed25519'];
const domain = [...chain, 'api', 'wallet', 'mining', 'consensus', 'peers', 'zod'];
const useCases = [...domain, 'services', 'explorer'];
const ALLOWED: Record<string, string[]> = {
  errors: [],
  codec: ['errors', '@noble/hashes'],
  async: ['errors'],
  chain: ['errors', 'codec', '@noble/hashes', '@noble/ed25519'],
  api: [...chain, 'zod'],
  wallet: chain,
  mining: chain,
  consensus: chain,
  peers: [...chain, 'consensus'],
  services: domain,
  explorer: domain,
  messages: useCases,
  gpu: domain,
  keystore: [...chain, 'wallet', 'hash-wasm'],
  storage: [...domain, 'services', 'idb'],
  server: [...domain, 'hash-wasm', 'ws', '@nats-io', 'node', '$app', '$env', '@sveltejs/kit'],
  'server/node': [
    ...domain,
    'server/dataFile',
    'server/dialect',
    'server/http/fetchMessages',
    'server/http/connectionLimit',
    'server/http/heldBytes',
    'server/http/inTurn',
    'server/http/nodeMessages',
    'server/secretFile',
    'server/version',
    'hash-wasm',
    'node'
  ],
  // From messages, only the language selection: classes return codes and numbers, pages render them as text.
  state: [...useCases, 'messages/locale', 'svelte', '$app'],
  'state wiring': [...useCases, 'state', 'gpu', 'keystore', 'storage', 'svelte', '$app'],
  components: [
    ...domain,
    'messages',
    'svelte',
    '@lucide/svelte',
    'uplot',
    'uqr',
    'jsqr',
    '@zxcvbn-ts/core',
    '@zxcvbn-ts/language-common',
    '$app'
  ],
  routes: [
    ...useCases,
    ...['messages', 'state', 'components', 'svelte', '$app', '@lucide/svelte', '@fontsource-variable'],
    ...['@sveltejs/kit', '$service-worker', 'app.css', 'virtual']
  ],
  'server routes': [...domain, 'server', '$app', '@sveltejs/kit']
};

/** The modules of an area, bottom up: a line may import the lines before it. `.` = the files of the area itself. */
const ORDER: Record<string, string[]> = {
  chain: ['. keys', 'currency policy', 'element network', 'transaction', 'proof', 'block'],
  consensus: ['. accumulator', 'apply', 'validate', 'light'],
  api: [
    'answerLimits dialect parameterBounds schemas daemon/changes',
    'http',
    'wallet-server daemon/shapes',
    'daemon mining-server signing-server',
    'services',
    'quarry'
  ],
  peers: ['.', 'mux outline', 'handshake calls', 'sync'],
  wallet: ['.', 'keys policy sync', 'transfer message hardware', 'spend', 'formats'],
  mining: ['. kernel', 'grinder', 'work', 'session stratum metrics'],
  services: [
    '.',
    'wallet mining light host hostdb renter node settings diagnostics',
    'wallet/sync wallet/send mining/sources',
    'wallet/sweep',
    'history notifications'
  ],
  server: [
    'errors dataFile closedOutput',
    'serviceSettings trustedProxies replicaSettings webhookSettings',
    'config http secretFile startProblem version',
    'auth dialect tips pool prices',
    'cluster',
    'node connections/check',
    'connections networkChoice',
    'embeddedNode',
    'metrics webhook sessionStatus',
    'container',
    'hooks'
  ],
  'server/node': [
    'errors figures',
    'store network signatures hash',
    'http',
    'chain daemon signing host/storage',
    'pool simulation',
    'wallet mining hostdb peers',
    'market',
    'host renter',
    'handlers dataFolder',
    'openChain serveApis',
    'node',
    'listen'
  ],
  state: [
    'reactive answers',
    'shell prices node mining connections hosts renter light',
    'wallet chain host',
    'notifications',
    'context',
    'app.svelte'
  ],
  components: ['ui term', 'form chain chart shell qr', 'table']
};

/** Areas that run both in plain Node and in a page: the environment is passed in as arguments. */
const PURE = [
  ...['errors', 'codec', 'async', 'chain', 'api', 'wallet', 'mining', 'consensus', 'peers'],
  ...['services', 'explorer', 'messages']
];
const WORLD =
  /(?<![\w$.'"`-])(?:(?:window|document|navigator|indexedDB|localStorage|sessionStorage|process)\s*[.[]|new Worker\(|fetch\(|Date\.now\(|Math\.random\(|new Date\(\))/;

/** Below `state/`, every file is a runes class or one of three kinds of wiring. */
const STATE_FILE = /(\.svelte\.ts|\/context\.ts|\/open[A-Z]\w*\.ts|\.worker\.ts)$/;
const STATE_WIRING = /(\/app\.svelte\.ts|\/open[A-Z]\w*\.ts|\.worker\.ts)$/;
const MAX_FILES_IN_A_FOLDER = 25;

const IMPORT = /(?:\bfrom\s*|\bimport\s*\(?\s*|\bnew URL\(\s*)(['"])([^'"\n]+)\1/g;

const files = globSync('src/**/*.{ts,svelte,wgsl}', { cwd: root }).filter((path) => !path.endsWith('.d.ts'));
const sources = files.filter((path) => !path.endsWith('.wgsl'));

/** `src/lib/chain/keys/keys.ts` → `chain/keys/keys`; undefined outside lib. */
const libPath = (path: string): string | undefined =>
  path.startsWith('src/lib/') ? path.slice('src/lib/'.length).replace(/\.ts$/, '') : undefined;

const startsWith = (path: string, prefix: string): boolean => path === prefix || path.startsWith(`${prefix}/`);

/** The longest key of a table that is a prefix of the path. */
const longest = (path: string, keys: readonly string[]): string | undefined =>
  keys.filter((key) => startsWith(path, key)).sort((a, b) => b.length - a.length)[0];

function areaOf(path: string): string {
  const inside = libPath(path);
  if (inside === undefined) return /(\+server|\.server)\.ts$/.test(path) ? 'server routes' : 'routes';
  if (inside.startsWith('state/') && STATE_WIRING.test(path)) return 'state wiring';
  return longest(inside, Object.keys(ALLOWED)) ?? inside.split('/')[0]!;
}

/** What an import specifier refers to: a path below lib without its extension, or a package. */
function targetOf(path: string, specifier: string): string {
  if (specifier.startsWith('$lib/')) return specifier.slice('$lib/'.length);
  if (specifier.startsWith('.')) {
    const target = relative(root, normalize(join(root, path, '..', specifier)));
    return target === 'src/app.css' ? 'app.css' : (libPath(target) ?? areaOf(target));
  }
  return specifier.startsWith('@') && !specifier.startsWith('@fontsource')
    ? specifier.split('/').slice(0, 2).join('/')
    : specifier.split(/[/:]/, 1)[0]!;
}

const codeOf = (path: string) =>
  readFileSync(join(root, path), 'utf8').replace(/\/\*[\s\S]*?\*\/|(?<![:'"])\/\/.*$/gm, '');

const targetsOf = (path: string): string[] =>
  [...codeOf(path).matchAll(IMPORT)]
    .map((match) => match[2]!)
    .filter((specifier) => specifier !== './$types')
    .map((specifier) => targetOf(path, specifier));

/** The area itself without its nested areas: `server` is not `server/node`. */
const isOwn = (area: string, target: string): boolean =>
  target === area || (area === 'state wiring' ? startsWith(target, 'state') : areaOf(`src/lib/${target}.ts`) === area);

test.each(sources)('%s imports only what its layer allows', (path) => {
  const area = areaOf(path);
  const allowed = ALLOWED[area] ?? [];
  const isAllowed = (target: string) =>
    isOwn(area, target) ||
    allowed.some((entry) => startsWith(target, entry)) ||
    // Exceptions across nested areas: the container starts the node, a page's class starts a worker.
    (area === 'server' && startsWith(target, 'server/node')) ||
    (area === 'state' && areaOf(`src/lib/${target}.ts`) === 'state wiring');
  const wrong = targetsOf(path).filter((target) => !isAllowed(target));
  expect(wrong).toEqual([]);
});

/** The module of a path within its area, and its line in ORDER. */
function placeOf(area: string, path: string): { module: string; line: number } | undefined {
  const lines = ORDER[area]!.map((line) => line.split(' '));
  const modules = lines.flat();
  const inside = path.slice(area.length + 1);
  const module = longest(inside, modules) ?? (modules.includes('.') && !inside.includes('/') ? '.' : undefined);
  return module === undefined ? undefined : { module, line: lines.findIndex((line) => line.includes(module)) };
}

describe.each(Object.keys(ORDER))('modules of %s', (area) => {
  const inside = sources.filter((path) => {
    const own = libPath(path);
    return own !== undefined && longest(own, Object.keys(ORDER)) === area;
  });

  test.each(inside)('%s imports from lower modules only', (path) => {
    const own = libPath(path)!;
    const place = placeOf(area, own);
    expect(place, 'a module listed in ORDER').toBeDefined();
    const isUpward = (target: string) => {
      if (longest(target, Object.keys(ORDER)) !== area) return false;
      const other = placeOf(area, target);
      if (other === undefined || place === undefined) return true;
      return other.module !== place.module && other.line >= place.line;
    };
    expect(targetsOf(path).filter(isUpward)).toEqual([]);
  });
});

test.each(sources.filter((path) => PURE.includes(areaOf(path))))('%s takes its environment as arguments', (path) => {
  expect(WORLD.exec(codeOf(path))?.[0]).toBeUndefined();
});

/** A request without the page token is unauthenticated (docs/decisions/0022). */
const MAY_FETCH = [
  'src/lib/state/app.svelte.ts',
  'src/lib/state/shell/openSession.ts',
  'src/lib/state/light/light.worker.ts',
  'src/lib/storage/pageToken.ts'
];
const IN_PAGES = /^src\/(?:routes|lib\/(?:state|components|gpu|keystore|storage|messages))\//;
const ownCalls = sources.filter((path) => IN_PAGES.test(path) && areaOf(path) !== 'server routes');
test.each(ownCalls.filter((path) => !MAY_FETCH.includes(path)))('%s leaves requests to the transport', (path) => {
  expect(codeOf(path)).not.toMatch(/(?<![\w$.'"`-])(?:fetch\(|new (?:EventSource|XMLHttpRequest)\(|sendBeacon\()/);
});

test.each(files.filter((path) => path.startsWith('src/lib/state/')))('%s contains runes or wiring', (path) => {
  expect(path).toMatch(STATE_FILE);
});

test('no folder has too many files', () => {
  const counts = new Map<string, number>();
  for (const path of files.filter((file) => file.startsWith('src/lib/'))) {
    counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  }
  expect([...counts].filter(([, count]) => count > MAX_FILES_IN_A_FOLDER)).toEqual([]);
});

test('no circular imports', () => {
  const known = new Set(sources);
  const edges = new Map<string, string[]>();
  const fileOf = (target: string) => [`src/lib/${target}.ts`, `src/lib/${target}`].find((path) => known.has(path));
  for (const path of sources)
    edges.set(
      path,
      targetsOf(path).flatMap((target) => fileOf(target) ?? [])
    );
  const done = new Set<string>();
  const circles: string[][] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    const seen = trail.indexOf(path);
    if (seen >= 0) circles.push([...trail.slice(seen), path]);
    if (seen >= 0 || done.has(path)) return;
    for (const next of edges.get(path) ?? []) visit(next, [...trail, path]);
    done.add(path);
  };
  for (const path of sources) visit(path, []);
  expect(circles).toEqual([]);
});

test('pages say what is shown if something that they load later cannot be loaded', () => {
  const open: string[] = [];
  for (const path of globSync('src/**/*.svelte', { cwd: root })) {
    const blocks: { line: number; caught: boolean }[] = [];
    const text = readFileSync(join(root, path), 'utf8');
    for (const { 0: tag, index } of text.matchAll(/\{#await[^}]*|\{:catch|\{\/await\}/g)) {
      if (tag.startsWith('{#await')) {
        blocks.push({ line: text.slice(0, index).split('\n').length, caught: / catch\b/.test(tag) });
      } else if (tag === '{:catch') blocks.at(-1)!.caught = true;
      else {
        const { line, caught } = blocks.pop()!;
        if (!caught) open.push(`${path}:${line}`);
      }
    }
  }
  expect(open).toEqual([]);
});
