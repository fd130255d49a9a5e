import type { Page } from 'playwright/test';
import { expect, test } from './support/app';
import { visit } from './support/visit';

const PAYEE = 'd11e064b51f75444c2d0fc1083f9009cf87a8d21bb7a1c5d43cb87b6793544ea488908c3000d';
const SHORT_PAYEE = 'd11e064b…08c3000d';

const startButton = (page: Page) => page.getByRole('button', { name: 'Start mining' });
const stopButton = (page: Page) => page.getByRole('button', { name: 'Stop mining' });

test('two tabs: one mines, the other says so, sets options for it, and takes over when it is closed', async ({
  signedIn: first,
  app
}) => {
  await visit(first, '/mine');
  await first.getByRole('radio', { name: 'The node' }).check();
  await startButton(first).click();
  await expect(stopButton(first)).toBeVisible();
  const second = await first.context().newPage();
  await second.goto(`${app.origin}/mine`);
  await expect(second.getByText('Mining in another tab')).toBeVisible();
  await expect(second.getByText(/H\/s, [\d,]+ accepted blocks?/)).toBeVisible();
  await expect(second.getByRole('button', { name: 'Stop in the other tab' })).toBeVisible();
  await expect(second.getByRole('link', { name: /^Mining at .*H\/s$/ })).toBeVisible();

  // Waiting tabs acquire the lock briefly at each stop.
  for (let round = 0; round < 3; round++) {
    await stopButton(first).click();
    await startButton(first).press('Enter');
    await expect(stopButton(first)).toBeVisible();
  }

  await second.getByRole('radio', { name: 'My address' }).check();
  await second.getByLabel('Address', { exact: true }).fill(PAYEE);
  await expect(first.getByRole('radio', { name: 'My address' })).toBeChecked();
  await expect(first.getByText(`Rewards go to ${SHORT_PAYEE}.`)).toBeVisible();

  // The waiting tab stops the one that mines.
  await second.getByRole('button', { name: 'Stop in the other tab' }).click();
  await expect(startButton(first)).toBeVisible();
  await expect(startButton(second)).toBeVisible();
  await startButton(first).click();
  await expect(stopButton(first)).toBeVisible();
  // Until the second tab knows that the first one mines, its own button would only tell it so.
  await expect(second.getByRole('button', { name: 'Stop in the other tab' })).toBeVisible();

  await first.close();
  await startButton(second).click();
  await expect(stopButton(second)).toBeVisible();
  await second.close();
});

test('the keyboard alone starts and stops both miners without losing its place', async ({ signedIn: page }) => {
  await visit(page, '/mine');
  await page.getByRole('radio', { name: 'The node' }).check();
  await startButton(page).focus();
  await page.keyboard.press('Enter');
  await expect(stopButton(page)).toBeFocused();
  await expect(page.getByText(/work received/)).toBeVisible();
  await expect(page.getByText(/response time [\d,]+\sms/)).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(startButton(page)).toBeFocused();

  await page.getByRole('button', { name: 'Start', exact: true }).focus();
  await page.keyboard.press('Enter');
  const stopNode = page.getByRole('button', { name: 'Stop', exact: true });
  await expect(stopNode).toBeFocused();
  // Busy until the start is confirmed, even if the miner is reported as running before.
  await expect(stopNode).toBeEnabled();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Start', exact: true })).toBeFocused();
});

test('a pasted address is accepted, and an invalid one is reported', async ({ signedIn: page }) => {
  await visit(page, '/mine');
  await page.getByRole('radio', { name: 'My address' }).check();
  const field = page.getByLabel('Address', { exact: true });
  await field.fill(`      ${PAYEE.slice(0, 40).toUpperCase()} ${PAYEE.slice(40)}   `);
  await expect(page.getByText(`Rewards go to ${SHORT_PAYEE}.`)).toBeVisible();
  await field.fill(PAYEE.replace('d11e', 'd11f'));
  await expect(page.getByText('The checksum does not match')).toBeVisible();
  await expect(page.getByText(`Rewards go to ${SHORT_PAYEE}.`)).toBeVisible();
});
