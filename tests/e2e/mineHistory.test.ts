import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { limitMs } from '../support/limits';
import { expectCleanInAllLooks } from './support/accessibility';
import { expect, test } from './support/app';
import { visit } from './support/visit';
import { easyNetworkFile } from '../support/easyNetwork';

test.use({ appEnv: { QUARRY_NETWORK: easyNetworkFile('dev') } });

async function download(page: Page, button: string): Promise<string> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).click()
  ]);
  return readFile((await file.path())!, 'utf8');
}

test('the mining history survives a reload, as a chart, a table and files, and can be deleted', async ({
  signedIn: page
}) => {
  await page.getByRole('link', { name: 'Mine', exact: true }).click();
  await page.getByRole('radio', { name: 'The node' }).check();
  await page.getByRole('button', { name: 'Start mining' }).click();
  await expect(page.locator('[data-counter=accepted]')).not.toHaveText('0', { timeout: limitMs(90_000) });
  await page.getByRole('button', { name: 'Stop mining' }).click();
  await expect(page.getByRole('button', { name: 'Start mining' })).toBeVisible();
  const accepted = Number(await page.locator('[data-counter=accepted]').textContent());

  await page.getByRole('link', { name: 'Mining history' }).click();
  await page.getByRole('heading', { level: 1, name: 'Mining history' }).waitFor();
  await page.reload();
  const days = page.getByRole('table', { name: 'Mining by day' });
  await expect(days.getByRole('row')).toHaveCount(2);
  await expect(page.getByRole('figure', { name: 'Hashes per day' })).toBeVisible();

  const [header = '', row = ''] = (await download(page, 'Export CSV')).split('\r\n');
  const named = Object.fromEntries(header.split(',').map((name, i) => [name, row.split(',')[i]]));
  expect(named['blocks accepted']).toBe(String(accepted));
  expect(named.day).toMatch(/^\d{4}-\d\d-\d\d$/);
  expect(Number(named.hashes)).toBeGreaterThan(0);
  expect(Number(named['rewards (SC)'])).toBeGreaterThan(accepted * 299_000);

  await page.getByText('Sessions', { exact: true }).click();
  const sessions = page.getByRole('table', { name: 'Mining by session' });
  // Wide cells contain their label for the card layout.
  await expect(sessions.getByRole('cell', { name: /WebAssembly SIMD, \d+ workers?$/ })).toBeVisible();
  expect(JSON.parse(await download(page, 'Export JSON'))).toMatchObject([
    { 'work from': 'daemon', 'blocks accepted': accepted }
  ]);

  // The last look is the phone's; the test goes on with it.
  await expectCleanInAllLooks(page);
  await page.getByRole('button', { name: 'Delete the history' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Your mining appears here day by day.')).toBeVisible();
  await expect(sessions).toBeHidden();
});

test('what was mined in the last seconds before another page is loaded is kept', async ({ signedIn: page }) => {
  await page.getByRole('link', { name: 'Mine', exact: true }).click();
  await page.getByRole('radio', { name: 'The node' }).check();
  await page.getByRole('button', { name: 'Start mining' }).click();
  await expect(page.locator('[data-counter=accepted]')).not.toHaveText('0', { timeout: limitMs(90_000) });
  await visit(page, '/mine/history');
  await expect(page.getByRole('table', { name: 'Mining by day' }).getByRole('row')).toHaveCount(2);
});
