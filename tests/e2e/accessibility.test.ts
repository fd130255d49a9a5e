import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { createHostdbClient } from '$lib/api/daemon/hostdb';
import { SCRIPT_HEADER } from '$lib/api/http/transport';
import { expectCleanInAllLooks, expectNoViolations } from './support/accessibility';
import { expect, test, type RunningApp } from './support/app';
import { chainOf } from './support/chain';

const PHONE = { width: 360, height: 740 };

/** Every page outside the wallet, whose own tests look at its pages. */
const NODE = [
  '/',
  '/mine',
  '/chain',
  '/chain/1',
  '/chain/changes',
  '/chain/validate',
  '/chain/check',
  '/network',
  '/daemon'
];
const HOST = ['/host', '/host/contracts', '/host/storage', '/host/settings'];
const RENTER = ['/hosts', '/hosts/filter', '/renter', '/renter/contracts', '/renter/backups', '/renter/maintenance'];

/** A host with room and a renter with contracts, so that there is something to look at. @returns a host's key */
async function fillMarket(page: Page, app: RunningApp): Promise<string> {
  const post = (path: string, form: Record<string, string>) =>
    page.request.post(`${app.origin}/api/daemon${path}`, {
      form,
      headers: { [SCRIPT_HEADER]: '1', origin: app.origin },
      failOnStatusCode: true
    });
  const folder = join(app.dataDir, 'folder');
  await mkdir(folder);
  await post('/host/storage/folders/add', { path: folder, size: String(1n << 28n) });
  await post('/host', { acceptingcontracts: 'true' });
  await post('/renter', {
    funds: `5000${'0'.repeat(24)}`,
    hosts: '5',
    period: '200',
    renewwindow: '50',
    expectedstorage: '1000000000000'
  });
  await (await chainOf(page, app)).mine(12);
  const cookies = await page.context().cookies(app.origin);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const hostdb = createHostdbClient({
    fetch: (request) => fetch(request),
    baseUrl: `${app.origin}/api/daemon`,
    headers: { cookie, [SCRIPT_HEADER]: '1', origin: app.origin }
  });
  const [host] = (await hostdb.active({})).hosts;
  return host!.publicKey;
}

async function lookAtAll(page: Page, app: RunningApp, paths: readonly string[]) {
  for (const path of paths) {
    await page.goto(app.origin + path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.waitForFunction(() => !/Reading…|Loading…/.test(document.body.innerText));
    await expectCleanInAllLooks(page);
  }
}

test.use({ appEnv: { QUARRY_NETWORK: 'test' } });

test.describe('nothing is hard to read, to hear or to fit on a phone', () => {
  test('on the pages of the node, and where one signs in', async ({ app, signedIn: page }) => {
    await (await chainOf(page, app)).mine(2);
    await lookAtAll(page, app, NODE);
    // A page that goes on asking would complain that it is signed out.
    await page.goto('about:blank');
    await page.context().clearCookies();
    await lookAtAll(page, app, ['/login']);
  });

  test('on the pages of a host', async ({ app, signedIn: page }) => {
    await fillMarket(page, app);
    await lookAtAll(page, app, HOST);
  });

  test('on the pages of hosts and of a renter', async ({ app, signedIn: page }) => {
    const key = await fillMarket(page, app);
    await lookAtAll(page, app, [...RENTER, `/hosts/${key}`]);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE });

  test('more pages open from the bottom edge, by keyboard too', async ({ signedIn: page }) => {
    const more = page.getByRole('button', { name: /^More/ });
    await more.press('Enter');
    const sheet = page.getByRole('dialog', { name: 'More pages' });
    await expect(sheet.getByRole('link')).toHaveText([
      ...[/Network/, /Daemon/, 'Connections', 'Host', 'Hosts', 'Renter', 'Settings']
    ]);
    await expectNoViolations(page);
    await page.keyboard.press('Escape');
    await expect(more).toBeFocused();
    await more.press('Enter');
    await sheet.getByRole('link', { name: 'Network' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Network' })).toBeVisible();
    await expect(sheet).toBeHidden();
    await page.getByRole('button', { name: /^Search pages and actions/ }).click();
    await expect(page.getByRole('combobox', { name: 'Page, action, block height or ID' })).toBeFocused();
    await expectNoViolations(page);
  });
});
