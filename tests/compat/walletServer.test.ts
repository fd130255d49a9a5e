import type { Page } from 'playwright/test';
import { expect, startApp, test, type RunningApp } from '../e2e/support/app';
import {
  compose,
  createWallet,
  waitUntilSynced,
  openTab,
  PASSWORD,
  receiveAddress,
  restoreWallet,
  signAndSend,
  spendable
} from '../e2e/support/wallet';
import { downloaded, expectReadable, exportedAddresses, exportedEvents, person, watchWallet } from './people';
import { isStandIn, TestServer, walletServerBinary } from './walletServer';
import { limitMs } from '../support/limits';

// One wallet server on a private network where every hash is a solution, one app with no other server, and a user's
// steps in order: each test continues with the chain of the one before.

test.describe.configure({ mode: 'serial' });
test.skip(!walletServerBinary && !isStandIn, 'the wallet server could not be installed');
// A wallet server alone lacks the daemon's API, and responds with 500 to blocks and transactions that it accepts.
test.use({ allowFailedRequests: true });

const MATURITY = 10;
const FIRST = 'd11e064b51f75444c2d0fc1083f9009cf87a8d21bb7a1c5d43cb87b6793544ea488908c3000d';
const SECOND = '0f7566abd3931e4d9c99c3a3478bba2a02bdad1167abff0c0058e08f9d4cac24aada79406e2c';

let server: TestServer;
let app: RunningApp;
let page: Page;
let phrase: string;
const opened: TestServer[] = [];

test.beforeAll(async ({ browser }) => {
  server = await TestServer.start();
  opened.push(server);
  app = await startApp({ WALLET_URL: server.url });
  page = await person(browser, app);
});

test.afterAll(async () => {
  await page?.context().close();
  await app?.stop();
  for (const each of opened) await each.end();
});

