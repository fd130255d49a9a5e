import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import { VOID_ADDRESS } from '$lib/chain/address';
import Request from '../../src/routes/(app)/wallet/[id]/receive/Request.svelte';

let shown: object | undefined;
afterEach(async () => {
  if (shown) await unmount(shown);
});

/** Shows a request that includes a label. @returns the text of the request */
function request(label: string): string | undefined {
  const props = { address: VOID_ADDRESS, label, network: 'dev', onlabel: () => undefined };
  shown = mount(Request, { target: document.body, props });
  flushSync();
  document.querySelector<HTMLInputElement>('input[type="checkbox"]')!.click();
  flushSync();
  return document.querySelector('.uri code')?.textContent;
}

test('a request that does not fit a QR code is shown as text only', () => {
  // Each character takes nine bytes in a link.
  expect(request('山'.repeat(255))).toContain(encodeURIComponent('山'.repeat(255)));
  expect(document.querySelector('svg[role="img"]')).toBeNull();
  expect(document.body.textContent).toContain('Too long for a QR code');
});

test('a label that is too long is not part of the request', () => {
  expect(request('x'.repeat(256))).not.toContain('label');
  expect(document.querySelector('svg[role="img"]')?.ariaLabel).toBe('Address as QR code');
});
