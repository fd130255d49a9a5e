import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { createHostClient } from '$lib/api/daemon/host';
import { createHostdbClient } from '$lib/api/daemon/hostdb';
import { createRenterClient } from '$lib/api/daemon/renter';
import type { RunningApp } from './app';
import { chainOf } from './chain';
import { sessionHeaders } from './session';

/** Samples from the simulated market of the embedded node. */
export interface MarketSamples {
  readonly hostKey: string;
  /** A contract of this host with a simulated renter, if any. */
  readonly hostContract: string | undefined;
  /** A contract of this renter with a simulated host, if any. */
  readonly renterContract: string | undefined;
}

/** Sets up a host with storage and a renter with contracts, so that the pages have content. */
export async function fillMarket(page: Page, app: RunningApp): Promise<MarketSamples> {
  const headers = await sessionHeaders(page, app);
  const post = (path: string, form: Record<string, string>) =>
    page.request.post(`${app.origin}/api/daemon${path}`, {
      form,
      headers,
      failOnStatusCode: true
    });
  const folder = join(app.dataDir, 'folder');
  await mkdir(folder);
  await post('/host/storage/folders/add', { path: folder, size: String(1n << 28n) });
  await post('/host', { acceptingcontracts: 'true', netaddress: 'host.example.org:9982' });
  await post('/host/announce', {});
  await post('/renter', {
    funds: `5000${'0'.repeat(24)}`,
    hosts: '5',
    period: '200',
    renewwindow: '50',
    expectedstorage: '1000000000000'
  });
  await (await chainOf(page, app)).mine(50);
  const transport = {
    fetch: (request: Request) => fetch(request),
    baseUrl: `${app.origin}/api/daemon`,
    headers
  };
  const [hosts, own, rented] = await Promise.all([
    createHostdbClient(transport).active({}),
    createHostClient(transport).contracts({}),
    createRenterClient(transport).contracts({})
  ]);
  return {
    hostKey: hosts.hosts[0]!.publicKey,
    hostContract: own.contracts[0]?.id,
    renterContract: rented.active[0]?.id
  };
}
