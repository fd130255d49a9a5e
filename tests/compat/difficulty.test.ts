import type { Page } from 'playwright/test';
import { expect, startApp, test, type RunningApp } from '../e2e/support/app';
import { person } from './people';
import { isStandIn, miningServerBinary, TestServer, walletServerBinary } from './walletServer';
import { limitMs } from '../support/limits';

// The other tests mine where every hash is a solution. Here a block takes a million hashes, so that the servers verify
// the search itself, across the heights at which the block format changes.

test.use({ allowFailedRequests: true });

const PAYEE = 'd11e064b51f75444c2d0fc1083f9009cf87a8d21bb7a1c5d43cb87b6793544ea488908c3000d';
const BLOCKS = 6;

const SOURCES = [
  {
    name: 'a wallet server alone',
    isThere: walletServerBinary !== undefined,
    start: () => TestServer.start('private-d20'),
    env: (url: string): Record<string, string> => ({ WALLET_URL: url })
  },
  {
    name: 'a mining server',
    isThere: miningServerBinary !== undefined,
    start: () => TestServer.startMining(PAYEE, 'private-d20'),
    env: (url: string): Record<string, string> => ({ WALLET_URL: url, MINING_URL: url })
  }
];

for (const { name, isThere, start, env } of SOURCES) {
  test(`${name}: blocks that take a million hashes are found and accepted`, async ({ browser }) => {
    test.skip(!isThere && !isStandIn, `${name} could not be installed`);
    const server = await start();
    let app: RunningApp | undefined;
    let page: Page | undefined;
    try {
      app = await startApp(env(server.url));
      page = await person(browser, app);
      await page.getByRole('link', { name: 'Mine', exact: true }).click();
      const mining = page.getByRole('radio', { name: 'A mining server' });
      if ('MINING_URL' in env(server.url)) await mining.check();
      else await page.getByLabel('Address', { exact: true }).fill(PAYEE);
      await page.getByRole('button', { name: 'Start mining' }).click();
      const accepted = page.locator('[data-counter=accepted]');
      await expect
        .poll(async () => Number(await accepted.textContent()), { timeout: limitMs(240_000) })
        .toBeGreaterThanOrEqual(BLOCKS);
      await page.getByRole('button', { name: 'Stop mining' }).click();
      await expect(page.locator('[data-counter=invalid]')).toHaveText('0');
      await expect(page.locator('[data-counter=rejected]')).toHaveText('0');
      expect((await server.tip()).height).toBeGreaterThanOrEqual(BLOCKS);
    } finally {
      await page?.context().close();
      await app?.stop();
      await server.end();
    }
  });
}
