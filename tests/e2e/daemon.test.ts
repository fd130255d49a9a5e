import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { expect, startApp, type RunningApp } from './support/app';
import { scriptedTest as test } from './support/remoteApp';
import { callHeaders } from './support/session';
import { openPath } from './support/visit';

// The browser logs requests that the stopped daemon no longer answers.
test.use({ allowFailedRequests: true });

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages', exact: true });

async function openDaemon(page: Page, { origin }: RunningApp): Promise<void> {
  await page.goto(`${origin}/login?next=/daemon`);
  await page.getByLabel('API password of the node').fill('any password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Daemon' }).waitFor();
}

test('alerts: most severe first, filtered, and acknowledged in this browser until their text changes', async ({
  page,
  daemon,
  remoteApp
}) => {
  daemon.alerts = [
    { severity: 'warning', module: 'renter', cause: 'photos.tar', msg: 'Redundancy is below 75 %' },
    { severity: 'critical', module: 'contractor', cause: 'wallet', msg: 'The wallet is locked' },
    { severity: 'error', module: 'host', cause: 'folder', msg: 'The disk is failing' },
    { severity: 'warning', module: 'renter', cause: 'films.tar', msg: 'Redundancy is below 75 %' }
  ];
  await openDaemon(page, remoteApp);
  const open = page.getByRole('list', { name: 'Open alerts, most severe first' }).getByRole('listitem');
  await expect(open).toHaveText([/^critical.*wallet is locked/s, /^error/, /^warning.*photos/s, /^warning.*films/s]);
  const link = pages(page).getByRole('link', { name: /^Daemon/ });
  await expect(link).toHaveAccessibleName('Daemon (4 open alerts, worst: critical)');

  const chips = page.getByRole('group', { name: 'Filter by severity' });
  await chips.getByRole('button', { name: 'warning 2' }).click();
  await expect(open).toHaveCount(2);
  await page.getByRole('button', { name: 'Acknowledge these 2' }).click();
  await expect(page.getByText('No open alerts of this severity.')).toBeVisible();
  await chips.getByRole('button', { name: 'warning 0' }).click();
  await open.filter({ hasText: 'wallet is locked' }).getByRole('button').click();
  await expect(open).toHaveText([/^error/]);
  await expect(link).toHaveAccessibleName('Daemon (1 open alert: error)');

  // Stays acknowledged across a reload, and reappears when the text changes.
  await page.reload();
  await expect(open).toHaveText([/^error/]);
  await page.getByLabel('Show acknowledged (3)').check();
  await expect(page.getByRole('list', { name: 'Acknowledged alerts' }).getByRole('listitem')).toHaveCount(3);
  daemon.alerts = daemon.alerts.map((alert) =>
    alert.cause === 'wallet' ? { ...alert, msg: 'The wallet has been locked for a day' } : alert
  );
  await expect(open).toHaveText([/^critical.*for a day/s, /^error/]);
  await page.getByRole('button', { name: 'Reopen: Redundancy is below 75 %' }).first().click();
  await expect(open).toHaveCount(3);
  await page.getByRole('button', { name: 'Acknowledge all' }).click();
  await expect(card(page, 'Alerts')).toContainText('All alerts are acknowledged.');
  await expect(link).toHaveAccessibleName('Daemon');
  daemon.alerts = [];
  await expect(card(page, 'Alerts')).toContainText('No alerts.');
});

