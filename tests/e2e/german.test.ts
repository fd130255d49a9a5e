import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { transactionId } from '$lib/chain/transaction/transactionIds';
import { v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import { expectCleanInAllLooks, expectNoSidewaysScroll, inAllLooks } from './support/accessibility';
import { expect, test, type RunningApp } from './support/app';
import { chainOf, type Chain } from './support/chain';
import { englishAmong, englishTexts, readTexts } from './support/german';
import { fillMarket } from './support/market';
import { openPath, visit } from './support/visit';
import { createWallet } from './support/wallet';
import { limitMs } from '../support/limits';

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const SMALL_PHONE = { width: 360, height: 740 };

/** Every page of the app, read from the routes folder, so new pages are covered without being listed. */
const ROUTES = globSync('**/+page.svelte', { cwd: join(import.meta.dirname, '../../src/routes') })
  .map((file) => `/${file.replace(/\/?\+page\.svelte$/, '')}`.replace(/\/\([^)]*\)/g, '') || '/')
  .sort();

/** The address that `Chain.mine` pays by default. */
const PAID = 'd11e064b51f75444c2d0fc1083f9009cf87a8d21bb7a1c5d43cb87b6793544ea488908c3000d';

interface Samples {
  readonly [parameter: string]: string | undefined;
}

async function anyTransaction(chain: Chain): Promise<string> {
  for (let height = await chain.height(); height > 0; height--) {
    const { transactions, v2 } = await chain.server.block({ params: { idOrHeight: String(height) } });
    if (v2?.transactions[0]) return v2TransactionId(v2.transactions[0]);
    if (transactions[0]) return transactionId(transactions[0]);
  }
  throw new Error('no block has a transaction');
}

/** A sample value for each route parameter. */
async function samplesOf(page: Page, app: RunningApp): Promise<Samples> {
  const market = await fillMarket(page, app);
  const chain = await chainOf(page, app);
  await createWallet(page, app.origin, 'Erspartes');
  const wallet = new URL(page.url()).pathname.split('/')[2];
  const { outputs } = await chain.server.coinOutputs({ params: { address: PAID as never }, query: { limit: 1 } });
  return {
    '/chain/[block]': '3',
    '/chain/address/[address]': PAID,
    '/chain/contract/[id]': market.renterContract,
    '/chain/output/[id]': outputs[0]?.id,
    '/chain/transaction/[id]': await anyTransaction(chain),
    '/host/contracts/[id]': market.hostContract,
    '/hosts/[key]': market.hostKey,
    '/wallet/[id]': wallet
  };
}

function pathOf(route: string, samples: Samples): string {
  const [pattern, sample] = Object.entries(samples).find(([pattern]) => route.startsWith(pattern)) ?? [];
  if (pattern === undefined) return route;
  expect(sample, `a sample for ${pattern}`).toBeDefined();
  return route.replace(/\[[^\]]*\]/, sample!);
}

test.use({ appEnv: { QUARRY_NETWORK: 'test' } });

test.describe('every page', () => {
  // A lookup tries an id as each kind of object in turn; the browser logs the misses.
  test.use({ allowFailedRequests: true });

  test('a German page contains no English and fits a phone', async ({ app, signedIn: page }) => {
    test.setTimeout(limitMs(inAllLooks ? 900_000 : 300_000));
    const english = await englishTexts();
    const samples = await samplesOf(page, app);
    await page.evaluate(() => localStorage.setItem('quarry:language', JSON.stringify('de')));
    await page.goto(app.origin);
    await page.locator('h1').waitFor();
    for (const route of ROUTES) {
      await test.step(route, async () => {
        await page.setViewportSize(DESK);
        await visit(page, pathOf(route, samples));
        await page.waitForFunction(() => !/Wird geladen|Wird geöffnet/.test(document.body.innerText));
        expect.soft(await page.locator('html').getAttribute('lang'), route).toBe('de');
        for (const summary of await page.locator('main summary').all()) await summary.click();
        expect.soft(englishAmong(await readTexts(page), english), route).toEqual([]);
        await page.setViewportSize(PHONE);
        expect.soft(englishAmong(await readTexts(page), english), `${route} on a phone`).toEqual([]);
        // Charts adopt the new width a frame later.
        await expect(() => expectNoSidewaysScroll(page)).toPass({ timeout: limitMs(5_000) });
        // German words are longer, and letters may be twice as large.
        await page.setViewportSize(SMALL_PHONE);
        await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
        await expect(() => expectNoSidewaysScroll(page)).toPass({ timeout: limitMs(5_000) });
        await page.evaluate(() => (document.documentElement.style.fontSize = ''));
        // Each page's own tests cover the two default looks.
        if (inAllLooks) await expectCleanInAllLooks(page, route);
      });
    }
  });
});

