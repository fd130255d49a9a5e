import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type * as Axe from 'axe-core';
import { expect, type Page } from 'playwright/test';

/** Less than half of the size of `axe.source`, which is not minified: each document receives and compiles it. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 740 };

/** All pages in all looks: `QUARRY_ALL_LOOKS=1 npx playwright test accessibility german wallet`. */
export const inAllLooks = Boolean(process.env.QUARRY_ALL_LOOKS);
const SIZES = [DESK, { width: 768, height: 1024 }, { width: 390, height: 844 }];
const ALL_LOOKS = SIZES.flatMap((size) => (['light', 'dark'] as const).map((theme) => ({ size, theme })));
const TWO_LOOKS = [
  { size: DESK, theme: 'light' },
  { size: PHONE, theme: 'dark' }
] as const;

/**
 * Checks both color schemes and both screen sizes. Colors do not depend on the size, nor layout on the colors, so two
 * looks cover all four combinations.
 * @param where names the state of the page in failures
 */
export async function expectCleanInAllLooks(page: Page, where?: string) {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const { size, theme } of inAllLooks ? ALL_LOOKS : TWO_LOOKS) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: theme });
    await expectNoViolations(page, { where: `${where ?? page.url()}, ${theme}, ${size.width} px` });
    await expectNoSidewaysScroll(page);
    await expectCellsUnderHeaders(page);
  }
}

interface Look {
  /** Names the state of the page in failures. */
  readonly where?: string;
  /** A selector; by default the whole page. */
  readonly part?: string;
  readonly withoutRules?: readonly string[];
}

export async function expectNoViolations(page: Page, { where = page.url(), part, withoutRules }: Look = {}) {
  await settled(page);
  expect(await violations(page, part, withoutRules), where).toEqual([]);
}

/** axe's findings, a line for each violated rule. The script stays in the document for further calls. */
async function violations(page: Page, part = 'html', withoutRules: readonly string[] = []): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(
    async ([part, withoutRules]) => {
      const { axe } = window as unknown as { axe: typeof Axe };
      const rules = Object.fromEntries(withoutRules.map((rule) => [rule, { enabled: false }]));
      // By default axe would list every element of passing rules, too, and transfer them all.
      const { violations } = await axe.run(part, { rules, resultTypes: ['violations'] });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
    },
    [part, withoutRules] as const
  );
}

/**
 * Finishes animations and transitions frame by frame until none starts: colors fade when the look changes. Infinite
 * ones keep running.
 */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let still = 0; still < 2;) {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      // Not awaited: the animation of a row that a list removes meanwhile never reports its end.
      const moving = document.getAnimations().filter(({ effect, playState, timeline }) => {
        // Scroll-driven animations never end.
        if (timeline !== document.timeline || playState === 'finished') return false;
        return effect?.getTiming().iterations !== Infinity;
      });
      moving.forEach((animation) => animation.finish());
      still = moving.length > 0 ? 0 : still + 1;
    }
  });
}

export async function expectNoSidewaysScroll(page: Page) {
  const { scrollWidth, clientWidth } = await page.evaluate(() => ({
    scrollWidth: document.documentElement.scrollWidth,
    clientWidth: document.documentElement.clientWidth
  }));
  expect(scrollWidth, page.url()).toBeLessThanOrEqual(clientWidth);
}

/**
 * Screen readers name a cell after the header at the same position, which a hidden column or cell would shift. Rows
 * that state their positions, or span columns, are left out.
 */
async function expectCellsUnderHeaders(page: Page) {
  const shifted = await page.evaluate(() => {
    const shown = (parent: Element, selector: string) =>
      [...parent.querySelectorAll(selector)].filter((cell) => cell.checkVisibility());
    return [...document.querySelectorAll('[role=table]')].flatMap((table) => {
      const headers = shown(table, '[role=columnheader]').length;
      const rows = shown(table, '[role=row]').filter(
        (row) => row.querySelector('[role=cell]') && !row.querySelector('[aria-colindex], [aria-colspan]')
      );
      const cells = rows.map((row) => shown(row, '[role=cell]').length).find((count) => count !== headers);
      return cells === undefined ? [] : [`${table.ariaLabel}: ${headers} headers, ${cells} cells`];
    });
  });
  expect(shifted, page.url()).toEqual([]);
}
