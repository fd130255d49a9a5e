import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { SpendPolicy } from '$lib/chain/policy/policy';
import { standardUnlockConditions } from '$lib/chain/policy/policyAddress';
import { unixSeconds } from '$lib/chain/time';
import { formatDateTime } from '$lib/messages/format';
import { explainPolicy } from '$lib/messages/wallet/policy';
import { allOf, anyOf, lockedUntilHeight, lockedUntilTime, thresholdOfKeys } from '$lib/wallet/policy/policyTree';
import { anyPolicy } from '../../../support/arbitraries';
import { seedWallet } from '../../wallet/support';

const keys = seedWallet(3).keys.map(({ publicKey }) => publicKey);
const pk = (i: number): SpendPolicy => ({ type: 'pk', publicKey: keys[i]! });

describe('as text', () => {
  const lines = (policy: SpendPolicy): string[] => {
    const { text, children } = explainPolicy(policy, (key) => ['Ann', 'Ben', 'Cleo'][keys.indexOf(key)]);
    return [text, ...children.map((child) => child.text)];
  };

  test.each([
    [thresholdOfKeys(2, keys.slice(0, 3)), ['Any 2 of these 3', 'Signed by Ann', 'Signed by Ben', 'Signed by Cleo']],
    [allOf(pk(0), pk(1)), ['Both of these', 'Signed by Ann', 'Signed by Ben']],
    [anyOf(pk(0), pk(1)), ['Any one of these', 'Signed by Ann', 'Signed by Ben']],
    [lockedUntilHeight(500, pk(0)), ['Both of these', 'From block 500', 'Signed by Ann']],
    [
      lockedUntilTime(unixSeconds(1_700_000_000), pk(0)),
      ['Both of these', `After ${formatDateTime(1_700_000_000_000)}`, 'Signed by Ann']
    ],
    [
      { type: 'uc', unlockConditions: standardUnlockConditions(keys[0]!) } as const,
      ['This condition', 'Signed by Ann']
    ],
    [{ type: 'thresh', n: 0, of: [] } as const, ['No condition: anyone can spend this']]
  ])('%#', (policy, expected) => {
    expect(lines(policy)).toEqual(expected);
  });

  test('every policy has a text of the same shape', () => {
    const shape = (policy: SpendPolicy): unknown[] =>
      policy.type === 'thresh' ? [policy.type, ...policy.of.map(shape)] : [policy.type];
    const wordsShape = ({ type, children }: ReturnType<typeof explainPolicy>): unknown[] =>
      type === 'uc' ? [type] : [type, ...children.map(wordsShape)];
    fc.assert(
      fc.property(
        anyPolicy.filter(
          (policy) => !JSON.stringify(policy, (_, v) => (typeof v === 'bigint' ? `${v}` : v)).includes('after')
        ),
        (policy) => {
          const words = explainPolicy(policy);
          expect(words.text).not.toBe('');
          expect(wordsShape(words)).toEqual(shape(policy));
        }
      )
    );
  });
});
