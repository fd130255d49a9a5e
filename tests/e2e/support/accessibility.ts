import type * as Axe from 'axe-core';
import axe from 'axe-core';
import { expect, type Page } from 'playwright/test';

const DESK = { width: 1440, height: 900 };
const PHONE = { width: 360, height: 740 };

/** Every page of the app in every look: `QUARRY_ALL_LOOKS=1 npx playwright test accessibility german wallet`. */
export const inAllLooks = Boolean(process.env.QUARRY_ALL_LOOKS);
const SIZES = [DESK, { width: 768, height: 1024 }, { width: 390, height: 844 }];
const ALL_LOOKS = SIZES.flatMap((size) => (['light', 'dark'] as const).map((theme) => ({ size, theme })));
const TWO_LOOKS = [
  { size: DESK, theme: 'light' },
  { size: PHONE, theme: 'dark' }
] as const;

/**
 * In both schemes and on both sizes of screen. Colours do not depend on the size, nor what fits on the colours, so that
 * two looks see what four would.
 * @param where names the state of the page, for whoever reads the failure
 */
export async function expectCleanInAllLooks(page: Page, where?: string) {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const { size, theme } of inAllLooks ? ALL_LOOKS : TWO_LOOKS) {
    await page.setViewportSize(size);
    await page.emulateMedia({ colorScheme: theme });
    await expectNoViolations(page, { where: `${where ?? page.url()}, ${theme}, ${size.width} px` });
    await expectNoSidewaysScroll(page);
  }
}

interface Look {
  /** Names the state of the page, for whoever reads the failure. */
  readonly where?: string;
  /** A selector; the whole page without it. */
  readonly part?: string;
  readonly withoutRules?: readonly string[];
}

export async function expectNoViolations(page: Page, { where = page.url(), part, withoutRules }: Look = {}) {
  await settled(page);
  expect(await violations(page, part, withoutRules), where).toEqual([]);
}

/** What axe finds, a line for each broken rule. It stays in the document that it was brought into. */
async function violations(page: Page, part = 'html', withoutRules: readonly string[] = []): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(
    async ([part, withoutRules]) => {
      const { axe } = window as unknown as { axe: typeof Axe };
      const rules = Object.fromEntries(withoutRules.map((rule) => [rule, { enabled: false }]));
      // Of rules that are kept it would list every element, with its selector, and send them all here.
      const { violations } = await axe.run(part, { rules, resultTypes: ['violations'] });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
    },
    [part, withoutRules] as const
  );
}

/**
 * Ends what moves and fades, frame by frame, until one sets nothing in motion: colours fade when the look changes. What
 * is set in motion again and again is looked at as it is.
 */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let still = 0; still < 2;) {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      // Not waited for: that of a row which a list takes away meanwhile is never said to have finished.
      const moving = document.getAnimations().filter(({ effect, playState, timeline }) => {
        // What goes with the scrolling never ends.
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
