import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page, Route } from 'playwright/test';
import { StratumPool } from '../support/stratumPool';
import { expectNoViolations } from './support/accessibility';
import { expect, startApp, test as base, type RunningApp } from './support/app';
import { PASSWORD, startNode, type RunningNode } from './support/node';
import { limitMs } from '../support/limits';

const PAYEE = 'd11e064b51f75444c2d0fc1083f9009cf87a8d21bb7a1c5d43cb87b6793544ea488908c3000d';
/** About a million hashes per share: a few shares a second on two busy cores. */
const DIFFICULTY = 0.00025;
const USER = 'somebody.rig1';

// One node, one pool, and one app that knows both, for the whole file.
const test = base.extend<{ page: Page }, { node: RunningNode; pool: StratumPool; everything: RunningApp }>({
  node: [
    async ({}, use) => {
      const node = await startNode();
      await use(node);
      await node.stop();
    },
    { scope: 'worker' }
  ],
  pool: [
    async ({}, use) => {
      const pool = new StratumPool({ user: USER, password: 'open sesame', difficulty: DIFFICULTY });
      await pool.start();
      await use(pool);
      await pool.stop();
    },
    { scope: 'worker' }
  ],
  everything: [
    async ({ node, pool }, use) => {
      const servers = { DAEMON_URL: node.origin, WALLET_URL: node.origin, MINING_URL: node.origin };
      const account = { POOL_URL: pool.url, POOL_USER: USER, POOL_PASSWORD: 'open sesame' };
      const app = await startApp({ ...servers, ...account });
      await use(app);
      await app.stop();
    },
    { scope: 'worker' }
  ]
});

test.use({ allowFailedRequests: true });

async function openMine(page: Page, { origin }: RunningApp): Promise<void> {
  await page.goto(`${origin}/login?next=/mine`);
  await page.getByLabel(/^(API password of the node|Password)$/).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { level: 1, name: 'Mine' }).waitFor();
}

const countOf = async (page: Page, name: string) => Number(await page.locator(`[data-counter=${name}]`).textContent());
const sharesOf = async (page: Page, name: string) =>
  Number((await page.locator(`[data-shares=${name}]`).textContent())!.replace(/\D/g, ''));
const grows = (count: () => Promise<number>, past: number) =>
  expect.poll(count, { timeout: limitMs(30_000), intervals: [100] }).toBeGreaterThan(past);

const begin = async (page: Page) => {
  await page.getByRole('button', { name: 'Start mining' }).click();
  await expect(page.getByRole('button', { name: 'Stop mining' })).toBeVisible();
};
const end = async (page: Page) => {
  await page.getByRole('button', { name: 'Stop mining' }).click();
  await expect(page.getByRole('button', { name: 'Start mining' })).toBeVisible();
};

/**
 * Mines a block, another across a node restart, and makes one solution sent to `submission` stale and one rejected.
 * @param forgotten how many solutions from before the restart the node may refuse, because it has forgotten their work
 */
async function mineThrough(page: Page, node: RunningNode, submission: string, forgotten = 0): Promise<void> {
  await begin(page);
  await grows(() => countOf(page, 'accepted'), 0);
  await node.restart();
  await grows(() => countOf(page, 'accepted'), await countOf(page, 'accepted'));
  const rejected = await countOf(page, 'rejected');
  expect(rejected).toBeLessThanOrEqual(forgotten);

  const [staleBefore, tip] = [await countOf(page, 'stale'), await node.height()];
  const stopOvertaking = await meddle(page, submission, async (route) => {
    // A rival block on the same parent arrives first.
    await node.mine();
    await route.continue();
  });
  await grows(() => countOf(page, 'stale'), staleBefore);
  await stopOvertaking();
  expect(await node.height()).toBeGreaterThan(tip);

  const stopSpoiling = await meddle(page, submission, (route) => route.continue({ postData: spoilt(route) }));
  await grows(() => countOf(page, 'rejected'), rejected);
  await stopSpoiling();
  await expect(
    page
      .getByRole('table', { name: /Blocks found/ })
      .getByText('Rejected')
      .first()
  ).toBeVisible();
  const accepted = await countOf(page, 'accepted');
  await grows(() => countOf(page, 'accepted'), accepted);
  await end(page);
}

/**
 * Tampers with submissions until stopped; with more than one, because the first may be stale and then prove nothing.
 * @returns stops it, after waiting for those in flight
 */
async function meddle(
  page: Page,
  submission: string,
  how: (route: Route) => Promise<void>
): Promise<() => Promise<void>> {
  let isOver = false;
  const underWay: Promise<void>[] = [];
  await page.route(submission, (route) => {
    // The same address also serves work.
    if (isOver || route.request().method() !== 'POST') return route.fallback();
    underWay.push(how(route));
    return underWay.at(-1)!;
  });
  return async () => {
    isOver = true;
    await Promise.all(underWay);
  };
}

