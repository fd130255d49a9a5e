import { readFile } from 'node:fs/promises';
import { expectCleanInAllLooks, expectNoViolations } from './support/accessibility';
import { expect, test } from './support/app';
import { chainOf } from './support/chain';
import { visit } from './support/visit';

// Servers respond with 404 to unknown ids.
test.use({ appEnv: { QUARRY_NETWORK: 'test' }, allowFailedRequests: true });

test('an id has one result, and keys open what the list shows', async ({ app, signedIn: page }) => {
  const chain = await chainOf(page, app);
  await chain.mine(2);
  const { id } = await chain.server.tip({});
  await visit(page, '/network');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const field = page.getByRole('combobox', { name: 'Page, action, height, ID or label' });
  // The keyboard shortcuts load after the page.
  await expect(async () => {
    await page.keyboard.press('/');
    await expect(field).toBeFocused({ timeout: 1_000 });
  }).toPass();

  await field.fill(`${'0'.repeat(62)}17`);
  await expect(page.getByRole('status').filter({ hasText: 'has this ID' })).toBeVisible();
  const options = page.getByRole('dialog', { name: 'Command palette' }).getByRole('option');
  await expect(options).toHaveCount(0);
  await expectNoViolations(page);
  await field.fill(id);
  await expect(options).toHaveText([/Open block/]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/chain/${id}$`));
  await expect(page.locator('#content')).toBeFocused();

  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await page.keyboard.press('?');
  const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(list).toBeVisible();
  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  await page.getByRole('radio', { name: /1,024/ }).focus();
  await page.keyboard.press('?');
  await expect(list).toBeVisible();
  await list.getByRole('checkbox', { name: 'Single keys' }).uncheck();
  await page.keyboard.press('Escape');
  await page.keyboard.press('g');
  await page.keyboard.press('m');
  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await expect(page).toHaveURL(/\/settings$/);
});

test('letters typed while the palette loads are its text, not shortcuts', async ({ signedIn: page }) => {
  await visit(page, '/settings');
  await page.waitForLoadState('networkidle');
  let load!: () => void;
  const isAllowed = new Promise<void>((resolve) => (load = resolve));
  await page.route('**/_app/immutable/chunks/*.js', async (route) => {
    await isAllowed;
    await route.continue();
  });
  const requested = page.waitForRequest('**/_app/immutable/chunks/*.js');
  await page.keyboard.press('Control+k');
  await requested;
  await page.keyboard.type('gmine');
  load();
  await expect(page.getByRole('combobox', { name: 'Page, action, height, ID or label' })).toHaveValue('gmine');
  await expect(page).toHaveURL(/\/settings$/);
});

test('formats apply at once and are saved as a file, and a file with other keys is refused', async ({
  signedIn: page
}) => {
  await visit(page, '/settings');
  const example = page.getByText(/^Example: /);
  await expect(example).toHaveText('Example: 1,234.567 SC · 4.19 GB · 3 min ago');
  await page.getByRole('radio', { name: /1,024/ }).check();
  await page.getByRole('radio', { name: /Hastings/ }).check();
  await expect(example).toHaveText('Example: 1,234,567,891,000,000,000,000,000,000 H · 3.91 GiB · 3 min ago');
  await expectCleanInAllLooks(page);

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as a file' }).click()
  ]);
  const saved = await readFile((await download.path())!, 'utf8');
  expect(JSON.parse(saved)).toMatchObject({
    version: 1,
    settings: {
      formats: { sizes: 'binary', amounts: 'hastings' },
      'mining.cores': 'all-but-one',
      'wallets.autoLockMinutes': 15
    }
  });

  await page.getByRole('radio', { name: /1,000/ }).check();
  const load = (text: string) =>
    page
      .getByLabel('Load a file')
      .setInputFiles({ name: 'settings.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  await load(saved.replace('"theme"', '"colour"'));
  await expect(page.getByRole('alert')).toContainText('colour');
  await expect(page.getByRole('radio', { name: /1,000/ })).toBeChecked();
  await load(saved);
  await expect(page.getByRole('radio', { name: /1,024/ })).toBeChecked();
  await page.reload();
  await expect(page.getByText(/^Example: /)).toContainText('3.91 GiB');
});

test('on paper, a page has no header and no navigation, and recovery words are alone', async ({ signedIn: page }) => {
  const heading = page.locator('h1');
  const isPrinted = async (shown: typeof heading) => {
    await page.emulateMedia({ media: 'print' });
    const isShown = await shown.evaluate((element) => element.checkVisibility({ visibilityProperty: true }));
    await page.emulateMedia({ media: 'screen' });
    return isShown;
  };
  expect(await isPrinted(heading)).toBe(true);
  for (const left of ['header', 'nav', '.skip']) expect(await isPrinted(page.locator(left).first()), left).toBe(false);

  await visit(page, '/wallet/setup/create');
  const word = page.locator('.word').first();
  await word.waitFor();
  expect([await isPrinted(word), await isPrinted(heading)]).toEqual([true, false]);
  // The styles of a page stay after it.
  await visit(page, '/network');
  expect(await isPrinted(heading)).toBe(true);
});
