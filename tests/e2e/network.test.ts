import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { expect, startApp, type RunningApp } from './support/app';
import { scriptedTest } from './support/remoteApp';

const test = scriptedTest.extend<object, { embeddedApp: RunningApp }>({
  embeddedApp: [
    async ({}, use) => {
      const app = await startApp({ QUARRY_NETWORK: 'test' });
      await use(app);
      await app.stop();
    },
    { scope: 'worker' }
  ]
});

// Refusals of the daemon are part of these tests; the browser logs each.
test.use({ allowFailedRequests: true });

/** Signs in to the app that uses the scripted daemon, and opens its Network page. */
async function openNetwork(page: Page, { origin }: RunningApp): Promise<void> {
  await page.goto(`${origin}/login?next=/network`);
  await page.getByLabel('API password of the node').fill('any password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Network' }).waitFor();
}

/** The link of the embedded node works only once; its password works again. */
async function signInByPassword(page: Page, { origin, dataDir }: RunningApp): Promise<void> {
  await page.goto(`${origin}/login`);
  await page
    .getByLabel('Password', { exact: true })
    .fill((await readFile(join(dataDir, 'apipassword'), 'utf8')).trim());
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
}

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

test('shows peers, their versions and traffic', async ({ page, daemon, remoteApp }) => {
  daemon.peers = [
    { inbound: true, local: false, netaddress: '203.0.113.7:9981', version: '1.5.4' },
    { inbound: false, local: false, netaddress: '[2001:db8::7]:9981', version: '1.5.4' },
    { inbound: false, local: true, netaddress: '192.168.0.9:9981', version: '1.4.0' }
  ];
  await openNetwork(page, remoteApp);
  const peers = card(page, 'Peers');
  await expect(peers).toContainText(/3\s*peers/);
  await expect(peers).toContainText(/Outbound\s*2/);
  await expect(peers).toContainText(/Inbound\s*1/);
  await expect(peers).toContainText('online');

  const versions = page.getByRole('list', { name: 'Peers by protocol version, newest first' });
  await expect(versions.getByRole('listitem')).toHaveText(['1.5.4 2 peers', '1.4.0 1 peer']);

  const traffic = card(page, 'Traffic');
  await expect(traffic).toContainText(/Receiving\s*2[45]\d\s*KB\/s/);
  await expect(traffic).toContainText(/Sending\s*(49|50)(\.\d)?\s*KB\/s/);

  // The daemon restarts: its counters begin at zero, and no rate becomes negative.
  daemon.traffic = { ...daemon.traffic, sinceMs: Date.now() };
  await expect(traffic).toContainText(/Receiving\s*–/);
  await expect(traffic).toContainText(/Receiving\s*2[45]\d\s*KB\/s/);
  expect(await traffic.textContent()).not.toMatch(/[−-]\d/);
});

test('connects to a node by its address, and disconnects from it', async ({ page, daemon, remoteApp }) => {
  daemon.peers = [];
  await openNetwork(page, remoteApp);
  await expect(card(page, 'Connections')).toContainText('No peers connected.');
  await page.getByRole('button', { name: 'Connect to a peer…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Connect to a peer' });
  const field = dialog.getByLabel('Address and port');
  const connect = dialog.getByRole('button', { name: 'Connect' });

  daemon.asked.length = 0;
  for (const [typed, problem] of [
    ['203.0.113.7', 'Port missing: 203.0.113.7:9981.'],
    ['2001:db8::7', 'Port missing: [2001:db8::7]:9981.'],
    ['203.0.113.7:65536', 'The port must be a whole number from 1 to 65535.'],
    ['203.0.113.7:0', 'The port must be a whole number from 1 to 65535.'],
    ['node.example.com:9981', 'Enter an IP address; host names are not supported.']
  ] as const) {
    await field.fill(typed);
    await connect.click();
    await expect(dialog.getByText(problem)).toBeVisible();
    await expect(field).toHaveValue(typed);
  }
  expect(daemon.asked).toEqual([]);

  // A refusal of the daemon is shown, and the input stays to be corrected.
  await field.fill('203.0.113.7:9');
  await connect.click();
  await expect(dialog.getByRole('alert')).toContainText('connection refused');
  await expect(field).toHaveValue('203.0.113.7:9');
  await field.fill('[2001:db8::7]:65535');
  await connect.click();
  await expect(dialog).toBeHidden();
  const row = page.getByRole('row', { name: /\[2001:db8::7\]:65535/ });
  await expect(row).toContainText('Outbound');
  expect(daemon.asked.at(-1)).toBe('POST /gateway/connect/[2001:db8::7]:65535');

  await row.getByRole('button', { name: /^Disconnect/ }).click();
  const confirm = page.getByRole('dialog', { name: /^Disconnect from/ });
  await confirm.getByRole('button', { name: 'Cancel' }).click();
  await expect(row).toBeVisible();
  await row.getByRole('button', { name: /^Disconnect/ }).click();
  await confirm.getByRole('button', { name: 'Block and disconnect' }).click();
  await expect(row).toBeHidden();
  expect(daemon.blocklist).toEqual(['2001:db8::7']);
  await expect(page.getByRole('table', { name: 'Blocked addresses' })).toContainText('2001:db8::7');
});

