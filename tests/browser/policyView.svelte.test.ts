import { flushSync, mount, unmount } from 'svelte';
import { afterEach, expect, test } from 'vitest';
import type { PublicKey } from '$lib/chain/keys/keys';
import type { SpendPolicy } from '$lib/chain/policy/policy';
import PolicyView from '../../src/routes/(app)/wallet/policies/PolicyView.svelte';

let shown: object;
afterEach(() => unmount(shown));

const key: SpendPolicy = {
  type: 'pk',
  publicKey: 'ed25519:5866666666666666666666666666666666666666666666666666666666666666' as PublicKey
};

const anyOf = (length: number, part: SpendPolicy): SpendPolicy => ({
  type: 'thresh',
  n: 1,
  of: Array.from({ length }, () => part)
});

test.each([
  [4, true],
  [5, false]
])('the parts of a policy of %i times 250 keys are explained: %s', (branches, isExplained) => {
  const policy = anyOf(branches, anyOf(250, key));
  shown = mount(PolicyView, { target: document.body, props: { policy } });
  flushSync();
  expect(document.querySelectorAll('li').length).toBe(isExplained ? branches * 251 : 0);
  expect(document.body.textContent.includes('It has more conditions than the network verifies')).toBe(!isExplained);
});