/** Navigates back to a wallet within the app, which keeps it unlocked. */
async function openWallet(name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Pages', exact: true }).getByRole('link', { name: 'Wallet' }).click();
  await page.getByRole('link', { name: new RegExp(name) }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

/** Waits until the wallet on the page has reached the server's tip. */
async function caughtUp(device: Page): Promise<void> {
  await waitUntilSynced(device);
  const { height } = await server.tip();
  await expect(device.getByText(`block ${height.toLocaleString('en')}`, { exact: true }).first()).toBeVisible({
    timeout: limitMs(60_000)
  });
}

/** The server's own balance and events for these addresses, from a server-side wallet. */
async function serverWalletOf(addresses: Awaited<ReturnType<typeof exportedAddresses>>['addresses']) {
  const { id } = await server.client.createWallet({
    body: { name: `compared ${Date.now()}`, description: '', metadata: null }
  });
  const params = { id };
  for (const address of addresses) {
    await server.client.putAddress({ params, body: { address, description: '', metadata: null } });
  }
  await server.indexed();
  return {
    balance: await server.client.walletBalance({ params }),
    events: await server.client.walletEvents({ params, query: { limit: 500 } })
  };
}

test('a wrong password is refused, the correct one is accepted', async ({ page: stranger }) => {
  await stranger.goto(`${app.origin}/login`);
  await stranger
    .getByLabel(/password/i)
    .first()
    .fill('wrong');
  await stranger.getByRole('button', { name: 'Sign in' }).click();
  await expect(stranger.getByText('Wrong password')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
});

test('a wallet is created, and the tab mines blocks to it', async () => {
  phrase = await createWallet(page, app.origin, 'Everyday');
  await openTab(page, 'Receive');
  await page.getByRole('button', { name: 'Mine to this address' }).click();
  const before = await server.tip();
  await page.getByRole('button', { name: 'Start mining' }).click();
  const found = page.getByRole('table', { name: /Blocks found by this tab/ });
  await expect(found.getByText('Accepted').first()).toBeVisible({ timeout: limitMs(90_000) });
  await expect
    .poll(async () => (await server.tip()).height, { timeout: limitMs(90_000) })
    .toBeGreaterThan(before.height + 4);
  await page.getByRole('button', { name: 'Stop mining' }).click();
  await expect(page.locator('[data-counter=invalid]')).toHaveText('0');
  await expect(page.locator('[data-counter=rejected]')).toHaveText('0');
  const accepted = Number(await page.locator('[data-counter=accepted]').textContent());
  const { height } = await server.tip();
  expect(height - before.height).toBeGreaterThanOrEqual(accepted);

  await server.mine(MATURITY);
  await openWallet('Everyday');
  await waitUntilSynced(page);
  await expect(spendable(page)).not.toHaveText('0', { timeout: limitMs(60_000) });
});

test('coins are sent to two recipients at once', async () => {
  await compose(page, [
    { address: FIRST, amount: '1000' },
    { address: SECOND, amount: '0.5' }
  ]);
  const id = await signAndSend(page);
  await server.mine(1);
  await expect(page.getByText(/Confirmed in block \d+/)).toBeVisible({ timeout: limitMs(60_000) });
  const { index } = await server.client.event({ params: { id: id as never } });
  expect(index).toEqual(await server.tip());
});

test('a created, restored or watched wallet shows what the server reports for its addresses', async ({ browser }) => {
  await openTab(page, 'Overview');
  await caughtUp(page);
  const figure = (await spendable(page).textContent()) ?? '';
  const { text, addresses } = await exportedAddresses(page);
  const theirs = await serverWalletOf(addresses);
  const shown = await exportedEvents(page);
  expect(shown.toSorted()).toEqual(theirs.events.map(({ id }) => id as string).toSorted());

  const elsewhere = await person(browser, app);
  await restoreWallet(elsewhere, app.origin, 'Restored', phrase);
  await caughtUp(elsewhere);
  await expect(spendable(elsewhere)).toHaveText(figure);
  expect((await exportedEvents(elsewhere)).toSorted()).toEqual(shown.toSorted());

  await watchWallet(elsewhere, app.origin, 'Watched', text);
  await caughtUp(elsewhere);
  await expect(spendable(elsewhere)).toHaveText(figure);
  expect((await exportedEvents(elsewhere)).toSorted()).toEqual(shown.toSorted());
  await elsewhere.context().close();
  // The displayed balance is rounded from the server's.
  expect(Number(figure.replaceAll(',', ''))).toBeCloseTo(Number(theirs.balance.coins / 10n ** 18n) / 1e6, 1);
});

test('every applicable page can read the server’s responses', async () => {
  const { height, id } = await server.tip();
  const { addresses } = await exportedAddresses(page);
  const params = { address: addresses[0]! };
  const [event] = await server.client.events({ params, query: { limit: 1 } });
  const [output] = (await server.client.coinOutputs({ params, query: { limit: 1 } })).outputs;
  const paths = [
    ...['/mine', '/wallet', '/wallet/policies', '/sign'],
    ...['/chain', `/chain/${height}`, `/chain/${id}`, '/chain/0', `/chain/address/${addresses[0]}`],
    ...(event ? [`/chain/transaction/${event.id}`] : []),
    ...(output ? [`/chain/output/${output.id}`] : []),
    ...['/chain/check', '/connections']
  ];
  // Pages for a daemon or a signing server: they say that there is none.
  const others = ['/', '/wallet/signing', '/network', '/daemon', '/host', '/hosts', '/renter'];
  for (const path of [...paths, ...others]) {
    await page.goto(app.origin + path);
    await expectReadable(page, paths.includes(path));
  }
});

/** Waits until this browser has verified the server's chain up to its tip. */
async function expectChecked(): Promise<void> {
  await page.goto(`${app.origin}/chain/check`);
  await expect(page.getByText('synced', { exact: true })).toBeVisible({ timeout: limitMs(120_000) });
  const { height } = await server.tip();
  await expect(page.getByText('Verified up to block', { exact: true }).locator('..')).toContainText(
    height.toLocaleString('en')
  );
}

test('the browser verifies the chain itself and marks outputs as verified', async () => {
  // Verification starts automatically with the first wallet.
  await expectChecked();
  await openWallet('Everyday');
  await waitUntilSynced(page);
  await openTab(page, 'Outputs');
  await expect(page.getByText(/^verified at block \d+/).first()).toBeVisible({ timeout: limitMs(60_000) });
  await expect(page.getByText(/^unverified/)).toHaveCount(0);
});

test('two of three sign, and the policy’s coins are spent', async ({ browser }) => {
  test.setTimeout(limitMs(400_000));
  const people: Page[] = [];
  const keys: string[] = [];
  for (const name of ['Alice', 'Bob', 'Carol']) {
    const device = await person(browser, app);
    await createWallet(device, app.origin, name);
    await receiveAddress(device);
    const { text } = await exportedAddresses(device);
    keys.push(`ed25519:${/(?:ed25519:|0x)([0-9a-f]{64})/.exec(text)?.[1]}`);
    people.push(device);
  }
  const [alice, bob, carol] = people as [Page, Page, Page];
  await alice.goto(`${app.origin}/wallet/policies`);
  await alice.getByLabel('Public keys').fill(keys.join('\n'));
  await alice.getByLabel('Wallet name').fill('Shared');
  await alice.getByRole('button', { name: 'Create a wallet from it' }).click();
  await waitUntilSynced(alice);
  await server.mine(1, await receiveAddress(alice));
  await server.mine(MATURITY);
  await openTab(alice, 'Overview');
  await expect(spendable(alice)).not.toHaveText('0', { timeout: limitMs(60_000) });

  await compose(alice, [{ address: FIRST, amount: '5000' }]);
  await expect(alice.getByText('2 signatures missing')).toBeVisible();
  const signWith = async (device: Page, wallet: string) => {
    await device.getByRole('button', { name: `Sign with ${wallet}` }).click();
    await device.getByLabel('Wallet password').fill(PASSWORD);
    await device.getByRole('button', { name: 'Unlock', exact: true }).last().click();
  };
  const openFile = (device: Page, text: string) =>
    device
      .getByLabel('Open a file')
      .first()
      .setInputFiles({ name: 'transfer.json', mimeType: 'application/json', buffer: Buffer.from(text) });
  await signWith(alice, 'Alice');
  await expect(alice.getByText('1 signature missing')).toBeVisible({ timeout: limitMs(30_000) });
  const halfSigned = await downloaded(alice, 'Save to file');
  await bob.goto(`${app.origin}/sign`);
  await openFile(bob, halfSigned);
  await signWith(bob, 'Bob');
  await expect(bob.getByText('All signatures are present')).toBeVisible({ timeout: limitMs(30_000) });
  await openFile(alice, await downloaded(bob, 'Save to file'));
  await alice.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(alice.getByText('Waiting for confirmation')).toBeVisible({ timeout: limitMs(30_000) });
  await server.mine(1);
  await expect(alice.getByText(/Confirmed in block \d+/)).toBeVisible({ timeout: limitMs(60_000) });
  for (const device of [alice, bob, carol]) await device.context().close();
});

test('the page waits for a restarted server, and nothing is lost', async () => {
  await page.goto(`${app.origin}/wallet`);
  await openWallet('Everyday');
  await waitUntilSynced(page);
  const figure = (await spendable(page).textContent()) ?? '';
  await server.stop();
  await expect(page.getByRole('main').getByText(/^Synced/)).toHaveCount(0, { timeout: limitMs(60_000) });
  await expect(spendable(page)).toHaveText(figure);
  await server.again();
  await waitUntilSynced(page);
  await expect(spendable(page)).toHaveText(figure);
});

test('a heavier chain from a peer replaces ours: the reverted payment is undone, then confirmed again', async () => {
  // From here on there are two chains: the peer starts with a copy of ours.
  await server.stop();
  const peer = await TestServer.start('private-easy', server);
  opened.push(peer);
  await server.again();
  await waitUntilSynced(page);
  const figure = (await spendable(page).textContent()) ?? '';

  await compose(page, [{ address: FIRST, amount: '7' }]);
  const id = await signAndSend(page);
  await server.mine(1);
  await expect(page.getByText(/Confirmed in block \d+/)).toBeVisible({ timeout: limitMs(60_000) });
  await openTab(page, 'Overview');
  await expect(spendable(page)).not.toHaveText(figure);
  await peer.mine(4);
  await server.meet(peer);
  await expect.poll(async () => (await server.tip()).id, { timeout: limitMs(60_000) }).toBe((await peer.tip()).id);
  await server.indexed();
  await caughtUp(page);
  const pool = await server.client.poolTransactions({});
  if (pool.v2Transactions.length === 0) {
    // The server dropped it with the reverted block: the wallet offers to send it again.
    await expect(spendable(page)).toHaveText(figure, { timeout: limitMs(60_000) });
  }
  await server.mine(2);
  await caughtUp(page);
  const confirmed = await server.client.event({ params: { id: id as never } }).catch(() => undefined);
  const shown = await exportedEvents(page);
  expect(shown.includes(id)).toBe(confirmed !== undefined);
  const theirs = await serverWalletOf((await exportedAddresses(page)).addresses);
  expect(shown.toSorted()).toEqual(theirs.events.map((event) => event.id as string).toSorted());
  await expectChecked();
});
