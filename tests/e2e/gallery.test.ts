import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { expect, test } from './support/app';
import { expectNoSidewaysScroll, expectNoViolations } from './support/accessibility';
import { buildGallery, type BuiltGallery } from './support/builtGallery';
import { startDevServer } from './support/devServer';
import { limitMs } from '../support/limits';

const root = join(import.meta.dirname, '../..');
const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

/** Contrast does not depend on the size of the window, nor what fits on the theme: two looks see what four would. */
const LOOKS = [
  { name: 'light, wide', theme: 'light', viewport: DESK },
  { name: 'dark, phone', theme: 'dark', viewport: PHONE },
  { name: 'German, light, phone', theme: 'light', viewport: PHONE, language: 'de' }
] as const;

/** A component stands here once for each of its states, under one name, and brings the headings of its page with it. */
const withoutRules = ['landmark-unique', 'heading-order'];

/** The examples that show nothing, or more than their frame has room for. */
const misfits = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-gallery-state]')].flatMap((example) => {
      const frame = example.querySelector<HTMLElement>('.frame')!;
      const name = `${example.closest('article')?.id}, ${example.dataset['galleryState']}`;
      const { height } = frame.getBoundingClientRect();
      if (height < 8 || frame.childElementCount === 0) return [`${name}: empty`];
      return frame.scrollWidth > frame.clientWidth ? [`${name}: ${frame.scrollWidth} > ${frame.clientWidth} px`] : [];
    })
  );

test.describe('the component gallery', () => {
  let gallery: BuiltGallery;

  test.beforeAll(async () => {
    test.setTimeout(limitMs(300_000));
    gallery = await buildGallery();
  });

  test.afterAll(() => gallery.stop());

  for (const { name, viewport, ...choice } of LOOKS) {
    const query = new URLSearchParams(choice);

    test.describe(name, () => {
      test.use({ viewport, contextOptions: { reducedMotion: 'reduce' } });

      test('every example is drawn, fits its frame and can be read', async ({ page }) => {
        await page.goto(`${gallery.address}?${query}`);
        await expect(page.locator('#chart\\/Chart canvas')).toHaveCount(3);
        await expect(page.locator('#ui\\/ErrorNotice [data-error]')).toHaveCount(4);
        await expect(page.locator('#ui\\/ErrorLine [data-error]')).toHaveCount(2);
        await page.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor();
        // What is folded counts, too.
        await page.evaluate(() =>
          document.querySelectorAll('.frame details').forEach((folded) => folded.toggleAttribute('open', true))
        );
        expect(await misfits(page)).toEqual([]);
        await expectNoSidewaysScroll(page);
        await expectNoViolations(page, { part: 'body', withoutRules });
      });

      test('every dialog opens', async ({ page }) => {
        await page.goto(`${gallery.address}?${query}`);
        const openers = page.locator('[data-opens]');
        await openers.first().waitFor();
        // Whatever part axe is asked for, it reads the whole document first, and all of it is another test's.
        await page.evaluate(() =>
          document.querySelectorAll('article').forEach((article) => {
            if (!article.querySelector('[data-opens]')) article.remove();
          })
        );
        const count = await openers.count();
        expect(count).toBe(6);
        for (let i = 0; i < count; i++) {
          await openers.nth(i).click();
          const dialog = page.locator('dialog[open]');
          await expect(dialog).toBeVisible();
          const { scrollWidth, clientWidth } = await dialog.evaluate(({ scrollWidth, clientWidth }) => ({
            scrollWidth,
            clientWidth
          }));
          expect(scrollWidth, `dialog ${i}`).toBeLessThanOrEqual(clientWidth);
          await expectNoViolations(page, { part: 'dialog[open]', withoutRules });
          await page.keyboard.press('Escape');
          await expect(dialog).toHaveCount(0);
        }
      });

      test('the frame of the app fits', async ({ page }) => {
        await page.goto(`${gallery.address}?${query}&shell`);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await expectNoSidewaysScroll(page);
        await expectNoViolations(page, { part: 'body', withoutRules });
      });
    });
  }
});

test('the development server prints the link at the port that it has', async () => {
  const development = await startDevServer();
  try {
    expect(await development.signInLink()).toContain(`${development.origin}/login#token=`);
  } finally {
    await development.stop();
  }
});

test('the development server has the gallery, the built app does not', async ({ app }) => {
  const development = await startDevServer();
  try {
    const text = async (path: string) => (await fetch(development.origin + path)).text();
    expect(await text('/gallery')).toContain('src="/gallery/main.ts"');
    expect(await text('/gallery/main.ts')).toContain('/gallery/Gallery.svelte');
  } finally {
    await development.stop();
  }
  const files = globSync('build/**/*.{js,css,html,json}', { cwd: root });
  expect(files.length).toBeGreaterThan(100);
  for (const path of ['/gallery', '/gallery/main.ts']) expect((await fetch(app.origin + path)).status).toBe(404);
  // Its own markup: the word stands in the list of common passwords, and its address in the documentation.
  const traces = files.filter((path) => readFileSync(join(root, path), 'utf8').includes('data-gallery-state'));
  expect(traces).toEqual([]);
});
