import { expect, test } from 'vitest';
import { parseAddress } from '$lib/chain/address';
import { chosenWork, isSameChoice, parseWorkChoice, type WorkChoice } from '$lib/services/mining/workChoice';

const address = parseAddress('d11e064b51f75444c2d0fc1083f9009cf87a8d21bb7a1c5d43cb87b6793544ea488908c3000d');
const choices: WorkChoice[] = [
  { kind: 'node' },
  { kind: 'address', address },
  { kind: 'mining' },
  { kind: 'mining', address },
  { kind: 'pool' }
];

test('what is stored is read back, and is the same choice as itself alone', () => {
  for (const choice of choices) {
    const read = parseWorkChoice(JSON.parse(JSON.stringify(choice)));
    expect(read).toEqual(choice);
    expect(choices.filter((other) => isSameChoice(read!, other))).toEqual([choice]);
  }
});

test.each([undefined, null, 'node', { kind: 'gold' }, { kind: 'address' }, { kind: 'mining', address: 7 }])(
  'stored %j is no choice',
  (stored) => expect(parseWorkChoice(stored)).toBeUndefined()
);

test('an address that is none is refused', () => {
  expect(() => parseWorkChoice({ kind: 'address', address: 'nobody' })).toThrow();
});

test.each([
  [undefined, ['node', 'address'], { kind: 'node' }],
  [undefined, ['address', 'mining'], undefined],
  [undefined, [], undefined],
  [{ kind: 'pool' }, ['node', 'pool'], { kind: 'pool' }],
  [{ kind: 'pool' }, ['node'], { kind: 'node' }]
] as const)('%j of %j is %j', (chosen, sources, work) => expect(chosenWork(chosen, sources)).toEqual(work));
