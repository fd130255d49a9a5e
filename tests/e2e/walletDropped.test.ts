import { expect, test } from './support/app';
import { chainOf } from './support/chain';
import { compose, waitUntilSynced, openTab, restoreWallet, signAndSend, spendable } from './support/wallet';
import { limitMs } from '../support/limits';

test.use({ appEnv: { QUARRY_NETWORK: 'test' } });

const GENESIS_PHRASE = `${'abandon '.repeat(11)}about`;
const PAYEE = 'd11e064b51f75444c2d0fc1083f9009cf87a8d21bb7a1c5d43cb87b6793544ea488908c3000d';

test('a dropped payment is reported, and sent again with one click', async ({ app, signedIn: page }) => {
  const chain = await chainOf(page, app);
  await chain.mine(1);
  await restoreWallet(page, app.origin, 'Genesis', GENESIS_PHRASE);
  await waitUntilSynced(page);
  await compose(page, [{ address: PAYEE, amount: '1000' }]);
  const id = await signAndSend(page);

  // A server that lost its pool reports it empty until the payment is sent again.
  const { basis } = await chain.server.poolTransactions({});
  const empty = JSON.stringify({ basis, transactions: [], v2transactions: [] });
  await page.route('**/api/wallet/txpool/transactions', (route) =>
    route.fulfill({ contentType: 'application/json', body: empty })
  );
  await expect(page.getByText('No longer in the transaction pool')).toBeVisible({ timeout: limitMs(30_000) });
  await expect(page.getByRole('heading', { name: 'Payment dropped' })).toBeFocused();
  await openTab(page, 'Overview');
  await expect(page.getByText('A payment was dropped')).toBeVisible();
  await expect(spendable(page)).toHaveText('1,000,000');

  // On a phone the list is below the form.
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('link', { name: 'Resend or dismiss' }).click();
  await expect(page.getByRole('heading', { name: 'Pending payments' })).toBeInViewport();
  await page.getByRole('button', { name: /^View payment [0-9a-f]+…[0-9a-f]+$/ }).click();
  await page.unroute('**/api/wallet/txpool/transactions');
  await page.getByRole('button', { name: 'Resend' }).click();
  await expect(page.getByText('Waiting for confirmation')).toBeVisible();
  await expect(page.getByText('blocks come only when someone mines')).toBeVisible();
  await expect(page.locator('.follow code')).toHaveText(id);
  await chain.mine(1);
  await expect(page.getByText(/Confirmed in block 2/)).toBeVisible({ timeout: limitMs(30_000) });

  // The keyboard stays where it was, however the details are closed.
  await openTab(page, 'Overview');
  const sent = page.getByRole('table', { name: 'Events, newest first' }).getByRole('link', { name: 'Sent' });
  const details = page.getByRole('dialog');
  for (const close of ['Escape', 'Enter']) {
    await sent.focus();
    await page.keyboard.press('Enter');
    await expect(details).toBeVisible();
    if (close === 'Enter') await details.getByRole('button', { name: /^(?:Close|Cancel)$/ }).focus();
    await page.keyboard.press(close);
    await expect(details).toBeHidden();
    await expect(sent, close).toBeFocused();
  }
});

test.describe('while the files of its version are gone, as after an update of the server', () => {
  test.use({ allowFailedRequests: true });

  test('a reviewed payment is signed, refused or sent, and followed', async ({ app, signedIn: page }) => {
    const chain = await chainOf(page, app);
    await chain.mine(1);
    await restoreWallet(page, app.origin, 'Genesis', GENESIS_PHRASE);
    await waitUntilSynced(page);
    await compose(page, [{ address: PAYEE, amount: '1000' }]);
    await page.route('**/_app/immutable/**', (route) => route.fulfill({ status: 404, body: '' }));
    const broadcasts: string[] = [];
    await page.route('**/api/wallet/txpool/broadcast*', async (route) => {
      broadcasts.push(route.request().postData() ?? '');
      await (broadcasts.length === 1 ? route.fulfill({ status: 400, body: 'not now' }) : route.continue());
    });
    await page.getByRole('button', { name: 'Sign and send' }).click();
    await expect(page.getByText('The server refused the transaction').first()).toBeVisible({
      timeout: limitMs(30_000)
    });
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByText('Waiting for confirmation')).toBeVisible({ timeout: limitMs(30_000) });
    // Signed once.
    expect(broadcasts).toEqual([broadcasts[0], broadcasts[0]]);
    await chain.mine(1);
    await expect(page.getByText(/Confirmed in block 2/)).toBeVisible({ timeout: limitMs(30_000) });
    await page.getByRole('navigation', { name: 'Wallet pages' }).getByRole('link', { name: 'Receive' }).click();
    await expect(page.getByText('This part of Quarry could not be loaded. Reload the page.')).toBeVisible();
  });
});
