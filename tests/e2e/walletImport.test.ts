import { createWalletServer } from '$lib/api/wallet-server/client';
import { freePort } from '../support/freePort';
import { limitMs } from '../support/limits';
import { expectCleanInAllLooks } from './support/accessibility';
import { expect, startApp, test } from './support/app';
import { AGENT, PASSWORD as NODE_PASSWORD, startNode } from './support/node';
import { visit } from './support/visit';
import { openTab, PASSWORD, restoreWallet, spendable, waitUntilSynced } from './support/wallet';

/*
 * A wallet older than the checkpoint its node started from. A second node has the whole chain: it is the peer that the
 * first one starts from, and the wallet server that lists the older outputs.
 */
const GENESIS_PHRASE = `${'abandon '.repeat(11)}about`;
const CHECKPOINT = 20;
const BLOCKS = 25;

test('imports outputs from another wallet server: their existence is proven, completeness is not', async ({ page }) => {
  const listening = `127.0.0.1:${await freePort()}`;
  const whole = await startNode(['--listen', listening, '--no-bootstrap']);
  for (let i = 0; i < BLOCKS; i++) await whole.mine();
  const headers = { 'user-agent': AGENT, authorization: `Basic ${btoa(`:${NODE_PASSWORD}`)}` };
  const server = createWalletServer({ fetch: (request) => fetch(request), baseUrl: `${whole.origin}/api`, headers });
  const { id } = await server.indexAt({ params: { height: CHECKPOINT } });
  const app = await startApp({
    QUARRY_NETWORK: 'test',
    QUARRY_PEERS: listening,
    QUARRY_NO_BOOTSTRAP: '1',
    QUARRY_CHECKPOINT: `${CHECKPOINT}::${id}`
  });
  await page.goto(app.signInLink);
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await expect(page.getByRole('status').getByText('Synced')).toBeVisible({ timeout: limitMs(30_000) });

  await test.step('the other server is added as a connection', async () => {
    await visit(page, '/connections');
    await page.getByRole('button', { name: 'Add a connection' }).click();
    await page.getByRole('textbox', { name: 'Name' }).fill('Cellar');
    const wallet = page.getByRole('group', { name: 'Wallet server' });
    await wallet.getByLabel('Address').fill(whole.origin);
    await wallet.getByLabel('Password').fill(NODE_PASSWORD);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(page.getByRole('region', { name: 'Cellar' })).toBeVisible();
  });

  await restoreWallet(page, app.origin, 'Genesis', GENESIS_PHRASE);
  await waitUntilSynced(page);
  await expect(spendable(page)).toHaveText('0');
  await page.getByRole('link', { name: 'Import them from another server' }).click();
  await page.getByRole('button', { name: 'Import outputs…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Outputs from another server' });

  await test.step('a locked wallet is unlocked first', async () => {
    await expect(dialog.getByLabel('Wallet server')).toContainText('Cellar');
    await expectCleanInAllLooks(page);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.reload();
    await page.getByRole('button', { name: 'Import outputs…' }).click();
    await expect(dialog.getByRole('button', { name: 'Import' })).toBeDisabled();
    await dialog.getByRole('button', { name: 'Unlock' }).click();
    const unlock = page.getByRole('dialog', { name: 'Unlock wallet' });
    await unlock.getByLabel('Wallet password').fill(PASSWORD);
    await unlock.getByRole('button', { name: 'Unlock' }).click();
    await expect(unlock).toBeHidden({ timeout: limitMs(60_000) });
  });

  await test.step('the import says what is proven and what is not', async () => {
    await dialog.getByRole('button', { name: 'Import' }).click();
    const result = dialog.getByRole('status');
    await expect(result).toContainText('Cellar: 4 outputs imported, 1,000,000 SC.', { timeout: limitMs(60_000) });
    await expect(result).toContainText('The imported outputs are proven to exist, but there may be more.');
    await expectCleanInAllLooks(page);
    // Importing again finds nothing new.
    await dialog.getByRole('button', { name: 'Import' }).click();
    await expect(result).toContainText('Cellar: no new outputs. 4 were already in the wallet.');
    await dialog.getByRole('button', { name: 'Close' }).click();
  });

  await openTab(page, 'Overview');
  await expect(spendable(page)).toHaveText('1,000,000');
  const notice = page.getByText('Part of this balance was imported');
  await expect(notice).toBeVisible();
  await expect(page.getByText(new RegExp(`^Cellar, .*, at block ${BLOCKS}: 4 outputs$`))).toBeVisible();
  await expectCleanInAllLooks(page);

  // Closed before its server stops, or the page would log failed requests.
  await page.close();
  await app.stop();
  await whole.stop();
});
