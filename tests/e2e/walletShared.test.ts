import { readFile } from 'node:fs/promises';
import type { Page, Route } from 'playwright/test';
import { expect, test } from './support/app';
import { anotherDevice, chainOf } from './support/chain';
import { compose, createWallet, waitUntilSynced, openTab, PASSWORD, receiveAddress, spendable } from './support/wallet';
import { limitMs } from '../support/limits';

// The node refuses one transaction on purpose.
test.use({ appEnv: { QUARRY_NETWORK: 'test' }, allowFailedRequests: true });

const MATURITY = 10;
const PAYEE = 'd11e064b51f75444c2d0fc1083f9009cf87a8d21bb7a1c5d43cb87b6793544ea488908c3000d';

async function downloaded(page: Page, button: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click()
  ]);
  return readFile(await download.path(), 'utf8');
}

const openFile = (page: Page, text: string) =>
  page
    .getByLabel('Open a file')
    .first()
    .setInputFiles({ name: 'transfer.json', mimeType: 'application/json', buffer: Buffer.from(text) });

/** A public key from the address export of a new wallet. */
async function publicKeyOf(page: Page): Promise<string> {
  await receiveAddress(page);
  await openTab(page, 'Addresses');
  const csv = await downloaded(page, 'CSV');
  const key = /ed25519:([0-9a-f]{64})|0x([0-9a-f]{64})/.exec(csv);
  return `ed25519:${key?.[1] ?? key?.[2]}`;
}

async function makeShared(page: Page, origin: string, keys: readonly string[]): Promise<void> {
  await page.goto(`${origin}/wallet/policies`);
  await page.getByLabel('Public keys').fill(keys.join('\n'));
  await page.getByLabel('Wallet name').fill('Shared');
  await page.getByRole('button', { name: 'Create a wallet from it' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Shared' })).toBeVisible();
  await waitUntilSynced(page);
}

async function signHere(page: Page, wallet: string): Promise<void> {
  await page.getByRole('button', { name: `Sign with ${wallet}` }).click();
  await page.getByLabel('Wallet password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Unlock', exact: true }).last().click();
}

async function loseASignature(route: Route): Promise<void> {
  const set = route.request().postDataJSON() as {
    v2transactions: { svccoinInputs: { satisfiedPolicy: { signatures: string[] } }[] }[];
  };
  set.v2transactions[0]?.svccoinInputs[0]?.satisfiedPolicy.signatures.pop();
  await route.continue({ postData: JSON.stringify(set) });
}

test('two of three sign on their own devices; the third never does', async ({ app, signedIn: alice, browser }) => {
  const bob = await anotherDevice(browser, app);
  const carol = await anotherDevice(browser, app);
  const keys: string[] = [];
  for (const [page, name] of [
    [alice, 'Alice'],
    [bob, 'Bob'],
    [carol, 'Carol']
  ] as const) {
    await createWallet(page, app.origin, name);
    keys.push(await publicKeyOf(page));
  }
  await makeShared(alice, app.origin, keys);
  await expect(alice.getByText('2 of 3')).toBeVisible();
  const chain = await chainOf(alice, app);
  await chain.mine(1, await receiveAddress(alice));
  await chain.mine(MATURITY);
  await openTab(alice, 'Overview');
  await expect(spendable(alice)).toHaveText('299,999', { timeout: limitMs(30_000) });

  await compose(alice, [{ address: PAYEE, amount: '5000' }]);
  await expect(alice.getByText('2 signatures missing')).toBeVisible();
  await signHere(alice, 'Alice');
  await expect(alice.getByText('1 signature missing')).toBeVisible({ timeout: limitMs(30_000) });
  const halfSigned = await downloaded(alice, 'Save to file');

  await bob.goto(`${app.origin}/sign`);
  await openFile(bob, halfSigned);
  await signHere(bob, 'Bob');
  await expect(bob.getByText('All signatures are present')).toBeVisible({ timeout: limitMs(30_000) });
  await openFile(alice, await downloaded(bob, 'Save to file'));

  // The page never sends an incomplete transaction, so a signature is removed in transit and the node refuses.
  await alice.route('**/api/wallet/txpool/broadcast*', loseASignature, { times: 1 });
  await alice.getByRole('button', { name: 'Send', exact: true }).click();
  await alice.getByRole('alert').getByText('Details', { exact: true }).click();
  await expect(alice.getByText(/signatures: 1, .*invalid signature/)).toBeVisible();
  await alice.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(alice.getByText('Waiting for confirmation')).toBeVisible();
  await chain.mine(1);
  await expect(alice.getByText(/Confirmed in block 12/)).toBeVisible({ timeout: limitMs(30_000) });
  await bob.context().close();
  await carol.context().close();

  await test.step('a policy of 2 that one person could satisfy is flagged, also where coins would be received', async () => {
    const key = `pk(0x${keys[0]!.replace('ed25519:', '')})`;
    await alice.goto(`${app.origin}/wallet/policies`);
    await alice.getByText('Decode text', { exact: true }).click();
    await alice.getByLabel('Policy text').fill(`thresh(2,[${key},${key}])`);
    await expect(alice.getByText(/A key is named twice/)).toBeVisible();
    await expect(alice.getByRole('button', { name: 'Create a wallet from it' })).toBeHidden();
    // Watched all the same: it may already hold coins.
    await alice.getByLabel('Policy text').fill('');
    await alice.goto(`${app.origin}/wallet/setup/watch`);
    await alice.getByLabel('Addresses, public keys or policies').fill(`thresh(2,[${key},${key}])`);
    await alice.getByRole('button', { name: 'Watch', exact: true }).click();
    await expect(alice.getByRole('heading', { level: 1, name: 'Watched' })).toBeVisible();
    await openTab(alice, 'Receive');
    await expect(alice.getByRole('alert').getByText(/A key is named twice/)).toBeVisible();
  });
});
