import { resolve } from 'node:path';
import { LOCALES } from '../../src/lib/messages/locale.ts';

/** What the bundler knows of a module. */
interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

interface Group {
  readonly name: string | ((id: string, graph: Graph) => string | null);
  /** Of a group whose name is a function, in the bundler's warnings. */
  readonly debugName?: string;
  readonly test?: RegExp;
  readonly priority: number;
}

/**
 * What every page of the app needs, the components that nearly all are made of among them, with all it imports, makes
 * one file: a hundred small ones, each compressed by itself, are a fifth larger together, and asked for one by one.
 */
const FIRST_LOAD = new RegExp(
  [
    // The framework loads the error pages of all layouts with the first page.
    ...['kit/src/runtime/client/entry', 'routes/(\\(app\\)/)?\\+(layout|error)\\.'],
    'lib/messages/(connectionName|errorText|plural)\\.',
    ...[
      'lib/components/ui/(?!Alert|DescriptionList|Details|Dialog|ErrorLine|ErrorNoticeBody|Progress|SegmentedControl|download)',
      'lib/components/chain/(AddressChip|HashChip)'
    ]
  ].join('|')
);
/** Of the Overview alone. */
const OWN = /\/routes\/\(app\)\/(\+page|_overview\/)/;

/** Loaded on every page, or on the Overview, as soon as the page shows. */
const SOON = [
  'routes/(app)/_shell/later.ts',
  'routes/(app)/_shell/Shortcuts.svelte',
  'routes/(app)/_overview/later.ts',
  'lib/components/shell/PhoneNav.svelte',
  'lib/components/shell/Toasts.svelte',
  'lib/components/ui/ErrorNoticeBody.svelte',
  'lib/state/node/openHistory.ts',
  'lib/state/wallet/openWallets.ts',
  'lib/state/wallet/openAnswerDecoder.ts'
];

/** Pages whose first load has a budget (scripts/size.mjs). */
const BUDGETED: Readonly<Record<string, readonly string[]>> = {
  overview: ['+page.ts', '+page.svelte'],
  mine: ['mine/+page.ts', 'mine/+page.svelte'],
  wallet: ['wallet/+layout.ts', 'wallet/+layout.svelte', 'wallet/+page.svelte']
};

/** The modules and all that they import statically. @throws {Error} one of them is not part of the app */
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
 * Whether the Overview imports the module, and is not the only one. In a file of its own such a module would come late: the
 * framework names in the document no file that the first load imports on demand as well.
 */
function createOverviewTest(root: string) {
  let modules: ReadonlySet<string> | undefined;
  return (id: string, graph: Graph): boolean => {
    modules ??= closureOf(rootsOf(root, 'overview'), graph);
    return modules.has(id) && !OWN.test(id);
  };
}

/** Which of the pages with a budget import the module, as a name; null for one that is not loaded soon. */
function createNames(root: string) {
  const inSource = (path: string) => resolve(root, 'src', path);
  let names: ((id: string) => string | null) | undefined;
  return (id: string, graph: Graph): string | null => {
    if (!names) {
      const soon = closureOf(SOON.map(inSource), graph);
      const pages = PAGES.map((name) => ({ name, modules: closureOf(rootsOf(root, name), graph) }));
      names = (module) =>
        soon.has(module)
          ? ['soon', ...pages.filter(({ modules }) => modules.has(module)).map(({ name }) => name)].join('-')
          : null;
    }
    return names(id);
  };
}

/** Every choice of pages as a name, those of most pages first. */
const CHOICES = Array.from({ length: 2 ** PAGES.length }, (_, bits) => PAGES.filter((_, at) => (bits >> at) & 1))
  .toSorted((a, b) => b.length - a.length)
  .map((pages) => ['soon', ...pages].join('-'));

/** Texts of a language that the Overview shows first, and those that follow on every page. */
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
 * How the browser's code is cut into files. What is loaded soon makes one file for each choice of the pages with a
 * budget that import it, so that none of them loads more than it needs first. What a module imports is imported by at
 * least the same pages: taken in this order, a file's imports are in files taken before.
 */
export function chunkGroups(root: string): Group[] {
  const nameOf = createNames(root);
  const isOfOverview = createOverviewTest(root);
  return [
    {
      debugName: 'first-load',
      name: (id, graph) => (FIRST_LOAD.test(id) || isOfOverview(id, graph) ? 'first-load' : null),
      priority: CHOICES.length + 1
    },
    ...CHOICES.map((choice, at) => ({
      debugName: choice,
      name: (id: string, graph: Graph) => (nameOf(id, graph) === choice ? choice : null),
      priority: CHOICES.length - at
    })),
    ...textGroups
  ];
}

/**
 * Names of the files above. That of the first texts is known before they are: the document requests them (app.html).
 * @param version of the build, which changes with every text
 */
export const chunkFileName =
  (version: string) =>
  ({ name }: { readonly name: string }): string =>
    `_app/immutable/chunks/${name.startsWith('texts-first-') ? `${name}.${version}` : '[hash]'}.js`;
