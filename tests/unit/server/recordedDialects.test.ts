import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DIALECTS, OUR_DIALECT, translateJsonKeys, translatePath, type Dialect } from '$lib/api/dialect';
import { parseJson, stringifyJson, type JsonObject, type JsonValue } from '$lib/codec/json';
import { normalizeDialect } from '$lib/server/dialect/normalizeDialect';
import { serveDialect } from '$lib/server/dialect/serveDialect';
import type { Upstream } from '$lib/server/http/upstream';

// Every recorded exchange that has JSON, as a server of either spelling would have it: a page sends and reads the same.
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

test('there are exchanges of many kinds', () => expect(withJson.length).toBeGreaterThan(300));

test.each(DIALECTS)('a page cannot tell what a server of dialect %s is from any other', async (dialect) => {
  const to = (value: JsonValue) => translateJsonKeys(value, RECORDED, dialect);
  const ours = (value: JsonValue) => translateJsonKeys(value, RECORDED, OUR_DIALECT);
  const headers = { 'content-type': 'application/json' };
  for (const { method, path, search, request, answer } of withJson) {
    let received: { path: string; body: string } | undefined;
    const server: Upstream = async (asked) => {
      const { pathname, search: query } = new URL(asked.url);
      received = { path: `${pathname}${query}`, body: await asked.text() };
      return new Response(answer === undefined ? null : stringifyJson(to(answer)), { headers });
    };
    const sent = new Request(`http://upstream${translatePath(path, RECORDED, OUR_DIALECT)}${search}`, {
      method,
      headers,
      body: request === undefined || method === 'GET' ? undefined : stringifyJson(ours(request))
    });
    const read = await normalizeDialect(server, { dialect, probePath: '/', maxBytes: 1e7 })(sent);
    expect(await read.text()).toBe(answer === undefined ? '' : stringifyJson(ours(answer)));
    expect(received!.path).toBe(`${translatePath(path, RECORDED, dialect)}${search}`);
    if (sent.body && request !== undefined) expect(received!.body).toBe(stringifyJson(to(request)));
  }
});

test('what our node serves in the other spelling is what was recorded, byte for byte', async () => {
  for (const { path, answer } of withJson) {
    if (answer === undefined) continue;
    for (const indent of [undefined, 2]) {
      const recorded = `${stringifyJson(answer, indent)}\n`;
      const node: Upstream = async () =>
        new Response(`${stringifyJson(translateJsonKeys(answer, RECORDED, OUR_DIALECT), indent)}\n`, {
          headers: { 'content-type': 'application/json; charset=utf-8' }
        });
      const served = await serveDialect(RECORDED, node)(new Request(`http://node${path}`));
      expect(await served.text()).toBe(recorded);
    }
  }
});
