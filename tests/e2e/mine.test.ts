import { expect, test } from './support/app';
import type { Page } from 'playwright/test';

/** The first address of the all-ones phrase in tests/vectors/seed.json. */
const PAYEE = 'd11e064b51f75444c2d0fc1083f9009cf87a8d21bb7a1c5d43cb87b6793544ea488908c3000d';

/** Time for a first block on the dev network with a software adapter and two busy cores. */
const FIRST_BLOCK_MS = 90_000;

/** Reads one of our own endpoints as the page does: same origin, with its cookie. */
function read<T>(page: Page, path: string): Promise<T> {
  return page.evaluate(async (url) => (await fetch(url)).json(), path);
}

const heightOf = async (page: Page) => (await read<{ height: number }>(page, '/api/daemon/consensus')).height;

test('a block found in the tab is accepted and pays the chosen address', async ({ signedIn: page }, { project }) => {
  const heightBefore = await heightOf(page);
  await page.getByRole('link', { name: 'Mine', exact: true }).click();
  await page.getByRole('radio', { name: 'My address' }).check();
  await page.getByLabel('Address', { exact: true }).fill(PAYEE);
  await page.getByRole('button', { name: 'Start mining' }).click();

  const hasGpu = await page.evaluate(async () => Boolean(await navigator.gpu?.requestAdapter()));
  expect(hasGpu, 'the adapter of this project').toBe(project.name === 'webgpu');
  await expect(page.getByText(hasGpu ? /WebGPU on/ : /WebAssembly|JavaScript/).first()).toBeVisible();

  const found = page.getByRole('table', { name: /Blocks found by this tab/ });
  await expect(found.getByText('Accepted').first()).toBeVisible({ timeout: FIRST_BLOCK_MS });
  await page.getByRole('button', { name: 'Stop mining' }).click();
  await expect(page.getByRole('button', { name: 'Start mining' })).toBeVisible();
  await expect(page.locator('[data-counter=invalid]')).toHaveText('0');
  await expect(page.locator('[data-counter=rejected]')).toHaveText('0');

  const accepted = Number(await page.locator('[data-counter=accepted]').textContent());
  expect(await heightOf(page)).toBe(heightBefore + accepted);

  const balance = await read<Record<string, string>>(page, `/api/wallet/addresses/${PAYEE}/balance`);
  const { outputs } = await read<{ outputs: { svccoinOutput: { value: string; address: string } }[] }>(
    page,
    `/api/wallet/addresses/${PAYEE}/outputs/svccoin`
  );
  expect(BigInt(balance.immatureSvccoins ?? 0) + BigInt(balance.svccoins ?? 0)).toBeGreaterThan(0n);
  expect(outputs.every(({ svccoinOutput }) => svccoinOutput.address === PAYEE)).toBe(true);

  await page.getByRole('link', { name: 'Overview', exact: true }).click();
  await expect(page.getByText('Height').first().locator('..').locator('.value')).toHaveText(
    String(heightBefore + accepted)
  );
});

test('mining for the node is accepted too', async ({ signedIn: page }) => {
  const heightBefore = await heightOf(page);
  await page.getByRole('link', { name: 'Mine', exact: true }).click();
  await page.getByRole('button', { name: 'Start mining' }).click();
  await expect(page.getByText('Accepted', { exact: true }).nth(1)).toBeVisible({ timeout: FIRST_BLOCK_MS });
  await page.getByRole('button', { name: 'Stop mining' }).click();
  expect(await heightOf(page)).toBeGreaterThan(heightBefore);
});
