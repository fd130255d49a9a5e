import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { parseCsv } from '$lib/codec/csv';
import { createHostdbClient } from '$lib/api/daemon/hostdb';
import { createRenterClient } from '$lib/api/daemon/renter';
import { hastings, HASTINGS_PER_COIN } from '$lib/chain/currency/currency';
import { expectNoViolations } from './support/accessibility';
import { expect, test, type RunningApp } from './support/app';
import { chainOf } from './support/chain';
import { sessionHeaders } from './support/session';
import { visit } from './support/visit';

test.use({ appEnv: { QUARRY_NETWORK: 'test' }, allowFailedRequests: true });

/** API clients for the test itself, with the session of the page. */
async function clientsOf(page: Page, app: RunningApp) {
  const options = {
    fetch: (request: Request) => fetch(request),
    baseUrl: `${app.origin}/api/daemon`,
    headers: await sessionHeaders(page, app)
  };
  return { hostdb: createHostdbClient(options), renter: createRenterClient(options) };
}

async function open(page: Page, path: string): Promise<void> {
  await visit(page, path);
  await page.getByRole('heading', { level: 1, name: 'Hosts' }).waitFor();
}

test('a list that cannot be read is not counted as empty', async ({ signedIn: page }) => {
  await page.route('**/api/daemon/hostdb/all', (route) =>
    route.fulfill({ status: 500, json: { message: 'hostdb not ready' } })
  );
  await open(page, '/hosts');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Active', exact: true })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'All', exact: true })).toBeVisible();
});

