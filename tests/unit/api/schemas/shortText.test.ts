import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { gatewayStatus } from '$lib/api/daemon/gateway';
import { syncerPeer } from '$lib/api/wallet-server/schemas';

const MEGABYTES = 'x'.repeat(4_000_000);

// Pages show these texts in one line: laying out megabytes would block them.
test.each([
  ['a wallet server’s peer', syncerPeer, { address: 'a:1', inbound: true, version: '1' }, 'version'],
  ['a daemon’s own address', gatewayStatus, { netaddress: 'a:1', peers: [] }, 'netaddress']
])('%s is limited to short text', (_, schema, value, field) => {
  const decode = (given: object) => z.safeDecode(schema as z.ZodMiniType, given as never);
  const long = decode({ ...value, [field]: MEGABYTES });
  expect(long.error?.issues[0]).toMatchObject({ path: [field], code: 'too_big' });
  const same = decode(value).error?.issues.map(({ path }) => path) ?? [];
  expect(same).not.toContainEqual([field]);
});
