import { expect, test } from 'vitest';
import { memoize } from '$lib/chain/memoize';

test('a result is computed once for each object, not for its content', () => {
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
