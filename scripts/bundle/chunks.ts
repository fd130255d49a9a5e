import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { LOCALES } from '../../src/lib/messages/locale.ts';

/** The bundler's information on a module. */
interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

interface Group {
  readonly name: string | ((id: string, graph: Graph) => string | null);
  /** Name in the bundler's warnings, for groups whose name is a function. */
  readonly debugName?: string;
  readonly test?: RegExp;
  readonly priority: number;
}

/**
 * Modules that every page needs, including the components that nearly all pages are made of, and all their imports,
 * form a single file: a hundred small files, each compressed individually, would be a fifth larger in total and be
 * requested one by one.
 */
const FIRST_LOAD = new RegExp(
  [
    // SvelteKit loads the error pages of all layouts with the first page.
    ...['kit/src/runtime/client/entry', 'routes/(\\(app\\)/)?\\+(layout|error)\\.'],
    'lib/messages/(connectionName|errorText|plural)\\.',
    ...[
      'lib/components/ui/(?!Alert|DescriptionList|Details|Dialog|ErrorLine|ErrorNoticeBody|Progress|SegmentedControl|download)',
      'lib/components/chain/(AddressChip|HashChip)'
    ]
  ].join('|')
);
/** Used only by the Overview. */
const OWN = /\/routes\/\(app\)\/(\+page|_overview\/)/;

/** Loaded on every page, or on the Overview, once the page is shown. */
const SOON = [
  'routes/(app)/_shell/later.ts',
  'routes/(app)/_shell/Shortcuts.svelte',
  'routes/(app)/_overview/later.ts',
  'lib/components/shell/PhoneNav.svelte',
  'lib/components/shell/Toasts.svelte',
  'lib/components/ui/ErrorNoticeBody.svelte',
  'lib/state/node/openHistory.ts',
  'lib/state/wallet/openWallets.ts',
  'lib/state/answers/openAnswerDecoder.ts'
];

/** Pages whose first load has a size budget (scripts/size.mjs). */
const BUDGETED: Readonly<Record<string, readonly string[]>> = {
  overview: ['+page.ts', '+page.svelte'],
  mine: ['mine/+page.ts', 'mine/+page.svelte'],
  wallet: ['wallet/+layout.ts', 'wallet/+layout.svelte', 'wallet/+page.svelte']
};

/** The modules and all their static imports. @throws {Error} a module is not part of the app */
function closureOf(roots: readonly string[], graph: Graph): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [...roots];
  for (const root of roots) if (!graph.getModuleInfo(root)) throw new Error(`the app has no module ${root}`);
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return reached;
}

const PAGES = Object.keys(BUDGETED);

const rootsOf = (root: string, page: string): string[] =>
  BUDGETED[page]!.map((file) => resolve(root, 'src/routes/(app)', file));

/**
 * Whether the Overview imports the module, excluding its own modules. In its own file, such a module would load late:
 * SvelteKit's document does not reference files that the first load also imports on demand.
 */
function createOverviewTest(root: string) {
  let modules: ReadonlySet<string> | undefined;
  return (id: string, graph: Graph): boolean => {
    modules ??= closureOf(rootsOf(root, 'overview'), graph);
    return modules.has(id) && !OWN.test(id);
  };
}

/** The files of the pages of each area of the app (`chain`, `wallet` and so on), layouts included. */
function areasOf(root: string): string[][] {
  const app = resolve(root, 'src/routes/(app)');
  const files = readdirSync(app, { recursive: true, encoding: 'utf8' });
  const pages = files.filter((file) => /[\\/]\+(page|layout)\.(svelte|ts)$/.test(file));
  const areas = Map.groupBy(pages, (file) => file.split(/[\\/]/)[0]);
  return Array.from(areas.values(), (area) => area.map((file) => resolve(app, file)));
}

/** A module that so many areas import belongs to their common files. */
const COMMON = 3;

/**
 * The group of a module: whether it is loaded soon or common to many areas, and the set of budgeted pages that import
 * it. Null for others: the bundler decides.
 */
function createNames(root: string) {
  let names: ((id: string) => string | null) | undefined;
  return (id: string, graph: Graph): string | null => {
    if (!names) {
      const soon = closureOf(
        SOON.map((path) => resolve(root, 'src', path)),
        graph
      );
      const areas = areasOf(root).map((files) => closureOf(files, graph));
      const pages = PAGES.map((name) => ({ name, modules: closureOf(rootsOf(root, name), graph) }));
      names = (module) => {
        const isCommon = areas.filter((area) => area.has(module)).length >= COMMON;
        const kind = soon.has(module) ? 'soon' : isCommon ? 'common' : null;
        return kind && [kind, ...pages.filter(({ modules }) => modules.has(module)).map(({ name }) => name)].join('-');
      };
    }
    return names(id);
  };
}

/** Every set of pages, larger sets first. */
const CHOICES = Array.from({ length: 2 ** PAGES.length }, (_, bits) =>
  PAGES.filter((_, at) => (bits >> at) & 1)
).toSorted((a, b) => b.length - a.length);
/** The names of the groups: a file's imports are in files named before it. */
const NAMES = ['soon', 'common'].flatMap((kind) => CHOICES.map((pages) => [kind, ...pages].join('-')));

/** A language's texts that the Overview shows first, and those loaded soon after on every page. */
const TEXTS: Readonly<Record<string, string>> = {
  first: 'ui|overview|host/verdict',
  soon: 'errors|sync|shell/(notifications|outage)'
};

const textGroups: readonly Group[] = LOCALES.flatMap((locale) =>
  Object.entries(TEXTS).map(([when, sections]) => ({
    name: `texts-${when}-${locale}`,
    test: new RegExp(`lib/messages/${locale}/(${sections})\\.ts$`),
    priority: 0
  }))
);

/**
 * How client code is split into files. Modules that are loaded soon form one file for each set of budgeted pages that
 * import them, so that no page initially loads more than it needs; likewise modules common to many areas, so that going
 * to another page takes few requests. A module's imports are imported by at least the same pages and areas: in this
 * order, a file's imports are in files assigned before it.
 */
export function chunkGroups(root: string): Group[] {
  const nameOf = createNames(root);
  const isOfOverview = createOverviewTest(root);
  return [
    {
      debugName: 'first-load',
      name: (id, graph) => (FIRST_LOAD.test(id) || isOfOverview(id, graph) ? 'first-load' : null),
      priority: NAMES.length + 1
    },
    ...NAMES.map((name, at) => ({
      debugName: name,
      name: (id: string, graph: Graph) => (nameOf(id, graph) === name ? name : null),
      priority: NAMES.length - at
    })),
    ...textGroups
  ];
}

/**
 * Names of the files above. The first texts' name is predictable, because the document requests them (app.html).
 * @param version of the build, which changes with every text
 */
export const chunkFileName =
  (version: string) =>
  ({ name }: { readonly name: string }): string =>
    `_app/immutable/chunks/${name.startsWith('texts-first-') ? `${name}.${version}` : '[hash]'}.js`;
