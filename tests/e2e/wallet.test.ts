import { hastings } from '$lib/chain/currency/currency';
import { addressOf, formation, HOST, RENTER, signedContract } from '../support/contracts';
import { expect, test } from './support/app';
import { anotherDevice, chainOf } from './support/chain';
import { visit } from './support/visit';
import {
  compose,
  createWallet,
  waitUntilSynced,
  openTab,
  receiveAddress,
  restoreWallet,
  signAndSend,
  spendable
} from './support/wallet';
import { limitMs } from '../support/limits';

test.use({ appEnv: { QUARRY_NETWORK: 'test' } });

const COIN = 10n ** 24n;
/** Rewards mature after ten blocks. */
const MATURITY = 10;
const FIRST = 'd11e064b51f75444c2d0fc1083f9009cf87a8d21bb7a1c5d43cb87b6793544ea488908c3000d';
const SECOND = '0f7566abd3931e4d9c99c3a3478bba2a02bdad1167abff0c0058e08f9d4cac24aada79406e2c';

test('create, mine to it, wait, send to two, restore in another browser, send all', async ({
  app,
  signedIn: page,
  browser
}) => {
  const chain = await chainOf(page, app);
  const phrase = await createWallet(page, app.origin, 'Everyday');
  const address = await receiveAddress(page);

  await chain.mine(1, address);
  await openTab(page, 'Overview');
  await expect(page.getByText(/spendable in 10 blocks/)).toBeVisible({ timeout: limitMs(30_000) });
  await expect(spendable(page)).toHaveText('0');
  await chain.mine(MATURITY);
  // Block 1 pays 299,999 coins.
  await expect(spendable(page)).toHaveText('299,999', { timeout: limitMs(30_000) });

  await compose(page, [
    { address: FIRST, amount: '1000' },
    { address: SECOND, amount: '0.5' }
  ]);
  await expect(page.getByRole('region', { name: 'Recipients' })).toContainText('1,000 SC');
  await expect(page.getByText('first payment')).toHaveCount(2);
  const id = await signAndSend(page);
  expect(id).toMatch(/^[0-9a-f]{64}$/);
  await chain.mine(1);
  await expect(page.getByText(/Confirmed in block 12\s+1 confirmation/)).toBeVisible({ timeout: limitMs(30_000) });
  // Without the confirmation count, or a screen reader would announce every further block.
  await expect(page.getByRole('status').filter({ hasText: 'Confirmed' })).toHaveText('Confirmed in block 12');

  await openTab(page, 'Overview');
  const titles = async (at: typeof page) =>
    (await at.getByRole('table', { name: 'Events, newest first' }).getByRole('link').allTextContents()).map((text) =>
      text.trim()
    );
  await expect.poll(() => titles(page)).toEqual(['Sent', 'Mined a block']);
  const balance = await spendable(page).textContent();

  const elsewhere = await anotherDevice(browser, app);
  await restoreWallet(elsewhere, app.origin, 'The same', phrase);
  await waitUntilSynced(elsewhere);
  await expect(spendable(elsewhere)).toHaveText(balance ?? '');
  await expect.poll(() => titles(elsewhere)).toEqual(['Sent', 'Mined a block']);

  await compose(elsewhere, [{ address: FIRST }]);
  await signAndSend(elsewhere);
  await chain.mine(1);
  await openTab(elsewhere, 'Overview');
  await expect(spendable(elsewhere)).toHaveText('0', { timeout: limitMs(30_000) });
  // The first device shows the same without having sent it.
  await expect(spendable(page)).toHaveText('0', { timeout: limitMs(30_000) });
  await elsewhere.context().close();
});

/** From tests/vectors/seed.json: the phrase of an older wallet, and two addresses deep in it, one of each form. */
const LEGACY_PHRASE =
  'liquid twice eggs ought tuition also biweekly physics oaks exit kisses pouch yearbook bumper greater italics cohesive ozone degrees vector cowl inorganic pylons muffin snout cactus hashing hashing adopt';
const LEGACY_KEY_7 = '2b6e1c59579454c2e8f1ef975415cd0d701096745b5889e8debfb13de697cd0c52e9ddc36bd0';
const LEGACY_POLICY_3 = '30c42eb6b3209f557a136caadb300dc7c84b4160fb4ce54fe6348ef7fda959f09c4bd77dd15c';

