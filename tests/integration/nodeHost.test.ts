import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createHostClient } from '../../src/lib/api/daemon/host';
import { mine, openNode, type OpenNode } from '../support/devnode';

const GIB = 1n << 30n;
let directory: string;
let opened: OpenNode[] = [];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'quarry-host-'));
});
afterEach(async () => {
  await Promise.all(opened.map(({ node }) => node.close()));
  opened = [];
  rmSync(directory, { recursive: true, force: true });
});

async function openHost(options: Parameters<typeof openNode>[0] = {}) {
  const open = await openNode(options);
  opened.push(open);
  return { ...open, host: createHostClient(open.transport) };
}
type OpenHost = Awaited<ReturnType<typeof openHost>>;

/** A host that renters like: announced, with room, taking contracts. */
async function begin(open: OpenHost, size = GIB): Promise<void> {
  await open.host.addFolder({ body: { path: directory, size } });
  await open.host.announce({ body: { netaddress: 'host.example:9982' } });
  await open.host.configure({ body: { acceptingcontracts: true } });
}

describe('status', () => {
  test('a new host has the settings of the document and checks whether it can be reached', async () => {
    const { host } = await openHost();
    const status = await host.status();
    expect(status.internalSettings).toMatchObject({
      acceptingContracts: false,
      maxDuration: 25_920n,
      windowSize: 144n,
      registrySize: 0n,
      minStoragePrice: 11_574_074_074n
    });
    expect(status).toMatchObject({ connectabilityStatus: 'checking', workingStatus: 'checking' });
    expect(status.financialMetrics.contractCount).toBe(0);
    expect((await host.contracts()).contracts).toEqual([]);
    expect((await host.folders()).folders).toEqual([]);
  });

  test('announced where it can be reached, the host is connectable and then works', async () => {
    const open = await openHost();
    await mine(open, 3);
    expect(await open.host.status()).toMatchObject({
      connectabilityStatus: 'not connectable',
      workingStatus: 'not working'
    });
    await open.host.announce({ body: { netaddress: 'host.example:9982' } });
    expect(await open.host.status()).toMatchObject({ connectabilityStatus: 'checking', workingStatus: 'checking' });
    await mine(open, 2);
    expect(await open.host.status()).toMatchObject({ connectabilityStatus: 'connectable', workingStatus: 'checking' });
    await mine(open, 2);
    expect(await open.host.status()).toMatchObject({ connectabilityStatus: 'connectable', workingStatus: 'working' });
    await open.host.configure({ body: { netaddress: 'nowhere.invalid:9982' } });
    await mine(open, 2);
    expect(await open.host.status()).toMatchObject({
      connectabilityStatus: 'not connectable',
      workingStatus: 'not working'
    });
  });
});

describe('contracts', () => {
  test('renters form them, they prove and succeed, and what was potential is earned', async () => {
    const open = await openHost();
    await begin(open, 4n * GIB);
    await mine(open, 60);
    const { contracts } = await open.host.contracts();
    expect(contracts.length).toBeGreaterThan(10);
    expect(contracts.some(({ obligationStatus }) => obligationStatus === 'obligationUnresolved')).toBe(true);
    await mine(open, 200);
    const { financialMetrics } = await open.host.status();
    const later = (await open.host.contracts()).contracts;
    expect(later.some(({ obligationStatus }) => obligationStatus === 'obligationSucceeded')).toBe(true);
    expect(financialMetrics.storageRevenue).toBeGreaterThan(0n);
    expect(financialMetrics.potentialStorageRevenue).toBeGreaterThan(0n);
  });
});
