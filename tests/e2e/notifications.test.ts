import { limitMs } from '../support/limits';
import { expect, test } from './support/app';
import { easyNetworkFile } from '../support/easyNetwork';

test.use({ appEnv: { QUARRY_NETWORK: easyNetworkFile('dev') } });

const FIRST_BLOCK_MS = limitMs(90_000);

test('found blocks are in the inbox until read, unless their kind is turned off', async ({ signedIn: page }) => {
  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  const ofBlocks = page.getByLabel('Block found: inbox', { exact: true });
  await expect(ofBlocks).toBeChecked();

  await page.getByRole('link', { name: 'Mine', exact: true }).click();
  await page.getByRole('radio', { name: 'The node' }).check();
  await page.getByRole('button', { name: 'Start mining' }).click();
  const bell = page.getByRole('link', { name: /^Notifications, \d+ unread/ });
  await expect(bell).toBeVisible({ timeout: FIRST_BLOCK_MS });
  await page.getByRole('button', { name: 'Stop mining' }).click();
  await expect(page.getByRole('button', { name: 'Start mining' })).toBeVisible();

  await bell.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Notifications' })).toBeVisible();
  const entries = page.getByRole('list', { name: 'Notifications, newest first' }).getByRole('listitem');
  await expect(entries.filter({ hasText: /[Bb]locks? found/ }).first()).toContainText('SC');

  // Entries survive a reload, and so does their read state.
  await page.reload();
  await page.getByRole('button', { name: 'Mark all as read' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Notifications', exact: true })).toBeVisible();
  await page.reload();
  await expect(entries.first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toBeDisabled();
  await page.getByRole('button', { name: 'Delete all' }).click();
  await expect(page.getByText('Nothing yet.')).toBeVisible();

  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await ofBlocks.uncheck();
  await page.reload();
  await expect(ofBlocks).not.toBeChecked();
});

test.describe('a browser that shows notifications through the service worker only', () => {
  test.use({ serviceWorkers: 'allow' });

  test('opens their page with a click, in the open tab', async ({ signedIn: page, context }) => {
    // As on phones. Headless browsers show none.
    await page.addInitScript(() => {
      const shown: NotificationOptions[] = [];
      class Notification {
        static readonly permission = 'granted';
        constructor() {
          throw new TypeError('Illegal constructor');
        }
      }
      Object.assign(window, { shown, Notification });
      ServiceWorkerRegistration.prototype.showNotification = async (_, options) => void shown.push(options!);
    });
    await page.reload();
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.getByLabel('Block found: browser notification', { exact: true }).check();

    await page.getByRole('link', { name: 'Mine', exact: true }).click();
    await page.getByRole('radio', { name: 'The node' }).check();
    await page.getByRole('button', { name: 'Start mining' }).click();
    const shown = () => page.evaluate(() => (window as unknown as { shown: NotificationOptions[] }).shown[0]);
    await expect.poll(shown, { timeout: FIRST_BLOCK_MS }).toBeDefined();
    const notification = await shown();
    await page.getByRole('link', { name: 'Help', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Help' })).toBeVisible();

    const [worker] = context.serviceWorkers();
    await worker!.evaluate((notification) => {
      const ignore = () => undefined;
      const click = { notification: { ...notification, close: ignore }, waitUntil: ignore };
      self.dispatchEvent(Object.assign(new Event('notificationclick'), click));
    }, notification!);
    await expect(page.getByRole('heading', { level: 1, name: 'Mine' })).toBeVisible();
    // It was not loaded anew: it still mines.
    await page.getByRole('button', { name: 'Stop mining' }).first().click();
  });
});
