import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatLabels, mergeLabels, parseLabels, undoMerge, type LabelSet } from '$lib/wallet/formats/labels';

const A = 'a2a3773f76136bdb05a0ff79a0f4fcc2826436794f8db36db6408355c5ca32345002db43c2eb';
const TX = 'ab'.repeat(32);
const line = (fields: object) => `${JSON.stringify(fields)}\n`;
const none: LabelSet = { lines: [], raw: [] };

describe('the example of BIP 329', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../standards/labels.jsonl'), 'utf8');
  const file = parseLabels(text);

  test('known lines, other lines, a frozen output', () => {
    expect(file.lines.map(({ type, origin, spendable }) => [type, origin, spendable])).toEqual([
      ['tx', undefined, undefined],
      ['tx', "wpkh([d34db33f/84'/0'/1'])", undefined],
      ['input', undefined, undefined],
      ['output', undefined, false]
    ]);
    expect(file.raw).toHaveLength(4);
    expect([file.unknown, file.damaged]).toEqual([4, 0]);
  });

  test('nothing is lost', () => {
    const objects = (lines: string) =>
      lines
        .trim()
        .split('\n')
        .map((one) => JSON.parse(one) as object);
    const written = objects(formatLabels(mergeLabels(none, file, 'fill')));
    expect(written).toHaveLength(8);
    expect(written).toEqual(expect.arrayContaining(objects(text)));
  });
});

test('exporting an import is stable: known lines sorted, others in order, fields preserved', () => {
  const text = [
    'not json',
    line({ type: 'tx', ref: TX, label: 'b', fee: 12, rate: { USD: 1.5 } }).trim(),
    line({ type: 'addr', ref: A.toUpperCase(), label: 'a', keypath: '/3' }).trim(),
    line({ type: 'future', ref: 'x' }).trim(),
    ''
  ].join('\n');
  const written = formatLabels(parseLabels(text));
  expect(written.split('\n')).toEqual([
    JSON.stringify({ type: 'addr', ref: A, label: 'a', keypath: '/3' }),
    JSON.stringify({ type: 'tx', ref: TX, label: 'b', fee: 12, rate: { USD: 1.5 } }),
    'not json',
    JSON.stringify({ type: 'future', ref: 'x' }),
    ''
  ]);
  expect(formatLabels(parseLabels(written))).toBe(written);
});

test.each([
  ['c', 'a', 'b'],
  ['a', 'b', 'c'],
  ['c', 'b', 'a']
])('lines about %s, %s and %s are sorted', (...digits) => {
  const about = (digit: string) => line({ type: 'tx', ref: digit.repeat(64), label: 'x' });
  const file = parseLabels(digits.map(about).join(''));
  expect(formatLabels(file)).toBe(['a', 'b', 'c'].map(about).join(''));
});

test('any text survives: no line is dropped, and a second pass changes nothing', () => {
  const anyLine = fc.oneof(
    fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[\r\n]/g, ' ')),
    fc.json(),
    fc
      .record({
        type: fc.constantFrom('tx', 'addr', 'output'),
        ref: fc.constantFrom(TX, A, `${TX}:1`),
        label: fc.string()
      })
      .map((one) => JSON.stringify(one))
  );
  fc.assert(
    fc.property(fc.array(anyLine), (lines) => {
      const once = formatLabels(parseLabels(lines.join('\n')));
      expect(formatLabels(parseLabels(once))).toBe(once);
    })
  );
});

