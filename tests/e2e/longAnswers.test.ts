import { expect, test } from './support/app';
import { createWallet } from './support/wallet';

test.use({ appEnv: { QUARRY_NETWORK: 'test' } });

test('a worker parses a very long response of a wallet server, and the page stays responsive', async ({
  app,
  signedIn: page
}) => {
  // None of its transactions is valid, which shows only after all of it has been parsed.
  const transactions = Array.from({ length: 300_000 }, (_, i) => `{"arbitraryData":"${'x'.repeat(40)}${i}"}`);
  const body = `{"transactions":[${transactions.join(',')}],"v2transactions":[]}`;
  await page.route('**/api/wallet/txpool/transactions', (route) =>
    route.fulfill({ body, contentType: 'application/json' })
  );
  const started = page.waitForEvent('worker', (worker) => worker.url().includes('answers'));
  await createWallet(page, app.origin, 'Savings');
  const worker = await started;
  const ended = worker.waitForEvent('close');
  expect(await page.evaluate(() => document.title)).not.toBe('');
  await ended;
});
