import { expect, test } from 'vitest';
import { SERVICES } from '$lib/api/services/services';
import { parseAddress } from '$lib/chain/address';
import {
  chosenWork,
  isSameChoice,
  needsPayee,
  parseWorkChoice,
  type WorkChoice
} from '$lib/services/mining/workChoice';

const address = parseAddress('d11e064b51f75444c2d0fc1083f9009cf87a8d21bb7a1c5d43cb87b6793544ea488908c3000d');
const choices: WorkChoice[] = [
  { kind: 'daemon' },
  { kind: 'wallet', address },
  { kind: 'wallet', wallet: 'w1' },
  { kind: 'wallet', wallet: 'w2' },
  { kind: 'mining' },
  { kind: 'mining', address },
  { kind: 'pool' }
];

test('a stored choice is read back, and equals only itself', () => {
  for (const choice of choices) {
    const read = parseWorkChoice(JSON.parse(JSON.stringify(choice)));
    expect(read).toEqual(choice);
    expect(choices.filter((other) => isSameChoice(read!, other))).toEqual([choice]);
  }
});

test.each([
  undefined,
  null,
  'node',
  { kind: 'gold' },
  { kind: 'constructor' },
  { kind: 'mining', address: 7 },
  { kind: 'wallet', wallet: 7 }
])('stored %j is not a choice', (stored) => expect(parseWorkChoice(stored)).toBeUndefined());

test('an invalid address is rejected', () => {
  expect(() => parseWorkChoice({ kind: 'wallet', address: 'nobody' })).toThrow();
});

test.each([
  [undefined, ['daemon', 'wallet'], { kind: 'daemon' }],
  [undefined, ['wallet', 'mining'], undefined],
  [{ kind: 'wallet' }, ['wallet'], undefined],
  [{ kind: 'wallet', wallet: 'w1' }, ['wallet'], { kind: 'wallet', wallet: 'w1' }],
  [{ kind: 'wallet', address }, ['daemon', 'wallet'], { kind: 'wallet', address }],
  [{ kind: 'mining', address }, ['mining'], { kind: 'mining', address }],
  [{ kind: 'mining', address }, ['daemon'], { kind: 'daemon' }],
  [undefined, [], undefined],
  [{ kind: 'pool' }, ['daemon', 'pool'], { kind: 'pool' }],
  [{ kind: 'pool' }, ['daemon'], { kind: 'daemon' }]
] as const)('%j of %j is %j', (chosen, sources, work) => {
  const offers = sources.map((service) => ({ service, payout: SERVICES[service].work }));
  expect(chosenWork(chosen, offers)).toEqual(work);
});

test.each([
  [{ kind: 'node' }, { kind: 'daemon' }],
  [
    { kind: 'address', address },
    { kind: 'wallet', address }
  ]
])('%j, as stored by an earlier version, is %j', (stored, work) => expect(parseWorkChoice(stored)).toEqual(work));

test.each([
  [undefined, ['daemon', 'wallet'], true],
  [undefined, ['daemon'], false],
  [undefined, ['pool'], false],
  [{ kind: 'daemon' }, ['daemon', 'wallet'], false],
  [{ kind: 'pool' }, ['daemon', 'wallet'], true]
] as const)('%j of %j still needs a payee: %s', (chosen, sources, asks) => {
  const offers = sources.map((service) => ({ service, payout: SERVICES[service].work }));
  expect(needsPayee(chosen, offers)).toBe(asks);
});
