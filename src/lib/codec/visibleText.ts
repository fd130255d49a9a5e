/** Characters that embed or override the direction of text: what follows them can read differently from what it is. */
const CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

export const hasDirectionControls = (text: string): boolean => text.search(CONTROLS) !== -1;

/** For texts of others that are shown beside addresses and amounts. */
export const withoutDirectionControls = (text: string): string => text.replace(CONTROLS, '');

/** What remains of a name to the eye: invisible characters and other forms of the same letters tell nobody apart. */
export const visibleForm = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{C}\s]/gu, '')
    .toLowerCase();
