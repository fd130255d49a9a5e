import { afterEach, expect, test, vi } from 'vitest';
import { gatewayRoutes, type GatewayStatus } from '$lib/api/daemon/gateway';
import type { BlockId } from '$lib/chain/ids';
import { RECENT_MS } from '$lib/services/history/recentAnswers';
import { openHistory } from '$lib/state/node/openHistory';
import { openChannel } from '$lib/storage/channel';
import { eventually } from '../support/eventually';

afterEach(() => void vi.useRealTimers());

test('a sample takes what pages have just read, and asks for the rest', async () => {
  const requested: string[] = [];
  const fetch = async ({ url }: Request) => {
    requested.push(new URL(url).pathname);
    return new Response('no', { status: 404 });
  };
  const genesis = crypto.randomUUID() as string as BlockId;
  const history = await openHistory({ fetch, baseUrl: '/node' }, 'start', async () => genesis, openChannel);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  const abort = new AbortController();
  void history.follow(abort.signal);
  await eventually(() => expect(vi.getTimerCount()).toBe(1));
  await vi.advanceTimersByTimeAsync(RECENT_MS / 2);
  history.recent.add(gatewayRoutes.status, { peers: [{ inbound: true }] } as unknown as GatewayStatus);
  await vi.advanceTimersByTimeAsync(RECENT_MS / 2);
  await eventually(() => expect(history.revision).toBe(1));
  const { samples } = await history.read('1h');
  expect(samples.map(({ values }) => values)).toEqual([{ 'gateway.peersIn': 1n, 'gateway.peersOut': 0n }]);
  expect(requested.toSorted()).toEqual(['/node/consensus', '/node/daemon/settings', '/node/gateway/bandwidth']);
  abort.abort();
  history.close();
});
