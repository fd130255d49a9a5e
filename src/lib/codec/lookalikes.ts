/**
 * Characters of other scripts, and digits, that look like a Latin letter, by that letter. Upper and lower case differ:
 * a Greek Ν looks like N, but ν like v.
 */
const LOOKALIKES: Readonly<Record<string, string>> = {
  a: 'аАαΑɑ',
  b: 'ВвьЬΒβ',
  c: 'сСϲϹ',
  d: 'ԁԀɗ',
  e: 'еЕεΕҽ',
  f: 'ƒ',
  g: 'ɡɢց',
  h: 'һҺнНΗհ',
  j: 'јЈϳ',
  k: 'кКκΚ',
  // A capital i looks like a small L.
  l: 'iIіІιΙıӏӀ1|ⵏ',
  m: 'мМμΜ',
  n: 'ηΝոп',
  o: 'оОοΟσօ0',
  p: 'рРρΡ',
  q: 'ԛԚզ',
  r: 'гᴦ',
  s: 'ѕЅՏ',
  t: 'тТτΤ',
  u: 'υսцʋ',
  v: 'νѵѴ',
  w: 'ԝԜωա',
  x: 'хХχΧ',
  y: 'уУүҮΥγ',
  z: 'Ζᴢ'
};

const LATIN: ReadonlyMap<string, string> = new Map(
  Object.entries(LOOKALIKES).flatMap(([latin, others]) => [...others].map((other) => [other, latin] as const))
);

/** Accents and other marks on the letters of European scripts; in other scripts, marks distinguish letters. */
const MARKS = /[\u0300-\u036f]/g;

/**
 * A name as the eye sees it, for comparison: without invisible characters, spaces, case, accents and variant forms of
 * letters, and with Latin letters in place of those that look like them. Names that differ may have the same form, and
 * no form is meant to be shown.
 */
export const visibleForm = (text: string): string =>
  [
    ...text
      .normalize('NFKD')
      .replace(MARKS, '')
      .replace(/[\p{C}\s]/gu, '')
  ]
    .map((character) => LATIN.get(character) ?? character)
    .join('')
    .toLowerCase()
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
