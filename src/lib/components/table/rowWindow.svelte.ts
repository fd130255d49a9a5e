/** Rows rendered beyond each edge of the window, so that fast scrolling shows no gaps. */
const SPARE = 8;
/** Rows that a phone lists at first and adds per press, so that content below the list stays within reach. */
const PHONE_ROWS = 100;

/** An expanded row and its additional height. */
export interface OpenedRow {
  readonly index: number;
  readonly px: number;
}

/** Offset of a row from the top of the list. */
export const rowTop = (index: number, rowPx: number, opened?: OpenedRow): number =>
  index * rowPx + (opened !== undefined && index > opened.index ? opened.px : 0);

/** The row at a distance below the top of the list. */
export function rowAt(px: number, rowPx: number, opened?: OpenedRow): number {
  if (opened === undefined || px < (opened.index + 1) * rowPx) return Math.floor(px / rowPx);
  return Math.max(opened.index, Math.floor((px - opened.px) / rowPx));
}

interface Size {
  /** Height of every row in pixels. */
  rowPx: (narrow: boolean) => number;
  opened?: () => OpenedRow | undefined;
}

/**
 * Range of rows visible in the window. The page itself scrolls, so the list has no scrollbar of its own; only visible
 * rows and a few around them are in the document.
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

  /** Number of rows listed out of `length`; a phone lists the others on request. */
  listed(length: number): number {
    return this.narrow ? Math.min(length, this.#phoneRows) : length;
  }

  /** Number of rows that the next request would add. */
  next(length: number): number {
    return Math.min(PHONE_ROWS, length - this.listed(length));
  }

  /** Lists more rows. @returns the index of the first of them */
  more(): number {
    this.#phoneRows += PHONE_ROWS;
    return this.#phoneRows - PHONE_ROWS;
  }

  /** The rows to render: from `start` up to but excluding `end`, at most `slots`. */
  span(length: number): { start: number; end: number; slots: number } {
    const slots = this.#count;
    const start = Math.min(this.#first, Math.max(0, length - slots));
    return { start, end: Math.min(length, start + slots), slots };
  }

  /** Attachment for the element that is as tall as all rows together. */
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
