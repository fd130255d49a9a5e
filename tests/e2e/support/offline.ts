import type { Page } from 'playwright/test';

/**
 * Takes the browser context offline, until `setOffline(false)`. Chromium's emulation reports this only to documents
 * that are already loaded, so those loaded from now on are told that they are offline.
 */
export async function goOffline(page: Page): Promise<void> {
  await page.context().addInitScript(() => Object.defineProperty(navigator, 'onLine', { value: false }));
  await page.context().setOffline(true);
}
