import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { agentName } from '$lib/api/dialect';
import { parseJson, type JsonValue } from '$lib/codec/json';
import { basicAuthorization } from '$lib/server/http/upstream';
import { HEADERS, PASSWORD } from './node';
import { recordedRequest, type Exchange } from './recordedDaemon';

/** How the embedded node differs from the recordings, as documented. */
export interface ListedDifferences {
  /** Names of exchanges with different responses. */
  readonly exchanges: ReadonlySet<string>;
  /** The ones among them where only the error text differs. */
  readonly otherWords: ReadonlySet<string>;
  /** By call (`GET /host`), how its JSON differs in form; see {@link formDifferences}. */
  readonly fields: ReadonlyMap<string, ReadonlySet<string>>;
}

const DOCUMENT = join(import.meta.dirname, '../../docs/differences.md');

export function listedDifferences(): ListedDifferences {
  const text = readFileSync(DOCUMENT, 'utf8');
  const rows = Array.from(text.matchAll(/^\| `([\w.]+)` +\| ([^|]*)\|/gm));
  const exchanges = new Set(rows.map(([, name]) => name!));
  const otherWords = new Set(rows.filter(([, , how]) => how!.trim() === 'Different text').map(([, name]) => name!));
  const fields = new Map<string, Set<string>>();
  const fieldRows = /^\| `((?:GET|POST) \/[^`]*)` +\| ((?:`[^`]+`(?:, )?)+) +\|/gm;
  for (const [, call = '', cell = ''] of text.matchAll(fieldRows)) {
    const known = fields.get(call) ?? new Set();
    for (const [, field] of cell.matchAll(/`([^`]+)`/g)) known.add(field!);
    fields.set(call, known);
  }
  return { exchanges, otherWords, fields };
}

/** The counterparts, on another node, of what a recorded request says about its own chain and setup. */
export interface Corresponding {
  /** Replaces the whole URL, if part of it belongs to the recorded chain. */
  readonly url?: (url: URL) => URL;
  readonly body?: BodyInit;
  /** Whether to send it with a wrong password. */
  readonly wrongPassword?: boolean;
}

/** The password spelled out in the `auth` recordings; discarded long ago. */
const RECORDED_PASSWORD = '2b2dfbc86a6fd2c8f906821571479366';

/** The recorded request, adapted to the node under test. */
export async function requestFor(exchange: Exchange, corresponding: Corresponding = {}): Promise<Request> {
  const recorded = recordedRequest(exchange);
  const headers = new Headers(recorded.headers);
  const agent = headers.get('user-agent');
  if (agent?.includes(agentName('sia'))) headers.set('user-agent', HEADERS['user-agent']);
  const authorization = headers.get('authorization');
  if (authorization === 'Basic (the right password)') {
    headers.set('authorization', corresponding.wrongPassword ? basicAuthorization('wrong') : HEADERS.authorization);
  } else if (authorization?.startsWith('Basic ') && authorization !== 'Basic !!!') {
    const text = Buffer.from(authorization.slice(6), 'base64').toString().replace(RECORDED_PASSWORD, PASSWORD);
    headers.set('authorization', `Basic ${Buffer.from(text).toString('base64')}`);
  }
  const doubled = exchange.request.path.startsWith('//');
  const own = new URL(doubled ? `http://node${exchange.request.path}` : recorded.url);
  const url = corresponding.url?.(own) ?? own;
  const body = corresponding.body ?? (recorded.body ? await recorded.arrayBuffer() : undefined);
  const { method } = recorded;
  const sent = new Request(url, { method, headers, body: method === 'GET' || method === 'HEAD' ? undefined : body });
  if (!headers.has('content-type')) sent.headers.delete('content-type');
  return sent;
}

/** The JSON of a response, or undefined if it is not JSON. */
export async function jsonOf(response: Response): Promise<JsonValue | undefined> {
  try {
    return parseJson(new TextDecoder('utf8', { fatal: true }).decode(await response.clone().bytes()));
  } catch {
    return undefined;
  }
}

const kindOf = (value: unknown): string => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  return typeof value === 'bigint' ? 'number' : typeof value;
};

/**
 * How two JSON values differ in form: `-name` is missing in ours, `+name` exists only there, and `name: string for
 * number` has a different type. Lists are compared by their first elements, if both have any; null stands for an empty
 * list.
 */
export function formDifferences(ours: unknown, theirs: unknown, path = ''): string[] {
  if (Array.isArray(ours) || Array.isArray(theirs)) {
    const [a, b] = [ours ?? [], theirs ?? []];
    if (!Array.isArray(a) || !Array.isArray(b)) return [`${path}: ${kindOf(ours)} for ${kindOf(theirs)}`];
    return a.length > 0 && b.length > 0 ? formDifferences(a[0], b[0], `${path}[]`) : [];
  }
  if (kindOf(ours) !== kindOf(theirs)) return [`${path}: ${kindOf(ours)} for ${kindOf(theirs)}`];
  if (kindOf(ours) !== 'object') return [];
  const [a, b] = [ours as Record<string, unknown>, theirs as Record<string, unknown>];
  const at = (key: string) => (path === '' ? key : `${path}.${key}`);
  return [
    ...Object.keys(b).flatMap((key) => (key in a ? formDifferences(a[key], b[key], at(key)) : [`-${at(key)}`])),
    ...Object.keys(a).flatMap((key) => (key in b ? [] : [`+${at(key)}`]))
  ];
}

/**
 * An error response without the one field that the embedded node adds to a daemon's: the parameter at fault (see
 * tests/integration/parameterBounds.test.ts).
 */
export function withoutParameter(said: unknown): unknown {
  if (typeof said !== 'object' || said === null) return said;
  const { parameter, ...rest } = said as Record<string, unknown>;
  return parameter === undefined || typeof parameter === 'string' ? rest : said;
}
