import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import {
  createAnswerDecoder,
  decodeInWorker,
  type AnswerWorkerPort,
  type FromAnswerWorker,
  type ToAnswerWorker
} from '$lib/api/http/answerWorker';
import { createClient } from '$lib/api/http/client';
import { get, json } from '$lib/api/http/route';
import { DIALECT_HEADER } from '$lib/api/http/spelling';
import { height } from '$lib/api/schemas/scalars';
import { eventually } from '../../support/eventually';

const routes = {
  list: get('/list/:name', json(z.object({ svccoins: z.array(z.object({ id: z.string(), count: height })) })), {
    maxBytes: 1e9
  })
};

/** A worker in this thread whose messages are copied as between threads. */
class InProcessWorker implements AnswerWorkerPort {
  onmessage: AnswerWorkerPort['onmessage'] = null;
  onerror: AnswerWorkerPort['onerror'] = null;
  isTerminated = false;
  posted = 0;

  constructor(private readonly isBusy: boolean) {}

  postMessage(message: ToAnswerWorker, transfer: Transferable[]): void {
    const received = structuredClone(message, { transfer });
    if (this.isBusy) return;
    void decodeInWorker([routes], received, (sent) => this.#post(structuredClone(sent)));
  }

  #post(data: FromAnswerWorker): void {
    this.posted++;
    if (!this.isTerminated) this.onmessage?.({ data } as MessageEvent<FromAnswerWorker>);
  }

  terminate(): void {
    this.isTerminated = true;
  }
}

const items = Array.from({ length: 40_000 }, (_, i) => ({ id: `${i}`.padStart(64, '0'), count: i }));
const LONG = JSON.stringify({ svccoins: items });

/** @param busy whether the first worker never finishes */
function clientOf(body: string, headers: Record<string, string> = {}, busy = false) {
  const workers: InProcessWorker[] = [];
  const decoder = createAnswerDecoder(() => {
    const worker = new InProcessWorker(busy && workers.length === 0);
    workers.push(worker);
    return worker;
  });
  const fetch = async () => new Response(body, { headers });
  return { workers, client: createClient(routes, { fetch, baseUrl: 'http://quarry', decoder }) };
}
const call = { params: { name: 'all' } };

test('a long response comes from a worker, piece by piece, and is identical', async () => {
  const { workers, client } = clientOf(LONG);
  expect(await client.list(call)).toEqual({ svccoins: items });
  expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true]);
  expect(workers[0]!.posted).toBeGreaterThan(5);
});

test('including in another dialect', async () => {
  const { workers, client } = clientOf(LONG.replace('svccoins', 'siacoins'), { [DIALECT_HEADER]: 'sia' });
  expect((await client.list(call)).svccoins).toHaveLength(items.length);
  expect(workers).toHaveLength(1);
});

test('a short response is decoded immediately', async () => {
  const { workers, client } = clientOf('{"svccoins":[]}');
  expect(await client.list(call)).toEqual({ svccoins: [] });
  expect(workers).toEqual([]);
});

test.each([
  ['text', 'x'.repeat(2_000_000), { code: 'api/not-json', form: 'text' }],
  ['a truncated response', LONG.slice(0, -10), { code: 'api/cut-short' }],
  ['a wrong field', LONG.replace('"count":7}', '"count":"7"}'), { code: 'api/decode', field: 'svccoins.7.count' }],
  ['a count that is not exact', LONG.replace('"count":7}', '"count":9007199254740993}'), { code: 'api/unsafe-number' }]
])('%s is the same error as without a worker', async (_, body, expected) => {
  const { workers, client } = clientOf(body);
  await expect(client.list(call)).rejects.toMatchObject(expected);
  expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true]);
});

test('an abort ends the worker, and the next response gets a new one', async () => {
  const { workers, client } = clientOf(LONG, {}, true);
  const abort = new AbortController();
  const first = client.list(call, { signal: abort.signal });
  const second = client.list(call);
  await eventually(() => expect(workers).toHaveLength(1));
  abort.abort(new Error('left the page'));
  await expect(first).rejects.toThrow('left the page');
  expect(workers[0]!.isTerminated).toBe(true);
  expect((await second).svccoins).toHaveLength(items.length);
  expect(workers).toHaveLength(2);
});

test('a failing worker is reported as a response too large to read', async () => {
  const { workers, client } = clientOf(LONG, {}, true);
  const answer = client.list(call);
  await eventually(() => expect(workers).toHaveLength(1));
  workers[0]!.onerror?.({} as ErrorEvent);
  await expect(answer).rejects.toMatchObject({ code: 'api/too-large' });
});
