import { expect, test } from 'vitest';
import { beginningWith, type KnownItem } from '$lib/explorer/known';

const thing = (id: string): KnownItem => ({ id, kind: 'block', name: '7', href: `/chain/${id}` });
const things = [thing('abcd01'), thing('abcd02'), thing('ffff00')];

test.each([
  ['abcd', ['abcd01', 'abcd02']],
  ['ABCD 02', ['abcd02']],
  ['0xffff', ['ffff00']],
  ['abc', []],
  ['cd01', []],
  ['abcx', []],
  ['', []]
])('%j', (typed, ids) => expect(beginningWith(typed, things).map(({ id }) => id)).toEqual(ids));
