import { expect, test } from 'vitest';
import { hastings } from '$lib/chain/currency/currency';
import { claimValue } from '$lib/consensus/contractTax';

test('a claim pays each fund unit the same whole amount: the revenue is divided before it is multiplied', () => {
  expect(claimValue(hastings(29_999n), hastings(10_000n), 2n)).toBe(2n);
});
