import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { encodeJson } from '$lib/api/schemas/codec';
import { chainIndex } from '$lib/api/schemas/scalars';
import { network as networkJson } from '$lib/api/schemas/network';
import { block as blockJson } from '$lib/api/schemas/blocks';
import { chainUpdates } from '$lib/api/wallet-server/schemas';
import { stringifyJson } from '$lib/codec/json';
import { AppError } from '$lib/errors';
import { createLightHost, type LightHostDeps } from '$lib/services/light/lightWorker';
import type { FromLightWorker, ToLightWorker } from '$lib/services/light/protocol';
import { openMemoryDatabase } from '$lib/storage/openDatabase';
import { LightStore } from '$lib/storage/lightStore';
import { ChainServer } from '../chainServer';

class NotKept extends AppError {
  readonly code = 'test/not-kept';
  readonly room = 5;
}

// It never ends by itself: it would keep polling after the test.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const START: ToLightWorker = {
  type: 'start',
  baseUrl: 'http://server/api',
  headers: { 'x-connection': 'second' },
  start: { kind: 'genesis' },
  anew: false,
  pollMs: 60_000
};

/** Starts verification and collects the worker's messages up to one of a type. */
async function posted(type: FromLightWorker['type'], deps: Partial<LightHostDeps>): Promise<FromLightWorker[]> {
  const messages: FromLightWorker[] = [];
  const database = openMemoryDatabase();
  const host = createLightHost({
    post: (message) => messages.push(message),
    fetch: () => Promise.reject(new TypeError('no network')),
    openStorages: async () => (genesisId) => new LightStore(database, genesisId),
    rest: async () => undefined,
    nowMs: () => 1_234,
    ...deps
  });
  void host.receive(START);
  for (let i = 0; i < 1_000 && !messages.some((message) => message.type === type); i++) await new Promise(setImmediate);
  return messages;
}

/** Responds like a wallet server. */
function answering(chain: ChainServer) {
  const requests: Request[] = [];
  const fetch = async (request: Request): Promise<Response> => {
    requests.push(request);
    const { pathname } = new URL(request.url);
    const answerOf = (): unknown => {
      if (pathname.endsWith('/consensus/index/0')) return encodeJson(chainIndex, chain.stateAt(0).index);
      if (pathname.endsWith('/consensus/network')) return encodeJson(networkJson, chain.chain.network);
      if (pathname.endsWith('/consensus/tip')) return encodeJson(chainIndex, chain.tip);
      if (pathname.includes('/consensus/blocks/')) return encodeJson(blockJson, chain.blockAt(0));
      const [height, id] = decodeURIComponent(pathname.split('/').at(-1)!).split('::');
      return encodeJson(chainUpdates, chain.updatesSince({ height: Number(height), id: id as never }, 20));
    };
    return new Response(stringifyJson(answerOf()), { headers: { 'content-type': 'application/json' } });
  };
  return { fetch, requests };
}

describe('the worker of the light client', () => {
  test('posts each step with its time, until it is at the tip', async () => {
    const chain = new ChainServer(3);
    const { fetch, requests } = answering(chain);
    const messages = await posted('current', { fetch });
    const summary = expect.objectContaining({ tip: chain.tip }) as unknown;
    expect(messages).toEqual([
      { type: 'moved', summary, target: 3, atMs: 1_234 },
      { type: 'current', summary }
    ]);
    expect(requests[0]!.url).toBe('http://server/api/consensus/index/0');
    expect(requests[0]!.headers.get('x-connection')).toBe('second');
  });

  test('posts failures as plain data', async () => {
    const messages = await posted('failed', {});
    expect(messages).toEqual([
      { type: 'failed', error: expect.objectContaining({ code: 'api/unreachable', facts: expect.any(Object) as unknown }) as unknown }
    ]); // prettier-ignore
    expect(messages.some((message) => 'error' in message && message.error instanceof Error)).toBe(false);
  });

  test('posts why a server was rejected, as plain data', async () => {
    const chain = new ChainServer(1);
    const elsewhere = new ChainServer(1, { ...chain.chain.network, initialCoinbase: 1n as never });
    const { fetch } = answering(chain);
    const wrong = answering(elsewhere);
    const lying = (request: Request) => (request.url.includes('/updates/') ? wrong.fetch(request) : fetch(request));
    const [message] = await posted('refused', { fetch: lying });
    expect(message).not.toMatchObject({ error: expect.any(Error) as unknown });
    expect(message).toEqual({
      type: 'refused',
      error: expect.objectContaining({ code: 'block/payout-sum', message: expect.any(String) as unknown }) as unknown,
      height: undefined
    });
  });

  test('reports that nothing can be stored permanently, and what prevented opening the storage', async () => {
    const [first, second] = await posted('failed', {
      openStorages: async (onwarning) => {
        onwarning(new NotKept('full'));
        throw new Error('broken');
      }
    });
    expect(first).toEqual({
      type: 'not-kept',
      error: { code: 'test/not-kept', message: 'full', facts: expect.objectContaining({ room: 5 }) as unknown }
    });
    expect(second).toMatchObject({ type: 'failed', error: { message: 'broken' } });
  });
});
