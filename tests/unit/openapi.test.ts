import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { matchRoute } from '$lib/api/http/findRoute';
import { encodeAnswer } from '$lib/api/http/response';
import type { Route, RouteTable } from '$lib/api/http/route';
import { connectionRoutes } from '$lib/api/quarry/connections';
import { sessionRoutes } from '$lib/api/quarry/session';
import { readConfig } from '$lib/server/config';
import { beginSession, connectionHandlers } from '$lib/server/connections/handlers';
import { createContainer, type Container } from '$lib/server/container';
import { committedOpenApi, renderOpenApi, SERVICES } from '../../scripts/openapi';
import { ask, mine, openNode, type OpenNode } from '../support/node';
import { recordedAnswer, recordedAreas, recordedExchanges, recordedPathname } from '../support/recordedDaemon';
import { recordedWalletExchanges } from '../support/recordedWalletServer';
import { toResponse } from '$lib/server/http/fetchMessages';
import { temporaryFolder } from '../support/temporary';

interface Media {
  readonly content?: Readonly<Record<string, { readonly schema: object }>>;
}
interface Operation {
  readonly operationId: string;
  readonly description?: string;
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: object }[];
  readonly requestBody?: Media;
  readonly responses: Readonly<Record<string, Media>>;
}
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, object>> };
}

const texts = await renderOpenApi();
const documentOf = (name: string) => JSON.parse(texts[name]!) as Document;
const operationsOf = (name: string) =>
  Object.entries(documentOf(name).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation }))
  );

