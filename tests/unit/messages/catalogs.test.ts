import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { LOCALES, preferredLocale, setLocale } from '$lib/messages/locale';
import { plural } from '$lib/messages/plural';
import { richParts } from '$lib/messages/richText';

const folder = join(import.meta.dirname, '../../../src/lib/messages');
const sections = globSync('en/**/*.ts', { cwd: folder }).map((path) => path.slice('en/'.length));

type Messages = { readonly [key: string]: string | ((...args: never[]) => unknown) | Messages };

const open = async (language: string, section: string): Promise<Messages> =>
  ((await import(/* @vite-ignore */ pathToFileURL(join(folder, language, section)).href)) as { default: Messages })
    .default;

/** Every message by its dotted name. */
function leaves(messages: Messages, prefix = ''): [name: string, message: unknown][] {
  return Object.entries(messages).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null
      ? leaves(value as Messages, `${prefix}${key}.`)
      : [[`${prefix}${key}`, value]]
  );
}

const TAGS = /<\/?[a-z][A-Za-z]*\/?>/g;
/** English words that must not appear in German texts. */
const ENGLISH = /\b(?:the|of|and|is|are|your|you|this|with|for|not|from)\b/i;

describe.each(LOCALES.filter((language) => language !== 'en'))('%s', (language) => {
  test.each(sections)('%s has every English message, with the same tags', async (section) => {
    const [english, other] = await Promise.all([open('en', section), open(language, section)]);
    const shape = (messages: Messages) =>
      leaves(messages).map(([name, message]) => [
        name,
        typeof message,
        typeof message === 'string'
          ? [...message.matchAll(TAGS)].map(([tag]) => tag).sort()
          : (message as () => void).length
      ]);
    expect(shape(other)).toEqual(shape(english));
    if (language === 'de') {
      const inEnglish = leaves(other).filter(([, message]) => typeof message === 'string' && ENGLISH.test(message));
      expect(inEnglish).toEqual([]);
    }
  });
});

test.each([
  [['de-AT', 'en'], 'de'],
  [['tlh', 'de'], 'de'],
  [['EN-us'], 'en'],
  [['tlh'], 'en'],
  [[], 'en']
])('for the languages %j, the page uses %s', (wanted, chosen) => expect(preferredLocale(wanted)).toBe(chosen));

test('a count has the plural form and digits of its language', () => {
  const forms = { one: '# block', other: '# blocks' };
  expect([0, 1, 2, 1234].map((count) => plural(count, forms))).toEqual([
    '0 blocks',
    '1 block',
    '2 blocks',
    '1,234 blocks'
  ]);
  setLocale('de');
  expect(plural(1234n, { one: '# Block', other: '# Blöcke' })).toBe('1.234 Blöcke');
  setLocale('en');
});

test('tags are split from text, and nothing else is parsed', () => {
  expect(richParts('Go to <link>Connections</link> or <amount/>. <b')).toEqual([
    { kind: 'text', text: 'Go to ' },
    { kind: 'tag', name: 'link', text: 'Connections' },
    { kind: 'text', text: ' or ' },
    { kind: 'tag', name: 'amount', text: '' },
    { kind: 'text', text: '. <b' }
  ]);
});