describe('a line', () => {
  test.each<[string, string, 'unknown' | 'damaged']>([
    ['broken JSON', '{"type":"tx"', 'damaged'],
    ['not an object', '[1]', 'damaged'],
    ['no type', '{"ref":"x","label":"x"}', 'damaged'],
    ['a number', '5', 'damaged'],
    ['no ref', '{"type":"tx","label":"x"}', 'damaged'],
    ['an address with a typo', JSON.stringify({ type: 'addr', ref: A.replace(/b$/, 'c'), label: 'x' }), 'damaged'],
    ['too long for an address', JSON.stringify({ type: 'addr', ref: `${A}0`, label: 'x' }), 'unknown'],
    ['an address after another character', JSON.stringify({ type: 'addr', ref: `x${A}`, label: 'x' }), 'unknown'],
    ['too long', JSON.stringify({ type: 'tx', ref: TX, label: 'x'.repeat(65_536) }), 'damaged'],
    ['another type', JSON.stringify({ type: 'xpub', ref: 'xpub' }), 'unknown'],
    ['spendable as text', JSON.stringify({ type: 'output', ref: TX, spendable: 'false' }), 'unknown'],
    ['an id as long as an address', JSON.stringify({ type: 'tx', ref: 'ab'.repeat(38), label: 'x' }), 'unknown'],
    ['a byte order mark within', 'x\ufeffy', 'damaged'],
    ['a carriage return within', 'x\ry', 'damaged'],
    ['an id in another form', JSON.stringify({ type: 'tx', ref: 'abc' }), 'unknown'],
    ['an output with neither id nor position', JSON.stringify({ type: 'output', ref: 'abc', label: 'x' }), 'unknown'],
    ['an input with an id', JSON.stringify({ type: 'input', ref: TX, label: 'x' }), 'unknown'],
    ['a key in another form', JSON.stringify({ type: 'pubkey', ref: 'abc', label: 'x' }), 'unknown']
  ])('%s is kept raw and counted', (_, text, count) => {
    const file = parseLabels(`${text}\n`);
    expect(file).toMatchObject({ lines: [], raw: [text], [count]: 1 });
  });

  test.each([
    ['addr', A],
    ['input', `${TX}:0`],
    ['input', `${TX}:999999999`],
    ['output', `${TX}:10`],
    ['output', TX],
    ['pubkey', TX],
    ['tx', TX]
  ])('about %s %s is understood', (type, ref) => {
    expect(parseLabels(line({ type, ref: ref.toUpperCase(), label: 'x' }))).toMatchObject({
      lines: [{ type, ref, label: 'x' }],
      raw: [],
      unknown: 0,
      damaged: 0
    });
  });

  test('may have 65,536 characters', () => {
    const { length } = line({ type: 'tx', ref: TX, label: '' }).trim();
    const label = 'x'.repeat(65_536 - length);
    expect(parseLabels(line({ type: 'tx', ref: TX, label })).lines).toEqual([{ type: 'tx', ref: TX, label }]);
  });

  test.each([
    ['input', `${TX}:00`],
    ['input', `${TX}:1000000000`],
    ['output', `${TX}:`],
    ['tx', `${TX}:0`],
    ['pubkey', `${TX}0`],
    ['pubkey', `0${TX}`],
    ['output', `0${TX}:0`],
    ['input', `${TX}:1x`]
  ])('about %s %s is not understood', (type, ref) => {
    expect(parseLabels(line({ type, ref, label: 'x' }))).toMatchObject({ lines: [], unknown: 1, damaged: 0 });
  });

  test.each([
    ['label', { label: 1 }],
    ['origin', { origin: 1 }],
    ['spendable', { type: 'tx', spendable: true }]
  ])('with an invalid %s is not understood', (_, fields) => {
    expect(parseLabels(line({ type: 'output', ref: TX, ...fields }))).toMatchObject({ lines: [], unknown: 1 });
  });

  test('loses characters that reverse the text beside its label', () => {
    const label = 'sa\u202eving\u2066s';
    expect(parseLabels(line({ type: 'tx', ref: TX, label })).lines).toEqual([
      { type: 'tx', ref: TX, label: 'savings' }
    ]);
  });

  test('a byte order mark, carriage returns and empty lines are ignored', () => {
    const file = parseLabels(`\ufeff${line({ type: 'tx', ref: TX, label: 'x' }).trim()}\r\n\r\n \n`);
    expect(file).toMatchObject({ lines: [{ type: 'tx', ref: TX, label: 'x' }], raw: [], damaged: 0 });
  });

  test('the last of two lines about the same thing wins, separately for each origin', () => {
    const text = [
      { type: 'tx', ref: TX, label: 'first' },
      { type: 'tx', ref: TX, label: 'mine', origin: 'o' },
      { type: 'tx', ref: TX, label: 'last' }
    ].map(line);
    expect(parseLabels(text.join('')).lines.map(({ label }) => label)).toEqual(['last', 'mine']);
  });
});

