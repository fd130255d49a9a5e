import type { Page } from 'playwright/test';
import type { Hash256 } from '$lib/chain/ids';
import { expect, test } from './support/app';
import { chainOf, type Chain } from './support/chain';
import { compose, createWallet, openTab, signAndSend, spendable } from './support/wallet';
import { easyNetworkFile } from '../support/easyNetwork';
import { limitMs } from '../support/limits';

/** Like real ones, the wallet server responds to V1 blocks with an error although it adds them. */
test.use({ appEnv: { QUARRY_NETWORK: easyNetworkFile('dev-v1') }, allowFailedRequests: true });

/** The first height that allows V2. */
const ALLOW_HEIGHT = 40;
const MATURITY = 10;
const PAYEE = 'd11e064b51f75444c2d0fc1083f9009cf87a8d21bb7a1c5d43cb87b6793544ea488908c3000d';
const MINING_MS = limitMs(240_000);

const goTo = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Pages', exact: true }).getByRole('link', { name }).click();

async function mineTo(page: Page, chain: Chain, height: number): Promise<void> {
  await goTo(page, 'Mine');
  await page.getByRole('button', { name: 'Start mining' }).click();
  await expect.poll(() => chain.height(), { timeout: MINING_MS }).toBeGreaterThanOrEqual(height);
  await page.getByRole('button', { name: 'Stop mining' }).click();
  await goTo(page, 'Wallet');
  await page.getByRole('link', { name: /Pioneer/ }).click();
  await expect(page.getByText(`block ${await chain.height()}`, { exact: true })).toBeVisible({
    timeout: limitMs(30_000)
  });
}

test('one wallet pays before and after the V2 allow height, each by its rules', async ({ app, signedIn: page }) => {
  test.setTimeout(2 * MINING_MS);
  const chain = await chainOf(page, app);
  await createWallet(page, app.origin, 'Pioneer');
  await openTab(page, 'Receive');
  await page.getByRole('button', { name: 'Mine to this address' }).click();
  await expect(page.getByRole('radio', { name: 'My address' })).toBeChecked();

  await mineTo(page, chain, MATURITY + 2);
  await expect(spendable(page)).not.toHaveText('0', { timeout: limitMs(30_000) });
  await compose(page, [{ address: PAYEE, amount: '1000' }]);
  await expect(page.getByText('V1 transaction')).toBeVisible();
  const before = await signAndSend(page);

  await mineTo(page, chain, ALLOW_HEIGHT);
  await compose(page, [{ address: PAYEE, amount: '2000' }]);
  await expect(page.getByText('V2 transaction')).toBeVisible();
  const after = await signAndSend(page);
  await mineTo(page, chain, (await chain.height()) + 1);

  for (const id of [before, after]) {
    const { index } = await chain.server.event({ params: { id: id as Hash256 } });
    expect(index.height, id).toBeGreaterThan(0);
  }
  await expect(page.getByRole('table', { name: 'Events, newest first' }).getByText('Sent').first()).toBeVisible();
});
