import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { CodecError } from '$lib/codec/errors';
import { parseJson, stringifyJson, type WideIntegerMode } from '$lib/codec/json';
import { findJsonError } from '$lib/codec/jsonError';

const MAX_U64 = 18446744073709551615n;
const ways: WideIntegerMode[] = ['native', 'marked'];

// Strings that resemble the codec's own markers.
const trickyText = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '#1',
    '$',
    '$#1',
    '#',
    '"#12345678901234567890"',
    '\\#1',
    '1234567890123456789',
    '":',
    '\u2028',
    '#\\'
  )
);
const wide = fc.oneof(
  fc.bigInt({ min: 9007199254740992n, max: MAX_U64 }),
  fc.bigInt({ min: -(1n << 63n), max: -9007199254740992n })
);
const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    trickyText,
    fc.maxSafeInteger(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((n) => !Number.isInteger(n)),
    wide,
    fc.array(tie('json')),
    fc.dictionary(trickyText, tie('json'))
  )
}));

describe.each(ways)('%s wide integers', (way) => {
  test('formatted text parses to the same value', () => {
    fc.assert(
      fc.property(json, fc.constantFrom(undefined, 2), (value, indent) => {
        // Dictionaries from fast-check have no prototype.
        expect(parseJson(stringifyJson(value, indent, way))).toEqual(plain(value));
      }),
      { numRuns: 500 }
    );
  });

  test('agrees with JSON on values without wide integers', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        const hasWide = (item: unknown): boolean =>
          typeof item === 'number'
            ? Number.isInteger(item) && !Number.isSafeInteger(item)
            : typeof item === 'object' && item !== null && Object.values(item).some(hasWide);
        fc.pre(!hasWide(value));
        expect(stringifyJson(value, undefined, way)).toBe(text);
        expect(parseJson(text)).toEqual(JSON.parse(text));
      })
    );
  });

  test('an integer is printed digit by digit', () => {
    expect(stringifyJson({ a: MAX_U64, b: [-1n, 5n], c: '#1' }, undefined, way)).toBe(
      '{"a":18446744073709551615,"b":[-1,5],"c":"#1"}'
    );
  });
});

describe('wide integers', () => {
  test.each([
    ['9007199254740991', 9007199254740991],
    ['-9007199254740991', -9007199254740991],
    ['9007199254740992', 9007199254740992n],
    ['-9007199254740993', -9007199254740993n],
    ['10101010101010101010', 10101010101010101010n],
    ['18446744073709551615', MAX_U64],
    ['0.12345678901234567890', 0.12345678901234568],
    ['1e3', 1000],
    ['12345678901234567890.0', 12345678901234567890.0],
    ['1.5E+20', 1.5e20],
    ['"12345678901234567890"', '12345678901234567890'],
    ['["#12345678901234567890", 12345678901234567890]', ['#12345678901234567890', 12345678901234567890n]],
    ['["\\u0023123", 12345678901234567890]', ['#123', 12345678901234567890n]],
    // Two integers that round to the same double, digits in a string, a number of the same double, a duplicate key.
    ['[9007199254740993, 9007199254740992]', [9007199254740993n, 9007199254740992n]],
    ['["a 9007199254740993 b", 9007199254740993]', ['a 9007199254740993 b', 9007199254740993n]],
    ['[1e20, 100000000000000000000]', [1e20, 100000000000000000000n]],
    ['{"a":9007199254740993,"a":[9007199254740993]}', { a: [9007199254740993n] }],
    ['{"9":9007199254740995,"1":9007199254740999}', { '1': 9007199254740999n, '9': 9007199254740995n }],
    ['{"12345678901234567890" : 12345678901234567890}', { '12345678901234567890': 12345678901234567890n }],
    ['["\\" 9007199254740993", 9007199254740993, -9007199254740993]', ['" 9007199254740993', 9007199254740993n, -9007199254740993n]], // prettier-ignore
    // The doubles that would stand for them are taken.
    [
      '[9007199254740993, 9007199254740992, 9007199254740994, 9.007199254740996e15, " 9007199254740998 "]',
      [9007199254740993n, 9007199254740992n, 9007199254740994n, 9007199254740996, ' 9007199254740998 ']
    ]
  ])('%s', (text, value) => {
    expect(parseJson(text)).toEqual(value);
  });

  test('are read as they are written, whatever they are beside', () => {
    const alike = fc.constantFrom('9007199254740992', '9007199254740993', '9007199254740994', '9.007199254740992e15');
    const quoted = fc.oneof(trickyText, alike).map((text) => JSON.stringify(text));
    const item = fc.oneof(
      alike,
      quoted,
      quoted.chain((key) => alike.map((value) => `{${key}:${value}}`))
    );
    const written = (_key: string, value: unknown, context?: { readonly source?: string }) =>
      typeof value === 'number' && /^\d{16}$/.test(context?.source ?? '') ? BigInt(context!.source!) : value;
    fc.assert(
      fc.property(fc.array(item), (items) => {
        const text = `[${items.join()}]`;
        expect(parseJson(text)).toEqual(JSON.parse(text, written));
      }),
      { numRuns: 500 }
    );
  });

  test('that share a double do not cost a call for each of the other values', () => {
    const parse = vi.spyOn(JSON, 'parse');
    try {
      parseJson('[9007199254740993,9007199254740992,0,0]');
      expect(parse.mock.calls.map(({ length }) => length)).toEqual([1, 1]);
    } finally {
      parse.mockRestore();
    }
  });

  test('an integer above the digit limit is rejected', () => {
    expect(parseJson('9'.repeat(100))).toBe(BigInt('9'.repeat(100)));
    expect(() => parseJson('9'.repeat(101))).toThrow(CodecError);
  });

  test.each(['[12345678901234567890', '12345678901234567890x', '{"a":1234567890123456789 0}', '012345678901234567'])(
    'malformed %s',
    (text) => {
      expect(() => parseJson(text)).toThrow(CodecError);
    }
  );
});