/** The same block with a very old timestamp, which the rules always refuse. */
function spoilt(route: Route): Buffer {
  const body = route.request().postDataBuffer()!;
  const text = body.toString();
  if (!text.startsWith('{')) {
    body.fill(0, 40, 48);
    return body;
  }
  const { params } = JSON.parse(text) as { params?: [string] };
  if (!params) return Buffer.from(text.replace(/"timestamp":\s*"[^"]*"/, '"timestamp":"1990-01-01T00:00:00Z"'));
  return Buffer.from(JSON.stringify({ params: [params[0].slice(0, 80) + '0'.repeat(16) + params[0].slice(96)] }));
}

test('work of a daemon is mined, and its solution is submitted to it', async ({ page, everything, node }) => {
  await openMine(page, everything);
  await page.getByRole('radio', { name: 'The node' }).check();
  await mineThrough(page, node, '**/api/daemon/miner/header', 1);
});

test('a mining server pays an address of your own, which is remembered', async ({ page, everything, node }) => {
  await openMine(page, everything);
  await page.getByRole('radio', { name: 'A mining server' }).check();
  await expect(page.getByText('Rewards go to the mining server’s address.')).toBeVisible();
  await page.getByLabel('Address', { exact: true }).fill(PAYEE);
  await mineThrough(page, node, '**/api/mining/mining/submitblock');
  await expect(
    page
      .getByRole('table', { name: /Blocks found/ })
      .getByText('d11e…000d')
      .first()
  ).toBeVisible();
  await page.reload();
  await expect(page.getByRole('radio', { name: 'A mining server' })).toBeChecked();
  await expect(page.getByLabel('Address', { exact: true })).toHaveValue(PAYEE);
});

test('with a wallet server only, the page builds the block', async ({ page, node }) => {
  const app = await startApp({ WALLET_URL: node.origin });
  try {
    await openMine(page, app);
    await expect(page.getByRole('group', { name: 'Source of work' }).getByRole('radio')).toHaveCount(1);
    await page.getByRole('button', { name: 'Start mining' }).click();
    await expect(page.getByRole('dialog', { name: 'Where should mined coins go?' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Mine to the node' })).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(page.getByText('Enter an address to start.')).toBeVisible();
    await page.getByLabel('Address', { exact: true }).fill(PAYEE);
    await mineThrough(page, node, '**/api/wallet/syncer/broadcast/block');
  } finally {
    await page.close();
    await app.stop();
  }
});

test('a mining server may have a password of its own, entered on the sign-in page', async ({ page, node }) => {
  const app = await startApp({ QUARRY_NETWORK: 'test', MINING_URL: node.origin });
  try {
    const own = await readFile(join(app.dataDir, 'apipassword'), 'utf8');
    await page.goto(`${app.origin}/login?next=/mine`);
    await page.getByLabel('Password', { exact: true }).fill(own);
    await page.getByLabel('Mining server password').fill('not this one');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText('The mining server does not accept this password.', { exact: true })).toBeVisible();
    await page.getByLabel('Mining server password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('radio', { name: 'A mining server' }).check();
    await begin(page);
    await grows(() => countOf(page, 'accepted'), 0);
    await end(page);
  } finally {
    await page.close();
    await app.stop();
  }
});

test("a pool is reached through the app's own server", async ({ page, everything, pool }) => {
  await openMine(page, everything);
  await page.getByRole('radio', { name: 'A pool' }).check();
  await begin(page);
  await grows(() => sharesOf(page, 'accepted'), 2);
  await expect(page.getByText(USER).first()).toBeVisible();
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  await expectNoViolations(page);

  await pool.stop();
  await expect(page.getByText(/No connection to the pool/).first()).toBeVisible();
  await pool.start();
  await grows(() => sharesOf(page, 'accepted'), await sharesOf(page, 'accepted'));
  await expect(page.getByText(/No connection to the pool/)).toHaveCount(0);
  expect(await sharesOf(page, 'rejected')).toBe(0);

  pool.newBlock(false);
  await grows(() => sharesOf(page, 'stale'), 0);
  pool.broadcastJob();
  pool.severity = 1e6;
  await grows(() => sharesOf(page, 'rejected'), 0);
  pool.severity = 1;
  // The page's own wording; the pool's message is under Details.
  await expect(page.getByText(/^Difficulty too low/)).toBeVisible();
  await expect(page.getByText('Low difficulty share')).toBeHidden();
  await page.locator('details').filter({ hasText: 'Low difficulty share' }).locator('summary').click();
  await expect(page.getByText('Low difficulty share')).toBeVisible();
  await end(page);
  // Page and pool agree on every share, except those whose response was lost with a connection.
  await expect
    .poll(async () => [await sharesOf(page, 'stale'), await sharesOf(page, 'rejected')])
    .toEqual([pool.count('stale'), pool.count('low-difficulty')]);
  const worker = new Set(pool.shares.map((share) => share.worker));
  expect(worker).toEqual(new Set([USER]));
});