test('modules, constants and limits in words and units; updates ask for confirmation; the stack is a download', async ({
  page,
  daemon,
  remoteApp
}) => {
  daemon.limits = { daemon: { download: 0, upload: 0 }, gateway: { download: 9, upload: 9 } };
  daemon.release = { available: false, version: '1.5.9' };
  await openDaemon(page, remoteApp);
  const modules = card(page, 'Modules').getByRole('listitem');
  await expect(modules.filter({ hasText: 'sells disk space' })).toContainText('off');
  await expect(modules.filter({ hasText: 'connects to peers' })).toContainText('on');

  const constant = (name: string) => page.getByRole('row', { name });
  await expect(constant('Target block time')).toContainText('10 min');
  await expect(constant('Maturity delay')).toContainText('144 blocks');
  await expect(constant('Maturity delay')).toContainText('about 1 d');
  await expect(constant('Contract tax')).toContainText('3.9%');
  await expect(constant('Contract tax')).toContainText('39/1000');
  await expect(constant('Minimum block reward')).toContainText('30,000 SC');
  await expect(constant('Block size limit')).toContainText('2 MB');

  daemon.asked.length = 0;
  const limits = card(page, 'Speed limits of the daemon');
  await limits.getByLabel('Upload limit', { exact: true }).fill('1.25');
  await limits.getByRole('button', { name: 'Save' }).click();
  await expect(limits).toContainText('upload 1.25 MB/s');
  expect(daemon.asked).toEqual(['POST /daemon/settings maxuploadspeed=1250000']);
  expect(daemon.limits.gateway).toEqual({ download: 9, upload: 9 });

  const version = card(page, 'Version');
  await version.getByRole('button', { name: 'Check for updates' }).click();
  await expect(version).toContainText('Up to date.');
  daemon.release = { available: true, version: '1.6.0' };
  await version.getByRole('button', { name: 'Check for updates' }).click();
  await expect(version.getByText('update available')).toBeVisible();
  await version.getByRole('button', { name: 'Install 1.6.0…' }).click();
  const ask = page.getByRole('dialog', { name: 'Install 1.6.0?' });
  await ask.getByRole('button', { name: 'Cancel' }).click();
  expect(daemon.asked.some((call) => call.includes('/daemon/update'))).toBe(false);
  await version.getByRole('button', { name: 'Install 1.6.0…' }).click();
  await ask.getByRole('button', { name: 'Install', exact: true }).click();
  await expect(version).toContainText('Restart the daemon to run it.');
  expect(daemon.asked.at(-1)).toBe('POST /daemon/update');

  const stack = card(page, 'Stack trace');
  await stack.getByRole('button', { name: 'Load' }).click();
  await expect(stack).toContainText(/35\sB, 3 lines/);
  const download = page.waitForEvent('download');
  await stack.getByRole('button', { name: 'Download' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^stack-.*\.txt$/);
  expect(await readFile(await file.path(), 'utf8')).toBe('goroutine 1 [running]:\nmain.main()\n');
});

async function stop(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Stop the node…' }).click();
  const ask = page.getByRole('dialog', { name: 'Stop the node?' });
  await ask.getByRole('button', { name: 'Keep it running' }).click();
  await page.getByRole('button', { name: 'Stop the node…' }).click();
  await ask.getByRole('button', { name: 'Stop the node' }).click();
}

test('stops a remote daemon, waits until it is down, and detects when it is back', async ({
  page,
  daemon,
  remoteApp
}) => {
  await openDaemon(page, remoteApp);
  daemon.asked.length = 0;
  await stop(page);
  await expect(card(page, 'Stop')).toContainText(/\d+\ss elapsed/);
  // Without the seconds, which a screen reader would read out one by one.
  await expect(card(page, 'Stop').getByRole('status')).toHaveText('Stopping. The node still responds.');
  await expect(card(page, 'Stop')).toContainText('no longer responds');
  expect(daemon.asked).toEqual(['GET /daemon/stop']);
  await expect(page.getByRole('main').getByText('The node is stopped', { exact: true })).toBeVisible();
  await pages(page).getByRole('link', { name: 'Network', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Network' }).waitFor();
  await expect(page.getByRole('banner')).toContainText('Stopped');
  await expect(page.getByText('Start the daemon again on its computer.')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('banner')).toContainText('Stopped');
  await daemon.listen();
  await expect(page.getByRole('banner')).toContainText('Synced');
  await expect(page.getByText('The node is stopped', { exact: true })).toBeHidden();
});

test('stops the embedded node: it closes its files, and every page reports it calmly', async ({ page }) => {
  const app = await startApp({ QUARRY_NETWORK: 'test' });
  try {
    await page.goto(app.signInLink);
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    const log = join(app.dataDir, 'test', 'chain.sqlite-wal');
    expect(existsSync(log)).toBe(true);
    await page.goto(`${app.origin}/daemon`);
    await expect(page.getByText('Simulated storage market').first()).toBeVisible();
    await stop(page);
    await expect(card(page, 'Stop')).toContainText('has closed its files');
    // SQLite folds its log into the database when the last connection closes.
    expect(existsSync(log)).toBe(false);
    const answer = await page.evaluate(
      async (headers) => {
        const response = await fetch('/api/daemon/consensus', { headers });
        return { status: response.status, code: response.headers.get('quarry-error') };
      },
      await callHeaders(page)
    );
    expect(answer).toEqual({ status: 502, code: 'api/stopped' });
    for (const path of ['/', '/network', '/daemon', '/mine']) {
      await openPath(page, app.origin, path);
      await expect(page.getByRole('main').getByText('The node is stopped', { exact: true }).first()).toBeVisible();
      await expect(page.getByRole('banner')).toContainText('Stopped');
      await expect(page.getByRole('alert')).toHaveCount(0);
    }
  } finally {
    await page.goto('about:blank');
    await app.stop();
  }
});

test('one search finds pages, ids and actions, by keyboard alone', async ({ page }) => {
  const app = await startApp({ QUARRY_NETWORK: 'test' });
  try {
    await page.goto(app.signInLink);
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.keyboard.press('Control+k');
    const search = page.getByRole('combobox', { name: 'Page, action, height, ID or label' });
    await expect(search).toBeFocused();
    const options = page.getByRole('listbox', { name: 'Results' }).getByRole('option');
    const chosen = page.getByRole('listbox', { name: 'Results' }).getByRole('option', { selected: true });
    await expect(chosen).toHaveText(/Overview/);
    await page.keyboard.press('ArrowUp');
    await expect(chosen).toHaveText((await options.last().textContent()) ?? '');
    await page.keyboard.type('bloklst');
    await expect(page.getByRole('status').filter({ hasText: 'No results' })).toBeHidden();
    await expect(chosen).toHaveText(/Network/);
    expect(await search.getAttribute('aria-activedescendant')).toBe(await chosen.getAttribute('id'));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Network' })).toBeVisible();

    await page.keyboard.press('Control+k');
    await page.keyboard.type('dark');
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await page.getByRole('button', { name: /^Search pages and actions/ }).click();
    await page.keyboard.type('zzzz');
    await expect(page.getByText('No results for “zzzz”.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(search).toBeHidden();
    await expect(page.getByRole('button', { name: /^Search pages and actions/ })).toBeFocused();
    await page.keyboard.press('Control+k');
    await page.keyboard.type('0');
    await expect(chosen).toHaveText(/Open block 0/);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/chain\/0$/);
  } finally {
    await page.goto('about:blank');
    await app.stop();
  }
});