describe('merging', () => {
  const current: LabelSet = {
    lines: [
      { type: 'addr', ref: A, label: 'rent' },
      { type: 'tx', ref: TX, label: '', more: { fee: 1 } },
      { type: 'output', ref: TX, spendable: false }
    ],
    raw: ['kept']
  };
  const file = parseLabels(
    [
      { type: 'addr', ref: A, label: 'hobby' },
      { type: 'tx', ref: TX, label: 'shoes', fee: 2, height: 7 },
      { type: 'output', ref: TX, spendable: true },
      { type: 'output', ref: `${TX}:0`, label: 'new' }
    ]
      .map(line)
      .join('') + 'kept\nother\n'
  );

  test('filling adds only missing values', () => {
    const merged = mergeLabels(current, file, 'fill');
    expect(merged).toMatchObject({ added: 1, changed: 1, same: 2, frozen: 0, thawed: 0, damaged: 2 });
    expect(merged.lines).toEqual([
      { type: 'addr', ref: A, label: 'rent' },
      { type: 'tx', ref: TX, label: 'shoes', more: { fee: 1, height: 7 } },
      { type: 'output', ref: TX, spendable: false },
      { type: 'output', ref: `${TX}:0`, label: 'new' }
    ]);
    expect(merged.raw).toEqual(['kept', 'other']);
  });

  test('filling adds a lock, or a field of another wallet, where there is none', () => {
    const before = { type: 'output', ref: TX, label: 'x' } as const;
    const fill = (fields: object) =>
      mergeLabels({ lines: [before], raw: [] }, parseLabels(line({ ...before, ...fields })), 'fill');
    const locked = fill({ spendable: false });
    expect(locked).toMatchObject({ changed: 1, same: 0, frozen: 1 });
    expect(locked.lines).toEqual([{ ...before, spendable: false }]);
    expect(fill({ height: 7 })).toMatchObject({ changed: 1, same: 0, lines: [{ ...before, more: { height: 7 } }] });
    expect(Object.keys(fill({}).lines[0]!)).toEqual(['type', 'ref', 'label']);
  });

  test('replacing prefers the file, and an empty label clears', () => {
    const merged = mergeLabels(current, file, 'replace');
    expect(merged).toMatchObject({ added: 1, changed: 3, same: 0, frozen: 0, thawed: 1 });
    expect(merged.lines[0]).toMatchObject({ label: 'hobby' });
    expect(merged.lines[1]).toMatchObject({ more: { fee: 2, height: 7 } });
    expect(merged.lines[2]).toMatchObject({ spendable: true });
    const clearing = parseLabels(line({ type: 'addr', ref: A, label: '' }));
    expect(mergeLabels(current, clearing, 'replace').lines[0]).toMatchObject({ label: '' });
    expect(mergeLabels(current, clearing, 'fill').lines[0]).toMatchObject({ label: 'rent' });
  });

  test('says how many outputs it freezes', () => {
    const lines = [line({ type: 'output', ref: TX, spendable: false }), line({ type: 'output', ref: 'cd'.repeat(32) })];
    for (const mode of ['fill', 'replace'] as const) {
      expect(mergeLabels(none, parseLabels(lines.join('')), mode)).toMatchObject({ frozen: 1, thawed: 0 });
    }
  });

  test('a line without label or spendable changes neither', () => {
    const silent = parseLabels(line({ type: 'output', ref: TX }) + line({ type: 'addr', ref: A }));
    for (const mode of ['fill', 'replace'] as const) {
      expect(mergeLabels(current, silent, mode)).toMatchObject({ added: 0, changed: 0, same: 2 });
    }
  });
});

test('a merge is undone without what was changed since', () => {
  const before = parseLabels(
    `${line({ type: 'tx', ref: TX, label: 'old' })}${line({ type: 'output', ref: TX, label: 'coin' })}kept`
  );
  const file = parseLabels(
    [
      line({ type: 'tx', ref: TX, label: 'new' }),
      line({ type: 'output', ref: TX, spendable: false }),
      line({ type: 'addr', ref: A, label: 'added' }),
      line({ type: 'input', ref: `${TX}:0`, label: 'added' }),
      'added'
    ].join('')
  );
  const merged = mergeLabels(before, file, 'replace');
  expect(undoMerge(merged, before, merged)).toEqual({ lines: before.lines, raw: before.raw });
  const [frozen, since] = [
    { type: 'output', ref: 'cd'.repeat(32), spendable: false },
    { type: 'input', ref: `${TX}:0`, label: 'changed' }
  ] as const;
  const lines = merged.lines.map((one) => (one.type === 'input' ? since : one));
  expect(undoMerge({ lines: [...lines, frozen], raw: merged.raw }, before, merged)).toEqual({
    lines: [...before.lines, since, frozen],
    raw: before.raw
  });
});
