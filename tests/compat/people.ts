import { readFile } from 'node:fs/promises';
import { expect, type Browser, type Page } from 'playwright/test';
import type { RunningApp } from '../e2e/support/app';
import { openTab } from '../e2e/support/wallet';
import type { Address } from '$lib/chain/address';
import { API_PASSWORD } from './walletServer';

/** A new browser context, signed in with the server's password. */
export async function person(browser: Browser, app: RunningApp): Promise<Page> {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await page.goto(`${app.origin}/login`);
  await page
    .getByLabel(/password/i)
    .first()
    .fill(API_PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  return page;
}

/** Texts that pages show for unreadable responses, which must never happen with a real server. */
const UNREADABLE = /has an unknown format|not from a node|too large to be exact|response is incomplete/;

/** By then, every initial request of a page is done; pages that follow the tip never become idle. */
const READING_MS = 1500;

/** @param applies whether this connection has a server for what the page shows: then it must show no error at all */
export async function expectReadable(page: Page, applies = true): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await page.waitForTimeout(READING_MS);
  await expect(page.getByText(UNREADABLE), page.url()).toHaveCount(0);
  if (applies) await expect(page.locator('[data-error]'), page.url()).toHaveCount(0);
}

export async function downloaded(page: Page, button: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button, exact: true }).click()
  ]);
  return readFile(await download.path(), 'utf8');
}

/** Adds a watch-only wallet. @param text addresses, keys or policies, as exported */
export async function watchWallet(page: Page, origin: string, name: string, text: string): Promise<void> {
  await page.goto(`${origin}/wallet/setup/watch`);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Addresses, public keys or policies').fill(text);
  await page.getByRole('button', { name: 'Watch', exact: true }).click();
  const watched = page.getByRole('heading', { level: 1, name });
  // The browser may have a wallet with these addresses, and then asks.
  const anyway = page.getByRole('button', { name: 'Add anyway' });
  await expect(watched.or(anyway)).toBeVisible();
  if (await anyway.isVisible()) await anyway.click();
  await expect(watched).toBeVisible();
}

/** The exported text of the wallet's addresses, and the addresses in it. */
export async function exportedAddresses(page: Page): Promise<{ text: string; addresses: Address[] }> {
  await openTab(page, 'Addresses');
  const text = await downloaded(page, 'CSV');
  return { text, addresses: [...new Set(text.match(/\b[0-9a-f]{76}\b/g) ?? [])] as Address[] };
}

/** Ids of the events shown in the wallet, newest first. */
export async function exportedEvents(page: Page): Promise<string[]> {
  await openTab(page, 'Overview');
  const events = JSON.parse(await downloaded(page, 'Export JSON')) as { id: string }[];
  return events.map(({ id }) => id);
}
