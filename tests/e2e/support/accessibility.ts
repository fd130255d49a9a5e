import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from 'playwright/test';

/** @param rules only these, where the others have been looked at already */
export async function expectNoViolations(page: Page, rules?: string[]) {
  // Without a second window a look: these pages have no frames.
  const builder = new AxeBuilder({ page }).setLegacyMode(true);
  const { violations } = await (rules ? builder.withRules(rules) : builder).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  expect(found, page.url()).toEqual([]);
}

export async function expectNoSidewaysScroll(page: Page) {
  const { scrollWidth, clientWidth } = await page.evaluate(() => ({
    scrollWidth: document.documentElement.scrollWidth,
    clientWidth: document.documentElement.clientWidth
  }));
  expect(scrollWidth, page.url()).toBeLessThanOrEqual(clientWidth);
}
