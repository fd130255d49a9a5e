import { expectCleanInAllLooks } from './support/accessibility';
import { expect, test } from './support/app';
import { visit } from './support/visit';
import { createWallet, openTab } from './support/wallet';

const RENT = 'd11e064b51f75444c2d0fc1083f9009cf87a8d21bb7a1c5d43cb87b6793544ea488908c3000d';
const POWER = '0f7566abd3931e4d9c99c3a3478bba2a02bdad1167abff0c0058e08f9d4cac24aada79406e2c';
const WATER = 'eb32b6f42789bbd75cccb2336a88f16a9a4edbeea6eebeaf182276f9446e869dbc044b49d707';

test('the address book: filled from the payment form, offered there and by Ctrl K, exported and imported', async ({
  signedIn: page,
  app
}) => {
  await createWallet(page, app.origin, 'Purse');
  await test.step('an address is added from the payment form', async () => {
    await openTab(page, 'Send');
    await page.getByLabel('Address', { exact: true }).fill(RENT);
    await page.getByRole('link', { name: 'Add to the address book' }).click();
    await expect(page.getByLabel('Recipient’s address')).toHaveValue(RENT);
    await page.getByLabel('Name').fill('Rent');
    await page.getByLabel('Note').fill('every month');
    await page.getByRole('button', { name: 'Save recipient' }).click();
    await expect(page.getByRole('button', { name: 'Edit Rent' })).toBeVisible();
    await expectCleanInAllLooks(page, 'the address book');
    await page.setViewportSize({ width: 1440, height: 900 });
    // The payment form kept its input, now with a name.
    await page.goBack();
    await expect(page.getByLabel('Address', { exact: true })).toHaveValue(RENT);
    await expect(page.getByText('Rent · every month')).toBeVisible();
  });

  await test.step('a recipient is chosen by name', async () => {
    await page.getByLabel('Address', { exact: true }).fill('');
    await page
      .getByLabel('From the address book')
      .selectOption({ label: `Rent · ${RENT.slice(0, 6)}…${RENT.slice(-6)}` });
    await expect(page.getByLabel('Address', { exact: true })).toHaveValue(RENT);
  });

  await test.step('Ctrl K finds a recipient and starts a payment', async () => {
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox').fill('rent');
    await page.getByRole('option').filter({ hasText: 'Rent · d11e' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Payment request' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Pay from Purse' })).toBeVisible();
  });

  await test.step('the payee of a link is offered with its name, which may be that of another recipient', async () => {
    await page.getByLabel('Payment link or address').fill(`siacoin:${POWER}?label=Rent`);
    await page.getByRole('button', { name: 'Pay from Purse' }).click();
    // The form already holds a recipient.
    await page.getByRole('button', { name: /^Fill in No amount yet to / }).click();
    await page.getByRole('link', { name: 'Add to the address book' }).click();
    await expect(page.getByRole('heading', { name: 'Add a recipient' })).toBeVisible();
    await expect(page.getByLabel('Name')).toHaveValue('Rent');
    await expect(page.getByLabel('Recipient’s address')).toHaveValue(POWER);
    const taken = page.getByText('Another recipient has this name');
    await expect(taken).toBeVisible();
    await page.getByLabel('Name').fill('Power');
    await expect(taken).toBeHidden();
    await page.getByLabel('Name').fill('Rent');
  });

  await test.step('after saving, the form is empty for the next recipient and asks nothing on leaving', async () => {
    await visit(page, '/wallet/contacts');
    await page.getByLabel('Name').fill('Water');
    await page.getByLabel('Recipient’s address').fill(WATER);
    await page.getByRole('button', { name: 'Save recipient' }).click();
    await expect(page.getByRole('button', { name: 'Edit Water' })).toBeVisible();
    await expect(page.getByLabel('Name')).toHaveValue('');
    await expect(page.getByLabel('Recipient’s address')).toHaveValue('');
    await visit(page, '/wallet/messages');
    await expect(page.getByRole('heading', { level: 1, name: 'Signed messages' })).toBeVisible();
  });

  await test.step('files', async () => {
    await visit(page, '/wallet/contacts');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click()
    ]);
    expect(download.suggestedFilename()).toBe('address-book.csv');
    const file = { name: 'more.csv', mimeType: 'text/csv', buffer: Buffer.from(`address,name,note\n${POWER},Power,`) };
    await page.getByLabel('Import CSV').setInputFiles(file);
    await expect(page.getByText('1 recipient imported.')).toBeVisible();
    await page.getByRole('button', { name: 'Remove Rent' }).click();
    await expect(page.getByText('Rent was removed.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Pay Rent' })).toBeHidden();
    // The row is gone along with its button; focus on the body would match nothing.
    await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('button', { name: 'Pay Rent' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Pay Power' })).toBeVisible();
  });
});
