import { isRedirect } from '@sveltejs/kit';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { load } from '../../../src/routes/(app)/pay/+page';

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key)
  });
});
afterEach(() => void vi.unstubAllGlobals());

/** Loads the page from an address. @returns where it redirects to */
async function loadAt(address: string, isSignedIn = true): Promise<string | undefined> {
  vi.stubGlobal('location', new URL(address, 'http://quarry.test'));
  const parent = async () => (isSignedIn ? {} : Promise.reject(new Error('signed out')));
  try {
    await load({ parent } as never);
    return undefined;
  } catch (thrown) {
    return isRedirect(thrown) ? thrown.location : undefined;
  }
}

test('a payment link that is opened before signing in is opened again after it, once', async () => {
  await loadAt('/pay#link', false);
  expect(await loadAt('/login?next=%2Fpay')).toBe('/pay#link');
  expect(await loadAt('/login?next=%2Fpay')).toBeUndefined();
});

test('a payment link that is opened while signed in does not reappear after a later sign-in', async () => {
  await loadAt('/pay#link');
  expect(await loadAt('/login?next=%2Fpay')).toBeUndefined();
});

test('a payment link whose sign-in was abandoned does not reappear on a later visit', async () => {
  await loadAt('/pay#link', false);
  expect(await loadAt('/wallet')).toBeUndefined();
  expect(await loadAt('/login?next=%2Fpay')).toBeUndefined();
});