/** Compiles a schema of a document, registered by name, at a path of keys. */
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
for (const name of Object.keys(SERVICES)) ajv.addSchema(documentOf(name), name);
const pointer = (...keys: string[]): string =>
  keys.map((key) => encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');

type Place = 'answer' | 'body' | 'failure';
function validatorOf(service: string, method: string, path: string, place: Place): ValidateFunction {
  const operation = ['paths', path.replace(/:(\w+)/g, '{$1}'), method.toLowerCase()];
  const type = SERVICES[service]!.failure['text/plain'] && place === 'failure' ? 'text/plain' : 'application/json';
  const media = ['content', type, 'schema'];
  const keys = {
    answer: [...operation, 'responses', '200', ...media],
    body: [...operation, 'requestBody', ...media],
    failure: [...operation, 'responses', 'default', ...media]
  }[place];
  const validator = ajv.getSchema(`${service}#/${pointer(...keys)}`);
  if (!validator) throw new Error(`nothing at ${keys.join(' ')}`);
  return validator;
}

describe.each(Object.keys(SERVICES))('docs/openapi/%s.json', (name) => {
  const tables: RouteTable[] = Object.values(SERVICES[name]!.tables);

  test('is up to date with npm run openapi', () => expect(committedOpenApi(name)).toBe(texts[name]));

  test('has each route of the tables exactly once', () => {
    const routes = tables
      .flatMap((table) => Object.values(table))
      .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
    const documented = operationsOf(name).map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    expect(documented.sort()).toEqual(routes.sort());
    expect(new Set(operationsOf(name).map(({ operation }) => operation.operationId)).size).toBe(routes.length);
  });

  test('has a schema for each JSON body and no dangling references', () => {
    for (const { operation, method, path } of operationsOf(name)) {
      for (const { content = {} } of [operation.requestBody ?? {}, ...Object.values(operation.responses)]) {
        const json = content['application/json'];
        if (json) expect(Object.keys(json.schema), `${method} ${path}`).not.toEqual([]);
      }
    }
    const { schemas } = documentOf(name).components;
    const references = [...texts[name]!.matchAll(/"\$ref": "#\/components\/schemas\/([^"]+)"/g)].map(([, to]) => to!);
    expect(references.filter((to) => !(to in schemas))).toEqual([]);
    for (const schema of Object.keys(schemas)) ajv.getSchema(`${name}#/${pointer('components', 'schemas', schema)}`);
  });
});

test('amounts are digit strings', () => {
  const hastings = ajv.getSchema('wallet-server#/components/schemas/Hastings')!;
  expect(['0', '340282366920938463463374607431768211455'].map((text) => hastings(text))).toEqual([true, true]);
  expect([1, 1.5, '', '01', '-1', '1 SC', '1e3', null].filter((value) => hastings(value) === true)).toEqual([]);
  expect(texts.daemon).toContain('"DaemonHastings"');
});

test('limits match the table of bounds', () => {
  const parameter = (path: string, name: string) =>
    operationsOf('wallet-server')
      .find((each) => each.path === path && each.method === 'get')!
      .operation.parameters!.find((each) => each.name === name)!.schema;
  expect(parameter('/consensus/updates/{index}', 'limit')).toMatchObject({ minimum: 1, maximum: 100 });
  expect(parameter('/wallets/{id}/events', 'limit')).toMatchObject({ minimum: -(2 ** 63), maximum: 2 ** 63 });
  const asked = validatorOf('wallet-server', 'POST', '/batch/addresses/balance', 'body');
  const addresses = (count: number) => ({ addresses: Array.from({ length: count }, () => 'ab'.repeat(38)) });
  expect([asked(addresses(1_000)), asked(addresses(1_001))]).toEqual([true, false]);
});

/** Requests and responses recorded with real servers, in our dialect, by document. */
interface Recorded {
  readonly name: string;
  readonly service: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** JSON text of the response. */
  readonly answer: string;
  /** JSON text of the request body. */
  readonly body: string | undefined;
}

async function recordings(): Promise<Recorded[]> {
  const find = (services: readonly string[], method: string, pathname: string) => {
    for (const service of services) {
      for (const table of Object.values(SERVICES[service]!.tables)) {
        const match = matchRoute(table, method, pathname);
        if (match.found === 'route') return { service, route: match.route };
      }
    }
    return undefined;
  };
  const found: Recorded[] = [];
  for (const exchange of recordedAreas().flatMap(recordedExchanges)) {
    const { method } = exchange.request;
    const match = find(['daemon'], method, recordedPathname(exchange));
    const { status } = exchange.response;
    if (!match || status === 0 || (status === 200 && match.route.result.kind !== 'json')) continue;
    const answer = status === 204 ? '' : await recordedAnswer(exchange).text();
    found.push({
      name: exchange.name,
      method,
      path: match.route.path,
      service: match.service,
      status,
      answer,
      body: undefined
    });
  }
  for (const { name, method, pathname, status, answer, answerText, body } of recordedWalletExchanges()) {
    const match = find(['wallet-server', 'mining-server'], method, pathname);
    if (!match || (status === 200 && answer === null && match.route.result.kind !== 'json')) continue;
    const isJson = match.route.body.kind === 'json';
    found.push({
      name,
      method,
      path: match.route.path,
      service: match.service,
      status,
      answer: answerText,
      body: isJson ? body : undefined
    });
  }
  return found;
}

const recorded = await recordings();
const parse = (text: string): unknown => JSON.parse(text);
const rows = (keep: (each: Recorded) => boolean) => recorded.filter(keep).map((each) => [each.name, each] as const);

describe('recorded responses match the documents', () => {
  const answers = rows(({ status }) => status === 200);
  test('there are some from each server', () => {
    const count = (service: string) => answers.filter(([, each]) => each.service === service).length;
    expect(count('daemon')).toBeGreaterThan(60);
    expect(count('wallet-server')).toBeGreaterThan(60);
    expect(count('mining-server')).toBeGreaterThan(3);
  });

  test.each(answers)('%s', (_, { service, method, path, answer }) => {
    const validate = validatorOf(service, method, path, 'answer');
    validate(parse(answer));
    expect(validate.errors).toBeNull();
  });

  test.each(answers)('%s is rejected with an amount as a number or a field of another type', (_, each) => {
    const validate = validatorOf(each.service, each.method, each.path, 'answer');
    for (const corrupted of corruptions(parse(each.answer)))
      expect(validate(corrupted), JSON.stringify(corrupted).slice(0, 300)).toBe(false);
  });

  const failures = rows(({ status, answer }) => status >= 400 && answer !== '');
  test.each(failures)('%s is a failure as documented', (_, { service, method, path, answer }) => {
    const validate = validatorOf(service, method, path, 'failure');
    const isWords = SERVICES[service]!.failure['text/plain'];
    validate(isWords ? answer : parse(answer));
    expect(validate.errors).toBeNull();
  });
});

describe('Quarry’s own responses match the documents', () => {
  let open: OpenNode;
  let quarry: Container;
  const dataDir = temporaryFolder('openapi');
  beforeAll(async () => {
    open = await openNode();
    await mine(open, 3);
    quarry = await createContainer(readConfig({ QUARRY_DATA_DIR: dataDir, QUARRY_NO_BOOTSTRAP: '1' }));
  });
  afterAll(() => Promise.all([open.node.close(), quarry.close()]));

  const PREFIXES: Readonly<Record<string, string>> = {
    daemon: '',
    'wallet-server': '/api',
    'signing-server': '/signing'
  };
  const reads = Object.entries(PREFIXES).flatMap(([service, prefix]) =>
    Object.values(SERVICES[service]!.tables)
      .flatMap((table) => Object.values(table))
      .filter(
        ({ method, effect, path, result }) =>
          method === 'GET' && effect === 'read' && !path.includes(':') && result.kind === 'json'
      )
      .map(({ path }) => ({
        service,
        path,
        asked: `${prefix}${path}${path === '/consensus/blocks' ? '?height=1' : ''}`
      }))
  );

  test.each(reads)('$service $path', async ({ service, path, asked }) => {
    const answer = await ask(open, asked);
    expect(answer.status).toBe(200);
    const validate = validatorOf(service, 'GET', path, 'answer');
    validate(await answer.json());
    expect(validate.errors).toBeNull();
  });

  test('session and connections', async () => {
    const password = readFileSync(join(dataDir, 'apipassword'), 'utf8').trim();
    const session = beginSession(quarry, await quarry.signIn.signIn({ password }, '127.0.0.1'));
    const handlers = connectionHandlers(quarry, session, () => {});
    const context = { signal: new AbortController().signal };
    const answers: [Route, unknown][] = [
      [sessionRoutes.status, quarry.status(undefined)],
      [sessionRoutes.status, quarry.status(session)],
      [connectionRoutes.list, await handlers.list({ params: {}, query: {}, body: undefined }, context)]
    ];
    for (const [route, value] of answers) {
      const validate = validatorOf('quarry', route.method, route.path, 'answer');
      validate(await toResponse(encodeAnswer(route, value)).json());
      expect(validate.errors).toBeNull();
    }
  });
});

describe('recorded requests that were accepted match the documents', () => {
  const requests = rows(({ status, body }) => status < 300 && body !== undefined);
  test('there are some', () => expect(requests.length).toBeGreaterThan(20));
  test.each(requests)('%s', (_, { service, method, path, body }) => {
    const validate = validatorOf(service, method, path, 'body');
    validate(parse(body!));
    expect(validate.errors).toBeNull();
  });
});

/** Copies of a response, each with one error. */
function* corruptions(answer: unknown): Generator {
  yield 'text';
  if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return;
  for (const [key, value] of Object.entries(answer)) {
    if (typeof value === 'string' && /^\d{10,}$/.test(value)) yield { ...answer, [key]: Number(value) };
  }
}
