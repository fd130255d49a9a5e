import type { Page } from 'playwright/test';
import { expectCleanInAllLooks, expectNoSidewaysScroll, expectNoViolations } from './support/accessibility';
import { expect, test } from './support/app';
import { chainOf } from './support/chain';
import { fillMarket } from './support/market';
import { visit } from './support/visit';
import { limitMs } from '../support/limits';

/** Of the 44 px, one may fall between the points that are tried. */
const TOUCH_PX = 43;
const PHONE = { width: 360, height: 740 };

/** Every page outside the wallet, whose pages have tests of their own. */
const NODE = [
  '/',
  '/mine',
  '/mine/history',
  '/chain',
  '/chain/1',
  '/chain/changes',
  '/chain/validate',
  '/chain/check',
  '/network',
  '/daemon',
  '/settings',
  '/inbox',
  '/help'
];
const HOST = ['/host', '/host/contracts', '/host/storage', '/host/settings'];
const RENTER = ['/hosts', '/hosts/filter', '/renter', '/renter/contracts', '/renter/backups', '/renter/maintenance'];

async function lookAtAll(page: Page, paths: readonly string[]) {
  for (const path of paths) {
    await visit(page, path);
    await page.waitForFunction(() => !/Reading…|Loading…/.test(document.body.innerText));
    await expectCleanInAllLooks(page);
    // The last look is the phone's. The browser's own text-size setting has the same effect: all sizes are relative.
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    await expectNoSidewaysScroll(page);
    await page.evaluate(() => (document.documentElement.style.fontSize = ''));
  }
  // Amounts have up to 40 characters then.
  await page.evaluate(() => localStorage.setItem('quarry:formats', JSON.stringify({ amounts: 'hastings' })));
  await page.reload();
  for (const path of paths) {
    await visit(page, path);
    await page.waitForFunction(() => !/Reading…|Loading…/.test(document.body.innerText));
    await expectNoSidewaysScroll(page);
  }
}

test.use({ appEnv: { QUARRY_NETWORK: 'test' } });

test.describe('contrast, labels and layout pass on a phone', () => {
  test('the pages of the node, and the sign-in page', async ({ app, signedIn: page }) => {
    await (await chainOf(page, app)).mine(2);
    await lookAtAll(page, NODE);
    // A page that keeps polling would log that it is signed out.
    await page.goto('about:blank');
    await page.context().clearCookies();
    await page.goto(`${app.origin}/login`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await expectCleanInAllLooks(page);
  });

  test('the pages of a host, of hosts and of a renter', async ({ app, signedIn: page }) => {
    const { hostKey } = await fillMarket(page, app);
    await lookAtAll(page, [...HOST, ...RENTER, `/hosts/${hostKey}`]);
  });
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE });

  test('more pages open from the bottom edge, also by keyboard', async ({ signedIn: page }) => {
    const more = page.getByRole('button', { name: /^More/ });
    await more.press('Enter');
    const sheet = page.getByRole('dialog', { name: 'More pages' });
    await expect(sheet.getByRole('link')).toHaveText([
      ...[/Network/, /Daemon/, 'Connections', 'Host', 'Hosts', 'Renter', 'Settings', 'Help']
    ]);
    await expectNoViolations(page);
    await page.keyboard.press('Escape');
    await expect(more).toBeFocused();
    await more.press('Enter');
    await sheet.getByRole('link', { name: 'Network' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Network' })).toBeVisible();
    await expect(sheet).toBeHidden();
    await page.getByRole('button', { name: /^Search pages and actions/ }).click();
    await expect(page.getByRole('combobox', { name: 'Page, action, height, ID or label' })).toBeFocused();
    await expectNoViolations(page);
    await page.keyboard.press('Escape');
    // With letters twice as large, the way to all other pages is still in view.
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    await expect(page.getByRole('button', { name: /More pages/ })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: 'Sign out' })).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('banner').getByText('simulated')).toBeInViewport({ ratio: 1 });
    await expectNoSidewaysScroll(page);
    // Forced colors remove the background that marks the current page.
    await page.emulateMedia({ forcedColors: 'active' });
    const grounds = await page
      .getByRole('navigation', { name: 'Pages' })
      .locator('a, button')
      .evaluateAll((entries) => entries.map((entry) => getComputedStyle(entry).backgroundColor));
    expect(grounds.filter((ground) => ground === grounds.at(-1))).toHaveLength(1);
  });
});

