import { expect, test } from 'vitest';
import { formatPolicy } from '$lib/chain/policy/policyText';
import { readPolicyParts, type PolicyParts } from '$lib/services/wallet/policyParts';

const KEYS = ['1b2c3d4f', '77aa55cc'].map((part) => part.repeat(8));
const [A, B] = KEYS.map((key) => `pk(0x${key})`);
const parts = (changes: Partial<PolicyParts>): PolicyParts => ({
  keys: KEYS.map((key) => `ed25519:${key}`).join('\n'),
  needed: '2',
  height: '',
  time: '',
  ...changes
});
const textOf = (changes: Partial<PolicyParts>): string | undefined => {
  const { policy } = readPolicyParts(parts(changes), 'Asia/Kolkata');
  return policy && formatPolicy(policy);
};

test.each<[string, Partial<PolicyParts>, string | undefined]>([
  ['keys and the required number', {}, `thresh(2,[${A},${B}])`],
  ['keys without prefix, separated by commas', { keys: KEYS.join(', ') }, `thresh(2,[${A},${B}])`],
  ['a height', { height: ' 1000 ' }, `thresh(2,[above(1000),thresh(2,[${A},${B}])])`],
  [
    'a time in the reader’s time zone',
    { time: '2027-03-28T02:30' },
    `thresh(2,[after(${Date.UTC(2027, 2, 27, 21) / 1000}),thresh(2,[${A},${B}])])`
  ],
  ['no keys', { keys: ' \n ' }, undefined]
])('a policy is created from %s', (_, changes, text) => {
  expect(textOf(changes)).toBe(text);
});

// Each was once left out of the policy, or reported for another field.
test.each<[string, Partial<PolicyParts>, object]>([
  ['a height with separators', { height: '1,000' }, { height: 'not-a-number' }],
  ['a height in words', { height: 'soon' }, { height: 'not-a-number' }],
  ['a height of 400 digits', { height: '9'.repeat(400) }, { height: 'not-a-number' }],
  ['an invalid number of signatures', { needed: 'two' }, { needed: 'not-a-number' }],
  ['more signatures than keys', { needed: '3' }, { needed: 'more-than-keys' }],
  ['a time instead of a height', { height: '1700000000' }, { height: expect.objectContaining({ fault: 'mixed-up-lock' }) }],
  ['a time in 1971', { time: '1971-01-01T00:00' }, { time: expect.objectContaining({ fault: 'mixed-up-lock' }) }]
])('no policy is created from %s, and its field shows the problem', (_, changes, problems) => {
  const read = readPolicyParts(parts(changes), 'Asia/Kolkata');
  expect(read.policy).toBeUndefined();
  expect(read.problems).toMatchObject(problems);
}); // prettier-ignore

test.each([
  ['a text that is not a key', 'nonsense', 'not-a-key'],
  ['a key for which anyone can sign', '0'.repeat(64), 'ownerless'],
  ['a repeated key', `ed25519:${KEYS[0]?.toUpperCase()}`, 'repeated']
])('%s is reported by its number', (_, text, fault) => {
  const read = readPolicyParts(parts({ keys: `${KEYS[0]}\n${text}` }), '');
  expect(read).toMatchObject({ wrongKey: { number: 2, fault }, keyCount: 0 });
  expect(read.policy).toBeUndefined();
});
