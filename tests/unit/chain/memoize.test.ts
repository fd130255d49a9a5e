import { expect, test } from 'vitest';
import { attachment, memoize } from '$lib/chain/memoize';

test('a result is computed once per object, not per content', () => {
  const computed: object[] = [];
  const nameOf = memoize((value: { readonly name: string }) => {
    computed.push(value);
    return { name: value.name };
  });
  const [one, same] = [{ name: 'one' }, { name: 'one' }];
  expect(nameOf(one)).toBe(nameOf(one));
  expect(nameOf(same)).not.toBe(nameOf(one));
  expect(computed).toEqual([one, same]);
});

test('an attached value belongs to one object, not to its copies', () => {
  const lengths = attachment<readonly number[], number>();
  const numbers = [1, 2, 3] as const;
  expect(lengths.get(numbers)).toBeUndefined();
  lengths.set(numbers, 3);
  expect(lengths.get(numbers)).toBe(3);
  expect(lengths.get([...numbers])).toBeUndefined();
  expect(attachment<readonly number[], number>().get(numbers)).toBeUndefined();
});
