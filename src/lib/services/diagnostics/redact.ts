/** Common English words that are in no recovery word list. */
const SENTENCE_WORDS =
  'a an and are as at be been but by cannot could did for from had has if in is it its may no not of on or so than the their to was which while who why with would within';

const PHRASE_WORD = `(?!(?:${SENTENCE_WORDS.replaceAll(' ', '|')})(?!\\p{L}))\\p{L}{2,}`;
/** Six or more words that may be part of a recovery phrase, from any word list. */
const PHRASE = new RegExp(`(?<!\\p{L})${PHRASE_WORD}(?:[\\s,;.:"'\`“”„‘’]+${PHRASE_WORD}){5,}(?!\\p{L})`, 'giu');

/**
 * Patterns that may identify a person, wallet or server. Order matters: if another rule redacted part of a phrase
 * first, the rest of the phrase would no longer match.
 */
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
  [/\[?(?:[0-9a-f]{0,4}:){2,}[0-9a-f:.]*(?:%[\w.-]+)?\]?(?::\d+)?/gi, '[ip]'],
  [/(?<![\p{L}\p{N}-])(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?::\d+)?(?![\p{L}\p{N}])/giu, '[host]'],
  [/(?<![\p{L}\p{N}-])[\p{L}\p{N}-]+:\d{2,5}(?![\p{L}\p{N}])/giu, '[host]'],
  [/\b(lookup|ENOTFOUND|EAI_AGAIN|ECONNREFUSED|EHOSTUNREACH|ETIMEDOUT) \S+/g, '$1 [host]'],
  [/\b(?:ed25519:|0x)?[0-9a-f]{8,}\b/gi, '[hex]'],
  [/(?:[A-Z]:)?(?:[\\/][\w.~ -]+){2,}/g, '[path]'],
  [/[\w+/=-]{20,}/g, '[token]'],
  [/\d{6,}/g, '[number]']
];

/**
 * An error message for a bug report: without addresses, ids, keys, phrases, passwords, tokens, servers and file paths.
 * Redacts by pattern, and too much rather than too little; the error's code identifies it anyway.
 */
export const redact = (message: string): string =>
  RULES.reduce((text, [form, replacement]) => text.replace(form, replacement), message);

/** Redacts user-chosen names, which fit no pattern; longer ones first, because they may contain shorter ones. */
export function withoutNames(message: string, names: readonly string[]): string {
  const given = names.map((name) => name.trim()).filter((name) => name !== '');
  return given.toSorted((a, b) => b.length - a.length).reduce((text, name) => text.replaceAll(name, '[name]'), message);
}

/** The stack's locations in Quarry's own code, innermost first. */
export const ownFrames = (stack: string | undefined): readonly string[] =>
  [...(stack ?? '').matchAll(/\/((?:_app|src)\/[\w./()[\]+-]+?\.(?:js|ts|svelte))(?:\?[^:\s)]*)?:(\d+):(\d+)/g)]
    .slice(0, MAX_FRAMES)
    .map(([, file, line, column]) => `${file}:${line}:${column}`);

const MAX_FRAMES = 6;
