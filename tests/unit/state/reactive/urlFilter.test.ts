import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SIZE_UNITS, STORAGE_PRICE_UNITS } from '$lib/chain/currency/quantity';
import {
  choiceField,
  choicesField,
  clearedFilter,
  inRange,
  isFiltering,
  rangeField,
  readFilter,
  sortField,
  textField,
  writeFilter,
  type FilterOf
} from '$lib/services/filterFields';
import { UrlFilter } from '$lib/state/reactive/urlFilter.svelte';

const STATES = ['unresolved', 'succeeded', 'failed'] as const;
const FIELDS = {
  q: textField(),
  which: choiceField(['active', 'all'], 'active'),
  state: choicesField(STATES),
  size: rangeField(SIZE_UNITS[3]),
  price: rangeField(STORAGE_PRICE_UNITS[0]),
  height: rangeField(),
  sort: sortField(['size', 'price'], { key: 'size', order: 'desc' })
};
type Filter = FilterOf<typeof FIELDS>;
const NONE = readFilter(FIELDS, '');

const end = fc.option(fc.bigInt({ min: 0n, max: 1n << 80n }), { nil: undefined });
const range = fc
  .tuple(end, end)
  .map(([min, max]) => ({ ...(min !== undefined && { min }), ...(max !== undefined && { max }) }));
const anyFilter: fc.Arbitrary<Filter> = fc.record({
  q: fc.string({ unit: 'binary' }).filter((text) => text.isWellFormed()),
  which: fc.constantFrom('active', 'all'),
  state: fc.subarray([...STATES]),
  size: range,
  price: range,
  height: range,
  sort: fc.record({ key: fc.constantFrom('size', 'price'), order: fc.constantFrom('asc', 'desc') })
});

describe('in a URL', () => {
  test('every filter survives a round trip', () => {
    fc.assert(
      fc.property(anyFilter, (filter) => {
        expect(readFilter(FIELDS, writeFilter(FIELDS, filter, ''))).toEqual(filter);
      })
    );
  });

  test('other parameters are kept, and empty ones are left out', () => {
    expect(writeFilter(FIELDS, NONE, '?event=5&q=old')).toBe('?event=5');
    expect(writeFilter(FIELDS, { ...NONE, which: 'all', size: { min: 1n << 30n } }, '?event=5')).toBe(
      '?event=5&which=all&size=1.073741824..'
    );
  });

  test('any text yields a filter', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...Object.keys(FIELDS)), fc.string()), (params) => {
        const filter = readFilter(FIELDS, `?${new URLSearchParams(params)}`);
        expect(readFilter(FIELDS, writeFilter(FIELDS, filter, ''))).toEqual(filter);
      })
    );
  });

  test.each([
    ['?which=some', { which: 'active' }],
    ['?state=failed.lost.unresolved', { state: ['unresolved', 'failed'] }],
    ['?size=1..2..3', { size: {} }],
    ['?size=5', { size: {} }],
    ['?size=much..', { size: {} }],
    ['?size=..0.5', { size: { max: 500_000_000n } }],
    ['?sort=name', { sort: { key: 'size', order: 'desc' } }],
    ['?sort=-price', { sort: { key: 'price', order: 'desc' } }]
  ])('%s', (search, part) => expect(readFilter(FIELDS, search)).toEqual({ ...NONE, ...part }));
});

test('clearing keeps the sort order, which hides no rows', () => {
  const filter: Filter = { ...NONE, q: 'x', sort: { key: 'price', order: 'asc' } };
  expect([isFiltering(FIELDS, filter), isFiltering(FIELDS, clearedFilter(FIELDS, filter))]).toEqual([true, false]);
  expect(clearedFilter(FIELDS, filter)).toEqual({ ...NONE, sort: filter.sort });
});

test.each([
  [5n, {}, true],
  [5n, { min: 5n }, true],
  [5n, { min: 6n }, false],
  [5n, { max: 5n }, true],
  [5n, { max: 4n }, false],
  [5.5, { min: 5n, max: 6n }, true],
  [undefined, {}, true],
  [undefined, { min: 0n }, false]
])('%s in %o is %s', (value, range, result) => expect(inRange(value, range)).toBe(result));

describe('of a page', () => {
  let stored: Map<string, string>;
  let bar: string;
  const replace = vi.fn((search: string) => void (bar = search));
  const create = () => new UrlFilter('page', FIELDS, { search: () => bar, replace });

  beforeEach(() => {
    vi.useFakeTimers();
    stored = new Map();
    bar = '';
    replace.mockClear();
    vi.stubGlobal('addEventListener', () => {});
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value)
    });
  });

  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  test('applies immediately, and reaches the URL once after a pause in typing', () => {
    const filter = create();
    for (const q of ['a', 'ab', 'abc']) {
      filter.set({ q });
      expect([filter.value.q, filter.active]).toEqual([q, true]);
      vi.advanceTimersByTime(100);
    }
    expect(replace).not.toHaveBeenCalled();
    vi.runAllTimers();
    expect(replace.mock.calls).toEqual([['?q=abc']]);
    filter.follow(bar);
    expect(filter.value.q).toBe('abc');
  });

  test('is remembered for a URL without one, and a URL with one takes precedence', () => {
    create().set({ q: 'abc' });
    vi.runAllTimers();
    bar = '';
    expect(create().value.q).toBe('abc');
    vi.runAllTimers();
    expect(bar).toBe('?q=abc');
    bar = '?state=failed';
    expect(create().value).toEqual({ ...NONE, state: ['failed'] });
  });

  test('clearing is remembered, too', () => {
    const filter = create();
    filter.set({ q: 'abc', state: ['failed'] });
    vi.runAllTimers();
    filter.clear();
    vi.runAllTimers();
    expect([bar, filter.active, create().value]).toEqual(['', false, NONE]);
  });

  test('follows links and back navigation, but not its own updates', () => {
    const filter = create();
    filter.set({ q: 'a' });
    vi.runAllTimers();
    filter.set({ q: 'ab' });
    filter.follow('?q=a');
    expect(filter.value.q).toBe('ab');
    bar = '?q=other';
    filter.follow(bar);
    vi.runAllTimers();
    expect([filter.value.q, bar]).toEqual(['other', '?q=other']);
  });

  test('after leaving the page, it is remembered without changing another page’s URL', () => {
    const filter = create();
    filter.set({ q: 'abc' });
    bar = '?of=another';
    filter.leave();
    vi.runAllTimers();
    expect([bar, replace.mock.calls.length]).toEqual(['?of=another', 0]);
    bar = '';
    expect(create().value.q).toBe('abc');
  });

  test('a filter stored by another build is ignored', () => {
    stored.set('quarry:filter:page', '{"q":1}');
    expect(create().value).toEqual(NONE);
  });
});
