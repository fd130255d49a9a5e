/** Scores of a character at the start of a word, directly after the previous match, or elsewhere. */
const AT_WORD = 8;
const IN_ROW = 9;
const ANYWHERE = 1;
/** Bonus if the text starts with the query. */
const AT_START = 20;

const WORD_END = /[\s\-/:(,]/;

/**
 * How well a text matches the input: its characters must occur in order; starts of words and consecutive matches score
 * higher. Case and spaces are ignored.
 * @returns undefined if there is no match
 */
export function fuzzyScore(typed: string, text: string): number | undefined {
  const letters = [...typed.toLowerCase().replace(/\s+/g, '')];
  const target = [...text.toLowerCase()];
  // Best score of the characters so far, by position of the last match.
  let best: readonly number[] = target.map(() => -Infinity);
  for (const [i, letter] of letters.entries()) {
    let before = i === 0 ? 0 : -Infinity;
    const next: number[] = [];
    for (const [j, candidate] of target.entries()) {
      const inRow = j > 0 ? best[j - 1]! + IN_ROW : -Infinity;
      const beginsWord = j === 0 || WORD_END.test(target[j - 1]!);
      const anew = before + (beginsWord ? AT_WORD : ANYWHERE);
      next.push(candidate === letter ? Math.max(i === 0 ? -Infinity : inRow, anew) : -Infinity);
      if (i > 0) before = Math.max(before, best[j]!);
    }
    best = next;
  }
  const score = letters.length === 0 ? 0 : Math.max(...best, -Infinity);
  if (score === -Infinity) return undefined;
  const start = text.toLowerCase().startsWith(typed.trim().toLowerCase()) ? AT_START : 0;
  // Among equal matches, shorter texts rank higher.
  return score + start - target.length / 100;
}
