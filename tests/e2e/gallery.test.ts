import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright/test';
import { expect, test } from './support/app';
import { expectNoSidewaysScroll, expectNoViolations } from './support/accessibility';
import { buildGallery, type BuiltGallery } from './support/builtGallery';
import { startDevServer, type DevServer } from './support/devServer';
import { limitMs } from '../support/limits';

const root = join(import.meta.dirname, '../..');
const DESK = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };

/** Contrast does not depend on the window size, nor layout on the theme, so two looks cover all four combinations. */
const LIGHT_WIDE = { theme: 'light', viewport: DESK } as const;
const DARK_PHONE = { theme: 'dark', viewport: PHONE } as const;
const LIGHT_PHONE = { theme: 'light', viewport: PHONE } as const;
type Look = typeof LIGHT_WIDE | typeof DARK_PHONE | typeof LIGHT_PHONE;

/** All tests share one load of the page. */
const LOOKS: readonly [language: string, looks: readonly [Look, ...Look[]]][] = [
  ['en', [LIGHT_WIDE, DARK_PHONE]],
  ['de', [LIGHT_PHONE]]
];

async function wear(page: Page, { theme, viewport }: Look): Promise<void> {
  await page.setViewportSize(viewport);
  await page.evaluate((theme) => (document.documentElement.dataset['theme'] = theme), theme);
}

/** Each state of a component repeats its landmarks under the same name and brings its own headings. */
const withoutRules = ['landmark-unique', 'heading-order'];

/** Examples that render nothing or overflow their frame. */
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

async function expectDialogFits(page: Page, opener: Locator): Promise<void> {
  await opener.click();
  const dialog = page.locator('dialog[open]');
  await expect(dialog).toBeVisible();
  const { scrollWidth, clientWidth } = await dialog.evaluate(({ scrollWidth, clientWidth }) => ({
    scrollWidth,
    clientWidth
  }));
  expect(scrollWidth, (await opener.textContent()) ?? '').toBeLessThanOrEqual(clientWidth);
  await expectNoViolations(page, { part: 'dialog[open]', withoutRules });
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
}

test.describe('the component gallery', () => {
  let gallery: BuiltGallery;

  test.beforeAll(async () => {
    test.setTimeout(limitMs(300_000));
    gallery = await buildGallery();
  });

  test.afterAll(() => gallery.stop());

  for (const [language, looks] of LOOKS) {
    const eachLook = async (page: Page, look: () => Promise<void>) => {
      for (const one of looks) {
        await test.step(`${one.theme}, ${one.viewport.width} px`, async () => {
          await wear(page, one);
          await look();
        });
      }
    };
    const open = async (page: Page, more = '') => {
      await page.setViewportSize(looks[0].viewport);
      await page.goto(`${gallery.address}?language=${language}&theme=${looks[0].theme}${more}`);
    };

    test.describe(language, () => {
      test.use({ contextOptions: { reducedMotion: 'reduce' } });

      test('every example renders, fits its frame and is readable, and every dialog opens', async ({ page }) => {
        await open(page);
        await expect(page.locator('#chart\\/Chart canvas')).toHaveCount(3);
        await expect(page.locator('#ui\\/ErrorNotice [data-error]')).toHaveCount(4);
        await expect(page.locator('#ui\\/ErrorLine [data-error]')).toHaveCount(2);
        await page.frameLocator('iframe').getByRole('heading', { level: 1 }).waitFor();
        // Includes folded content.
        await page.evaluate(() =>
          document.querySelectorAll('.frame details').forEach((folded) => folded.toggleAttribute('open', true))
        );
        await eachLook(page, async () => {
          // Charts adopt the new width a frame later.
          await expect.poll(() => misfits(page)).toEqual([]);
          await expectNoSidewaysScroll(page);
          await expectNoViolations(page, { part: 'body', withoutRules });
        });

        // Whatever part axe checks, it reads the whole document first; drop what has been checked.
        await page.evaluate(() =>
          document.querySelectorAll('article').forEach((article) => {
            if (!article.querySelector('[data-opens]')) article.remove();
          })
        );
        const openers = page.locator('[data-opens]');
        await expect(openers).toHaveCount(6);
        await eachLook(page, async () => {
          for (let i = 0; i < 6; i++) await expectDialogFits(page, openers.nth(i));
        });
      });

      test('the frame of the app fits', async ({ page }) => {
        await open(page, '&shell');
        await page.getByRole('heading', { level: 1 }).waitFor();
        await eachLook(page, async () => {
          await expectNoSidewaysScroll(page);
          await expectNoViolations(page, { part: 'body', withoutRules });
        });
      });
    });
  }
});

test.describe('the development server', () => {
  let development: DevServer;

  test.beforeAll(async () => {
    development = await startDevServer();
  });

  test.afterAll(() => development.stop());

  test('prints a link with the port it listens on', async () => {
    expect(await development.signInLink()).toContain(`${development.origin}/login#token=`);
  });

  test('serves the gallery, the built app does not', async ({ app }) => {
    const text = async (path: string) => (await fetch(development.origin + path)).text();
    expect(await text('/gallery')).toContain('src="/gallery/main.ts"');
    expect(await text('/gallery/main.ts')).toContain('/gallery/Gallery.svelte');
    const files = globSync('build/**/*.{js,css,html,json}', { cwd: root });
    expect(files.length).toBeGreaterThan(100);
    for (const path of ['/gallery', '/gallery/main.ts']) expect((await fetch(app.origin + path)).status).toBe(404);
    // The gallery's own markup: "gallery" alone is in the list of common passwords, and its address in the
    // documentation.
    const traces = files.filter((path) => readFileSync(join(root, path), 'utf8').includes('data-gallery-state'));
    expect(traces).toEqual([]);
  });
});
