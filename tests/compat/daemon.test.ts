import type { Page } from 'playwright/test';
import { agentName, NETWORK_DIALECT, passwordVariable } from '$lib/api/dialect';
import { createDaemon, type Daemon } from '$lib/api/daemon/client';
import { announceDialect } from '$lib/server/dialect/announceDialect';
import { basicAuthorization, http, UPSTREAM_ORIGIN } from '$lib/server/http/upstream';
import { expect, startApp, test, type RunningApp } from '../e2e/support/app';
import { expectReadable, person } from './people';
import { freePort } from '../support/freePort';
import { Program } from './program';
import { API_PASSWORD } from './walletServer';
import { limitMs } from '../support/limits';
import { fetchFrom } from '$lib/server/http/fetchMessages';

// A node daemon's test build, which finds a block with every other hash, with all its modules and its own wallet.

const binary = process.env.COMPAT_DAEMON;

test.describe.configure({ mode: 'serial' });
test.skip(!binary, 'the node daemon could not be installed');
test.use({ allowFailedRequests: true });

const headers = { 'user-agent': agentName(NETWORK_DIALECT), authorization: basicAuthorization(API_PASSWORD) };

let url: string;
let program: Program;
let daemon: Daemon;
let app: RunningApp;
let page: Page;

/** Its wallet must be created, and unlocked after every start, before the daemon issues work. */
async function callWallet(call: 'init' | 'unlock'): Promise<void> {
  const body = new URLSearchParams({ encryptionpassword: API_PASSWORD });
  const answer = await fetch(`${url}/wallet/${call}`, { method: 'POST', headers, body });
  expect(answer.ok, `wallet ${call}: ${await answer.text()}`).toBe(true);
}

test.beforeAll(async ({ browser }) => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  program = await Program.start((dataDir) => ({
    command: binary!,
    args: [
      ...['-d', dataDir, '--modules', 'gctwmhr', '--no-bootstrap', '--api-addr', `127.0.0.1:${port}`],
      ...['--rpc-addr', '127.0.0.1:0', '--host-addr', '127.0.0.1:0']
    ],
    env: { [passwordVariable(NETWORK_DIALECT)]: API_PASSWORD },
    // All calls return 490 while it loads, and the renter loads last.
    readyUrl: `${url}/renter`,
    readyHeaders: headers
  }));
  await callWallet('init');
  await callWallet('unlock');
  daemon = createDaemon({
    fetch: fetchFrom(
      announceDialect(http(url, agentName(NETWORK_DIALECT)), { probePath: '/consensus', maxBytes: 64 * 1024 * 1024 })
    ),
    baseUrl: UPSTREAM_ORIGIN,
    headers: { authorization: headers.authorization }
  });
  app = await startApp({ DAEMON_URL: url });
  page = await person(browser, app);
});

test.afterAll(async () => {
  await page?.context().close();
  await app?.stop();
  await program?.end();
});

test('the tab solves its work and it accepts the solutions', async () => {
  const { height } = await daemon.consensus.status({});
  await page.getByRole('link', { name: 'Mine', exact: true }).click();
  await page.getByRole('button', { name: 'Start mining' }).click();
  const counter = page.locator('[data-counter=accepted]');
  await expect
    .poll(async () => Number(await counter.textContent()), { timeout: limitMs(120_000) })
    .toBeGreaterThanOrEqual(3);
  await page.getByRole('button', { name: 'Stop mining' }).click();
  await expect(page.locator('[data-counter=invalid]')).toHaveText('0');
  expect((await daemon.consensus.status({})).height).toBeGreaterThanOrEqual(height + 3);
});

test('every daemon page can read its responses', async () => {
  const { height, currentBlock } = await daemon.consensus.status({});
  const paths = [
    ...['/', '/mine', '/chain', `/chain/${height}`, `/chain/${currentBlock}`, '/chain/changes', '/chain/validate'],
    ...['/network', '/daemon', '/host', '/host/contracts', '/host/storage', '/host/settings'],
    ...['/hosts', '/hosts/filter', '/renter', '/renter/contracts', '/renter/backups', '/renter/maintenance'],
    '/connections'
  ];
  for (const path of paths) {
    await page.goto(app.origin + path);
    await expectReadable(page);
  }
});

test('mining resumes after it is restarted', async () => {
  await page.goto(`${app.origin}/mine`);
  await program.stop();
  await expect(page.getByText(/No answer|not reachable|cannot be reached/i).first()).toBeVisible({
    timeout: limitMs(60_000)
  });
  await program.start();
  await callWallet('unlock');
  const { height } = await daemon.consensus.status({});
  await expect(page.getByRole('button', { name: 'Start mining' })).toBeEnabled({ timeout: limitMs(60_000) });
  await page.getByRole('button', { name: 'Start mining' }).click();
  await expect
    .poll(async () => (await daemon.consensus.status({})).height, { timeout: limitMs(120_000) })
    .toBeGreaterThan(height);
  await page.getByRole('button', { name: 'Stop mining' }).click();
});
