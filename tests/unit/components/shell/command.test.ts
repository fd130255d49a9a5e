import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rankCommands, type Command } from '$lib/components/shell/command';
import { fuzzyScore } from '$lib/components/shell/fuzzy';

const command = (label: string, keywords?: string, always?: boolean): Command => ({
  id: label,
  label,
  kind: 'page',
  keywords,
  always,
  icon: (() => undefined) as unknown as Command['icon'],
  run: () => undefined
});

const labels = (typed: string, commands: readonly Command[]) => rankCommands(typed, commands).map(({ label }) => label);

describe('fuzzy search', () => {
  test.each([
    ['mine', 'Mine'],
    ['hs', 'Host: settings'],
    ['HOST', 'Host'],
    ['st mi', 'Start mining in this tab'],
    ['ab', 'xa b a']
  ])('%s finds %s', (typed, text) => expect(fuzzyScore(typed, text)).toBeDefined());

  test.each([
    ['minex', 'Mine'],
    ['tsoh', 'Host'],
    ['aa', 'a']
  ])('%s does not find %s', (typed, text) => expect(fuzzyScore(typed, text)).toBeUndefined());

  test('matches exactly when the letters occur in order', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' ', '-'), maxLength: 12 });
    fc.assert(
      fc.property(text, text, (typed, target) => {
        const letters = [...typed.replace(/\s/g, '')];
        let at = 0;
        const isThere = letters.every((letter) => {
          at = target.indexOf(letter, at) + 1;
          return at > 0;
        });
        expect(fuzzyScore(typed, target) !== undefined).toBe(isThere);
      }),
      { numRuns: 500 }
    );
  });
});

describe('the order of commands', () => {
  const all = [
    command('Overview', 'home dashboard'),
    command('Hosts: filter mode', 'blacklist'),
    command('Host'),
    command('Host: storage folders'),
    command('Network', 'peers blocklist')
  ];

  test('is the original one while the query is empty', () =>
    expect(labels(' ', all)).toEqual(all.map(({ label }) => label)));

  test('ranks whole words before prefixes, and those before scattered letters', () => {
    expect(labels('host', all).slice(0, 3)).toEqual(['Host', 'Hosts: filter mode', 'Host: storage folders']);
    expect(labels('hsf', all)[0]).toBe('Host: storage folders');
  });

  test('finds keywords, ranked below visible text', () => {
    expect(labels('peers', all)[0]).toBe('Network');
    expect(labels('blacklist', all)[0]).toBe('Hosts: filter mode');
  });

  test('ranks the command for the exact input first', () =>
    expect(labels('12', [...all, command('Open block 12', undefined, true)])).toEqual(['Open block 12']));
});
