/**
 * Generates docs/openapi: an OpenAPI 3.1 document for each service, from the route tables, the schemas and the table of
 * parameter bounds. `npm run openapi` writes them; with `--check` it fails if a committed one differs.
 */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { stringifyJson } from '$lib/codec/json';
import { daemonApi } from '$lib/api/daemon/modules.ts';
import { miningRoutes } from '$lib/api/mining-server/routes.ts';
import { PAGE_TOKEN_HEADER } from '$lib/api/quarry/pageToken.ts';
import { connectionRoutes } from '$lib/api/quarry/connections.ts';
import { networkRoutes } from '$lib/api/quarry/network.ts';
import { newestBlockRoutes } from '$lib/api/quarry/newestBlocks.ts';
import { nodeRewardRoutes } from '$lib/api/quarry/nodeRewards.ts';
import { priceRoutes } from '$lib/api/quarry/prices.ts';
import { sessionRoutes } from '$lib/api/quarry/session.ts';
import { tipRoutes } from '$lib/api/quarry/tips.ts';
import type { Route } from '$lib/api/http/route.ts';
import type { HttpService } from '$lib/api/services/service.ts';
import { SERVICES as DESCRIPTORS, type HttpServiceId } from '$lib/api/services/services.ts';
import { signingServerRoutes } from '$lib/api/signing-server/routes.ts';
import { walletServerRoutes } from '$lib/api/wallet-server/routes.ts';
import { routeComments } from './openapi/comments.ts';
import { openApiDocument, type DescribedService } from './openapi/document.ts';
import type { SchemaModules } from './openapi/schemas.ts';
import { CHECK_OPTION, readFlags } from './run/options.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

const basic = {
  name: 'password',
  scheme: { type: 'http', scheme: 'basic', description: 'The password of the API; the user name is empty.' }
};
const hasPassword = ({ access }: Route) => access === 'password';
const words = { 'text/plain': { schema: { type: 'string' } } };
const message = {
  'application/json': {
    schema: { type: 'object', required: ['message'], properties: { message: { type: 'string' } } }
  }
};

/** The path counts once: examples contain it where people may enter it. */
const apiUrlOf = ({ exampleUrl, apiPath }: HttpService): string => new URL(apiPath, exampleUrl).href.replace(/\/$/, '');

const QUARRY = 'http://127.0.0.1:4180/api';
const serversOf = (id: HttpServiceId) => [
  { url: apiUrlOf(DESCRIPTORS[id]), description: 'The server itself' },
  { url: `${QUARRY}/${id}`, description: 'Through Quarry, when signed in' }
];

const PREFIX_NOTE =
  'Names have the prefix `svc`; servers of the public networks spell it `sia`, and Quarry translates. Amounts are strings of digits, in hastings.';

/** The documents, by file name. */
export const SERVICES: Readonly<Record<string, DescribedService>> = {
  daemon: {
    title: 'Node daemon',
    description: `The node daemon’s API, as used by Quarry and served by its embedded node. ${PREFIX_NOTE}`,
    servers: serversOf('daemon'),
    tables: daemonApi,
    security: basic,
    needs: hasPassword,
    failure: message,
    comments: routeComments(root, ['daemon'])
  },
  'wallet-server': {
    title: 'Wallet server',
    description: `The wallet server’s API, as used by Quarry and served by its embedded node. ${PREFIX_NOTE}`,
    servers: serversOf('wallet'),
    tables: { wallet: walletServerRoutes },
    security: basic,
    needs: hasPassword,
    failure: words,
    comments: routeComments(root, ['wallet-server'])
  },
  'signing-server': {
    title: 'Signing server',
    description: `Stores seeds and signs with their keys. ${PREFIX_NOTE}`,
    servers: serversOf('signing'),
    tables: { signing: signingServerRoutes },
    security: basic,
    needs: hasPassword,
    failure: words,
    comments: routeComments(root, ['signing-server'])
  },
  'mining-server': {
    title: 'Mining server',
    description: `Block templates and solved blocks, alongside a wallet server’s routes. ${PREFIX_NOTE}`,
    servers: serversOf('mining'),
    tables: { mining: miningRoutes },
    security: basic,
    needs: hasPassword,
    failure: words,
    comments: routeComments(root, ['mining-server'])
  },
  quarry: {
    title: 'Quarry',
    description:
      'Quarry’s own endpoints: the session, connections, the network, the newest blocks, the node’s rewards and new tips.',
    servers: [{ url: QUARRY, description: 'Quarry' }],
    tables: {
      session: sessionRoutes,
      connections: connectionRoutes,
      network: networkRoutes,
      newestBlocks: newestBlockRoutes,
      nodeRewards: nodeRewardRoutes,
      prices: priceRoutes,
      tips: tipRoutes
    },
    security: {
      name: 'pageToken',
      scheme: {
        type: 'apiKey',
        in: 'header',
        name: PAGE_TOKEN_HEADER,
        description: 'The page token returned by signing in, together with the cookie that it sets.'
      }
    },
    needs: (route) => route !== sessionRoutes.status && route !== sessionRoutes.signIn,
    failure: message,
    comments: routeComments(root, ['quarry'])
  }
};

async function schemaModules(): Promise<SchemaModules> {
  const paths = globSync('src/lib/api/**/*.ts', { cwd: root }).sort();
  const loaded = await Promise.all(
    paths.map(async (path) => [path, (await import(pathToFileURL(join(root, path)).href)) as object] as const)
  );
  return Object.fromEntries(loaded) as SchemaModules;
}

const fileOf = (name: string): string => join(root, 'docs/openapi', `${name}.json`);

/** The generated documents, by file name. */
export async function renderOpenApi(): Promise<Readonly<Record<string, string>>> {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const modules = await schemaModules();
  return Object.fromEntries(
    Object.entries(SERVICES).map(([name, service]) => [
      name,
      `${stringifyJson(openApiDocument(service, modules, version), 2)}\n`
    ])
  );
}

/** A committed document; empty if there is none. */
export function committedOpenApi(name: string): string {
  try {
    return readFileSync(fileOf(name), 'utf8');
  } catch {
    return '';
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { check } = readFlags([CHECK_OPTION], 'npm run openapi --');
  for (const [name, text] of Object.entries(await renderOpenApi())) {
    if (!check) {
      mkdirSync(dirname(fileOf(name)), { recursive: true });
      writeFileSync(fileOf(name), text);
    } else if (committedOpenApi(name) !== text) {
      console.error(`docs/openapi/${name}.json is out of date: run npm run openapi`);
      process.exitCode = 1;
    }
  }
}
