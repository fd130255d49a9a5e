import type { Page } from 'playwright/test';
import { SCRIPT_HEADER } from '$lib/api/http/transport';
import { PAGE_TOKEN_HEADER } from '$lib/api/quarry/pageToken';
import type { RunningApp } from './app';

/** The headers that a signed-in page sends with its calls, besides the cookie. */
export async function callHeaders(page: Page): Promise<Record<string, string>> {
  const pageToken = await page.evaluate(() => localStorage.getItem('quarry:page-token') ?? '');
  return { [SCRIPT_HEADER]: '1', [PAGE_TOKEN_HEADER]: pageToken };
}

/** All headers for the test's own requests: cookie, page token and origin. */
export async function sessionHeaders(page: Page, { origin }: RunningApp): Promise<Record<string, string>> {
  const cookies = await page.context().cookies(origin);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  return { ...(await callHeaders(page)), cookie, origin };
}
