import { expect, test, vi } from 'vitest';
import { createTips, followTip, TIP_SILENCE_MS } from '$lib/api/quarry/tips';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { BlockId } from '$lib/chain/ids';
import { SERVICES } from '$lib/api/services/services';
import { answerTips, tipsOf } from '$lib/server/tips/tips';
import { fromPolling, tipStream, fromEvents, type NextTip } from '$lib/server/tips/tipStream';

const tipAt = (height: number): ChainIndex => ({ height, id: height.toString(16).padStart(64, '0') as BlockId });
const never = () => new AbortController().signal;
const tipsFrom = (nextTip: NextTip) =>
  createTips({ fetch: async () => new Response(tipStream(nextTip)), baseUrl: 'http://quarry/api' });

/** A node that tells its tip. */
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

test('the tip comes at once, then each new one', async () => {
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

test('who no longer reads is no longer told', async () => {
  const node = teller();
  const stop = new AbortController();
  const reading = followTip(tipsFrom(node.nextTip), 'daemon', stop.signal);
  await reading.next();
  await vi.waitFor(() => expect(node.listeners.size).toBe(1));
  stop.abort();
  expect((await reading.next()).done).toBe(true);
  await vi.waitFor(() => expect(node.listeners.size).toBe(0));
});

test('a server elsewhere is asked until its tip is another', async () => {
  let asked = 0;
  const nextTip = fromPolling(async () => tipAt(++asked < 4 ? 1 : 2), 1);
  expect(await nextTip(undefined, never())).toEqual(tipAt(1));
  expect(await nextTip(tipAt(1), never())).toEqual(tipAt(2));
  expect(asked).toBe(4);
});

test('asking ends with the signal', async () => {
  const stop = new AbortController();
  const asking = fromPolling(async () => tipAt(1), 1)(tipAt(1), stop.signal);
  stop.abort(new Error('enough'));
  await expect(asking).rejects.toThrow('enough');
});

test('a node that cannot be asked ends the stream with an error', async () => {
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
  ['says what is no tip', new Response('{"height":1}\n').body!, 'codec/malformed'],
  ['says what is no JSON', new Response('<html>\n').body!, 'codec/malformed']
])('a stream that %s is an error', async (_, body, code) => {
  const tips = createTips({ fetch: async () => new Response(body), baseUrl: 'http://quarry/api' });
  await expect(followTip(tips, 'daemon', never()).next()).rejects.toMatchObject({ code });
});

test('a silent stream is given up, one that beats is not', async () => {
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
])('a page %s is refused', (_, asked, password, status) => {
  expect(answerTips(asked, 'daemon', () => teller().nextTip, password).status).toBe(status);
});

test('a service that is not configured says so', () => {
  expect(answerTips(request(), 'daemon', undefined, 'secret').status).toBe(503);
});

test('daemon and wallet server are asked with the password, each at its own place', async () => {
  const asked: [string, string | null][] = [];
  const id = tipAt(7).id;
  const upstream = async ({ url, headers }: Request) => {
    asked.push([new URL(url).pathname, headers.get('authorization')]);
    return Response.json({ height: 7, id });
  };
  expect(await tipsOf(SERVICES.wallet.openTip!, upstream)('secret')(undefined, never())).toEqual(tipAt(7));
  await expect(tipsOf(SERVICES.daemon.openTip!, upstream)('secret')(undefined, never())).rejects.toMatchObject({
    code: 'api/decode'
  });
  const authorization = `Basic ${btoa(':secret')}`;
  expect(asked).toEqual([
    ['/consensus/tip', authorization],
    ['/consensus', authorization]
  ]);
});
