import { expect, test } from './support/app';
import { expectCleanInAllLooks } from './support/accessibility';
import { createWallet, PASSWORD, receiveAddress, waitUntilSynced } from './support/wallet';
import { limitMs } from '../support/limits';

test.use({ appEnv: { QUARRY_NETWORK: 'test' } });

test('a message is signed, passed on as text and verified; a changed one fails', async ({ app, signedIn: page }) => {
  await createWallet(page, app.origin, 'Mine');
  await waitUntilSynced(page);
  const address = await receiveAddress(page);

  await page.goto(`${app.origin}/wallet/messages`);
  await page.getByLabel('Message', { exact: true }).fill('I own this address.\n- truly');
  await expectCleanInAllLooks(page, 'sign');
  await page.getByRole('button', { name: 'Sign with Mine' }).click();
  await page.getByLabel('Wallet password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Unlock', exact: true }).click();
  const signed = page.getByRole('region', { name: 'Text to pass on' });
  await expect(signed).toContainText(`Address: ${address}`, { timeout: limitMs(30_000) });
  const text = (await signed.textContent()) ?? '';
  expect(text).toContain('- - truly');

  await page.getByText('Verify', { exact: true }).click();
  const pasted = page.getByLabel('Signed message', { exact: true });
  await pasted.fill(text);
  await expect(page.getByText('Valid', { exact: true })).toBeVisible();
  await expect(page.getByText('Signed by', { exact: true })).toBeVisible();
  await expectCleanInAllLooks(page, 'verify');
  await pasted.fill(text.replace('I own', 'We own'));
  await expect(page.getByText('Invalid signature', { exact: true })).toBeVisible();
  await expect(page.getByText('Signed by', { exact: true })).toBeHidden();
  await pasted.fill(text.replace('BEGIN', 'START'));
  await expect(page.getByText(/Not a signed message/)).toBeVisible();
});
