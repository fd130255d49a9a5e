import { expect, test } from './support/app';
import { callHeaders } from './support/session';
import type { Page } from 'playwright/test';
import { limitMs } from '../support/limits';
import { easyNetworkFile } from '../support/easyNetwork';

test.use({ appEnv: { QUARRY_NETWORK: easyNetworkFile('dev') } });

/** The first address of the all-ones phrase in tests/vectors/seed.json. */
const PAYEE = 'd11e064b51f75444c2d0fc1083f9009cf87a8d21bb7a1c5d43cb87b6793544ea488908c3000d';

/** Time for a first block with a software adapter on two busy cores. */
const FIRST_BLOCK_MS = limitMs(90_000);

/** Total reward in hastings of the blocks above one height up to another: 300,000 coins less one for each height. */
function rewardsSince(height: number, tip: number): bigint {
  let coins = 0;
  for (let paying = height + 1; paying <= tip; paying++) coins += 300_000 - paying;
  return BigInt(coins) * 10n ** 24n;
}

/** Reads one of the server's own endpoints as the page does: same origin, with its cookie and page token. */
async function read<T>(page: Page, path: string): Promise<T> {
  const headers = await callHeaders(page);
  return page.evaluate(async ({ path, headers }) => (await fetch(path, { headers })).json(), { path, headers });
}

const heightOf = async (page: Page) => (await read<{ height: number }>(page, '/api/daemon/consensus')).height;

/** The total balance of an address, immature rewards included. */
async function paidTo(page: Page, address: string): Promise<bigint> {
  const balance = await read<Record<string, string>>(page, `/api/wallet/addresses/${address}/balance`);
  return BigInt(balance.immatureSvccoins ?? 0) + BigInt(balance.svccoins ?? 0);
}

/** Runs with WebGPU, and in a browser without it. */
const anyEngine = { tag: '@any-engine' };

test(
  'a block found in the tab is accepted and pays the chosen address',
  anyEngine,
  async ({ signedIn: page }, info) => {
    const heightBefore = await heightOf(page);
    await page.getByRole('link', { name: 'Mine', exact: true }).click();
    await page.getByRole('radio', { name: 'My address' }).check();
    await page.getByLabel('Address', { exact: true }).fill(PAYEE);
    const hasGpu = await page.evaluate(async () => Boolean(await navigator.gpu?.requestAdapter()));
    expect(hasGpu, 'the adapter of this project').toBe(info.project.name === 'webgpu');
    // By default the page prefers WebAssembly to an adapter that computes on the CPU.
    if (hasGpu) await page.getByLabel('Search with').selectOption('webgpu');
    await page.getByRole('button', { name: 'Start mining' }).click();

    // The names also occur in the closed list of engines.
    const engine = page.getByText(hasGpu ? /WebGPU on/ : /WebAssembly|JavaScript/).filter({ visible: true });
    await expect(engine.first()).toBeVisible();

    const found = page.getByRole('table', { name: /Blocks found by this tab/ });
    await expect(found.getByText('Accepted').first()).toBeVisible({ timeout: FIRST_BLOCK_MS });
    await page.getByRole('button', { name: 'Stop mining' }).click();
    await expect(page.getByRole('button', { name: 'Start mining' })).toBeFocused();
    await expect(page.locator('[data-counter=invalid]')).toHaveText('0');
    await expect(page.locator('[data-counter=rejected]')).toHaveText('0');

    const accepted = Number(await page.locator('[data-counter=accepted]').textContent());
    expect(accepted).toBeGreaterThan(0);
    expect(await heightOf(page)).toBeGreaterThanOrEqual(heightBefore + accepted);
    // No other miner runs, so the address owns every reward since. A block may still have been in flight at the stop.
    await expect
      .poll(async () => (await paidTo(page, PAYEE)) - rewardsSince(heightBefore, await heightOf(page)))
      .toBe(0n);

    await page.getByRole('link', { name: 'Overview', exact: true }).click();
    await expect(page.getByText('Height').first().locator('..').locator('.value')).toHaveText(
      String(await heightOf(page))
    );
  }
);

/** A fake battery; the page requests it when mining starts. */
const giveBattery = (page: Page) =>
  page.evaluate(() => {
    const battery = Object.assign(new EventTarget(), { charging: true, level: 0.9 });
    Object.assign(navigator, { getBattery: async () => battery });
  });
const setCharging = (page: Page, charging: boolean) =>
  page.evaluate(async (charging) => {
    const { getBattery } = navigator as unknown as { getBattery(): Promise<EventTarget> };
    Object.assign(await getBattery(), { charging }).dispatchEvent(new Event('chargingchange'));
  }, charging);

test('mining for the node with an automatically chosen engine is accepted too, and pauses on battery', async ({
  signedIn: page
}) => {
  await giveBattery(page);
  const heightBefore = await heightOf(page);
  await page.getByRole('link', { name: 'Mine', exact: true }).click();
  // The network choice on the Overview mentions the node, too.
  await page.getByRole('heading', { level: 1, name: 'Mine' }).waitFor();
  await page.getByRole('radio', { name: 'The node' }).check();
  await page.getByRole('button', { name: 'Start mining' }).click();
  await expect(page.getByRole('cell', { name: /^WebAssembly SIMD, \d+ workers?$/ })).toBeVisible();
  await expect(page.getByText('Accepted', { exact: true }).nth(1)).toBeVisible({ timeout: FIRST_BLOCK_MS });

  const paused = page.getByText('Paused: the computer is on battery power.').first();
  await setCharging(page, false);
  await expect(paused).toBeVisible();
  const resumedAt = await heightOf(page);
  await setCharging(page, true);
  await expect(paused).toBeHidden();
  await expect.poll(() => heightOf(page), { timeout: FIRST_BLOCK_MS }).toBeGreaterThan(resumedAt);
  await page.getByRole('button', { name: 'Stop mining' }).click();
  expect(await heightOf(page)).toBeGreaterThan(heightBefore);
});

test("the benchmark measures this device's engines and can be stopped", async ({ signedIn: page }) => {
  await page.getByRole('link', { name: 'Mine', exact: true }).click();
  await page.getByRole('button', { name: 'Run benchmark' }).click();
  const bars = page.getByRole('list', { name: 'Hashes per second by engine' });
  const first = bars.getByRole('listitem').first();
  await expect(first).toHaveText(/^WebGPU on .+\s[kMG]?H\/s/, { timeout: limitMs(30_000) });
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Run again' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start mining' })).toBeEnabled();
});

test("electricity input is read in the reader's number format and never lost", async ({ signedIn: page }) => {
  await page.getByRole('link', { name: 'Mine', exact: true }).click();
  const watts = page.getByRole('textbox', { name: 'Power draw while mining' });
  const price = page.getByRole('textbox', { name: 'Electricity price' });
  await watts.fill('250');
  await price.fill('0,3');
  for (const [typed, problem] of [
    ['-5', 'Enter 0 or more.'],
    ['1000000', 'At most 100,000 W.'],
    ['many', '“many” is not a number.']
  ] as const) {
    await watts.fill(typed);
    await watts.blur();
    await expect(page.getByText(problem)).toBeVisible();
    await expect(watts).toHaveValue(typed);
    await expect(price).toHaveValue('0,3');
  }
  await watts.fill('1,500');
  await page.reload();
  await expect(watts).toHaveValue('1500');
  await expect(price).toHaveValue('0.3');
});
