import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson } from '$lib/codec/json';
import { parseJsonInSteps, type JsonLimits } from '$lib/codec/jsonInSteps';

const NO_LIMITS: JsonLimits = { listItems: Infinity, values: Infinity };

/** The value and the number of steps. */
function inSteps(text: string, limits = NO_LIMITS): { value: unknown; steps: number } {
  const parsing = parseJsonInSteps(text, limits);
  for (let steps = 1; ; steps++) {
    const { done, value } = parsing.next();
    if (done) return { value, steps };
  }
}

function outcome(run: () => unknown): unknown {
  try {
    return { value: run() };
  } catch (error) {
    return { error: String(error) };
  }
}

/** So long that lists and objects around it are parsed in steps. */
const LONG = 'x'.repeat(60_000);
const long = fc.constantFrom(
  LONG,
  Array.from({ length: 9_000 }, (_, i) => i * 1_000),
  { long: LONG, list: [[], [{}]] }
);
const json = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom(null, true, 1.5, -3, '', ',', '}{', '"', '\\', '\\"', '__proto__'),
    fc.string(),
    long,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom('a', 'b', '__proto__', '"', ',[', ''), tie('value'), { noNullPrototype: true })
  )
})).value;

test('any value is parsed as at once, with any white space', () => {
  fc.assert(
    fc.property(json, fc.constantFrom(0, 1, '\t'), (value, indent) => {
      const text = ` ${JSON.stringify(value, undefined, indent)}\r\n`;
      expect(inSteps(text).value).toEqual(parseJson(text));
    }),
    { numRuns: 150 }
  );
});

test('keys that objects inherit are own keys', () => {
  const text = `{"__proto__":{"long":"${LONG}"},"x":"${LONG}","a":{"__proto__":["${LONG}"]}}`;
  const value = inSteps(text).value as object;
  expect(Object.keys(value)).toEqual(['__proto__', 'x', 'a']);
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect(value).toEqual(JSON.parse(text));
});

test('wide integers keep their digits', () => {
  const digits = Array.from({ length: 9_000 }, (_, i) => `${10n ** 20n + BigInt(i)}`);
  expect(inSteps(`[[${digits.join(',')}],${digits.join(',')}]`).value).toEqual([
    digits.map(BigInt),
    ...digits.map(BigInt)
  ]);
  expect(() => inSteps(`[${digits.join(',')},${'1'.repeat(101)}]`)).toThrow(
    'an integer of 101 digits exceeds the limit of 100'
  );
});

test('long text is parsed in many steps', () => {
  const items = Array.from({ length: 100_000 }, (_, i) => ({ id: i }));
  expect(inSteps(JSON.stringify({ items })).steps).toBeGreaterThan(20);
});

const PARTS = [
  `"${LONG}"`,
  `[${'1,'.repeat(30_000)}1]`,
  '1',
  '{}',
  '[]',
  '"a"',
  '"b":',
  '{',
  '}',
  '[',
  ']',
  ',',
  ':',
  ' ',
  '"'
];
test('text that is not JSON is refused as at once', () => {
  for (const text of [
    `[[${LONG}],]`, `[["${LONG}"],]`, `[["${LONG}"] 1]`, `[["${LONG}"] [1],2]`, `[1 ["${LONG}"]]`, `[1,2 ["${LONG}"],3]`,
    `{"a":["${LONG}"] "b":1}`, `{["${LONG}"]}`, `{"a","b":["${LONG}"]}`, `{"a":1 "b":["${LONG}"]}`, `["${LONG}"}`,
    `["${LONG}"`, `["${LONG}]`, `["${LONG}"]]`, `["${LONG}"],1`, `["${LONG}"] "`, `1["${LONG}"]`, `,["${LONG}"]`, `["${LONG}",,1]`,
    `[,"${LONG}"]`, `{"a":1,"${LONG}"}`, `{"a":["${LONG}"],}`, `["${LONG}", 01]`, `["${LONG}\n"]`, ''
  ]) {
    expect(outcome(() => inSteps(text).value), text.replaceAll(LONG, 'x')).toEqual(outcome(() => parseJson(text)));
  } // prettier-ignore
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PARTS), { maxLength: 12 }), (parts) => {
      const text = parts.join('');
      expect(outcome(() => inSteps(text).value)).toEqual(outcome(() => parseJson(text)));
    }),
    { numRuns: 400 }
  );
});

test('too many values, too long lists and too deep nesting are refused', () => {
  const list = (count: number) => `{"a":[${Array.from({ length: count }, () => '{}').join(',')}]}`;
  expect(inSteps(list(10), { listItems: 10, values: 11 }).value).toEqual(parseJson(list(10)));
  expect(() => inSteps(list(11), { listItems: 10, values: 99 })).toThrow('a list of more than 10 items');
  expect(() => inSteps(list(11), { listItems: 99, values: 11 })).toThrow('more than 11 values');
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  expect(inSteps(nested(500)).value).toEqual(parseJson(nested(500)));
  expect(outcome(() => inSteps(nested(501)))).toEqual(outcome(() => parseJson(nested(501))));
});
