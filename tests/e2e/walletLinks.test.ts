import { expectCleanInAllLooks } from './support/accessibility';
import { expect, test } from './support/app';
import { createWallet, openTab, receiveAddress, waitUntilSynced } from './support/wallet';

test.use({ appEnv: { QUARRY_NETWORK: 'test' } });

const PAYEE = 'd11e064b51f75444c2d0fc1083f9009cf87a8d21bb7a1c5d43cb87b6793544ea488908c3000d';

test('a link opens a request and fills in the form; a malformed one does not', async ({ app, signedIn: page }) => {
  await createWallet(page, app.origin, 'Mine');
  await waitUntilSynced(page);
  await receiveAddress(page);
  await page.getByLabel('Label', { exact: true }).fill('Ada');
  await page.getByLabel('Label', { exact: true }).blur();
  const request = page.locator('.uri code');
  await page.getByLabel(/Include the label/).waitFor();
  await expect(request).not.toContainText('Ada');
  await page.getByLabel(/Include the label/).check();
  await expect(request).toContainText('label=Ada');
  await expectCleanInAllLooks(page, 'receive');

  // As the browser opens a registered handler: with the whole link percent-encoded.
  const link = `web+siacoin:${PAYEE}?amount=1.5&label=Caf%C3%A9&foo=1`;
  await page.goto(`${app.origin}/pay#${encodeURIComponent(link)}`);
  await expect(page.getByText('1.5 SC', { exact: true })).toBeVisible();
  await expect(page.getByText('Café', { exact: true })).toBeVisible();
  await expect(page.getByText('foo: 1')).toBeVisible();
  const pages = page.getByRole('navigation', { name: 'Pages', exact: true });
  await expect(pages.getByRole('link', { name: 'Wallet' })).toHaveAttribute('aria-current', 'page');
  await expectCleanInAllLooks(page, 'pay');
  await page.getByRole('button', { name: 'Pay from Mine' }).click();
  const row = page.getByRole('group', { name: 'Recipient 1' });
  await expect(row.getByLabel('Address')).toHaveValue(PAYEE);
  await expect(row.getByRole('textbox', { name: 'Amount (SC)' })).toHaveValue('1.5');
  await expect(page.getByText('The link says: “Café”')).toBeVisible();
  // Inserted without a paste event, as by the keyboards of phones.
  await row.getByLabel('Address').fill(`siacoin:${PAYEE}?amount=2`);
  await row.getByLabel('Address').blur();
  await expect(row.getByLabel('Address')).toHaveValue(PAYEE);
  await expect(row.getByRole('textbox', { name: 'Amount (SC)' })).toHaveValue('2');
  await expect(page.getByText('The link says')).toBeHidden();
  // Read once: the address no longer has the link, which would undo the change.
  await expect(page).toHaveURL(/\/send$/);
  await page.reload();
  await expect(row.getByRole('textbox', { name: 'Amount (SC)' })).toHaveValue('2');

  await page.goto(`${app.origin}/pay`);
  await page.getByLabel('Payment link or address').fill(`siacoin:${PAYEE}?req-escrow=1`);
  await expect(page.getByText(/requires “req-escrow”/)).toBeVisible();
  await expect(page.getByRole('button', { name: /Pay from/ })).toBeHidden();
  await page.getByLabel('Payment link or address').fill(PAYEE);
  await page.getByRole('button', { name: 'Pay from Mine' }).click();
  // The form holds the payment of the first link.
  await expect(page.getByRole('heading', { name: 'Fill in the payment from the link?' })).toBeFocused();
  await expect(row.getByRole('textbox', { name: 'Amount (SC)' })).toHaveValue('2');
  await expect(page).toHaveURL(/\/send$/);
  await page.goBack();
  // What was typed is still there.
  await expect(page.getByLabel('Payment link or address')).toHaveValue(new RegExp(PAYEE));
  await page.getByRole('button', { name: 'Pay from Mine' }).click();
  await openTab(page, 'Send');
  await page.getByRole('button', { name: /^Fill in No amount yet to/ }).click();
  await expect(row.getByRole('textbox', { name: 'Amount (SC)' })).toHaveValue('');
  await expect(row.getByLabel('Address')).toHaveValue(PAYEE);
  await expect(page.getByText(/^2\sSC to/)).toBeVisible();
});

test.describe('the installed app', () => {
  test.use({ serviceWorkers: 'allow' });

  test('opens a link that another app shares, in the fragment', async ({ app, signedIn: page }) => {
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    const link = `siacoin:${PAYEE}?amount=1.5&label=Caf%C3%A9`;
    // As browsers deliver it, by the manifest's share_target.
    await page.evaluate((text) => {
      const form = document.createElement('form');
      Object.assign(form, { method: 'post', action: '/pay', enctype: 'multipart/form-data' });
      form.append(Object.assign(document.createElement('input'), { name: 'text', value: text }));
      document.body.append(form);
      form.submit();
    }, link);
    await expect(page.getByLabel('Payment link or address')).toHaveValue(link);
    await expect(page.getByText('Café', { exact: true })).toBeVisible();
    expect(page.url()).toBe(`${app.origin}/pay#${encodeURIComponent(link)}`);
  });
});
