/** A section of a document, from one heading to the next. */
export interface Passage {
  readonly href: string;
  /** Title of the document. */
  readonly page: string;
  /** The heading. */
  readonly title: string;
  readonly text: string;
}

/** A passage with an excerpt around the first match. */
export interface Hit extends Passage {
  readonly excerpt: string;
}

/** The best matches, and the number of all. */
export interface SearchResult {
  readonly hits: readonly Hit[];
  readonly total: number;
}

const MAX_HITS = 20;
/** Characters of an excerpt, up to the end of its last word. */
const EXCERPT = 120;

/** Scores of a match in the document's title, the heading, and the text. */
const PAGE_SCORE = 4;
const TITLE_SCORE = 8;
const TEXT_SCORE = 1;

/**
 * Passages that contain every word of the query, best first: matches in headings rank higher; ties keep document order.
 */
export function searchPassages(passages: readonly Passage[], query: string): SearchResult {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return { hits: [], total: 0 };
  const found = passages
    .map((passage) => ({ passage, score: scoreOf(passage, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  const hits = found.slice(0, MAX_HITS).map(({ passage }) => ({ ...passage, excerpt: excerptOf(passage.text, words) }));
  return { hits, total: found.length };
}

/** 0 if a word is missing. */
function scoreOf({ page, title, text }: Passage, words: readonly string[]): number {
  let score = 0;
  for (const word of words) {
    const found =
      (title.toLowerCase().includes(word) ? TITLE_SCORE : 0) +
      (page.toLowerCase().includes(word) ? PAGE_SCORE : 0) +
      (text.toLowerCase().includes(word) ? TEXT_SCORE : 0);
    if (found === 0) return 0;
    score += found;
  }
  return score;
}

function excerptOf(text: string, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const first = Math.min(...words.map((word) => lower.indexOf(word)).filter((at) => at >= 0), text.length);
  const start = first === text.length ? 0 : Math.max(0, lower.lastIndexOf(' ', Math.max(0, first - EXCERPT / 3)) + 1);
  const afterWord = text.indexOf(' ', start + EXCERPT);
  const end = afterWord < 0 ? text.length : afterWord;
  const shown = text.slice(start, end);
  return `${start > 0 ? '…' : ''}${end < text.length ? `${shown.replace(/[.,;:]$/, '')}…` : shown}`;
}