test('speed limits in every unit, sent one by one, apart from those of the daemon', async ({
  page,
  daemon,
  remoteApp
}) => {
  daemon.limits = { daemon: { download: 7, upload: 7 }, gateway: { download: 0, upload: 0 } };
  await openNetwork(page, remoteApp);
  const limits = card(page, 'Speed limits for peers');
  await expect(limits).toContainText('download unlimited, upload unlimited');
  const download = limits.getByLabel('Download limit', { exact: true });
  const unit = limits.getByLabel('Unit of Download limit');
  const save = limits.getByRole('button', { name: 'Save' });

  for (const [symbol, typed, bytes] of [
    ['B/s', '1', 1],
    ['KB/s', '1.5', 1_500],
    ['MB/s', '2', 2_000_000],
    ['GB/s', '0.25', 250_000_000],
    ['Mbit/s', '8', 1_000_000]
  ] as const) {
    daemon.asked.length = 0;
    await unit.selectOption(symbol);
    await download.fill(typed);
    await save.click();
    await expect(save).toBeHidden();
    await expect.poll(() => daemon.asked).toEqual([`POST /gateway maxdownloadspeed=${bytes}`]);
  }
  daemon.asked.length = 0;
  await unit.selectOption('B/s');
  // Above the limit, negative, not a number, and empty.
  for (const [typed, problem] of [
    ['9223372036854775808', /At most 9,223,372,036,854,775,807\sB\/s/],
    ['-1', /Enter 0 or more/],
    ['fast', /is not a number/],
    ['', /Enter a number/]
  ] as const) {
    await download.fill(typed);
    await save.click();
    await expect(limits.getByText(problem)).toBeVisible();
    await expect(download).toHaveValue(typed);
  }
  expect(daemon.asked).toEqual([]);
  await download.fill('9223372036854775807');
  await save.click();
  await expect(save).toBeHidden();
  await download.fill('0');
  await limits.getByLabel('Upload limit', { exact: true }).fill('3 MB/s');
  await save.click();
  await expect(limits).toContainText('download unlimited, upload 3 MB/s');
  expect(daemon.asked).toEqual([
    'POST /gateway maxdownloadspeed=9223372036854775807',
    'POST /gateway maxdownloadspeed=0&maxuploadspeed=3000000'
  ]);
  expect(daemon.limits.daemon).toEqual({ download: 7, upload: 7 });
});