test('hosts are filtered, sorted, exported, viewed and excluded', async ({ app, signedIn: page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const chain = await chainOf(page, app);
  const { hostdb, renter } = await clientsOf(page, app);
  await chain.mine(30);
  const allowance = { funds: hastings(500n * HASTINGS_PER_COIN), period: 400n, hosts: 8n, renewwindow: 100n };
  await renter.configure({ body: { ...allowance, expectedstorage: 10n ** 12n } });
  await chain.mine(10);
  const inUse = async () => (await renter.contracts({})).active.map(({ hostPublicKey }) => hostPublicKey);
  await expect.poll(async () => (await inUse()).length).toBe(8);

  const table = page.getByRole('table', { name: 'Hosts known to this node' });
  const rows = table.locator('.row');
  const count = page.getByText(/^[\d,]+ (of [\d,]+ )?hosts?$/);

  await test.step('a filter narrows the table and is kept in the URL', async () => {
    await open(page, '/hosts');
    await expect(page.getByText('Simulated storage market')).toBeVisible();
    await expect(rows.first()).toBeVisible();
    await page.getByText('More filters').click();
    await page
      .getByRole('group', { name: /^Contracts/ })
      .getByLabel('from')
      .fill('1');
    await expect(count).toHaveText(/^8 of/);
    await expect(page).toHaveURL(/contracts=1\.\./);
    await page.reload();
    await expect(count).toHaveText(/^8 of/);
    await page.getByLabel('Search by address, key or subnet').fill('no such host');
    await expect(page.getByText(/^None of the/)).toBeVisible();
    await page.getByRole('button', { name: 'Clear filters' }).last().click();
    await expect(count).not.toHaveText(/^8 of/);
  });

  await test.step('a column header sorts the table, and the URL reflects it', async () => {
    await table.getByRole('button', { name: /^Storage/ }).click();
    await expect(page).toHaveURL(/sort=storage/);
    const prices = async () =>
      (await rows.locator('[role=cell]:nth-child(5)').allTextContents())
        .slice(0, 10)
        .map((text) => Number(text.trim().split(/\s+/).at(-1)?.replaceAll(',', '')));
    const cheapest = await prices();
    expect(cheapest).toEqual(cheapest.toSorted((a, b) => a - b));
    await table.getByRole('button', { name: /^Storage/ }).click();
    await expect(page).toHaveURL(/sort=-storage/);
    expect((await prices())[0]).toBeGreaterThan(cheapest[0]!);
  });

  await test.step('the shown hosts are exported as CSV and JSON', async () => {
    const download = async (name: string) => {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name, exact: true }).click()
      ]);
      return readFile(await file.path(), 'utf8');
    };
    const shown = Number((await count.textContent())?.split(' ')[0]?.replaceAll(',', ''));
    const csv = parseCsv(await download('Export CSV'));
    expect(csv).toHaveLength(shown + 1);
    expect(csv[0]).toContain('storage (SC/TB/month)');
    const json = JSON.parse(await download('Export JSON')) as Record<string, unknown>[];
    expect(json.map((row) => row['public key'])).toEqual(csv.slice(1).map((row) => row[csv[0]!.indexOf('public key')]));
    await expectNoViolations(page);
  });

  const [kept, blocked] = await inUse();
  await test.step("a host's page explains its score", async () => {
    await open(page, `/hosts/${kept}`);
    await expect(page.getByText(/^Weakest factor: /)).toBeVisible();
    await expect(page.getByText('Verified: the factors multiply to the score.')).toBeVisible();
    await expect(page.getByRole('table', { name: /^Score factors/ }).getByRole('row')).toHaveCount(12);
    await expect(page.getByRole('link', { name: '1 contract' })).toBeVisible();
    await expectNoViolations(page);
    await open(page, `/hosts/ed25519:${'0'.repeat(64)}`);
    await expect(page.getByText('Host not found', { exact: true })).toBeVisible();
  });

  await test.step('the contract of a blocked host is announced first and replaced afterwards', async () => {
    await open(page, `/hosts/${blocked}`);
    await page.getByRole('link', { name: 'Block…' }).click();
    await expect(page.getByLabel('Blocked hosts')).toHaveValue(blocked!);
    await expect(page.locator('[data-preview=barred]')).toHaveText('1');
    await expect(page.locator('[data-preview=contracts]')).toHaveText('1');
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'Review…' }).click();
    await expect(page.getByRole('dialog').getByText(/1 current contract is with an excluded host/)).toBeVisible();
    await page.getByRole('button', { name: 'Set blacklist' }).click();
    await expect(page.getByText('Blacklist set.')).toBeVisible();
    await chain.mine(5);
    await expect.poll(inUse).not.toContain(blocked);
    await expect.poll(async () => (await inUse()).length).toBe(8);
    expect((await hostdb.active({})).hosts.map(({ publicKey }) => publicKey)).not.toContain(blocked);
  });

  await test.step('several hosts are selected with Shift and added to the list', async () => {
    await open(page, '/hosts?contracts=1..&sort=rank');
    await expect(count).toHaveText(/^8 of/);
    await page
      .getByRole('checkbox', { name: /^Select / })
      .nth(0)
      .click();
    await page.getByRole('checkbox', { name: /^Select / }).nth(2).click({ modifiers: ['Shift'] }); // prettier-ignore
    await expect(page.getByText('3 hosts selected').last()).toBeVisible();
    await page.getByRole('button', { name: 'Blacklist…' }).click();
    const list = page.getByLabel('Blocked hosts');
    await expect.poll(async () => (await list.inputValue()).split('\n').length).toBe(4);
    await expect(page.locator('[data-preview=contracts]')).toHaveText('3');
    const keys = (await list.inputValue()).split('\n');
    await page.getByRole('button', { name: 'Review…' }).click();
    await page.getByRole('button', { name: 'Set blacklist' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await chain.mine(5);
    await expect.poll(async () => (await inUse()).filter((key) => keys.includes(key))).toEqual([]);
    await open(page, '/hosts?show=all&marked=filtered');
    await expect(count).toHaveText(/^4 of/);
  });

  await test.step('invalid entries are reported, and the input stays', async () => {
    await open(page, '/hosts/filter');
    const list = page.getByLabel('Blocked hosts');
    await list.fill('ed25519:12');
    await page.getByRole('button', { name: 'Review…' }).click();
    await expect(page.getByText('Invalid entry “ed25519:12”.')).toBeVisible();
    await expect(list).toHaveValue('ed25519:12');
    await page.getByRole('radio', { name: /^Whitelist/ }).check();
    await page.getByRole('button', { name: 'Review…' }).click();
    await expect(page.getByText('A whitelist needs at least one host')).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  await test.step('a refusal of the node is shown at the form, which keeps its input', async () => {
    const refusal = { status: 400, json: { message: 'failed to set the list mode: no room' } };
    await page.route('**/api/daemon/hostdb/filtermode', (route) =>
      route.request().method() === 'POST' ? route.fulfill(refusal) : route.continue()
    );
    await page.getByLabel('Allowed hosts').fill(kept!);
    await page.getByRole('button', { name: 'Review…' }).click();
    await page.getByRole('button', { name: 'Set whitelist' }).click();
    await expect(page.getByText('Filter not set')).toBeVisible();
    await expect(page.getByLabel('Allowed hosts')).toHaveValue(kept!);
    await page.unroute('**/api/daemon/hostdb/filtermode');
  });

  await test.step('the filter is turned off', async () => {
    await page.getByRole('radio', { name: /^Off/ }).check();
    await page.getByRole('button', { name: 'Review…' }).click();
    await page.getByRole('button', { name: 'Turn off' }).click();
    await expect(page.getByText('Filter turned off.')).toBeVisible();
    expect((await hostdb.filterMode({})).filterMode).toBe('disable');
  });
});
