import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { expect, test } from './support/app';
import { chainOf } from './support/chain';
import { waitUntilSynced, openTab, restoreWallet, signAndSend, spendable } from './support/wallet';
import { limitMs } from '../support/limits';

test.use({ appEnv: { QUARRY_NETWORK: 'test' } });

const GENESIS_PHRASE = `${'abandon '.repeat(11)}about`;
const RENT = 'd11e064b51f75444c2d0fc1083f9009cf87a8d21bb7a1c5d43cb87b6793544ea488908c3000d';
const POWER = 'eb32b6f42789bbd75cccb2336a88f16a9a4edbeea6eebeaf182276f9446e869dbc044b49d707';

async function exported(page: Page, kind: string): Promise<string[]> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: kind, exact: true }).click()
  ]);
  return (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/);
}

test('a pasted list, fees, frozen outputs, joining them, filters and exports', async ({ app, signedIn: page }) => {
  const chain = await chainOf(page, app);
  await chain.mine(1);
  await restoreWallet(page, app.origin, 'Genesis', GENESIS_PHRASE);
  await waitUntilSynced(page);

  await test.step('recipients from a list; an implausible fee is refused', async () => {
    await openTab(page, 'Send');
    await page.getByRole('button', { name: 'Paste a list' }).click();
    await page.getByLabel('Recipients as CSV').fill(`address,amount\n${RENT},100\n${POWER.slice(0, -1)},2`);
    await page.getByRole('button', { name: 'Add these recipients' }).click();
    await expect(page.getByText(/row 3|line 3/i)).toBeVisible();
    await page.getByLabel('Recipients as CSV').fill(`address,amount\n${RENT},100`);
    await page.getByRole('button', { name: 'Add these recipients' }).click();
    await page.getByText('Custom', { exact: true }).click();
    await page.getByLabel('Fee (SC)').fill('90000');
    // A list that is not added yet is checked and added by the review.
    await page.getByRole('button', { name: 'Paste a list' }).click();
    await page.getByLabel('Recipients as CSV').fill(POWER);
    await page.getByRole('button', { name: 'Review' }).click();
    await expect(page.getByLabel('Recipients as CSV')).toBeFocused();
    await page.getByLabel('Recipients as CSV').fill(`${POWER},2.5`);
    await page.getByRole('button', { name: 'Review' }).click();
    await expect(page.getByText('The fee is too high')).toBeVisible();
    await expect(page.getByText('2 recipients, 102.5 SC')).toBeVisible();
    await page.getByText('Recommended', { exact: true }).click();

    await page.getByText('Taken from the amount', { exact: true }).click();
    await page.getByLabel('Taken from', { exact: true }).selectOption('Recipient 2');
    await page.getByRole('button', { name: 'Review' }).click();
    await expect(page.getByText(/the recipients get 102\.49\d*\sSC instead of 102\.5\sSC/)).toBeVisible();
    await expect(page.getByRole('region', { name: 'Recipients' })).toContainText('100 SC');
    await page.goBack();
    await page.getByText('On top', { exact: true }).click();
    await page.getByRole('button', { name: 'Review' }).click();
    await signAndSend(page);
    await chain.mine(1);
    await expect(page.getByText(/Confirmed in block 2/)).toBeVisible({ timeout: limitMs(30_000) });
  });

  await test.step('a frozen output is not spent', async () => {
    await openTab(page, 'Outputs');
    await page.getByRole('checkbox').first().check();
    await page.getByRole('button', { name: 'Freeze', exact: true }).click();
    await expect(page.getByText('frozen', { exact: true })).toBeVisible();
    await openTab(page, 'Send');
    const row = page.getByRole('group', { name: 'Recipient 1' });
    await row.getByLabel('Address').fill(RENT);
    await row.getByRole('textbox', { name: 'Amount (SC)' }).fill('600000');
    await page.getByRole('button', { name: 'Review' }).click();
    await expect(page.getByText('Insufficient funds')).toBeVisible();
    await openTab(page, 'Outputs');
    await page.getByRole('checkbox').first().check();
    await page.getByRole('button', { name: 'Unfreeze' }).click();
    await expect(page.getByText('frozen', { exact: true })).toHaveCount(0);
  });

  await test.step('two outputs are joined into one', async () => {
    await page.getByRole('link', { name: 'consolidate them' }).click();
    await expect(page.getByRole('region', { name: 'Change' })).toContainText('999,897.4');
    await signAndSend(page);
    await chain.mine(1);
    await openTab(page, 'Outputs');
    await expect(page.getByText('1 unspent output')).toBeVisible({ timeout: limitMs(30_000) });
  });

  await test.step('filters are kept in the URL, and exports respect them', async () => {
    await openTab(page, 'Overview');
    await expect(spendable(page)).toHaveText(/^999,897\.4/);
    expect((await exported(page, 'Export CSV')).length).toBe(1 + 3);
    await page.getByText('Filter', { exact: true }).click();
    await page.getByLabel('Address, ID, label or note').fill(POWER);
    await page.getByLabel('Minimum (SC)').fill('50');
    await expect(page).toHaveURL(new RegExp(`q=${POWER}&min=50|min=50&q=${POWER}`));
    const table = page.getByRole('table', { name: 'Events, newest first' });
    await expect(table.getByRole('link')).toHaveCount(1);
    const lines = await exported(page, 'Export CSV');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('-102.5');
    await page.reload();
    await expect(table.getByRole('link')).toHaveCount(1);
    await page.getByLabel('Minimum (SC)').fill('500');
    await expect(page.getByText('No event matches these filters.')).toBeVisible();
  });
});