test('29 words of an older wallet: both address forms are found and spent', async ({ app, signedIn: page }) => {
  const chain = await chainOf(page, app);
  await chain.mine(1, LEGACY_KEY_7);
  await chain.mine(1, LEGACY_POLICY_3);
  await chain.mine(MATURITY);

  await visit(page, '/wallet/setup/restore');
  await page
    .getByRole('textbox', { name: 'Words' })
    .fill(LEGACY_PHRASE.replace('tuition', 'tuitoin-no').replace('also', 'zzz'));
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText(/Word 5, “tuitoin-no”, is not in the word list/)).toBeVisible();

  await restoreWallet(page, app.origin, 'Older', LEGACY_PHRASE);
  await waitUntilSynced(page);
  await expect(spendable(page)).toHaveText('599,997');
  await compose(page, [{ address: SECOND }]);
  await signAndSend(page);
  await chain.mine(1);
  await openTab(page, 'Overview');
  await expect(spendable(page)).toHaveText('0', { timeout: limitMs(30_000) });
});

/** Owns the genesis outputs of a development chain: 1,000,000 coins and 10,000 fund units. */
const GENESIS_PHRASE = `${'abandon '.repeat(11)}about`;

test('fund units are sent, and the remaining ones claim their revenue', async ({ app, signedIn: page }) => {
  const chain = await chainOf(page, app);
  await chain.mine(1);
  await restoreWallet(page, app.origin, 'Genesis', GENESIS_PHRASE);
  await waitUntilSynced(page);
  await expect(spendable(page)).toHaveText('1,000,000');
  await expect(page.getByRole('definition').filter({ hasText: /^10,000$/ })).toBeVisible();

  await compose(page, [
    { address: FIRST, amount: '2500', unit: 'Fund units' },
    { address: FIRST, amount: '10' }
  ]);
  await expect(page.getByRole('region', { name: 'Recipients' })).toContainText('2,500 fund units');
  await expect(page.getByText('duplicate')).toHaveCount(2);
  await signAndSend(page);
  await chain.mine(1);
  await openTab(page, 'Overview');
  await expect(page.getByRole('definition').filter({ hasText: /^7,500$/ })).toBeVisible({ timeout: limitMs(30_000) });

  // The tax of a contract between two others is 6,000.24 coins: 0.600024 per unit.
  await chain.mine(1, addressOf(HOST));
  await chain.mine(MATURITY);
  const tip = await chain.server.tip({});
  const { outputs } = await chain.server.coinOutputs({ params: { address: addressOf(HOST) } });
  const value = hastings((6_000n * 25n + 6n) * COIN);
  const hostOutput = { value: hastings(0n), address: addressOf(HOST) };
  const contract = signedContract({
    proofHeight: 100n,
    expirationHeight: 110n,
    renterOutput: { value, address: addressOf(RENTER) },
    hostOutput,
    missedHostValue: hastings(0n),
    totalCollateral: hastings(0n)
  });
  const v2Transactions = [formation(outputs[0]!, contract, HOST)];
  await chain.server.broadcast({ body: { basis: tip, transactions: [], v2Transactions } });
  await chain.mine(1);
  const row = (name: string) => page.locator('dl > div').filter({ has: page.getByText(name, { exact: true }) });
  await expect(row('Unclaimed fund revenue')).toContainText('4,500.18', { timeout: limitMs(30_000) });

  await page.getByRole('button', { name: 'Claim', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Change' })).toContainText('7,500 fund units');
  await signAndSend(page);
  await chain.mine(1);
  await expect(page.getByText(/Confirmed in block 15/)).toBeVisible({ timeout: limitMs(30_000) });
  await openTab(page, 'Overview');
  await expect(page.getByRole('definition').filter({ hasText: /^7,500$/ })).toBeVisible();
  await expect(row('Unclaimed fund revenue')).toContainText(/\b0\b/);
  await expect(row('Maturing')).toContainText('4,500.18');
  await chain.mine(MATURITY);
  await expect(row('Maturing')).not.toContainText('4,500', { timeout: limitMs(30_000) });
});
