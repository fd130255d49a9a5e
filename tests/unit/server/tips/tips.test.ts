import { getEventListeners } from 'node:events';
import { expect, test, vi } from 'vitest';
import { createTips, followTip, TIP_SILENCE_MS } from '$lib/api/quarry/tips';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { BlockId } from '$lib/chain/ids';
import { SERVICES } from '$lib/api/services/services';
import { fromEvents, fromPolling, type NextTip } from '$lib/server/tips/nextTip';
import { broadcastTips } from '$lib/server/tips/tipBroadcast';
import { createFollowers } from '$lib/server/tips/followers';
import { answerTips, followedServer } from '$lib/server/tips/tips';
import { eventually } from '../../../support/eventually';
import { upstreamOf } from '../../../support/httpMessages';

const tipAt = (height: number): ChainIndex => ({ height, id: height.toString(16).padStart(64, '0') as BlockId });
const never = () => new AbortController().signal;
const tipsFrom = (nextTip: NextTip) =>
  createTips({
    fetch: async () => new Response(broadcastTips(nextTip, { lingerMs: 1 })()),
    baseUrl: 'http://quarry/api'
  });

/** A node that pushes its tip. */
function teller() {
  let tip = tipAt(1);
  const listeners = new Set<(tip: ChainIndex) => void>();
  return {
    nextTip: fromEvents(
      () => tip,
      (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      }
    ),
    listeners,
    become: (height: number) => {
      tip = tipAt(height);
      for (const listener of listeners) listener(tip);
    }
  };
}

test.each(['that arrived', 'that is no longer awaited'])('a tip %s leaves no listener behind', async (reason) => {
  const { nextTip, listeners, become } = teller();
  const stop = new AbortController();
  const waiting = nextTip(tipAt(1), stop.signal);
  if (reason === 'that arrived') {
    become(1);
    become(2);
    expect(await waiting).toEqual(tipAt(2));
  } else {
    stop.abort(new RangeError('stopped'));
    await expect(waiting).rejects.toThrow('stopped');
    await expect(nextTip(tipAt(1), stop.signal)).rejects.toThrow('stopped');
  }
  expect([listeners.size, getEventListeners(stop.signal, 'abort').length]).toEqual([0, 0]);
});

test('the tip arrives immediately, then each new one', async () => {
  const node = teller();
  const stop = new AbortController();
  const seen: number[] = [];
  for await (const { height } of followTip(tipsFrom(node.nextTip), 'daemon', stop.signal)) {
    seen.push(height);
    if (height === 3) stop.abort();
    else node.become(height + 1);
  }
  expect(seen).toEqual([1, 2, 3]);
});

test('a canceled reader receives no more tips', async () => {
  const node = teller();
  const stop = new AbortController();
  const reading = followTip(tipsFrom(node.nextTip), 'daemon', stop.signal);
  await reading.next();
  await eventually(() => expect(node.listeners.size).toBe(1));
  stop.abort();
  expect((await reading.next()).done).toBe(true);
  await eventually(() => expect(node.listeners.size).toBe(0));
});

test('a remote server is polled until its tip changes', async () => {
  let asked = 0;
  const nextTip = fromPolling(async () => tipAt(++asked < 4 ? 1 : 2), 1);
  expect(await nextTip(undefined, never())).toEqual(tipAt(1));
  expect(await nextTip(tipAt(1), never())).toEqual(tipAt(2));
  expect(asked).toBe(4);
});

test('polling ends with the signal', async () => {
  const stop = new AbortController();
  const asking = fromPolling(async () => tipAt(1), 1)(tipAt(1), stop.signal);
  stop.abort(new Error('enough'));
  await expect(asking).rejects.toThrow('enough');
});

test('an unreachable node ends the stream with an error', async () => {
  const reading = followTip(
    tipsFrom(async () => {
      throw new Error('gone');
    }),
    'wallet',
    never()
  );
  await expect(reading.next()).rejects.toMatchObject({ code: 'api/unreachable' });
});

test.each([
  ['ends', new Response('').body!, 'api/unreachable'],
  ['sends an invalid tip', new Response('{"height":1}\n').body!, 'codec/malformed'],
  ['sends invalid JSON', new Response('<html>\n').body!, 'codec/malformed']
])('a stream that %s is an error', async (_, body, code) => {
  const tips = createTips({ fetch: async () => new Response(body), baseUrl: 'http://quarry/api' });
  await expect(followTip(tips, 'daemon', never()).next()).rejects.toMatchObject({ code });
});

