import type { Route } from 'playwright/test';
import { parseJson, stringifyJson, type JsonObject, type JsonValue } from '$lib/codec/json';
import { limitMs } from '../support/limits';
import { expectCleanInAllLooks } from './support/accessibility';
import { expect, test } from './support/app';
import { chainOf } from './support/chain';
import { AGENT, PASSWORD as NODE_PASSWORD, startNode, type RunningNode } from './support/node';
import {
  compose,
  openTab,
  receiveAddress,
  restoreWallet,
  signAndSend,
  spendable,
  waitUntilSynced
} from './support/wallet';
import { sessionHeaders } from './support/session';
import { visit } from './support/visit';

test.use({ appEnv: { QUARRY_NETWORK: 'test' } });

const GENESIS_PHRASE = `${'abandon '.repeat(11)}about`;

test('outputs are verified by proof of work, new ones a block later, and false data of a server never is', async ({
  app,
  signedIn: page
}) => {
  const chain = await chainOf(page, app);
  await chain.mine(3);
  await restoreWallet(page, app.origin, 'Genesis', GENESIS_PHRASE);
  await waitUntilSynced(page);
  await openTab(page, 'Outputs');
  const row = (amount: string) => page.getByRole('row').filter({ hasText: amount });
  await page.getByRole('link', { name: 'About verification' }).click();
  // Verification started by itself, and resumes after a pause.
  await page.getByRole('button', { name: 'Pause' }).click();
  await page.goBack();
  await expect(row('500,000 SC').first()).toContainText('unverified: verification off');
  await expect(row('5,000 units').first()).toContainText('unverified: verification off');
  await page.goForward();
  await page.getByRole('button', { name: 'Resume' }).click();
  await expect(page.getByText('synced', { exact: true })).toBeVisible();
  await expect(page.getByText('Verified up to block', { exact: true }).locator('..')).toContainText('3');
  await expect(page.getByText('block 2', { exact: true })).toBeVisible();

  await page.goBack();
  await expect(row('500,000 SC').first()).toContainText('verified at block 2');
  await expect(row('5,000 units').first()).toContainText('verified at block 2');
  const address = await receiveAddress(page);
  await openTab(page, 'Outputs');
  await chain.mine(1, address);
  await expect(row('299,996 SC')).toContainText('waiting for the next block');
  await expect(row('500,000 SC').first()).toContainText('verified at block 3');
  await chain.mine(1);
  await expect(row('299,996 SC')).toContainText('verified at block 4');

  await openTab(page, 'Overview');
  await page.getByRole('link', { name: 'Received' }).last().click();
  await expect(page.getByRole('dialog').getByText('verified at block 4')).toHaveCount(4);
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByLabel('Verified only').check();
  await expect(page.getByText('5 of 5 outputs verified')).toBeVisible();
  await expect(page.getByText('verified by this tab at block 4', { exact: true })).toBeVisible();
  await expect(spendable(page)).toHaveText('1,000,000');
  const fundUnits = page.locator('dl > div').filter({ hasText: 'Fund units' });
  await expect(fundUnits).toContainText('10,000');

  // A server that reports an easier chain than it has: its responses are discarded, what was verified stays.
  await page.context().route('**/api/wallet/consensus/updates/**', async (route) => {
    const response = await route.fetch();
    const feed = parseJson(await response.text()) as JsonObject;
    const eased = ((feed.applied ?? []) as JsonObject[]).map((entry): JsonValue => {
      const state = entry.state as JsonObject;
      return { ...entry, state: { ...state, difficulty: '7' } };
    });
    await route.fulfill({ response, body: stringifyJson({ ...feed, applied: eased }) });
  });
  await chain.mine(1);
  await expect(page.getByText('The server’s data is inconsistent')).toBeVisible();
  await expect(page.getByText('verified by this tab at block 4', { exact: true })).toBeVisible();
  await expect(spendable(page)).toHaveText('1,000,000');
  await page.getByRole('link', { name: 'About verification' }).click();
  await expect(page.getByText('The server reports a wrong chain state')).toBeVisible();
});

test('a second server: its chain is compared automatically, its balances on request', async ({
  app,
  signedIn: page
}) => {
  const node = await startNode();
  const chain = await chainOf(page, app);
  await chain.mine(3);
  await visit(page, '/chain/check');
  await expect(page.getByText('A second server reveals withheld data.')).toBeVisible();
  const added = await page.request.post(`${app.origin}/api/connections`, {
    headers: await sessionHeaders(page, app),
    data: { name: 'Cellar', wallet: { url: node.origin }, passwords: { wallet: NODE_PASSWORD } }
  });
  expect(added.status()).toBe(200);

  await restoreWallet(page, app.origin, 'Genesis', GENESIS_PHRASE);
  await waitUntilSynced(page);
  await visit(page, '/chain/check');
  const second = page.getByRole('region', { name: 'Second server' });
  await expect(second).toContainText('Cellar same chain');
  await expect(second).toContainText('This server is at block 3, the other at block 0, on the same chain.');
  await second.getByRole('button', { name: 'Compare balances' }).click();
  await expect(second).toContainText('Genesis: 1,000,000 SC and 10,000 fund units on both servers.');
  await node.stop();
});

