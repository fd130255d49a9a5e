/** Characters that embed or override the direction of text: what follows them can read differently from what it is. */
const CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

export const hasDirectionControls = (text: string): boolean => text.search(CONTROLS) !== -1;

/** For texts of others that are shown beside addresses and amounts. */
export const withoutDirectionControls = (text: string): string => text.replace(CONTROLS, '');

/** Hebrew, Arabic and their like. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const EXCERPT_CHARACTERS = 40;

/** The beginning of what somebody typed, to be quoted in a sentence: enough to recognise it, and the sentence reads on. */
export function excerpt(text: string): string {
  const characters = [...withoutDirectionControls(text)];
  const isLong = characters.length > EXCERPT_CHARACTERS;
  const quoted = isLong ? `${characters.slice(0, EXCERPT_CHARACTERS).join('')}…` : characters.join('');
  return RIGHT_TO_LEFT.test(quoted) ? `\u2068${quoted}\u2069` : quoted;
}

/** What remains of a name to the eye: invisible characters and other forms of the same letters tell nobody apart. */
export const visibleForm = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{C}\s]/gu, '')
    .toLowerCase();
