import { flushSync, mount, unmount } from 'svelte';
import { expect, test } from 'vitest';
import { hastings } from '$lib/chain/currency/currency';
import BalanceParts from '$lib/components/chain/BalanceParts.svelte';
import { plainSpaces } from '../support/plainSpaces';

const SC = 10n ** 24n;

test.each([
  [[0n, 0n, 0n, 0n, 0n, 5n * SC], '5 SC watch-only'],
  [[0n, 0n, SC, 0n, 0n, 5n * SC], '5 SC watch-only1 SC maturing'],
  [[SC, 0n, 0n, 0n, 0n, 5n * SC], '1 SC spendable5 SC watch-only'],
  [[0n, 0n, 0n, 0n, 0n], ''],
  [[SC, 0n, 0n, 0n, 0n], '1 SC spendable'],
  [[0n, SC, 0n, 0n, 0n], '0 SC spendable1 SC time-locked'],
  [[0n, 0n, SC, 0n, 0n], '0 SC spendable1 SC maturing'],
  [[0n, 0n, 0n, SC, 0n], '0 SC spendable1 SC frozen'],
  [[0n, 0n, 0n, 0n, SC], '0 SC spendable1 SC unconfirmed']
] as const)('the parts of a balance, zero parts left out: %s', async (parts, text) => {
  const names = ['spendable', 'timeLocked', 'immature', 'frozen', 'waiting', 'watched'];
  const props = { parts: Object.fromEntries(parts.map((coins, i) => [names[i], hastings(coins)])) as never };
  const shown = mount(BalanceParts, { target: document.body, props });
  flushSync();
  expect(plainSpaces(document.body.querySelector('.parts')?.textContent.trim() ?? '')).toBe(text);
  await unmount(shown);
});
