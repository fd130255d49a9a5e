import { EventEmitter } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { endingWith } from '$lib/server/http/connectionWatch';
import { fromRequest } from '$lib/server/http/fetchMessages';

const URL = 'http://node.example/miner';

/** Collects garbage; aborts of a request are propagated through weak references only. */
async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let i = 0; i < 10; i++) {
    collect();
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

test('a signal keeps following its request even if only parts of the request are left', async () => {
  const source = new AbortController();
  const signalOf = () => {
    const { signal: first } = fromRequest(
      new Request(URL, { signal: AbortSignal.any([source.signal, new AbortController().signal]) })
    );
    const { signal } = fromRequest(new Request(URL, { method: 'POST', body: 'a', signal: first }));
    // Like a socket that waits for a response.
    signal.addEventListener('abort', () => undefined);
    return signal;
  };
  const signal = signalOf();
  await collectGarbage();
  source.abort();
  expect(signal.aborted).toBe(true);
});

test('a request with a body ends with its connection, and is no longer watched', async () => {
  const connection = new EventEmitter();
  const request = new Request(URL, { method: 'POST', body: 'work' });
  const [signal, endWatch] = endingWith(request, connection);
  expect(await request.text()).toBe('work');
  expect(signal.aborted).toBe(false);
  connection.emit('close');
  expect(signal.aborted).toBe(true);

  const [other, end] = endingWith(new Request(URL, { method: 'POST', body: 'work' }), connection);
  end();
  expect(connection.listenerCount('close')).toBe(0);
  expect(other.aborted).toBe(false);
  endWatch();
});

test('the request’s own signal still ends it', () => {
  const source = new AbortController();
  const asked = new Request(URL, { method: 'POST', body: 'work', signal: source.signal });
  const [signal] = endingWith(asked, new EventEmitter());
  source.abort();
  expect(signal.aborted).toBe(true);
});

test.each([
  ['without a body', new Request(URL), new EventEmitter()],
  ['whose connection is unknown', new Request(URL, { method: 'POST', body: 'work' }), undefined]
])('the signal of a request %s is unchanged', (_, asked, connection) => {
  expect(endingWith(asked, connection)[0]).toBe(asked.signal);
  expect(connection?.listenerCount('close') ?? 0).toBe(0);
});
