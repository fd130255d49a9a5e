import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { translateJsonKeys, translatePath } from '$lib/api/dialect';
import { parseJson, stringifyJson } from '$lib/codec/json';

type Body = string | { readonly base64: string } | null;

/** One recorded exchange with a real daemon. */
export interface Exchange {
  readonly name: string;
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Body;
  };
  readonly response: {
    readonly status: number;
    readonly headers: readonly (readonly [string, string])[];
    readonly body: Body;
  };
  /** The daemon's speed limits after the call, in recordings about parameters. */
  readonly effect?: Readonly<Record<string, number>>;
}

const SAMPLES = join(import.meta.dirname, '../samples/daemon');

/** The names of the files, without extensions. */
export const recordedAreas = (): string[] =>
  readdirSync(SAMPLES)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => name.replace('.jsonl', ''));

/** The exchanges of a file in tests/samples/daemon, in the daemon's own dialect. */
export function recordedExchanges(area: string): Exchange[] {
  const lines = readFileSync(join(SAMPLES, `${area}.jsonl`), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => JSON.parse(line) as Exchange);
}

const bytesOf = (body: Body): string | Uint8Array<ArrayBuffer> | undefined =>
  body === null ? undefined : typeof body === 'string' ? body : new Uint8Array(Buffer.from(body.base64, 'base64'));

/** The text's JSON in our dialect; other text unchanged. */
function normalizeDialect(body: Body): ReturnType<typeof bytesOf> {
  if (typeof body !== 'string' || !/^\s*[{[]/.test(body)) return bytesOf(body);
  try {
    return stringifyJson(translateJsonKeys(parseJson(body), 'sia', 'svc'));
  } catch {
    return body;
  }
}

/** The recorded path, without query, in our dialect. */
export const recordedPathname = ({ request }: Exchange): string =>
  translatePath(request.path.split('?')[0] ?? '', 'sia', 'svc');

/** The recorded request in our dialect. */
export function recordedRequest({ request }: Exchange): Request {
  const url = new URL(translatePath(request.path, 'sia', 'svc'), 'http://daemon');
  const headers = new Headers(request.headers);
  const type = headers.get('content-type');
  const sent = new Request(url, { method: request.method, headers, body: normalizeDialect(request.body) || undefined });
  // Request adds its own Content-Type for text; the recordings are exact about it.
  if (type === null) sent.headers.delete('content-type');
  return sent;
}

/** The recorded response in our dialect. */
export function recordedAnswer({ response }: Exchange): Response {
  const hasBody = ![204, 304].includes(response.status);
  return new Response(hasBody ? normalizeDialect(response.body) : null, {
    status: response.status,
    headers: response.headers
      .filter(([name]) => name !== 'Content-Length')
      .map(([name, value]): [string, string] => [name, value])
  });
}
