import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Download, Page } from 'playwright/test';
import { parseCsv } from '$lib/codec/csv';
import { expectNoViolations } from './support/accessibility';
import { expect, test } from './support/app';
import { chainOf } from './support/chain';
import { callHeaders } from './support/session';
import { visit } from './support/visit';

// The tests include refusals, which the browser logs.
test.use({ appEnv: { QUARRY_NETWORK: 'test' }, allowFailedRequests: true });

async function open(page: Page, path: string): Promise<void> {
  await visit(page, path);
  await page.getByRole('heading', { level: 1, name: 'Host' }).waitFor();
  await expect(page.getByText('Simulated storage market')).toBeVisible();
}

/** Calls the daemon directly, bypassing the page. */
async function post(page: Page, path: string, form: Record<string, string>): Promise<number> {
  const headers = { ...(await callHeaders(page)), 'content-type': 'application/x-www-form-urlencoded' };
  const call = { url: `/api/daemon${path}`, headers, body: new URLSearchParams(form).toString() };
  return page.evaluate(async ({ url, ...init }) => (await fetch(url, { method: 'POST', ...init })).status, call);
}

const textOf = async (download: Promise<Download>) => readFile(await (await download).path(), 'utf8');

test('settings: the score updates before saving, and only the changes are sent', async ({ app, signedIn: page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const folder = join(app.dataDir, 'disk1');
  await mkdir(folder);
  expect(await post(page, '/host/storage/folders/add', { path: folder, size: '1000000000' })).toBe(204);
  await open(page, '/host/settings');
  const price = page.getByLabel('Storage price', { exact: true });
  const score = { now: page.locator('[data-score=now]'), after: page.locator('[data-score=after]') };
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const changes = (count: number) => page.getByText(count === 1 ? '1 change' : `${count} changes`, { exact: true });

  await test.step('a host that accepts no contracts has no score', async () => {
    await expect(score.now).toHaveText('0');
    // The estimate is requested once, not repeatedly.
    await expect(page.getByRole('region', { name: 'Score estimate' })).toHaveAttribute('aria-busy', 'false');
    await page.getByLabel('Accept new contracts').check();
    await expect(page.getByText('Gains a score').first()).toBeVisible();
    await save.click();
    await expect(page.getByText('Settings saved.')).toBeVisible();
    await expect(changes(1)).toBeHidden();
  });

  await test.step('a higher price lowers the score and a lower one raises it before anything is saved', async () => {
    await expect(score.now).not.toHaveText('0');
    await price.fill('5000');
    await expect(page.getByText(/Score ÷/).first()).toBeVisible();
    await price.fill('10');
    await expect(page.getByText(/Score ×/).first()).toBeVisible();
    await expect(changes(1)).toBeVisible();
    expect(await score.after.textContent()).not.toBe(await score.now.textContent());
    await expectNoViolations(page);
  });

  await test.step('invalid values are reported before they are sent', async () => {
    let sent = 0;
    page.on('request', (request) => (sent += request.method() === 'POST' && request.url().endsWith('/host') ? 1 : 0));
    await price.fill('0..5');
    await save.click();
    await expect(page.getByText('“0..5” is not a number.')).toBeVisible();
    await price.fill('10');
    await page.getByText('Advanced:').click();
    await page.getByLabel('Base RPC price', { exact: true }).fill('2');
    await page.getByLabel('Network address').fill('host.example.org');
    await save.click();
    await expect(page.getByText('100 million calls must not cost more than downloading 4 TB')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Network address' })).toBeFocused();
    await expect(page.getByText('The port is missing')).toBeVisible();
    await expect(changes(3)).toBeVisible();
    expect(sent).toBe(0);
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect(changes(3)).toBeHidden();
    await expect(price).toHaveValue('50');
  });

  await test.step('saving sends only the changed settings, in whole units', async () => {
    await price.fill('120');
    await page.getByLabel('Registry size', { exact: true }).fill('100');
    await expect(page.getByText('Rounded to 128 entries (32 KiB) when saved.')).toBeVisible();
    await expect(changes(2)).toBeVisible();
    const request = page.waitForRequest((one) => one.method() === 'POST' && one.url().endsWith('/api/daemon/host'));
    await save.click();
    const body = new URLSearchParams((await request).postData() ?? '');
    expect(Object.fromEntries(body)).toEqual({ minstorageprice: '27777777778', registrysize: '32768' });
    await expect(changes(2)).toBeHidden();
  });

  await test.step('saved settings survive a reload', async () => {
    await page.reload();
    await expect(price).toHaveValue('120');
    await page.getByText('Advanced:').click();
    await expect(page.getByLabel('Registry size', { exact: true })).toHaveValue('128');
  });

  await test.step('a change made elsewhere leaves unsaved input alone', async () => {
    await price.fill('130');
    expect(await post(page, '/host', { minstorageprice: '11574074074', maxduration: '4320' })).toBe(204);
    await expect(page.getByLabel('Maximum contract duration', { exact: true })).toHaveValue('1');
    await expect(price).toHaveValue('130');
    await expect(page.getByText('Also changed on the node, to 50 SC/TB/month')).toBeVisible();
  });

  await test.step('leaving the page asks first', async () => {
    await page.getByRole('link', { name: 'Storage', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
    await page.getByRole('button', { name: 'Stay' }).click();
    await expect(price).toHaveValue('130');
    await page.getByRole('link', { name: 'Storage', exact: true }).click();
    await page.getByRole('button', { name: 'Leave', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Storage folders' })).toBeVisible();
  });
});

test('storage and contracts: folders, their contents, and revenue', async ({ app, signedIn: page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const folder = join(app.dataDir, 'disk1');
  await mkdir(folder);
  await open(page, '/host/storage');
  const dialog = page.getByRole('dialog');
  const rows = page.getByRole('table', { name: 'Storage folders of this host' }).getByRole('row');

  await test.step('a folder is validated before it is sent, and a refusal keeps the input', async () => {
    await expect(page.getByText('Renter data is stored in folders of your choice')).toBeVisible();
    await page.getByRole('button', { name: 'Add folder…' }).click();
    const path = dialog.getByLabel('Path on the node');
    const size = dialog.getByLabel('Size', { exact: true });
    const add = dialog.getByRole('button', { name: 'Add folder' });
    await path.fill('disk1');
    await size.fill('0.2');
    await add.click();
    await expect(dialog.getByText('such as /mnt')).toBeVisible();
    await expect(dialog.getByText(/^At least/)).toBeVisible();
    await expect(dialog.locator('input[aria-invalid]').first()).toBeFocused();
    await path.fill(join(app.dataDir, 'nowhere'));
    await size.fill('2');
    await add.click();
    await expect(dialog.getByText('Folder not added')).toBeVisible();
    await expect(path).toHaveValue(join(app.dataDir, 'nowhere'));
    await expect(size).toHaveValue('2');
    await expectNoViolations(page);
    await path.fill(folder);
    await add.click();
    await expect(dialog).toBeHidden();
    await expect(rows.filter({ hasText: folder })).toContainText('of 2 GB');
  });

  await test.step('a folder is resized', async () => {
    await page.getByRole('button', { name: `Resize ${folder}` }).click();
    await dialog.getByLabel('New size', { exact: true }).fill('4');
    await expect(dialog.getByText(/^Adds /)).toBeVisible();
    await dialog.getByRole('button', { name: 'Resize folder' }).click();
    await expect(dialog).toBeHidden();
    await expect(rows.filter({ hasText: folder })).toContainText('of 4 GB');
  });

  await test.step('an empty folder is removed', async () => {
    await mkdir(join(app.dataDir, 'disk2'));
    expect(
      await post(page, '/host/storage/folders/add', { path: join(app.dataDir, 'disk2'), size: '1000000000' })
    ).toBe(204);
    await page.getByRole('button', { name: `Remove ${join(app.dataDir, 'disk2')}` }).click();
    await expect(dialog.getByText('It holds no data.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Remove folder' }).click();
    await expect(rows.filter({ hasText: 'disk2' })).toHaveCount(0);
  });

  await test.step('renters form contracts', async () => {
    const offer = { acceptingcontracts: 'true', netaddress: 'host.example.org:9982' };
    expect(await post(page, '/host', offer)).toBe(204);
    expect(await post(page, '/host/announce', {})).toBe(204);
    await (await chainOf(page, app)).mine(50);
    await open(page, '/host');
    await expect(page.getByText('Earning', { exact: true })).toBeVisible();
    await expect(page.getByText(/Pending revenue: /)).toBeVisible();
    await expect(page.getByRole('table', { name: 'Next payouts' })).toBeVisible();
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'Announce…' }).click();
    const address = dialog.getByLabel('Address');
    await address.fill('host.example.org');
    await address.press('Enter');
    await expect(dialog.getByText('The port is missing')).toBeVisible();
    await expect(address).toBeFocused();
    await dialog.getByLabel('Address').fill('');
    await dialog.getByRole('button', { name: 'Announce' }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('contracts are filtered, totaled and exported exactly', async () => {
    await page.getByRole('link', { name: 'Contracts', exact: true }).click();
    const table = page.getByRole('table', { name: 'Contracts of this host' });
    await expect(table).toBeVisible();
    await page.getByText('Open', { exact: true }).first().click();
    await expect(page).toHaveURL(/state=open/);
    await expect(page.getByText('Totals of matching contracts')).toHaveCount(0);
    const totals = page.getByRole('region', { name: 'Totals of matching contracts' });
    const exported = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).click();
    const [head = [], ...lines] = parseCsv(await textOf(exported));
    expect(lines.length).toBeGreaterThan(0);
    const sumOf = (name: string) => lines.reduce((sum, line) => sum + BigInt(line[head.indexOf(name)] ?? ''), 0n);
    for (const [name, column] of [
      ['fees', 'contract fee (H)'],
      ['storage', 'storage revenue (H)'],
      ['locked', 'locked collateral (H)'],
      ['risked', 'risked collateral (H)']
    ] as const) {
      await expect(totals.locator(`[data-total="${name}"] data`)).toHaveAttribute('value', String(sumOf(column)));
    }
    expect(new Set(lines.map((line) => line[head.indexOf('state')]))).toEqual(new Set(['open']));
    const asJson = page.waitForEvent('download');
    await page.getByRole('button', { name: 'JSON' }).click();
    expect(JSON.parse(await textOf(asJson))).toHaveLength(lines.length);

    await page.getByLabel('ID', { exact: true }).fill(lines[0]?.[0]?.slice(10, 20) ?? '');
    await expect(page.getByText(/^1 of \d+ contracts$/)).toBeVisible();
    await page.getByLabel('ID', { exact: true }).fill('nothing has this');
    await expect(page.getByText(/^None of the \d+ contracts match/)).toBeVisible();
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect(page).not.toHaveURL(/state=|id=/);
    await page.reload();
    await expect(page.getByText(/^\d+ contracts$/)).toBeVisible();
    await expectNoViolations(page);
  });

  await test.step('a contract shows its state; an unknown id gets a helpful message', async () => {
    const table = page.getByRole('table', { name: 'Contracts of this host' });
    await table.getByRole('row').nth(1).getByRole('link').click();
    await expect(page.getByRole('heading', { name: 'Status', exact: true })).toBeVisible();
    const outcomes = page.getByRole('table', { name: 'Contract payouts with and without a storage proof' });
    await expect(outcomes.getByRole('row').filter({ hasText: 'Host' })).toBeVisible();
    await expectNoViolations(page);
    await visit(page, `/host/contracts/${'ab'.repeat(32)}`);
    await expect(page.getByText('Contract not found')).toBeVisible();
    await visit(page, '/host/contracts/id');
    await expect(page.getByText('is not a contract ID.')).toBeVisible();
  });

  await test.step('a folder with data is removed only by force, after its name is typed', async () => {
    await open(page, '/host/storage');
    await page.getByRole('button', { name: `Remove ${folder}` }).click();
    await dialog.getByRole('button', { name: 'Remove folder' }).click();
    await expect(dialog).toHaveAccessibleName('Remove by force?');
    await expect(dialog.getByText(/of renter data in this folder/)).toBeVisible();
    const force = dialog.getByRole('button', { name: 'Remove by force' });
    await expect(force).toBeDisabled();
    await dialog.getByLabel(/^Type “.*” to confirm$/).fill(`${folder}x`);
    await expect(force).toBeDisabled();
    await dialog.getByLabel(/^Type “.*” to confirm$/).fill(folder);
    await force.click();
    await expect(dialog).toBeHidden();
    await expect(page.getByText('No folders yet.')).toBeVisible();
  });

  await test.step('a sector is deleted by its root, and a refusal is shown', async () => {
    await page.getByRole('button', { name: 'Delete a sector…' }).click();
    await dialog.getByLabel(/^Type “.*” to confirm$/).fill('delete');
    await dialog.getByLabel('Merkle root').fill('abc');
    await dialog.getByRole('button', { name: 'Delete sector' }).click();
    await expect(dialog.getByText('A Merkle root has 64 hexadecimal digits.')).toBeVisible();
    await dialog.getByLabel('Merkle root').fill('ab'.repeat(32));
    await dialog.getByRole('button', { name: 'Delete sector' }).click();
    await expect(dialog.getByText('The node refused the request')).toBeVisible();
  });
});
