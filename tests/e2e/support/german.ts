import { globSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright/test';

type Messages = { readonly [key: string]: string | ((...args: never[]) => unknown) | Messages };

const MESSAGES = join(import.meta.dirname, '../../../src/lib/messages');

/** Words that no German sentence contains. */
const STOP_WORDS =
  /\b(?:the|of|and|is|are|your|you|this|that|with|without|for|not|from|to|has|have|which|when|while|been|will|can|cannot|its|it|by|or)\b/i;

/** Text without its tags, one string per stretch between them. */
const stretches = (text: string): string[] => text.split(/<[^>]*>/).map((part) => part.trim());

async function staticTexts(language: string): Promise<Set<string>> {
  const texts = new Set<string>();
  const collect = (messages: Messages): void => {
    for (const message of Object.values(messages)) {
      if (typeof message === 'string') stretches(message).forEach((text) => texts.add(text));
      else if (typeof message === 'object') collect(message);
    }
  };
  for (const path of globSync('**/*.ts', { cwd: join(MESSAGES, language) })) {
    const url = pathToFileURL(join(MESSAGES, language, path)).href;
    collect(((await import(url)) as { default: Messages }).default);
  }
  return texts;
}

/** English texts of the catalog whose German translation differs. */
export async function englishTexts(): Promise<ReadonlySet<string>> {
  const [english, german] = await Promise.all([staticTexts('en'), staticTexts('de')]);
  return new Set([...english].filter((text) => text.length >= 4 && /[a-z]/.test(text) && !german.has(text)));
}

/** What people read or hear on the page, without code, names and text marked as English (a server's own words). */
export const readTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const APART = 'code, pre, script, noscript, style, [lang="en"], [translate="no"]';
    const texts = new Set<string>([document.title]);
    for (const element of document.querySelectorAll('body *')) {
      if (element.closest(APART)) continue;
      for (const name of ['aria-label', 'aria-description', 'title', 'placeholder', 'alt'])
        texts.add(element.getAttribute(name) ?? '');
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const { parentElement, textContent } = walker.currentNode;
      if (parentElement && !parentElement.closest(APART)) texts.add(textContent ?? '');
    }
    return [...texts].map((text) => text.replace(/\s+/g, ' ').trim()).filter((text) => text !== '');
  });

/** Texts that are English or contain English words. */
export const englishAmong = (texts: readonly string[], english: ReadonlySet<string>): string[] =>
  texts.filter((text) => english.has(text) || STOP_WORDS.test(text));
