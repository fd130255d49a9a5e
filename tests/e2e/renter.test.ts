import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { expectNoViolations } from './support/accessibility';
import { expect, test, type RunningApp } from './support/app';
import { chainOf } from './support/chain';
import { callHeaders } from './support/session';

test.use({ appEnv: { QUARRY_NETWORK: 'test' }, allowFailedRequests: true });

async function open(page: Page, app: RunningApp, path: string): Promise<void> {
  await page.goto(app.origin + path);
  await page.getByRole('heading', { level: 1, name: 'Renter' }).waitFor();
}

/** Calls the daemon directly, bypassing the page. */
async function post(page: Page, path: string, form: Record<string, string>): Promise<number> {
  const headers = { ...(await callHeaders(page)), 'content-type': 'application/x-www-form-urlencoded' };
  const call = { url: `/api/daemon${path}`, headers, body: new URLSearchParams(form).toString() };
  return page.evaluate(async ({ url, ...init }) => (await fetch(url, { method: 'POST', ...init })).status, call);
}

const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true });
const unit = (page: Page, label: string) => page.getByLabel(`Unit of ${label}`, { exact: true });
const tab = (page: Page, name: string) => page.locator(`[data-tab=${name}]`);

/** The number of contracts on a tab, after opening the page again so that nothing is stale. */
async function contracts(page: Page, app: RunningApp, name: string): Promise<number> {
  await open(page, app, '/renter/contracts?tab=all');
  await expect(page.getByText(/^\d+ contracts?$|No contracts yet/)).toBeVisible();
  return Number(await tab(page, name).textContent());
}

test('an allowance is set, changed and canceled, and contracts follow', async ({ app, signedIn: page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const chain = await chainOf(page, app);
  await chain.mine(30);
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const set = page.getByRole('button', { name: 'Set allowance', exact: true });
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/daemon/renter'))
      sent.push(request.postData() ?? '');
  });

  await test.step('without an allowance, the form starts with common values and shows the monthly cost', async () => {
    await open(page, app, '/renter');
    await expect(page.getByText('Simulated storage market')).toBeVisible();
    await expect(page.getByText('No allowance', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Use defaults' }).click();
    await expect(page.getByText(/^≈ [\d,]+/)).toBeVisible();
    await expectNoViolations(page);
  });

  await test.step('values that would cancel it or are below the minimum are not sent', async () => {
    await field(page, 'Funds').fill('0');
    await set.click();
    await expect(page.getByText('Funds are required for a first allowance.')).toBeVisible();
    await field(page, 'Funds').fill('1');
    await expect(page.getByText('Exceeds allowance')).toBeVisible();
    await field(page, 'Hosts').fill('0');
    await set.click();
    await expect(page.getByText('At least 1 host.')).toBeVisible();
    await expect(page.getByLabel('Hosts', { exact: true })).toBeFocused();
    await field(page, 'Hosts').fill('8');
    await unit(page, 'Period').selectOption('blocks');
    await field(page, 'Period').fill('120');
    await unit(page, 'Renew window').selectOption('blocks');
    await field(page, 'Renew window').fill('121');
    await set.click();
    await expect(page.getByText(/cannot be longer than the period/)).toBeVisible();
    expect(sent).toEqual([]);
  });

  await test.step('setting it sends all of it, and a refusal of the node keeps the input', async () => {
    await field(page, 'Renew window').fill('30');
    await field(page, 'Funds').fill('500');
    await expect(page.getByText('Within allowance')).toBeVisible();
    const message = 'insufficient number of hosts, need at least 20 but have 8';
    await page.route('**/api/daemon/renter', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 400, json: { message } }) : route.continue()
    );
    await set.click();
    await expect(page.getByRole('alert').getByText(/requires at least 20 hosts/)).toBeVisible();
    await expect(field(page, 'Hosts')).toHaveValue('8');
    await page.unroute('**/api/daemon/renter');
    sent.length = 0;
    await set.click();
    await expect(page.getByText('Allowance set.')).toBeVisible();
    expect(Object.fromEntries(new URLSearchParams(sent[0]))).toMatchObject({
      funds: `500${'0'.repeat(24)}`,
      period: '120',
      renewwindow: '30',
      hosts: '8'
    });
    await expect(page.getByText('Remaining this period')).toBeVisible();
  });

  await test.step('the next blocks form contracts and spend money', async () => {
    await chain.mine(10);
    expect(await contracts(page, app, 'active')).toBe(8);
    expect(await contracts(page, app, 'all')).toBe(8);
    await open(page, app, '/renter');
    await expect(page.locator('.figure', { hasText: 'Allocated to contracts' }).locator('.value')).not.toHaveText('0');
    await expect(page.getByRole('progressbar', { name: 'This period' })).toBeVisible();
    await expectNoViolations(page);
  });

  await test.step('changing it sends only the change', async () => {
    sent.length = 0;
    await field(page, 'Hosts').fill('10');
    await expect(page.getByText('1 change', { exact: true })).toBeVisible();
    await save.click();
    await expect(page.getByText('Allowance changed.')).toBeVisible();
    expect(sent).toEqual(['hosts=10']);
    await expect(page.getByText('1 change', { exact: true })).toBeHidden();
    await chain.mine(10);
    expect(await contracts(page, app, 'active')).toBe(10);
  });

  await test.step('a contract is opened and canceled', async () => {
    await page.getByRole('button', { name: /^Details of/ }).first().click(); // prettier-ignore
    await page.getByRole('button', { name: 'Cancel contract…' }).click();
    await page.getByRole('button', { name: 'Cancel contract', exact: true }).click();
    await expect(page.getByText('Contract canceled.')).toBeVisible();
    await expect(tab(page, 'disabled')).toHaveText('1');
    await expect(tab(page, 'active')).toHaveText('9');
    await page.getByText('Disabled', { exact: false }).first().click();
    await expect(page).toHaveURL(/tab=disabled/);
    await expect(page.getByText(/^1 of 1[01] contracts$/)).toBeVisible();
    await expectNoViolations(page);
    await chain.mine(5);
    expect(await contracts(page, app, 'active')).toBe(10);
  });

  await test.step('canceling it requires a typed word; its contracts are no longer used and end', async () => {
    await open(page, app, '/renter');
    await page.getByRole('button', { name: 'Cancel allowance…' }).click();
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Cancel allowance' });
    await expect(confirm).toBeDisabled();
    await page.getByLabel('Type “cancel” to confirm').fill('cancel');
    await confirm.click();
    await expect(page.getByText('Allowance canceled.')).toBeVisible();
    await expect(page.getByText('No allowance', { exact: true })).toBeVisible();
    await chain.mine(2);
    expect(await contracts(page, app, 'active')).toBe(0);
    expect(await contracts(page, app, 'disabled')).toBe(11);
    await chain.mine(180);
    expect(await contracts(page, app, 'expired')).toBe(11);
    expect(await contracts(page, app, 'all')).toBe(11);
  });
});

