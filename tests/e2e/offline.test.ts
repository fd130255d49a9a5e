import type { Page } from 'playwright/test';
import { limitMs } from '../support/limits';
import { expectNoViolations } from './support/accessibility';
import { expect, test } from './support/app';
import { chainOf } from './support/chain';
import { createNextBuild } from './support/nextBuild';
import { goOffline } from './support/offline';
import { createWallet, openTab, waitUntilSynced } from './support/wallet';

test.use({ appEnv: { QUARRY_NETWORK: 'test' }, allowFailedRequests: true, serviceWorkers: 'allow' });

const banner = (page: Page) => page.getByRole('main').locator('[data-error]');
const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages' }).first();

test('every page opens offline with one banner, and recovers without a reload', async ({ app, signedIn: page }) => {
  const chain = await chainOf(page, app);
  await chain.mine(2);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await goOffline(page);

  for (const [path, title] of [
    ['/', 'Overview'],
    ['/network', 'Network'],
    ['/host', 'Host'],
    ['/help', 'Help'],
    ['/nowhere', 'Page not found']
  ] as const) {
    await page.goto(app.origin + path);
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible({ timeout: limitMs(30_000) });
    await expect(pages(page).getByRole('link', { name: 'Mine' })).toBeVisible();
    // One banner explains the cause; no card repeats it.
    await expect(banner(page).filter({ hasText: 'This device is offline' })).toBeVisible({ timeout: limitMs(30_000) });
    await expect(banner(page)).toHaveCount(1);
  }
  await page.getByRole('main').getByRole('button', { name: 'Search Quarry' }).click();
  await expect(page.getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');
  await pages(page).getByRole('link', { name: 'Network' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Network' })).toBeVisible();
  await expectNoViolations(page);

  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
  await page.context().setOffline(false);
  await expect(banner(page)).toHaveCount(0, { timeout: limitMs(30_000) });
  await expect(page.getByRole('banner')).toContainText('Synced');
  await pages(page).getByRole('link', { name: 'Chain' }).click();
  await expect(page.getByRole('main').getByText('Out of date')).toHaveCount(0);
  await expect(page.getByRole('main').getByRole('link', { name: '2', exact: true }).first()).toBeVisible({
    timeout: limitMs(30_000)
  });
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true);

  await test.step('offers a new version once its server runs, and a reload loads it', async () => {
    const next = await createNextBuild();
    try {
      const description = page.locator('meta[name=description]');
      await app.goDown();
      await expect(banner(page)).toHaveCount(1, { timeout: limitMs(30_000) });
      await app.comeBack(next.dir);
      await page.getByRole('button', { name: 'Reload', exact: true }).click({ timeout: limitMs(60_000) });
      await expect(description).toHaveAttribute('content', next.description);
      // Waits not only for the server's document: the new version's worker has its own, and takes over when told to.
      const workers = () =>
        page.evaluate(async () => {
          const { waiting, active } = (await navigator.serviceWorker.getRegistration())!;
          return [waiting?.state, active?.state];
        });
      await expect.poll(workers, { timeout: limitMs(60_000) }).toEqual([undefined, 'activated']);
      await app.goDown();
      await page.reload();
      await expect(banner(page)).toHaveCount(1, { timeout: limitMs(30_000) });
      await expect(description).toHaveAttribute('content', next.description);
      expect((await page.evaluate(() => caches.keys())).at(-1)).toBe(`quarry-${next.version}`);
      await expect(page.getByRole('button', { name: 'Reload', exact: true })).toHaveCount(0);
    } finally {
      await next.remove();
    }
  });
});

test('an open wallet says once that the device is offline', async ({ app, signedIn: page }) => {
  await createWallet(page, app.origin, 'Ada');
  await waitUntilSynced(page);
  await openTab(page, 'Send');
  await page.context().setOffline(true);
  await expect(banner(page)).toHaveCount(1, { timeout: limitMs(30_000) });
  await expect(page.getByRole('main').getByText(/^Not synced/)).toBeVisible({ timeout: limitMs(30_000) });
  await expect(page.getByRole('group', { name: 'Recipient 1' }).first()).toBeVisible();
  // By then, the wallet has been read again, too.
  await expect(page.getByText(/Next attempt in [4-9]\ss/)).toBeVisible({ timeout: limitMs(30_000) });
  await expect(page.getByRole('main').getByText('Not available now.')).toHaveCount(0);
});

test('an unknown address gets a 404 and is shown inside the app', async ({ app, signedIn: page }) => {
  const response = await page.goto(`${app.origin}/nowhere/at/all`);
  expect(response!.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
  await pages(page).getByRole('link', { name: 'Help' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Help' })).toBeVisible();
  await expectNoViolations(page);
});