/** The text of the focused element if another element covers it. */
const coveredFocus = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const focused = document.activeElement!;
    const { left, top, width, height } = focused.getBoundingClientRect();
    const seen = document.elementFromPoint(left + width / 2, top + height / 2);
    return seen && (focused.contains(seen) || seen.contains(focused)) ? '' : focused.outerHTML;
  });

test('with letters twice as large, sticky elements never cover the focused one', async ({ app, signedIn: page }) => {
  await fillMarket(page, app);
  for (const viewport of [PHONE, { width: 1440, height: 900 }]) {
    await page.setViewportSize(viewport);
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    await visit(page, '/hosts');
    const rows = page.getByRole('table').getByRole('row');
    await rows.nth(3).getByRole('checkbox').focus();
    for (const key of [...Array<string>(25).fill('Tab'), ...Array<string>(15).fill('Shift+Tab')]) {
      await page.keyboard.press(key);
      expect(await coveredFocus(page)).toBe('');
    }
    // Charts adopt the new width a frame later.
    await expect(() => expectNoSidewaysScroll(page)).toPass({ timeout: limitMs(5_000) });
    await visit(page, '/host');
    await expect(() => expectNoSidewaysScroll(page)).toPass({ timeout: limitMs(5_000) });
  }
});

/** Texts of the header's status that reach over one of its links or buttons. */
const coveringStatus = (page: Page) =>
  page.evaluate(() => {
    const boxesOf = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(`header ${selector}`)].map((element) => ({
        text: element.innerText,
        box: element.getBoundingClientRect()
      }));
    const controls = boxesOf(':is(.brand, .actions button, .actions a)');
    return boxesOf('.status > *, .status .badge').filter(({ box: { left, right, top, bottom } }) =>
      controls.some(({ box }) => left < box.right && right > box.left && top < box.bottom && bottom > box.top)
    );
  });

test('with letters twice as large, the status in the header covers none of its buttons', async ({ signedIn: page }) => {
  await expect(page.getByRole('banner').getByText('simulated coins')).toBeVisible();
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  for (const width of [1440, 1200, 1000, 800]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await coveringStatus(page), `${width} px wide`).toEqual([]);
  }
});

/**
 * The buttons of the page with the size of the area around their centers that presses them, and the controls whose boxes
 * other controls cover in part.
 */
const touchAreas = (page: Page) =>
  page.evaluate(() => {
    const CONTROLS = 'a[href], button, input, select, summary';
    const MAX_PX = 100;
    const covered: string[] = [];
    const buttons: { name: string; width: number; height: number }[] = [];
    for (const control of document.querySelectorAll<HTMLElement>(`main :is(${CONTROLS})`)) {
      if (!control.checkVisibility({ visibilityProperty: true })) continue;
      control.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, right, top, bottom } = control.getBoundingClientRect();
      const name = control.textContent.trim();
      const at = (x: number, y: number) => document.elementFromPoint(x, y)?.closest(CONTROLS);
      for (let x = left + 1; x < right; x += 2)
        for (let y = top + 1; y < bottom; y += 2) {
          const other = at(x, y);
          if (other && other !== control && !control.contains(other))
            covered.push(`${name}: ${other.textContent.trim()}`);
        }
      if (control.tagName !== 'BUTTON') continue;
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      const reach = (dx: number, dy: number): number => {
        let px = 0;
        while (px < MAX_PX && at(x + (px + 1) * dx, y + (px + 1) * dy) === control) px++;
        return px;
      };
      buttons.push({ name, width: reach(-1, 0) + 1 + reach(1, 0), height: reach(0, -1) + 1 + reach(0, 1) });
    }
    return { covered: [...new Set(covered)], buttons };
  });

test.describe('for fingers', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: PHONE });

  test('buttons are larger than they look, and cover no other control', async ({ app, signedIn: page }) => {
    await (await chainOf(page, app)).mine(2);
    for (const [path, name, leastHeight] of [
      // Another copy button is in the next line.
      ['/', 'Copy payout address', 28],
      ['/chain/1', 'Copy block ID', 30],
      ['/connections', 'Add a connection', TOUCH_PX]
    ] as const) {
      await visit(page, path);
      await page.getByRole('button', { name }).first().waitFor();
      await page.waitForFunction(() => !/Reading…|Loading…/.test(document.body.innerText));
      const { covered, buttons } = await touchAreas(page);
      expect(covered, path).toEqual([]);
      const [button] = buttons.filter((button) => button.name.startsWith(name));
      expect(button?.width, `width of ${name}`).toBeGreaterThanOrEqual(TOUCH_PX);
      expect(button?.height, `height of ${name}`).toBeGreaterThanOrEqual(leastHeight);
    }
  });
});