test('backups and maintenance', async ({ app, signedIn: page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });

  await test.step('a backup needs an absolute path, or a name', async () => {
    await open(page, app, '/renter/backups');
    await expect(page.getByText('None yet.')).toBeVisible();
    await expectNoViolations(page);
    await page.getByLabel('File path').first().fill('files.backup');
    await page.getByRole('button', { name: 'Create backup' }).click();
    await expect(page.getByText(/Enter an absolute path/)).toBeVisible();
    await expect(page.locator('input[aria-invalid]')).toBeFocused();
    await page.getByLabel('File path').first().fill(join(app.dataDir, 'files.backup'));
    await page.getByRole('button', { name: 'Create backup' }).click();
    await expect(page.getByText('Backup created.')).toBeVisible();
  });

  await test.step('a backup is restored from its file, and the node refuses an invalid file', async () => {
    await page.getByLabel('File path').last().fill(join(app.dataDir, 'none.backup'));
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await expect(page.getByText('Backup not restored')).toBeVisible();
    await expect(page.getByLabel('File path').last()).toHaveValue(join(app.dataDir, 'none.backup'));
    await page.getByLabel('File path').last().fill(join(app.dataDir, 'files.backup'));
    await page.getByRole('button', { name: 'Restore', exact: true }).click();
    await expect(page.getByText('Backup restored.')).toBeVisible();
  });

  await test.step('a backup stored on hosts is listed and restored', async () => {
    await page
      .getByRole('radio', { name: /^Hosts/ })
      .first()
      .check();
    await page.getByLabel('Backup name').fill('before the move');
    await page.getByRole('button', { name: 'Create backup' }).click();
    await expect(page.getByText('The backup could not be uploaded to hosts')).toBeVisible();
    await expect(page.getByLabel('Backup name')).toHaveValue('before the move');
    const funds = `500${'0'.repeat(24)}`;
    expect(await post(page, '/renter', { funds, period: '400', hosts: '8', renewwindow: '100' })).toBe(204);
    await (await chainOf(page, app)).mine(20);
    await page.getByRole('button', { name: 'Create backup' }).click();
    await expect(page.getByText('Backup is being uploaded to hosts.')).toBeVisible();
    await page.getByRole('row', { name: /before the move/ }).getByRole('button', { name: 'Restore…' }).click(); // prettier-ignore
    await expect(page.getByRole('dialog').getByText(/get a numbered name/)).toBeVisible();
    await page.getByRole('dialog').getByRole('button', { name: 'Restore' }).click();
    await expect(page.getByText('Files of “before the move” restored.')).toBeVisible();
  });

  await test.step('directories are updated: a path or the root, never both; all of them only after confirmation', async () => {
    await open(page, app, '/renter/maintenance');
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/renter/bubble')) sent.push(request.postData() ?? '');
    });
    const update = page.getByRole('button', { name: 'Update', exact: true });
    await page.getByLabel('Directory path', { exact: true }).fill('/photos');
    await update.click();
    await expect(page.getByText(/Remove the leading slash/)).toBeVisible();
    await page.getByLabel('Directory path', { exact: true }).fill('photos');
    await update.click();
    await expect.poll(() => sent).toEqual(['siapath=photos&recursive=false&force=false']);
    await page.getByRole('radio', { name: /^Root/ }).check();
    await page.getByLabel('Include subdirectories').check();
    await expect(page.getByText(/Choose a directory if possible/)).toBeVisible();
    await expectNoViolations(page);
    await update.click();
    expect(sent).toHaveLength(1);
    await page.getByRole('button', { name: 'Update all' }).click();
    await expect.poll(() => sent[1]).toBe('rootsiapath=true&recursive=true&force=false');
  });

  await test.step('lost files are deleted after a word is typed', async () => {
    await page.getByRole('button', { name: 'Remove lost files…' }).click();
    await expect(page.getByRole('button', { name: 'Remove', exact: true })).toBeDisabled();
    await page.getByLabel('Type “remove” to confirm').fill('remove');
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(page.getByText('Lost files removed.')).toBeVisible();
  });
});
