import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { expect, test } from './support/app';

const PATHS = [
  '/',
  '/mine',
  '/chain',
  '/chain/0',
  '/chain/changes',
  '/chain/validate',
  '/network',
  '/daemon',
  '/host',
  '/host/contracts',
  '/host/storage',
  '/host/settings',
  '/hosts',
  '/hosts/filter',
  '/renter',
  '/renter/maintenance'
];
const PHONE = { width: 360, height: 740 };

async function expectNoViolations(page: Page) {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual(
    []
  );
}

async function expectNoSidewaysScroll(page: Page) {
  const { scrollWidth, clientWidth } = await page.evaluate(() => ({
    scrollWidth: document.documentElement.scrollWidth,
    clientWidth: document.documentElement.clientWidth
  }));
  expect(scrollWidth, page.url()).toBeLessThanOrEqual(clientWidth);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme, appEnv: { QUARRY_NETWORK: 'test' } });

    test('login has no accessibility violations', async ({ app, page }) => {
      await page.goto(`${app.origin}/login`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await expectNoViolations(page);
    });

    test('pages have no accessibility violations', async ({ app, signedIn: page }) => {
      for (const path of PATHS) {
        await page.goto(app.origin + path);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await expectNoViolations(page);
      }
    });
  });
}

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, appEnv: { QUARRY_NETWORK: 'test' } });

  test('more pages open from the bottom edge, by keyboard too', async ({ signedIn: page }) => {
    const more = page.getByRole('button', { name: /^More/ });
    await more.press('Enter');
    const sheet = page.getByRole('dialog', { name: 'More pages' });
    await expect(sheet.getByRole('link')).toHaveText([/Network/, /Daemon/, 'Host', 'Hosts', 'Renter']);
    await expectNoViolations(page);
    await page.keyboard.press('Escape');
    await expect(more).toBeFocused();
    await more.press('Enter');
    await sheet.getByRole('link', { name: 'Network' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Network' })).toBeVisible();
    await expect(sheet).toBeHidden();
    await page.getByRole('button', { name: /^Search pages and actions/ }).click();
    await expect(page.getByRole('combobox', { name: 'Page, action, block height or id' })).toBeFocused();
    await expectNoViolations(page);
  });

  test('nothing scrolls sideways', async ({ app, page, signedIn }) => {
    for (const path of PATHS) {
      await signedIn.goto(app.origin + path);
      await signedIn.getByRole('heading', { level: 1 }).waitFor();
      await signedIn.waitForLoadState('networkidle');
      await expectNoSidewaysScroll(signedIn);
    }
    // A page that goes on asking would complain that it is signed out.
    await page.goto('about:blank');
    await page.context().clearCookies();
    await page.goto(`${app.origin}/login`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expectNoSidewaysScroll(page);
  });
});
