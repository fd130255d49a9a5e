import type { Page } from 'playwright/test';

/**
 * Navigates as the app's links do: without reloading the app, which takes longer than most pages.
 * @param path such as `/chain/3`; the app is open
 */
export async function visit(page: Page, path: string): Promise<void> {
  const { href: from } = new URL(page.url());
  const { href: to } = new URL(path, from);
  await page.evaluate((href) => {
    const link = Object.assign(document.createElement('a'), { href });
    document.body.append(link);
    link.click();
    link.remove();
  }, to);
  // Some pages redirect.
  await page.waitForURL(({ href }) => href === to || href !== from);
  // The address changes at once, the content with the next frame.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  await page.locator('h1').first().waitFor();
}

/** Shows a page of the app at `origin` in its initial state. The app may not be open yet. */
export const openPath = async (page: Page, origin: string, path: string): Promise<void> => {
  const { origin: openOrigin, pathname } = new URL(page.url());
  if (openOrigin === origin && pathname !== path) await visit(page, path);
  else await page.goto(origin + path);
};