test('blocks and unblocks addresses on the embedded node after showing the changes', async ({ page, embeddedApp }) => {
  await page.goto(embeddedApp.signInLink);
  await page.getByRole('link', { name: 'Network', exact: true }).click();
  await expect(card(page, 'Connections')).toContainText('A development chain needs none');
  const blocked = card(page, 'Blocked addresses');
  const listed = page.getByRole('table', { name: 'Blocked addresses' }).getByRole('code');

  await blocked.getByRole('button', { name: 'Block…' }).click();
  const block = page.getByRole('dialog', { name: 'Block addresses' });
  const field = block.getByLabel('Addresses to block');
  await field.fill('203.0.113.7\n203.0.113.0/33');
  await block.getByRole('button', { name: 'Block', exact: true }).click();
  await expect(block.getByText('the number after the slash must be between 0 and 32')).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill('203.0.113.7, 198.51.100.0/24 2001:db8::/32\nnode.example.com');
  await expect(block.getByText('4 to block')).toBeVisible();
  await block.getByRole('button', { name: 'Block', exact: true }).click();
  await expect(listed).toHaveCount(4);

  await page.getByRole('button', { name: 'Unblock 203.0.113.7' }).click();
  const unblock = page.getByRole('dialog', { name: 'Unblock addresses' });
  await expect(unblock.getByText('1 to unblock')).toBeVisible();
  await expect(unblock.getByText('3 entries unchanged.')).toBeVisible();
  await unblock.getByRole('button', { name: 'Unblock', exact: true }).click();
  await expect(listed).toHaveCount(3);

  await blocked.getByRole('button', { name: 'Replace the list…' }).click();
  const replace = page.getByRole('dialog', { name: 'Replace the list' });
  const whole = replace.getByLabel('New list');
  await expect(whole).toHaveValue('198.51.100.0/24\n2001:db8::/32\nnode.example.com');
  await whole.fill('node.example.com\n203.0.113.9');
  await expect(replace.getByRole('status').filter({ hasText: 'Changes' })).toContainText(
    /1 to block.*203\.0\.113\.9.*2 to unblock.*1 entry unchanged/s
  );
  await replace.getByRole('button', { name: 'Replace', exact: true }).click();
  await expect(listed).toHaveText([/node\.example\.com/, /203\.0\.113\.9/]);

  // An empty list asks for confirmation.
  await blocked.getByRole('button', { name: 'Replace the list…' }).click();
  await whole.fill('');
  await replace.getByRole('button', { name: 'Replace', exact: true }).click();
  await expect(replace.getByRole('alert')).toContainText('An empty list unblocks every address');
  await expect(listed).toHaveCount(2);
  await replace.getByLabel('Unblock all 2 entries').check();
  await replace.getByRole('button', { name: 'Replace', exact: true }).click();
  await expect(blocked).toContainText('No blocked addresses.');
  await page.reload();
  await expect(blocked).toContainText('No blocked addresses.');
});

test('samples are drawn over time, and survive a reload', async ({ page, embeddedApp }) => {
  await page.clock.install();
  await signInByPassword(page, embeddedApp);
  await page.goto(`${embeddedApp.origin}/network`);
  const peers = card(page, 'Peers over time');
  await expect(peers).toContainText(/No samples in this range yet|One sample so far/);
  await expect(peers).toContainText('One sample so far');
  await page.clock.fastForward('01:05');
  const table = peers.getByText('Show as table');
  await expect(table).toBeVisible();
  await page.reload();
  await expect(table).toBeVisible();
  await peers.getByText('1 h', { exact: true }).click();
  await expect(peers.getByRole('radio', { name: '1 h' })).toBeChecked();
  await expect(table).toBeVisible();
});

test('first steps are checked off, remembered, and can be hidden', async ({ page, embeddedApp }) => {
  await signInByPassword(page, embeddedApp);
  const steps = card(page, 'First steps');
  await expect(steps).toContainText('1 of 5 done');
  await expect(steps.getByRole('listitem').first()).toHaveText('Node synced: done');
  await expect(steps.getByRole('link', { name: 'Create a wallet' })).toHaveAttribute('href', '/wallet');
  await expect(steps.getByRole('link', { name: 'Add storage to the host' })).toBeVisible();
  await steps.getByRole('button', { name: 'Hide this list' }).click();
  await expect(steps).toBeHidden();
  await page.reload();
  await expect(card(page, 'Renter (simulated storage market)')).toContainText('No allowance set');
  await expect(steps).toBeHidden();
});
