import { expect, test } from './support/app';
import { createWallet } from './support/wallet';

test.use({ appEnv: { QUARRY_NETWORK: 'test' } });

test('a very long answer of a wallet server is read by a worker, and the page goes on', async ({
  app,
  signedIn: page
}) => {
  // Each of its transactions is none, which is known once all of it has been read.
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
