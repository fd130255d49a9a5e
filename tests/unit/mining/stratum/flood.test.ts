import { expect, test } from 'vitest';
import { AppError } from '$lib/errors';
import { StratumConnection } from '$lib/mining/stratum/stratumConnection';

const JOB = ['7', '11'.repeat(32), '00', '', [], '', '', '00'.repeat(8), true];
const call = (method: string, params: readonly unknown[]) => JSON.stringify({ id: null, method, params });
const SUBSCRIBED = JSON.stringify({ id: 1, result: [[], '00', 4], error: null });
const AUTHORISED = JSON.stringify({ id: 3, result: true, error: null });

/** Feeds the lines to a connection, at most a hundred per millisecond. @returns the outcome */
async function feed(lines: Iterable<string>) {
  let read = 0;
  let ms = 0;
  const sent: string[] = [];
  let isClosed = false;
  const link = {
    send: (line: string) => void sent.push(line),
    lines: (async function* () {
      for (const line of lines) {
        if (isClosed) return;
        if (++read % 100 === 0) ms++;
        yield line;
      }
    })(),
    close: () => (isClosed = true)
  };
  const scheduler = { now: () => ms, yield: async () => {}, sleep: () => new Promise<void>(() => undefined) };
  const connection = new StratumConnection(link, 'me', scheduler);
  let updates = 0;
  let error: unknown;
  try {
    for await (const update of connection.run()) if (update !== 'changed') updates++;
  } catch (thrown) {
    error = thrown;
  }
  return { read, sent: sent.length, updates, isClosed, error: error instanceof AppError ? error : undefined };
}

function* endless(line: (i: number) => string): Generator<string> {
  yield SUBSCRIBED;
  yield AUTHORISED;
  yield call('mining.notify', JOB);
  for (let i = 0; i < 1_000_000; i++) yield line(i);
}

test.each([
  ['junk', () => '{}', 'unknown'],
  ['unknown methods', () => call('mining.nonsense', []), 'unknown'],
  ['empty lines', () => ' ', 'lines'],
  ['unsolicited responses', (i: number) => JSON.stringify({ id: 1000 + i, result: true }), 'answer'],
  ['jobs', (i: number) => call('mining.notify', [String(i), ...JOB.slice(1)]), 'job'],
  ['difficulties', (i: number) => call('mining.set_difficulty', [1 + (i % 2)]), 'difficulty'],
  ['extranonces', () => call('mining.set_extranonce', ['00', 4]), 'extranonce'],
  ['words', () => call('client.show_message', ['buy']), 'words'],
  ['version requests', (i: number) => JSON.stringify({ id: i, method: 'client.get_version' }), 'version'],
  ['the longest lines', () => `{"a":"${'x'.repeat(60_000)}"}`, 'characters']
])('a pool that endlessly sends %s is disconnected', async (_, line, what) => {
  const { read, sent, updates, isClosed, error } = await feed(endless(line));
  expect(error).toMatchObject({ code: 'pool/flood', what });
  expect(isClosed).toBe(true);
  expect(read).toBeLessThan(500);
  expect(updates).toBeLessThanOrEqual(50);
  expect(sent).toBeLessThanOrEqual(20);
});

test.each([
  ['an object without text', '{"toString":1,"valueOf":1}'],
  ['a deep list', '['.repeat(20_000) + ']'.repeat(20_000)]
])('a user message that is %s is empty', async (_, text) => {
  const message = `{"method":"client.show_message","params":[${text}]}`;
  const { error } = await feed([SUBSCRIBED, AUTHORISED, message]);
  expect(error).toMatchObject({ code: 'pool/away' });
});

test('a busy pool’s traffic of a minute is not a flood', async () => {
  function* busy() {
    yield SUBSCRIBED;
    yield AUTHORISED;
    for (let i = 0; i < 30; i++) {
      yield call('mining.notify', [String(i), ...JOB.slice(1)]);
      yield JSON.stringify({ id: 100 + i, result: true });
    }
  }
  const { error } = await feed(busy());
  expect(error).toMatchObject({ code: 'pool/away' });
});

test.each([
  ['with a reason', { result: null, error: [24, 'who are you', null] }, /rejected the worker: who are you/],
  ['without one', { result: false, error: null }, /rejected the worker\. /],
  ['together with a success', { result: true, error: [24, 'no', null] }, /rejected the worker: no/],
  ['without a response', { result: true, error: null }, /cannot be reached/]
])('a worker that the pool rejects %s', async (_, answer, message) => {
  const others = Array<string>(20).fill(JSON.stringify({ id: 100, result: true }));
  const { error } = await feed([SUBSCRIBED, JSON.stringify({ id: 3, ...answer }), ...others]);
  expect(error?.message).toMatch(message);
});