test('undefined is not JSON', () => {
  expect(() => stringifyJson(undefined)).toThrow(CodecError);
});

describe('position of an error', () => {
  test.each([
    ['', 0],
    ['nope', 0],
    ['{nope', 1],
    ['{"a" 1}', 5],
    ['{"a":1,}', 7],
    ['[1,2', 4],
    ['[1 2]', 3],
    ['[1,]', 3],
    ['1 2', 2],
    ['"a\nb"', 0],
    ['{"a":{"b":[true,flase]}}', 16],
    ['01', 1],
    ['[[[[', 4]
  ])('%j at %i', (text, position) => {
    expect(() => JSON.parse(text)).toThrow();
    expect(findJsonError(text)).toBe(position);
    expect(() => parseJson(text)).toThrow(`position ${position}`);
  });

  test('valid JSON has no error position', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(findJsonError(text)).toBe(text.length);
      })
    );
  });

  test('lies within any text that does not parse', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.nat(), fc.constantFrom('', ',', '}', 'x', '"', '['), (value, where, change) => {
        const text = JSON.stringify(value);
        const broken = text.slice(0, where % text.length) + change;
        let fine = true;
        try {
          JSON.parse(broken);
        } catch {
          fine = false;
        }
        fc.pre(!fine);
        expect(findJsonError(broken)).toBeLessThanOrEqual(broken.length);
      })
    );
  });

  test('deep nesting does not use the stack', () => {
    expect(findJsonError('['.repeat(1_000_000))).toBe(1_000_000);
  });
});

/** The same value with ordinary prototypes, and -0 as JSON prints it. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, plain(item)]));
  }
  return Object.is(value, -0) ? 0 : value;
}

test.each([
  ['an unterminated string', `{"a":"${'x'.repeat(60_000_000)}`],
  ['unterminated escapes', `{"a":"${'\\"'.repeat(20_000_000)}`]
])('a very long malformed text is rejected without scanning: %s', (_, text) => {
  expect(() => parseJson(text)).toThrow(new CodecError('malformed JSON'));
});

test.each([
  ['lists', '['.repeat(20_000_000)],
  ['closed lists', '['.repeat(10_000_000) + ']'.repeat(10_000_000)],
  ['objects', '{"":'.repeat(5_000_000)],
  ['lists after strings with escapes and brackets', `["\\\\","\\"]}",{"]":${'['.repeat(10_000)}`]
])('a text that nests too deep is rejected without parsing: %s', (_, text) => {
  const parse = vi.spyOn(JSON, 'parse');
  try {
    expect(() => parseJson(text)).toThrow(new CodecError('JSON nests deeper than 500 levels'));
    expect(parse).not.toHaveBeenCalled();
  } finally {
    parse.mockRestore();
  }
});

test('brackets in strings do not count as nesting', () => {
  const value = {
    text: ['[{'.repeat(10_000), '\\"[', '"'.repeat(1_000) + '['.repeat(1_000)],
    lists: Array(10_000).fill([{}])
  };
  expect(parseJson(JSON.stringify(value))).toEqual(value);
});

test('500 levels are parsed; 501 are not', () => {
  const nested = (levels: number) => `${'['.repeat(levels)}${2n ** 64n}${']'.repeat(levels)}`;
  expect(() => parseJson(nested(500))).not.toThrow();
  expect(() => parseJson(nested(501))).toThrow(CodecError);
});

test('very many wide integers that share doubles are parsed exactly', () => {
  const alike = Array.from({ length: 100_000 }, (_, i) => `1234567890${10_000_000 + i}`);
  expect(parseJson(`[${alike.join(',')}]`)).toEqual(alike.map(BigInt));
});
