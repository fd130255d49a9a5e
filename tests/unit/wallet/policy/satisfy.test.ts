import { expect, test } from 'vitest';
import type { SpendPolicy } from '$lib/chain/policy/policy';
import { policyAddress } from '$lib/chain/policy/policyAddress';
import { closedLocks } from '$lib/wallet/policy/satisfy';
import { seedWallet } from '../support';

const keys = seedWallet(3).keys.map(({ publicKey }) => publicKey);
const pk = (i: number): SpendPolicy => ({ type: 'pk', publicKey: keys[i]! });
const thresh = (n: number, ...of: SpendPolicy[]): SpendPolicy => ({ type: 'thresh', n, of });
const above = { type: 'above', height: 10n } as const;
const after = { type: 'after', timestamp: 1_700_000_000n } as const;

test.each<[string, SpendPolicy, number, readonly unknown[]]>([
  ['a key', pk(0), 0, []],
  ['a key from a height on, before it', thresh(2, above, pk(0)), 9, [above]],
  ['a key from a height on, at it', thresh(2, above, pk(0)), 10, []],
  ['a key from a height and a time on', thresh(3, above, after, pk(0)), 9, [above, after]],
  ['two keys, or later one', thresh(1, thresh(2, above, pk(0)), thresh(2, pk(0), pk(1))), 9, []],
  ['either of two locks', thresh(2, pk(0), thresh(1, thresh(2, above, after), above)), 9, [above]],
  ['what no one can satisfy', { type: 'opaque', address: policyAddress(pk(0)) }, 9, []]
])('the closed locks of %s', (_, policy, height, locks) => {
  expect(closedLocks(policy, { height, medianTimestamp: 1_600_000_000 })).toEqual(locks);
});
