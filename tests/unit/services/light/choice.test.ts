import { describe, expect, test } from 'vitest';
import { NO_CHECK, parseChoice, parseStart } from '$lib/services/light/choice';

const ID = '4c3a'.repeat(16);
const START = { kind: 'block', index: { height: 530_000, id: ID } };

describe('a starting block', () => {
  test.each([
    ['a height and an id', `530000::${ID}`],
    ['capital letters', `530000::${ID.toUpperCase()}`],
    ['space around it', ` 530000::${ID}\n`]
  ])('is parsed: %s', (_, text) => {
    expect(parseStart(text)).toEqual(START);
  });

  test('may have a height of up to fifteen digits', () => {
    expect(parseStart(`${'9'.repeat(15)}::${ID}`)).toMatchObject({ index: { height: 999_999_999_999_999 } });
  });

  test.each([
    ['nothing', ''],
    ['one colon', `530000:${ID}`],
    ['no height', `::${ID}`],
    ['the first block, which needs no trust', `0::${ID}`],
    ['a height beyond the safe integers', `${'9'.repeat(16)}::${ID}`],
    ['a negative height', `-5::${ID}`],
    ['no id', '530000::'],
    ['an id that is too short', `530000::${ID.slice(1)}`],
    ['an id that is too long', `530000::${ID}0`],
    ['an id that is not hexadecimal', `530000::${ID.slice(1)}g`],
    ['a prefix', `x530000::${ID}`],
    ['a suffix', `530000::${ID} x`],
    ['a space within', `530000 ::${ID}`]
  ])('is rejected: %s', (_, text) => {
    expect(() => parseStart(text)).toThrow(expect.objectContaining({ code: 'light/start-text' }));
  });
});

describe('a stored choice', () => {
  test('is off by default', () => {
    expect(NO_CHECK).toEqual({ on: false, start: { kind: 'genesis' } });
  });

  test.each([
    ['on, from genesis', { on: true, start: { kind: 'genesis' } }, { on: true, start: { kind: 'genesis' } }],
    ['off', { on: false, start: { kind: 'genesis' } }, { on: false, start: { kind: 'genesis' } }],
    ['without a start', { on: true }, { on: true, start: { kind: 'genesis' } }],
    ['from a block', { on: true, start: START }, { on: true, start: START }],
    [
      'from a block of the server’s choice',
      { on: true, start: START, isServersStart: true },
      { on: true, start: START, isServersStart: true }
    ],
    ['with a wrong mark', { on: true, start: START, isServersStart: 'yes' }, { on: true, start: START }]
  ])('is parsed: %s', (_, stored, choice) => {
    expect(parseChoice(stored)).toEqual(choice);
  });

  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'on'],
    ['neither on nor off', { on: 1, start: { kind: 'genesis' } }],
    ['a block without its index', { on: true, start: { kind: 'block' } }],
    ['a block with an invalid id', { on: true, start: { kind: 'block', index: { height: 5, id: 'ab' } } }]
  ])('is rejected: %s', (_, stored) => {
    expect(parseChoice(stored)).toBeUndefined();
  });
});
