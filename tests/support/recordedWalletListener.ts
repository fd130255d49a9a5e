import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { parseJson, stringifyJson, type JsonObject, type JsonValue } from '$lib/codec/json';

/** The recordings' throw-away password. */
export const RECORDED_PASSWORD = 'test';
const AUTHORIZATION = `Basic ${btoa(`:${RECORDED_PASSWORD}`)}`;
const FILE = join(import.meta.dirname, '../samples/wallet-server/exchanges.jsonl');

interface Recorded {
  readonly name: string;
  readonly body: string;
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** A wallet server in its own dialect over a real socket, which replays the responses of a real one. */
export interface RecordedWalletServer {
  readonly origin: string;
  /** The names of the replayed exchanges, in order. */
  readonly played: string[];
  /** Requests that were never recorded. */
  readonly unknown: string[];
  stop(): Promise<void>;
}

/**
 * Replays recorded exchanges, matched by method, path, query and the meaning of the body. If a request was recorded
 * more than once, each recording is used once in order, and the last one from then on.
 */
export async function startRecordedWalletServer(): Promise<RecordedWalletServer> {
  const recorded = new Map<string, Recorded[]>();
  for (const line of readFileSync(FILE, 'utf8').trim().split('\n')) {
    const { name, request, response } = parseJson(line) as { name: string; request: JsonObject; response: JsonObject };
    const url = new URL(String(request.url));
    // The recordings' mining server and V1 network are separate servers.
    if (url.port !== '9980' || name.startsWith('9')) continue;
    const key = `${String(request.method)} ${url.pathname}${url.search}`;
    const { json } = response;
    const headers = response.headers as JsonObject;
    const text = json === null || json === undefined ? String(response.text ?? '') : stringifyJson(json, 2);
    const isList = text === '' && headers['Content-Type'] === 'application/json';
    const exchange = {
      name: String(name),
      body: meaning(request.body ?? null),
      status: Number(response.status),
      type: String(headers['Content-Type'] ?? ''),
      // An empty list was recorded as an empty body.
      text: isList ? '[]' : text
    };
    recorded.set(key, [...(recorded.get(key) ?? []), exchange]);
  }
  const played: string[] = [];
  const unknown: string[] = [];
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const path = request.url ?? '';
      if (path.startsWith('/api/wallets') && request.headers.authorization !== AUTHORIZATION) {
        return response.writeHead(401, { 'content-type': 'text/plain; charset=utf-8' }).end('unauthorized\n');
      }
      const key = `${request.method} ${path}`;
      const matching = (recorded.get(key) ?? []).filter((exchange) => exchange.body === meaning(jsonOf(body)));
      const exchange = matching.find(({ name }) => !played.includes(name)) ?? matching.at(-1);
      if (!exchange) {
        unknown.push(key);
        return response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' }).end('404 page not found\n');
      }
      played.push(exchange.name);
      const headers = exchange.type === '' ? {} : { 'content-type': exchange.type };
      response.writeHead(exchange.status, headers).end(exchange.status === 204 ? undefined : exchange.text);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    played,
    unknown,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    }
  };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

const jsonOf = (text: string): JsonValue => (text === '' ? null : parseJson(text));

/** A body without its optional parts: empty values have several spellings, and derived fields may be present or not. */
function meaning(body: JsonValue): string {
  const clean = (item: JsonValue): JsonValue | undefined => {
    if (item === null || item === '' || (Array.isArray(item) && item.length === 0)) return undefined;
    if (Array.isArray(item)) return item.map((inner) => clean(inner) ?? null);
    if (typeof item !== 'object') return item;
    const entries = Object.entries(item).map(([key, inner]) => [key, clean(inner)] as const);
    const isOutput = 'value' in item && 'address' in item;
    const kept = entries.filter(([key, inner]) => inner !== undefined && !(isOutput && key === 'id'));
    return Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1))) as JsonValue;
  };
  return stringifyJson(clean(body) ?? null);
}
