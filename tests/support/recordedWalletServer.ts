import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { translateJsonKeys, translatePath } from '$lib/api/dialect';
import { parseJson, stringifyJson, type JsonObject, type JsonValue } from '$lib/codec/json';

/** One recorded exchange with a real wallet server, in our dialect. */
export interface WalletExchange {
  readonly name: string;
  readonly method: string;
  /** Below the server's `/api`, without query. */
  readonly pathname: string;
  readonly search: string;
  /** JSON text, or undefined. */
  readonly body: string | undefined;
  readonly hasPassword: boolean;
  readonly status: number;
  /** The response as JSON, if it was JSON. */
  readonly answer: JsonValue;
  readonly answerText: string;
}

const FILE = join(import.meta.dirname, '../samples/wallet-server/exchanges.jsonl');

const ours = (value: JsonValue | undefined): JsonValue => translateJsonKeys(value ?? null, 'sia', 'svc');

/** A body that is not an object was recorded as text. */
function bodyText(body: JsonValue): string | undefined {
  if (body === null) return undefined;
  return typeof body === 'string' ? body : stringifyJson(ours(body));
}

/** Every exchange of the file. Integers beyond 2^53 stay exact. */
export function recordedWalletExchanges(): WalletExchange[] {
  const lines = readFileSync(FILE, 'utf8').trim().split('\n');
  return lines.map((line) => {
    const { name, request, response } = parseJson(line) as { [key: string]: JsonObject } & { name: string };
    const url = new URL(String(request!.url));
    const answer = ours(response!.json);
    return {
      name: String(name),
      method: String(request!.method),
      pathname: translatePath(url.pathname.replace(/^\/api/, ''), 'sia', 'svc'),
      search: url.search,
      body: bodyText(request!.body ?? null),
      hasPassword: 'Authorization' in (request!.headers as JsonObject),
      status: Number(response!.status),
      answer,
      answerText: answer === null ? String(response!.text ?? '') : stringifyJson(answer)
    };
  });
}