test.describe('pages whose server fails', () => {
  test.use({ allowFailedRequests: true });

  const FAILING = ['/', '/chain', '/network', '/host', '/host/storage', '/renter', '/hosts', '/daemon', '/mine'];

  test('report it in German, and quote the server only under Details', async ({ app, signedIn: page }) => {
    test.setTimeout(limitMs(180_000));
    const english = await englishTexts();
    await page.evaluate(() => localStorage.setItem('quarry:language', JSON.stringify('de')));
    const message = 'the disk of the node is on fire and it will not continue';
    await page.route(/\/api\/(?:daemon|wallet)\//, (route) => route.fulfill({ status: 500, json: { message } }));
    // The language applies to a new document.
    await page.goto(app.origin);
    for (const path of FAILING) {
      await test.step(path, async () => {
        await openPath(page, app.origin, path);
        const notice = page.locator('main [data-error="api/server-error"]').first();
        await expect(notice).toBeVisible();
        for (const summary of await page.locator('main summary').all()) await summary.click();
        await expect(notice.locator('[lang="en"]')).toContainText(message);
        expect.soft(englishAmong(await readTexts(page), english), path).toEqual([]);
      });
    }
  });

  test('a connection that cannot be saved is reported in German', async ({ app, signedIn: page }) => {
    const english = await englishTexts();
    await page.evaluate(() => localStorage.setItem('quarry:language', JSON.stringify('de')));
    await page.goto(`${app.origin}/connections`);
    await page.getByRole('button', { name: 'Verbindung hinzufügen' }).first().click();
    const form = page.locator('form').filter({ has: page.getByLabel('Name', { exact: true }) });
    await form.getByLabel('Name', { exact: true }).fill('Ohne Adresse');
    await form.getByRole('button', { name: 'Hinzufügen' }).click();
    const notice = page.locator('[data-error="connection/no-address"]');
    await expect(notice).toContainText('Die Verbindung hat keine Adresse');
    await notice.locator('summary').click();
    expect(englishAmong(await readTexts(page), english)).toEqual([]);
  });
});

test('detects English', () => {
  const english = new Set(['Start mining']);
  const among = ['Start mining', 'Mining starten', 'Node', 'Keiner of them', 'Peers'];
  expect(englishAmong(among, english)).toEqual(['Start mining', 'Keiner of them']);
});

test("the language is chosen on the settings page, and the browser's can be chosen again", async ({
  app,
  signedIn: page
}) => {
  await visit(page, '/settings');
  await expect(page.getByRole('radio', { name: 'Browser language (English)' })).toBeChecked();
  await page.getByRole('radio', { name: 'Deutsch' }).check();
  await expect(page.getByRole('heading', { level: 1, name: 'Einstellungen' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await page.goto(app.origin);
  await expect(page.getByRole('heading', { level: 1, name: 'Übersicht' })).toBeVisible();
  await page.getByRole('link', { name: 'Einstellungen' }).click();
  // Not `check`: once the page is in English, the label it looks for is gone.
  await page.getByRole('radio', { name: 'Sprache des Browsers (English)' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
});

test.describe('in a German browser', () => {
  test.use({ locale: 'de-AT' });

  test('the page is German, and choosing English survives a reload', async ({ app, page }) => {
    await page.goto(app.signInLink);
    await page.getByRole('heading', { level: 1, name: 'Übersicht' }).waitFor();
    await visit(page, '/settings');
    await page.getByRole('radio', { name: 'English' }).last().check();
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('radio', { name: 'English', exact: true })).toBeChecked();
    await page.getByRole('radio', { name: 'Dark' }).check();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.close();
  });
});
