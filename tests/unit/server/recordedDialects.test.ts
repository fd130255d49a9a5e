import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { DIALECTS, OUR_DIALECT, translateJsonKeys, translatePath, type Dialect } from '$lib/api/dialect';
import { parseJson, stringifyJson, type JsonObject, type JsonValue } from '$lib/codec/json';
import { createClient } from '$lib/api/http/client';
import { get, json, post } from '$lib/api/http/route';
import { announceDialect } from '$lib/server/dialect/announceDialect';
import { serveDialect } from '$lib/server/dialect/serveDialect';
import { UPSTREAM_ORIGIN, type Upstream } from '$lib/server/http/upstream';
import { upstreamOf } from '../../support/httpMessages';
import { textBody } from '$lib/api/http/message';
import { fetchFrom } from '$lib/server/http/fetchMessages';

// Replays every recorded JSON exchange as a server of either dialect would produce it: a page sends and reads the same.
const SAMPLES = join(import.meta.dirname, '../../samples');
const RECORDED: Dialect = 'sia';

interface Recorded {
  readonly method: string;
  readonly path: string;
  readonly search: string;
  readonly request: JsonValue | undefined;
  readonly answer: JsonValue | undefined;
}

const jsonIn = (value: JsonValue | undefined): JsonValue | undefined => {
  if (typeof value !== 'string') return value ?? undefined;
  try {
    return /^\s*[{[]/.test(value) ? parseJson(value) : undefined;
  } catch {
    return undefined;
  }
};

const exchanges = ['daemon', 'wallet-server'].flatMap((folder) =>
  readdirSync(join(SAMPLES, folder))
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) =>
      readFileSync(join(SAMPLES, folder, name), 'utf8')
        .trim()
        .split('\n')
    )
    .map((line): Recorded => {
      const { request, response } = parseJson(line) as { request: JsonObject; response: JsonObject };
      const url = new URL(String(request.url ?? request.path), 'http://server');
      return {
        method: String(request.method),
        path: url.pathname,
        search: url.search,
        request: jsonIn(request.body),
        answer: jsonIn(response.json ?? response.body)
      };
    })
);
const withJson = exchanges.filter(({ request, answer }) => request !== undefined || answer !== undefined);

const anyJson = z.any();

test('there are many kinds of exchanges', () => expect(withJson.length).toBeGreaterThan(300));

test.each(DIALECTS)('a page behaves the same with a server of dialect %s', async (dialect) => {
  const to = (value: JsonValue) => translateJsonKeys(value, RECORDED, dialect);
  const ours = (value: JsonValue) => translateJsonKeys(value, RECORDED, OUR_DIALECT);
  const headers = { 'content-type': 'application/json' };
  let received: { path: string; body: string } | undefined;
  let answered = '';
  let passedOn = '';
  const server = upstreamOf(async (asked) => {
    const { pathname, search } = new URL(asked.url);
    received = { path: `${pathname}${search}`, body: await asked.text() };
    return new Response(answered, { headers });
  });
  const announced = fetchFrom(announceDialect(server, { dialect, probePath: '/', maxBytes: 1e7 }));
  const fetch = async (request: Request) => {
    const response = await announced(request);
    passedOn = await response.clone().text();
    return response;
  };
  for (const { method, path, search, request, answer } of withJson) {
    answered = stringifyJson(answer === undefined ? null : to(answer));
    const query = Object.fromEntries([...new URLSearchParams(search)].map(([name]) => [name, z.optional(z.string())]));
    const ourPath = translatePath(path, RECORDED, OUR_DIALECT);
    const hasBody = request !== undefined && method !== 'GET';
    const route = hasBody
      ? post(ourPath, json(anyJson), json(anyJson), { query })
      : get(ourPath, json(anyJson), { query });
    const client = createClient({ route }, { fetch, baseUrl: UPSTREAM_ORIGIN });
    const call = { query: Object.fromEntries(new URLSearchParams(search)), ...(hasBody && { body: ours(request) }) };
    // A page reads our names, while our server passed the response through unchanged, to the last byte.
    expect(await client.route(call as never)).toEqual(answer === undefined ? null : ours(answer));
    expect(passedOn).toBe(answered);
    const url = new URL(received!.path, 'http://server');
    expect(url.pathname).toBe(new URL(translatePath(path, RECORDED, dialect), 'http://server').pathname);
    expect([...url.searchParams]).toEqual([...new URLSearchParams(search)]);
    if (hasBody) expect(received!.body).toBe(stringifyJson(to(request)));
  }
});

test('our node serves the other dialect byte for byte as recorded', async () => {
  for (const { path, answer } of withJson) {
    if (answer === undefined) continue;
    for (const indent of [undefined, 2]) {
      const recorded = `${stringifyJson(answer, indent)}\n`;
      const node: Upstream = async () => ({
        status: 200,
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: textBody(`${stringifyJson(translateJsonKeys(answer, RECORDED, OUR_DIALECT), indent)}\n`)
      });
      const served = await fetchFrom(serveDialect(RECORDED, node))(new Request(`http://node${path}`));
      expect(await served.text()).toBe(recorded);
    }
  }
});
