/**
 * Generates docs/endpoints.md: every endpoint of the node daemon with its client, the pages that use it, the embedded
 * node's handler and the tests that call it. `node --import ./scripts/ts.mjs scripts/endpoints.ts` writes it; with
 * `--check` it fails if the committed table differs.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format } from 'prettier';
import { daemonApi } from '$lib/api/daemon/modules.ts';
import { matchRoute } from '$lib/api/http/findRoute';
import { recordedAreas, recordedExchanges, recordedPathname } from '../tests/support/recordedDaemon.ts';
import { EVERY_PAGE, pagesByFile } from './endpoints/pages.ts';
import { readSources } from './endpoints/sources.ts';
import { findHandlers, findUses } from './endpoints/uses.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const DOCUMENT = join(root, 'docs/endpoints.md');

/** An endpoint; empty lists are gaps that must be filled. */
export interface EndpointRow {
  /** `GET /host` */
  readonly endpoint: string;
  /** `host.status` */
  readonly client: string;
  readonly pages: readonly string[];
  readonly handler: string | undefined;
  readonly tests: readonly string[];
}

/** The table, in the order of the route tables. */
export function endpointRows(): EndpointRow[] {
  const sources = readSources(root);
  const names = new Map(Object.entries(daemonApi).map(([module, table]) => [module, Object.keys(table)]));
  const uses = findUses(sources, names);
  const handlers = findHandlers(sources, names);
  const pages = pagesByFile(sources, root);
  const recorded = recordedRoutes();
  return Object.entries(daemonApi).flatMap(([module, table]) =>
    Object.entries(table).map(([name, route]) => {
      const client = `${module}.${name}`;
      const files = [...(uses.get(client) ?? [])];
      const shown = new Set(
        files.filter((path) => path.startsWith('src/')).flatMap((path) => [...(pages.get(path) ?? [])])
      );
      const tests = files.filter((path) => /^tests\/.*\.test\.ts$/.test(path)).sort();
      return {
        endpoint: `${route.method} ${route.path}`,
        client,
        pages: [...shown].sort((a, b) => Number(a === EVERY_PAGE) - Number(b === EVERY_PAGE) || (a < b ? -1 : 1)),
        handler: handlers.get(client),
        tests: recorded.has(client) ? [...tests, 'recordings'] : tests
      };
    })
  );
}

/** Routes with a recorded exchange of a real daemon; all recordings are replayed against client and embedded node. */
function recordedRoutes(): Set<string> {
  const found = new Set<string>();
  for (const exchange of recordedAreas().flatMap(recordedExchanges)) {
    for (const [module, table] of Object.entries(daemonApi)) {
      const match = matchRoute(table, exchange.request.method, recordedPathname(exchange));
      if (match.found === 'route') found.add(`${module}.${match.name}`);
    }
  }
  return found;
}

const MOST = 3;
const code = (text: string): string => `\`${text}\``;

function listed(items: readonly string[]): string {
  const shown = items.slice(0, MOST).join(', ');
  return items.length > MOST ? `${shown} and ${items.length - MOST} more` : shown;
}

const testName = (path: string): string =>
  path === 'recordings' ? path : code(path.replace('tests/', '').replace('.test.ts', ''));

/** The document. */
export async function renderEndpoints(rows: readonly EndpointRow[]): Promise<string> {
  const lines = rows.map(({ endpoint, client, pages, handler, tests }) => {
    const page = listed(pages.map((name) => (name === EVERY_PAGE ? name : code(name))));
    const home = handler ? code(handler.replace('src/lib/server/node/', '')) : '';
    return `| ${code(endpoint)} | ${code(client)} | ${page} | ${home} | ${listed(tests.map(testName))} |`;
  });
  const text = `# Endpoints of the node daemon

Written by \`npm run endpoints\`; a test fails when it is out of date or has a blank. Clients are those of
\`src/lib/api/daemon\`, handlers those of the embedded node below \`src/lib/server/node\`, tests lie below \`tests\`. An
endpoint with _recordings_ was recorded with a real daemon: \`unit/api/recordedDaemon\` reads what was answered, and
\`integration/nodeRecorded\` and \`nodeRecordedModules\` ask the embedded node the same.

| Endpoint | Client | Pages | Handler | Tests |
| --- | --- | --- | --- | --- |
${lines.join('\n')}
`;
  return format(text, { parser: 'markdown', printWidth: 120, proseWrap: 'preserve' });
}

/** The committed document. */
export const committedEndpoints = (): string => readFileSync(DOCUMENT, 'utf8');

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = await renderEndpoints(endpointRows());
  if (!process.argv.includes('--check')) writeFileSync(DOCUMENT, text);
  else if (committedEndpoints() !== text) {
    console.error('docs/endpoints.md is out of date: run npm run endpoints');
    process.exitCode = 1;
  }
}
