/**
 * Characters of other scripts, small capitals, letters with strokes, and digits, that look like a Latin letter, by that
 * letter. Upper and lower case differ: a Greek Ν looks like N, but ν like v.
 */
const LOOKALIKES: Readonly<Record<string, string>> = {
  a: 'аАαΑɑꓮᎪⲁⲀᴀ',
  b: 'ВвьЬΒβꓐᏴⲂʙƅƄ',
  c: 'сСϲϹꓚᏟꮯⲥⲤᴄ',
  d: 'ԁԀɗꓓᎠᴅđĐ',
  e: 'еЕεΕҽꓰᎬⲈᴇ',
  f: 'ƒꓝꜰϜ',
  g: 'ɡɢցꓖᏀ',
  h: 'һҺнНΗհꓧᎻⲎʜħĦ',
  j: 'јЈϳꓙᎫᴊȷ',
  k: 'кКκΚꓗᏦⲔᴋ',
  // A capital i looks like a small L.
  l: 'iIіІιΙıӏӀ1|ⵏꓡᏞⳐʟłŁꓲⲒɪɩƖǀ∣Ꭵꭵ',
  m: 'мМμΜꓟᎷⲘᴍ',
  n: 'ηΝոпꓠⲚɴ',
  o: 'оОοΟσօ0ꓳⲟⲞᴏøØⵔ०০๐໐〇',
  p: 'рРρΡꓑᏢⲣⲢᴘ',
  q: 'ԛԚզ',
  r: 'гᴦꓣᎡʀ',
  s: 'ѕЅՏꓢᏚꮪꜱ',
  t: 'тТτΤꓔᎢⲦᴛŧŦ',
  u: 'υսцʋꓴᴜ',
  v: 'νѵѴꓦᏙꮩᴠ',
  w: 'ԝԜωաꓪᎳᏔꮃᴡ',
  x: 'хХχΧꓫⲬ',
  y: 'уУүҮΥγꓬⲨʏ',
  z: 'ΖᴢꓜᏃꮓⲌ'
};

const LATIN: ReadonlyMap<string, string> = new Map(
  Object.entries(LOOKALIKES).flatMap(([latin, others]) => [...others].map((other) => [other, latin] as const))
);

/** Also letters and marks that nothing is drawn for: the Hangul filler, variation selectors, the empty Braille cell. */
const INVISIBLE = /[\p{C}\p{Default_Ignorable_Code_Point}\s\u2800]/gu;

const inLatin = (text: string): string => [...text].map((character) => LATIN.get(character) ?? character).join('');

/** Accents and other marks on the letters of European scripts; in other scripts, marks distinguish letters. */
const MARKS = /[\u0300-\u036f]/g;

/**
 * A name as the eye sees it, for comparison: without invisible characters, spaces, case, accents and variant forms of
 * letters, and with Latin letters in place of those that look like them. Names that differ may have the same form, and
 * no form is meant to be shown.
 */
export const visibleForm = (text: string): string =>
  // Before it is normalized, too: a lunate sigma, which looks like c, becomes a final one.
  inLatin(inLatin(text).normalize('NFKD').replace(MARKS, '').replace(INVISIBLE, ''))
    .toLowerCase()
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
