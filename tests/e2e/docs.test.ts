import { expect } from 'playwright/test';
import { expectCleanInAllLooks, expectNoSidewaysScroll } from './support/accessibility';
import { test } from './support/app';
import { visit } from './support/visit';

// Needs no session, so users who cannot sign in can read how.
test('the documentation can be read and searched on a desktop and a phone, links onward and is accessible', async ({
  page,
  app
}) => {
  await page.goto(`${app.origin}/docs`);
  await expect(page.getByRole('heading', { level: 1, name: 'Quarry’s documentation' })).toBeVisible();

  await page.getByRole('searchbox').fill('backup sqlite');
  await page
    .getByRole('search')
    .getByRole('link', { name: /Backup/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/docs\/operating#backup$/);
  await expect(page.getByRole('heading', { name: 'Backup', exact: true })).toBeInViewport();
  await expect(page.getByRole('search').getByRole('link')).toHaveCount(0);

  await page.getByRole('main').getByRole('link', { name: 'nginx.conf' }).hover();
  await page.getByRole('navigation').getByRole('link', { name: 'Decisions' }).click();
  await page
    .getByRole('main')
    .getByRole('link', { name: /Layers/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/docs\/decisions\/0001/);

  await visit(page, '/docs/operating');
  await expectCleanInAllLooks(page);
  await page.emulateMedia({ colorScheme: null, reducedMotion: null });

  await page.setViewportSize({ width: 390, height: 844 });
  for (const path of ['', '/operating', '/architecture', '/endpoints', '/node']) {
    await visit(page, `/docs${path}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoSidewaysScroll(page);
  }
  await page.getByRole('button', { name: 'Contents' }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'Glossary' }).click();
  await expect(page.getByRole('navigation')).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Glossary' })).toBeVisible();
});