test('a silent stream is dropped, one with heartbeats is not', async () => {
  vi.useFakeTimers();
  try {
    const silent = new ReadableStream<Uint8Array>();
    const tips = createTips({ fetch: async () => new Response(silent), baseUrl: 'http://quarry/api' });
    const given = expect(followTip(tips, 'daemon', never()).next()).rejects.toMatchObject({ code: 'api/timeout' });
    await vi.advanceTimersByTimeAsync(TIP_SILENCE_MS + 1);
    await given;

    const node = teller();
    const reading = followTip(tipsFrom(node.nextTip), 'daemon', never());
    await reading.next();
    const next = reading.next();
    await vi.advanceTimersByTimeAsync(3 * TIP_SILENCE_MS);
    node.become(2);
    await vi.advanceTimersByTimeAsync(1);
    expect((await next).value).toEqual(tipAt(2));
    await reading.return(undefined);
  } finally {
    vi.useRealTimers();
  }
});

const request = (headers: Record<string, string> = {}) => new Request('http://quarry/api/tips/daemon', { headers });

test.each([
  ['not signed in', request(), undefined, 401],
  ['of another site', request({ 'sec-fetch-site': 'cross-site' }), 'secret', 403]
])('a page %s is rejected', (_, asked, password, status) => {
  expect(
    answerTips(asked, 'follow', { service: 'daemon', tips: () => broadcastTips(teller().nextTip), password }).status
  ).toBe(status);
});

test('a service that is not configured is reported as such', () => {
  expect(answerTips(request(), 'follow', { service: 'daemon', tips: undefined, password: 'secret' }).status).toBe(503);
});

test('daemon and wallet server are polled with the password, each by its own route', async () => {
  const asked: [string, string | null][] = [];
  const id = tipAt(7).id;
  const upstream = upstreamOf(async ({ url, headers }) => {
    asked.push([new URL(url).pathname, headers.get('authorization')]);
    return Response.json({ height: 7, id });
  });
  const firstOf = async (service: 'wallet' | 'daemon') => {
    const server = followedServer(service, { openTip: SERVICES[service].openTip! }, upstream);
    const reader = createFollowers().follow(server, 'secret')().getReader();
    const { value } = await reader.read();
    await reader.cancel();
    return JSON.parse(new TextDecoder().decode(value)) as ChainIndex;
  };
  expect(await firstOf('wallet')).toEqual(tipAt(7));
  await expect(firstOf('daemon')).rejects.toMatchObject({ code: 'api/decode' });
  const authorization = `Basic ${btoa(':secret')}`;
  expect(asked).toEqual([
    ['/consensus/tip', authorization],
    ['/consensus', authorization]
  ]);
});

test('among thousands of tips the reader sees the newest, and a client that does not read buffers none', async () => {
  let height = 0;
  let asked = 0;
  const body = broadcastTips(async () => {
    asked++;
    return tipAt(++height);
  })();
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const read = async () => (JSON.parse(decoder.decode((await reader.read()).value)) as ChainIndex).height;
  expect(await read()).toBe(1);
  // Two can be pending: one in the queue, one being requested.
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(asked).toBeLessThanOrEqual(3);
  height = 5000;
  await read();
  await read();
  expect(await read()).toBeGreaterThan(5000);
  await reader.cancel();
});

test('a stream ends with its session, even while idle', async () => {
  const ending = new AbortController();
  const waiting: NextTip = (known, signal) =>
    known === undefined
      ? Promise.resolve(tipAt(1))
      : new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
  const tips = broadcastTips(waiting);
  const reader = tips(ending.signal).getReader();
  expect((await reader.read()).done).toBe(false);
  const next = reader.read();
  ending.abort();
  expect((await next).done).toBe(true);
  expect((await tips(ending.signal).getReader().read()).done).toBe(true);
});

test('of several lines at once, only the newest tip is yielded', async () => {
  const lines = Array.from({ length: 3000 }, (_, i) => `${JSON.stringify(tipAt(i + 1))}\n`).join('');
  const tips = createTips({ fetch: async () => new Response(lines), baseUrl: 'http://quarry/api' });
  const seen: number[] = [];
  const reading = (async () => {
    for await (const { height } of followTip(tips, 'daemon', never())) seen.push(height);
  })();
  await expect(reading).rejects.toMatchObject({ code: 'api/unreachable' });
  expect(seen.at(-1)).toBe(3000);
  expect(seen.length).toBeLessThan(10);
});

test('an endless line is an error', async () => {
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => (sent++, controller.enqueue(new Uint8Array(1000).fill(32)))
  });
  const tips = createTips({ fetch: async () => new Response(endless), baseUrl: 'http://quarry/api' });
  await expect(followTip(tips, 'daemon', never()).next()).rejects.toMatchObject({ code: 'api/unreachable' });
  expect(sent).toBeLessThan(50);
});
