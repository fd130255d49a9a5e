import type { Page } from 'playwright/test';
import { expectCleanInAllLooks, expectNoSidewaysScroll } from './support/accessibility';
import { expect, test } from './support/app';
import { chainOf } from './support/chain';
import { visit } from './support/visit';
import {
  compose,
  createWallet,
  openTab,
  PASSWORD,
  receiveAddress,
  restoreWallet,
  signAndSend,
  spendable
} from './support/wallet';
import { limitMs } from '../support/limits';

const GENESIS_PHRASE = `${'abandon '.repeat(11)}about`;
const PAYEE = 'd11e064b51f75444c2d0fc1083f9009cf87a8d21bb7a1c5d43cb87b6793544ea488908c3000d';
const TABS = ['Overview', 'Receive', 'Send', 'Addresses', 'Outputs', 'Settings'];
const PLAIN_PATHS = [
  '/wallet',
  '/wallet/setup',
  '/wallet/setup/create',
  '/wallet/setup/restore',
  '/wallet/setup/watch'
];
const MORE_PATHS = ['/wallet/policies', '/wallet/signing', '/sign'];

test.describe('in both themes, at the smallest and largest size', () => {
  test.use({ appEnv: { QUARRY_NETWORK: 'test' } });

  test('the longest name of a wallet fits a phone, wherever it is shown', async ({ app, signedIn: page }) => {
    const name = 'W'.repeat(60);
    await page.setViewportSize({ width: 390, height: 844 });
    await createWallet(page, app.origin, name);
    const address = await receiveAddress(page);
    await expectNoSidewaysScroll(page);
    await visit(page, `/chain/address/${address}`);
    await expect(page.getByTitle(name)).toBeVisible();
    await expectNoSidewaysScroll(page);
    await visit(page, '/wallet/messages');
    await expect(page.getByRole('button', { name: `Sign with ${name}` })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await visit(page, `/pay#siacoin:${address}`);
    await expect(page.getByRole('button', { name: `Pay from ${name}` })).toBeVisible();
    await expectNoSidewaysScroll(page);
    await visit(page, '/mine');
    await page.getByRole('radio', { name: 'My address' }).check();
    await expect(page.getByLabel('Wallet', { exact: true })).toBeVisible();
    await expectNoSidewaysScroll(page);
  });

  test('wallet pages have no violations and do not scroll sideways', async ({ app, signedIn: page }) => {
    test.setTimeout(limitMs(240_000));
    for (const path of [...PLAIN_PATHS, ...MORE_PATHS]) {
      await visit(page, path);
      await expectCleanInAllLooks(page, path);
    }
    await visit(page, '/wallet/setup/create');
    await page.getByRole('button', { name: 'I wrote them down' }).click();
    await page
      .getByLabel(/^Word \d+$/)
      .first()
      .waitFor();
    await expectCleanInAllLooks(page, 'asking words back');
    // Navigating would ask whether to leave the words.
    await page.goto(`${app.origin}/wallet/setup/restore`);
    await page.getByRole('textbox', { name: 'Words' }).fill(GENESIS_PHRASE);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Repeat password').waitFor();
    await expectCleanInAllLooks(page, 'choosing a password');
    const chain = await chainOf(page, app);
    await chain.mine(3);
    await restoreWallet(page, app.origin, 'Genesis', GENESIS_PHRASE);
    await expect(spendable(page)).toHaveText('1,000,000', { timeout: limitMs(30_000) });
    for (const tab of TABS) {
      await openTab(page, tab);
      await page.waitForTimeout(300);
      await expectCleanInAllLooks(page, tab);
    }
    await openTab(page, 'Overview');
    await page.getByText('Filter', { exact: true }).click();
    await expectCleanInAllLooks(page, 'filters');
    await page.getByRole('table', { name: 'Events, newest first' }).getByRole('link').first().click();
    await page.getByRole('dialog').waitFor();
    await expectCleanInAllLooks(page, 'event details');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
    await openTab(page, 'Send');
    const row = page.getByRole('group', { name: 'Recipient 1', exact: true });
    await row.getByLabel('Address').fill('abc');
    await page.getByRole('button', { name: 'Review' }).click();
    await expect(row).toContainText('Fill in this field.');
    await expect(row.getByLabel('Address')).toBeFocused();
    await row.getByLabel('Address').fill(PAYEE);
    await row.getByRole('textbox', { name: 'Amount (SC)' }).fill('1.5');
    await page.getByRole('button', { name: 'Review' }).click();
    await page.getByRole('heading', { name: 'Review and sign' }).waitFor();
    await expectCleanInAllLooks(page, 'review');
    await page.getByRole('button', { name: 'Sign on another device' }).click();
    await page.getByRole('button', { name: 'Show as QR' }).click();
    await expectCleanInAllLooks(page, 'hand over');
    await openTab(page, 'Overview');
    await compose(page, [{ address: PAYEE, amount: '2' }]);
    const id = await signAndSend(page);
    await expect(page.getByText(id, { exact: true })).toHaveCount(1);
    await expectCleanInAllLooks(page, 'followed');
    await page.goto(`${app.origin}/wallet`);
    await page.getByRole('link', { name: /Genesis/ }).waitFor();
    await expectCleanInAllLooks(page, 'list');
    // The keys of a page are locked once it is left.
    await page.getByRole('link', { name: /Genesis/ }).click();
    await page.getByRole('button', { name: 'Unlock', exact: true }).click();
    await page.getByRole('dialog', { name: 'Unlock wallet' }).waitFor();
    await expectCleanInAllLooks(page, 'unlock');
  });
});

test.describe('by keyboard alone', () => {
  test.use({ appEnv: { QUARRY_NETWORK: 'test' } });

  /** Presses Tab until the focused element has this name. */
  async function tabTo(page: Page, name: RegExp): Promise<void> {
    const MOST = 60;
    for (let i = 0; i < MOST; i++) {
      await page.keyboard.press('Tab');
      const focused = await page.evaluate(() => {
        const element = document.activeElement as HTMLElement & { labels?: NodeListOf<HTMLLabelElement> };
        return (
          element.labels?.[0]?.textContent?.trim() ||
          element.getAttribute('aria-label') ||
          element.textContent?.trim() ||
          ''
        );
      });
      if (name.test(focused)) return;
    }
    throw new Error(`the keyboard does not reach ${name}`);
  }

  test('a payment is composed, reviewed, signed and sent', async ({ app, signedIn: page }) => {
    const chain = await chainOf(page, app);
    await createWallet(page, app.origin, 'Keys');
    await chain.mine(1, await receiveAddress(page));
    await chain.mine(10);
    await openTab(page, 'Overview');
    await expect(spendable(page)).toHaveText('299,999', { timeout: limitMs(30_000) });
    // From here on, nothing but keys.
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Keys' }).waitFor();
    await tabTo(page, /^Send$/);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Review' }).waitFor();
    await tabTo(page, /^Address$/);
    await page.keyboard.type(PAYEE);
    await tabTo(page, /^Amount \(SC\)$/);
    await page.keyboard.type('12.5');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Review and sign' }).waitFor();
    await tabTo(page, /^Sign and send$/);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Unlock wallet' }).waitFor();
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Waiting for confirmation')).toBeVisible({ timeout: limitMs(30_000) });
  });

  test('every action moves the focus to the next step and is announced', async ({ app, signedIn: page }) => {
    const press = async (name: string) => {
      await page.getByRole('button', { name, exact: true }).first().focus();
      await page.keyboard.press('Enter');
    };
    const heading = (name: string) => page.getByRole('heading', { name, exact: true });
    const chain = await chainOf(page, app);
    await chain.mine(1);
    await restoreWallet(page, app.origin, 'Keys', GENESIS_PHRASE);
    await expect(spendable(page)).toHaveText('1,000,000', { timeout: limitMs(30_000) });

    await page.getByText('Filter', { exact: true }).click();
    await page.getByLabel('Address, ID, label or note').fill('no such label');
    await expect(page.getByText('No event matches these filters.')).toBeVisible();
    await press('Clear');
    await expect(page.getByText('No event matches these filters.')).toBeHidden();
    await expect(page.getByRole('button', { name: 'Clear' })).toBeFocused();
    await page.getByLabel('Minimum (SC)').fill('9'.repeat(40));
    await expect(page.getByText('This amount is too large.')).toBeVisible();
    await press('Clear');
    await expect(page.getByText('This amount is too large.')).toBeHidden();

    await openTab(page, 'Outputs');
    await page.getByRole('checkbox').first().focus();
    await page.keyboard.press('Space');
    await press('Freeze');
    await expect(page.getByRole('status').getByText('1 output frozen')).toBeVisible();
    await expect(page.locator('body')).not.toBeFocused();
    await openTab(page, 'Send');
    await expect(page.getByText('500,000 SC spendable')).toBeVisible();

    await openTab(page, 'Settings');
    await page.getByRole('link', { name: 'Sweep another wallet' }).click();
    await page.getByLabel('Words or private key').fill(`${'zoo '.repeat(11)}wrong`);
    await press('Find coins');
    await expect(heading('Found')).toBeFocused({ timeout: limitMs(30_000) });
    await press('Look for another wallet');
    await expect(heading('Old wallet')).toBeFocused();

    await visit(page, `/wallet/contacts#${PAYEE}`);
    await page.getByLabel('Name', { exact: true }).fill('Alice');
    await press('Save recipient');
    await expect(heading('Add a recipient')).toBeFocused();
    await press('Edit Alice');
    await expect(heading('Edit recipient')).toBeFocused();

    // Loaded anew: keys are locked.
    await page.goto(`${app.origin}/wallet/messages`);
    await page.getByLabel('Message', { exact: true }).fill('I own this.');
    await press('Sign with Keys');
    await page.getByLabel('Wallet password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(heading('Signed message')).toBeFocused({ timeout: limitMs(30_000) });
  });
});