test.describe('a server on another chain', () => {
  test.use({ allowFailedRequests: true });
  const PAYEE = 'd11e064b51f75444c2d0fc1083f9009cf87a8d21bb7a1c5d43cb87b6793544ea488908c3000d';

  /** Requests that a tab would send to a wallet server go to the node. */
  function sendingTo(node: RunningNode) {
    const headers = { 'User-Agent': AGENT, Authorization: `Basic ${btoa(`:${NODE_PASSWORD}`)}` };
    const broadcasts: string[] = [];
    const toNode = async (route: Route) => {
      const { pathname, search } = new URL(route.request().url());
      if (pathname.endsWith('/txpool/broadcast')) broadcasts.push(pathname);
      const url = `${node.origin}/api${pathname.slice('/api/wallet'.length)}${search}`;
      await route.fulfill({
        response: await route.fetch({ url, headers: { ...route.request().headers(), ...headers } })
      });
    };
    return { toNode, broadcasts };
  }

  test('gets no payment from a tab for which another tab syncs, and does not stop other tabs', async ({
    app,
    signedIn: first
  }) => {
    const chain = await chainOf(first, app);
    await chain.mine(3);
    await restoreWallet(first, app.origin, 'Genesis', GENESIS_PHRASE);
    await waitUntilSynced(first);
    const wallet = first.url();
    await visit(first, '/chain/check');
    await first.getByRole('button', { name: 'Pause' }).click();
    await visit(first, new URL(wallet).pathname);
    await waitUntilSynced(first);

    const node = await startNode();
    for (let i = 0; i < 6; i++) await node.mine();
    const { toNode, broadcasts } = sendingTo(node);
    const second = await first.context().newPage();
    await second.route('**/api/wallet/**', toNode);
    await second.goto(wallet);
    await expect(second.getByText('Synced by another tab')).toBeVisible({ timeout: limitMs(30_000) });
    await openTab(second, 'Send');
    const row = second.getByRole('group', { name: 'Recipient 1' });
    await row.getByLabel('Address').fill(PAYEE);
    await row.getByRole('textbox', { name: 'Amount (SC)', exact: true }).fill('5');
    await second.getByRole('button', { name: 'Review' }).click();
    await expect(second.getByText('The server is on another chain than this wallet', { exact: true })).toBeVisible();
    expect(broadcasts).toEqual([]);

    // Now the tab with the other server is the one that syncs.
    await first.close();
    const banner = second.getByText('The server is on another chain', { exact: true });
    await expect(banner).toBeVisible({ timeout: limitMs(30_000) });
    const third = await second.context().newPage();
    await third.goto(wallet);
    await expect(third.getByText('Synced', { exact: true })).toBeVisible({ timeout: limitMs(60_000) });
    await expect(second.getByText('Synced by another tab')).toBeVisible({ timeout: limitMs(30_000) });
    await node.stop();
  });

  test('gets no payment, until the tab is back on the wallet’s', async ({ app, signedIn: page }) => {
    const chain = await chainOf(page, app);
    await chain.mine(3);
    await restoreWallet(page, app.origin, 'Genesis', GENESIS_PHRASE);
    await waitUntilSynced(page);
    await compose(page, [{ address: PAYEE, amount: '5' }]);

    // With less work, so that the light client does not follow it.
    const node = await startNode();
    for (let i = 0; i < 2; i++) await node.mine();
    const { toNode, broadcasts } = sendingTo(node);
    await page.context().route('**/api/wallet/**', toNode);
    const banner = page.getByText('The server is on another chain', { exact: true });
    await expect(banner).toBeVisible({ timeout: limitMs(30_000) });
    await page.getByRole('button', { name: 'Sign and send' }).click();
    const refusal = page.getByText('The server is on another chain than this wallet', { exact: true });
    await expect(refusal).toBeVisible({ timeout: limitMs(30_000) });
    await expectCleanInAllLooks(page, 'a payment to another chain');
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByRole('button', { name: 'Review' }).click();
    await expect(refusal).toBeVisible();
    expect(broadcasts).toEqual([]);

    await page.context().unrouteAll({ behavior: 'wait' });
    await expect(banner).toBeHidden({ timeout: limitMs(30_000) });
    // The light client may notice later than the wallet.
    const review = page.getByRole('heading', { name: 'Review and sign' });
    await expect(async () => {
      if (await review.isHidden()) await page.getByRole('button', { name: 'Review' }).click({ timeout: 2_000 });
      await expect(review).toBeVisible({ timeout: 2_000 });
    }).toPass({ timeout: limitMs(30_000) });
    await signAndSend(page);
    await node.stop();
  });
});
