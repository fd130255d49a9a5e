import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expectCleanInAllLooks } from './support/accessibility';
import { expect, test } from './support/app';
import { visit } from './support/visit';
import { createWallet, openTab } from './support/wallet';

let source: Server;
let asked: string[];
let url: string;

test.beforeEach(async () => {
  asked = [];
  source = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.end('0.0025');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => source.once('listening', resolve));
  url = `http://127.0.0.1:${(source.address() as AddressInfo).port}/coin/{currency}`;
});
test.afterEach(() => source.close());

test('values in a currency: off until a source is chosen, then in the form, and gone when stopped', async ({
  signedIn: page,
  app
}) => {
  await createWallet(page, app.origin, 'Purse');
  await openTab(page, 'Send');
  await expect(page.getByLabel('Amount in EUR')).toHaveCount(0);

  await visit(page, '/settings');
  await expect(page.getByText('Off. Quarry fetches no prices')).toBeVisible();
  expect(asked).toEqual([]);
  await page.getByLabel('URL of the price source').fill(url);
  await page.getByLabel('Currency', { exact: true }).fill('eur');
  await page.getByRole('button', { name: 'Use this source' }).click();
  await expect(page.getByText(/One coin: €0.0025/)).toBeVisible();
  await expect(page.getByText('It learns the IP address of Quarry’s server and the currency')).toBeVisible();
  expect(asked).toEqual(['GET /coin/eur']);
  await expectCleanInAllLooks(page, 'the price source');

  await visit(page, '/wallet');
  await page.getByRole('link', { name: /Purse/ }).click();
  await expect(page.getByText('≈ €0.00')).toBeVisible();
  await openTab(page, 'Send');
  await page.getByLabel('Amount in EUR').fill('10.00');
  const coins = page.getByRole('textbox', { name: 'Amount (SC)', exact: true });
  await expect(coins).toHaveValue('4000');
  await coins.fill('200');
  await expect(page.getByLabel('Amount in EUR')).toHaveValue('0.50');

  await page.goto(`${app.origin}/host/settings`);
  await page.getByLabel('Storage price', { exact: true }).fill('200');
  await expect(page.getByText('≈ €0.50/TB/month').first()).toBeVisible();
  await page.getByLabel('Unit of Storage price').selectOption('EUR/TB/month');
  await expect(page.getByLabel('Storage price', { exact: true })).toHaveValue('0.5');
  await page.getByLabel('Storage price', { exact: true }).fill('0.75');
  await expect(page.getByText('= 300 SC/TB/month')).toBeVisible();
  // No page makes it poll the source sooner.
  expect(asked).toHaveLength(1);

  await page.goto(`${app.origin}/settings`);
  await page.getByRole('button', { name: 'Stop and delete prices' }).click();
  await expect(page.getByText('Off. Quarry fetches no prices')).toBeVisible();
});

test.describe('refused', () => {
  test.use({ allowFailedRequests: true });

  test('a source that does not respond is not saved', async ({ signedIn: page }) => {
    source.removeAllListeners('request').on('request', (_, response) => response.writeHead(500).end());
    await visit(page, '/settings');
    await page.getByLabel('URL of the price source').fill(url);
    await page.getByLabel('Currency', { exact: true }).fill('EUR');
    await page.getByRole('button', { name: 'Use this source' }).click();
    await expect(page.getByText('The price source does not respond')).toBeVisible();
    await expect(page.getByText('Off. Quarry fetches no prices')).toBeVisible();
  });
});
