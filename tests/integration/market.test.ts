import { afterEach, describe, expect, test } from 'vitest';
import { createHostdbClient } from '../../src/lib/api/daemon/hostdb';
import { mine, openNode, type OpenNode } from '../support/devnode';

let opened: OpenNode[] = [];
afterEach(async () => {
  await Promise.all(opened.map(({ node }) => node.close()));
  opened = [];
});

async function openMarket(options: Parameters<typeof openNode>[0] = {}) {
  const open = await openNode(options);
  opened.push(open);
  return { ...open, hostdb: createHostdbClient(open.transport) };
}

describe('the host database', () => {
  test('finishes its first scan within the first blocks and then knows hundreds of hosts', async () => {
    const { hostdb, ...open } = await openMarket();
    expect(await hostdb.status()).toEqual({ initialScanComplete: false });
    await mine(open, 3);
    expect(await hostdb.status()).toEqual({ initialScanComplete: true });
    const { hosts } = await hostdb.all();
    expect(hosts.length).toBeGreaterThan(250);
    expect(new Set(hosts.map((host) => host.publicKey)).size).toBe(hosts.length);
  });
});
