import { limitMs } from '../support/limits';
import { expect, test } from './support/app';

test.use({ appEnv: { QUARRY_NETWORK: 'test' } });

test('the Overview asks nothing twice', async ({ signedIn: page, app }) => {
  await page.goto('about:blank');
  // Polling repeats requests, but is not part of the first load.
  await page.addInitScript(() => Object.assign(globalThis, { setInterval: () => 0 }));
  const requests: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/')) requests.push(`${request.method()} ${pathname}${search}`);
  });
  await page.goto(app.origin);
  // Only the history asks for it, and first for the genesis block.
  await page.waitForRequest((request) => request.url().endsWith('/gateway/bandwidth'), { timeout: limitMs(30_000) });
  const ofPage = requests.slice(0, requests.indexOf('GET /api/wallet/consensus/index/0'));
  expect(ofPage).toContain('GET /api/daemon/host/storage');
  expect(ofPage.toSorted()).toEqual([...new Set(ofPage)].toSorted());
});
