/** Words of sentences that are in no list of recovery words. */
const SENTENCE_WORDS =
  'a an and are as at be been but by cannot could did for from had has if in is it its may no not of on or so than the their to was which while who why with would within';

const PHRASE_WORD = `(?!(?:${SENTENCE_WORDS.replaceAll(' ', '|')})(?!\\p{L}))\\p{L}{2,}`;
/** Six words or more that may be part of a recovery phrase, whatever its list. */
const PHRASE = new RegExp(`(?<!\\p{L})${PHRASE_WORD}(?:[\\s,;.:"'\`“”„‘’]+${PHRASE_WORD}){5,}(?!\\p{L})`, 'giu');

/** What may name a person, a wallet or a server, by its form, in this order: what another rule takes out of a phrase would hide the rest of it. */
const RULES: readonly (readonly [form: RegExp, replacement: string])[] = [
  [PHRASE, '[words]'],
  [/\b[a-z][a-z0-9+.-]*:\/\/\S+/gi, '[url]'],
  [
    /\b(password|passphrase|pass|token|secret|authorization|basic|bearer|cookie|seed|key)(?:\s*[:=]\s*|\s+)(?:(?:basic|bearer)\s+)?\S+/gi,
    '[secret]'
  ],
  [/\S+@\S+/g, '[account]'],
  [/(["'`“„«‘])(?:(?!["'`”“»’]).){4,}["'`”“»’]/g, '[text]'],
  [/\b(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?\b/g, '[ip]'],
  [/\[?(?:[0-9a-f]{0,4}:){3,}[0-9a-f:.]*\]?(?::\d+)?/gi, '[ip]'],
  [/\b(?:[a-z0-9-]+\.)+[a-z]{2,}(?::\d+)?\b/gi, '[host]'],
  [/\b(?:ed25519:|0x)?[0-9a-f]{8,}\b/gi, '[hex]'],
  [/(?:[A-Z]:)?(?:[\\/][\w.~ -]+){2,}/g, '[path]'],
  [/[\w+/=-]{20,}/g, '[token]'],
  [/\d{6,}/g, '[number]']
];

/**
 * An error message for a bug report: without addresses, ids, keys, phrases, passwords, tokens, servers and file paths.
 * Redacts by form and rather too much than too little; the code of an error identifies it anyway.
 */
export const redact = (message: string): string =>
  RULES.reduce((text, [form, replacement]) => text.replace(form, replacement), message);

/** Without the names that somebody gave, whatever their form; longer ones first, which may hold shorter ones. */
export function withoutNames(message: string, names: readonly string[]): string {
  const given = names.map((name) => name.trim()).filter((name) => name !== '');
  return given.toSorted((a, b) => b.length - a.length).reduce((text, name) => text.replaceAll(name, '[name]'), message);
}

/** Places in Quarry's own code, innermost first; nothing else of a stack. */
export const ownFrames = (stack: string | undefined): readonly string[] =>
  [...(stack ?? '').matchAll(/\/((?:_app|src)\/[\w./()[\]+-]+?\.(?:js|ts|svelte))(?:\?[^:\s)]*)?:(\d+):(\d+)/g)]
    .slice(0, MAX_FRAMES)
    .map(([, file, line, column]) => `${file}:${line}:${column}`);

const MAX_FRAMES = 6;
