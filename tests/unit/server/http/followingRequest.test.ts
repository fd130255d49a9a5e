import { EventEmitter } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { endingWith, followingRequest } from '$lib/server/http/followingRequest';

const URL = 'http://node.example/miner';

/** Collects what nobody holds; a request is followed up by weak references only. */
async function collectGarbage(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let i = 0; i < 10; i++) {
    collect();
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

test('a signal goes on following when only its parts are left of the request', async () => {
  const source = new AbortController();
  const signalOf = () => {
    const first = followingRequest(URL, { signal: AbortSignal.any([source.signal, new AbortController().signal]) });
    const { signal } = followingRequest(URL, { method: 'POST', body: 'a', signal: first.signal });
    // As a socket does that waits for an answer.
    signal.addEventListener('abort', () => undefined);
    return signal;
  };
  const signal = signalOf();
  await collectGarbage();
  source.abort();
  expect(signal.aborted).toBe(true);
});

test('a request with a body ends with its connection, and is not watched any longer', async () => {
  const connection = new EventEmitter();
  const [request, endWatch] = endingWith(new Request(URL, { method: 'POST', body: 'work' }), connection);
  expect(await request.text()).toBe('work');
  expect(request.signal.aborted).toBe(false);
  connection.emit('close');
  expect(request.signal.aborted).toBe(true);

  const [other, end] = endingWith(new Request(URL, { method: 'POST', body: 'work' }), connection);
  end();
  expect(connection.listenerCount('close')).toBe(0);
  expect(other.signal.aborted).toBe(false);
  endWatch();
});

test('what ended before ends it as well', () => {
  const source = new AbortController();
  const asked = new Request(URL, { method: 'POST', body: 'work', signal: source.signal });
  const [request] = endingWith(asked, new EventEmitter());
  source.abort();
  expect(request.signal.aborted).toBe(true);
});

test.each([
  ['without a body', new Request(URL), new EventEmitter()],
  ['whose connection is not known', new Request(URL, { method: 'POST', body: 'work' }), undefined]
])('a request %s stays as it is', (_, asked, connection) => {
  expect(endingWith(asked, connection)[0]).toBe(asked);
  expect(connection?.listenerCount('close') ?? 0).toBe(0);
});
