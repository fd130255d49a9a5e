import { expect, test, vi } from 'vitest';
import { OUR_DIALECT } from '$lib/api/dialect';
import { createRemoteUpstreams } from '$lib/server/connections/remoteUpstreams';
import { fromRequest } from '$lib/server/http/fetchMessages';
import { UPSTREAM_ORIGIN } from '$lib/server/http/upstream';

const at = (port: number) => ({ url: `http://127.0.0.1:${port}`, dialect: OUR_DIALECT });

test.each([
  ['that a daemon accepted', 'POST', 204, ['daemon', 'wallet']],
  ['that a daemon rejected', 'POST', 400, []],
  ['that is only requested', 'GET', 200, []]
])('after a block %s, the affected tips are polled immediately', async (_, method, status, expected) => {
  const hasNewBlock = vi.fn<(server: string) => void>();
  const { services } = createRemoteUpstreams(
    { daemon: at(9980), wallet: at(9990) },
    {
      fetch: async () => new Response(null, { status }),
      followers: { hasNewBlock, follow: () => expect.unreachable() }
    }
  );
  const body = method === 'POST' ? new Uint8Array(117) : undefined;
  await services.daemon!(fromRequest(new Request(`${UPSTREAM_ORIGIN}/miner/block`, { method, body })));
  expect(hasNewBlock.mock.calls.map(([server]) => (JSON.parse(server) as unknown[])[0])).toEqual(expected);
});
