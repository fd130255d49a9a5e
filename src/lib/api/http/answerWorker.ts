import { whenAborted } from '$lib/async/whenAborted';
import { appendPiece, splitIntoPieces, type Piece } from '$lib/codec/pieces';
import { WorkerError, toAppError, toErrorMessage, type ErrorMessage } from '$lib/errors';
import { decodeValue } from '$lib/api/schemas/decoder';
import { findRoute } from './findRoute';
import { DecodeError, NotJsonError, TooLargeError, UnsafeNumberError, type Exchange, type NotJsonForm } from './errors';
import { exchangeOf } from './request';
import { decodeJsonAnswer, type AnswerDecoder } from './response';
import type { Route, RouteTable } from './route';

/** From the page to its worker: one response. */
export interface ToAnswerWorker extends Exchange {
  readonly received: Uint8Array<ArrayBuffer>;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** From the worker to the page. */
export type FromAnswerWorker =
  | { readonly type: 'rest'; readonly rest: unknown }
  | { readonly type: 'piece'; readonly piece: Piece }
  | { readonly type: 'done' }
  | { readonly type: 'not-json'; readonly form: NotJsonForm }
  | { readonly type: 'undecodable'; readonly field: string; readonly reason: string; readonly isUnsafe: boolean }
  | { readonly type: 'failed'; readonly error: ErrorMessage };

/** The part of the Worker API in use. */
export interface AnswerWorkerPort {
  postMessage(message: ToAnswerWorker, transfer: Transferable[]): void;
  onmessage: ((event: MessageEvent<FromAnswerWorker>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  terminate(): void;
}

/** The worker's side: decodes one response of these routes and posts the result in pieces. */
export async function decodeInWorker(
  tables: readonly RouteTable[],
  { method, path, received, headers }: ToAnswerWorker,
  post: (message: FromAnswerWorker) => void
): Promise<void> {
  try {
    const found = findRoute(tables, method, path);
    if (found.found !== 'route' || found.route.result.kind !== 'json')
      throw new RangeError(`no JSON of ${method} ${path}`);
    const { schema } = found.route.result;
    const sent = new Headers(headers.map(([name, value]): [string, string] => [name, value]));
    const { rest, pieces } = splitIntoPieces(
      await decodeJsonAnswer(exchangeOf(found.route), schema, received, sent, decodeValue)
    );
    post({ type: 'rest', rest });
    for (const piece of pieces) post({ type: 'piece', piece });
    post({ type: 'done' });
  } catch (error) {
    post(failureOf(error));
  }
}

function failureOf(error: unknown): FromAnswerWorker {
  if (error instanceof NotJsonError) return { type: 'not-json', form: error.form };
  if (error instanceof DecodeError) {
    const { field, reason } = error;
    return { type: 'undecodable', field, reason, isUnsafe: error instanceof UnsafeNumberError };
  }
  return { type: 'failed', error: toErrorMessage(toAppError(error)) };
}

/**
 * The page's side. Each response gets its own worker, which frees its memory when it ends and can be stopped at any
 * time. Only one runs at a time, to bound memory.
 */
export function createAnswerDecoder(openWorker: () => AnswerWorkerPort): AnswerDecoder {
  let last: Promise<unknown> = Promise.resolve();
  return {
    decode(route, received, headers, signal) {
      const turn = last.then(() => decodeAside(openWorker, route, received, headers, signal));
      last = turn.catch(() => undefined);
      return turn;
    }
  };
}

function decodeAside(
  openWorker: () => AnswerWorkerPort,
  route: Route,
  received: Uint8Array<ArrayBuffer>,
  headers: Headers,
  signal: AbortSignal | undefined
): Promise<unknown> {
  signal?.throwIfAborted();
  const exchange = exchangeOf(route);
  const bytes = received.length;
  const worker = openWorker();
  const { aborted, forget } = whenAborted(...(signal ? [signal] : []));
  const decoding = new Promise<unknown>((resolve, reject) => {
    let value: unknown;
    // The worker ran out of memory, or could not be loaded.
    worker.onerror = () => reject(new TooLargeError(exchange, 'answer', bytes));
    worker.onmessage = ({ data }) => {
      switch (data.type) {
        case 'rest':
          return void (value = data.rest);
        case 'piece':
          return appendPiece(value, data.piece);
        case 'done':
          return resolve(value);
        case 'not-json':
          return reject(new NotJsonError(exchange, data.form));
        case 'undecodable': {
          const Failure = data.isUnsafe ? UnsafeNumberError : DecodeError;
          return reject(new Failure(exchange, 'answer', data.field, data.reason));
        }
        case 'failed':
          return reject(new WorkerError(data.error));
      }
    };
    worker.postMessage({ ...exchange, received, headers: [...headers] }, [received.buffer]);
  });
  return Promise.race([decoding, aborted]).finally(() => {
    forget();
    worker.terminate();
  });
}
