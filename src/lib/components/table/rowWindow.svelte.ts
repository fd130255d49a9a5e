/** Rows drawn beyond each edge of the window, so that a quick scroll shows no gap. */
const SPARE = 8;
/** Rows that a phone lists at first, and again with each press: what follows the list stays within reach. */
const PHONE_ROWS = 100;

/** A row that is opened, and how much taller it is for that. */
export interface OpenedRow {
  readonly index: number;
  readonly px: number;
}

/** Offset of a row from the top of the list. */
export const rowTop = (index: number, rowPx: number, opened?: OpenedRow): number =>
  index * rowPx + (opened !== undefined && index > opened.index ? opened.px : 0);

/** The row at a distance below the list's top. */
export function rowAt(px: number, rowPx: number, opened?: OpenedRow): number {
  if (opened === undefined || px < (opened.index + 1) * rowPx) return Math.floor(px / rowPx);
  return Math.max(opened.index, Math.floor((px - opened.px) / rowPx));
}

interface Size {
  /** Height of a row in pixels, all of them alike. */
  rowPx: (narrow: boolean) => number;
  opened?: () => OpenedRow | undefined;
}

/**
 * Which rows of a long list the window shows. The page itself scrolls, so that a list has no scrollbar of its own; only
 * the rows in sight and a few around them are in the document.
 */
export class RowWindow {
  /** A phone: rows are cards. */
  narrow = $state(false);
  #first = $state(0);
  #count = $state(40);
  #phoneRows = $state(PHONE_ROWS);
  readonly #size: Size;

  constructor(size: Size) {
    this.#size = size;
  }

  get rowPx(): number {
    return this.#size.rowPx(this.narrow);
  }

  /** How many of so many rows are listed; a phone lists the others on request. */
  listed(length: number): number {
    return this.narrow ? Math.min(length, this.#phoneRows) : length;
  }

  /** How many more of so many rows the next request lists. */
  next(length: number): number {
    return Math.min(PHONE_ROWS, length - this.listed(length));
  }

  /** Lists more rows. @returns the index of the first of them */
  more(): number {
    this.#phoneRows += PHONE_ROWS;
    return this.#phoneRows - PHONE_ROWS;
  }

  /** The rows to draw of so many: from `start`, excluding `end`, at most `slots` of them. */
  span(length: number): { start: number; end: number; slots: number } {
    const slots = this.#count;
    const start = Math.min(this.#first, Math.max(0, length - slots));
    return { start, end: Math.min(length, start + slots), slots };
  }

  /** Attached to the element that is as tall as all rows together. */
  readonly watch = (element: HTMLElement): (() => void) => {
    const query = matchMedia('(max-width: 40rem)');
    const measure = () => {
      this.narrow = query.matches;
      const { top } = element.getBoundingClientRect();
      this.#first = Math.max(0, rowAt(Math.max(0, -top), this.rowPx, this.#size.opened?.()) - SPARE);
      this.#count = Math.ceil(innerHeight / this.rowPx) + 2 * SPARE;
    };
    measure();
    const stop = new AbortController();
    const options = { passive: true, signal: stop.signal };
    addEventListener('scroll', measure, options);
    addEventListener('resize', measure, options);
    query.addEventListener('change', measure, options);
    return () => stop.abort();
  };
}
