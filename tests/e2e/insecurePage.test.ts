import { limitMs } from '../support/limits';
import { easyNetworkFile } from '../support/easyNetwork';
import { expect, test } from './support/app';
import { visit } from './support/visit';

test.use({ appEnv: { QUARRY_NETWORK: easyNetworkFile('dev') }, allowFailedRequests: true });

const ADDRESS = 'd11e064b51f75444c2d0fc1083f9009cf87a8d21bb7a1c5d43cb87b6793544ea488908c3000d';

test('over plain HTTP from another computer, keys are refused with the reason, and everything else works', async ({
  app,
  page
}) => {
  const there = (url: string) => url.replace('127.0.0.1', 'rig.test');
  await page.goto(there(app.signInLink));
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  expect(await page.evaluate(() => isSecureContext)).toBe(false);

  await test.step('a new wallet, before its words are written down', async () => {
    for (const path of ['create', 'restore']) {
      await visit(page, `/wallet/setup/${path}`);
      await expect(page.getByText('This page is not secure')).toBeVisible();
      await expect(page.getByRole('list', { name: 'Recovery words' })).toHaveCount(0);
      await expect(page.getByRole('textbox', { name: 'Words' })).toHaveCount(0);
    }
  });

  await test.step('a wallet without keys', async () => {
    await visit(page, '/wallet/setup/watch');
    await page.getByLabel('Addresses, public keys or policies').fill(ADDRESS);
    await page.getByRole('button', { name: 'Watch', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Watched' })).toBeVisible();
  });

  await test.step('mining', async () => {
    await visit(page, '/mine');
    await expect(page.getByText('Disabled by the browser')).toBeVisible();
    await page.getByRole('radio', { name: 'The node' }).check();
    await page.getByRole('button', { name: 'Start mining' }).click();
    await expect(page.locator('[data-counter=accepted]')).not.toHaveText('0', { timeout: limitMs(90_000) });
    await page.getByRole('button', { name: 'Stop mining' }).click();
  });

  await test.step('a page whose files cannot be loaded, because the server is down, opens once it is back', async () => {
    await app.goDown();
    const main = page.getByRole('main');
    await expect(main.getByText('Quarry’s server cannot be reached')).toBeVisible({ timeout: limitMs(60_000) });
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Renter' }).click();
    await expect(main.getByText('This page opens automatically once the server can be reached.')).toBeVisible();
    await app.comeBack();
    await expect(page.getByRole('heading', { level: 1, name: 'Renter' })).toBeVisible({ timeout: limitMs(60_000) });
  });
});
