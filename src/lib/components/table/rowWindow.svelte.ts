import { untrack } from 'svelte';
import { systemScheduler } from '$lib/async/scheduler';

/** Rows rendered beyond each edge of the window, so that fast scrolling shows no gaps. */
const SPARE = 8;
/** Rows that a new list renders at a time: more of them at once would delay the reaction to keys and clicks. */
const STEP = 12;
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
  /** Rows of the window and the spare ones, of which only so many are rendered yet. */
  #count = $state(40);
  #rendered = $state(STEP);
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
    return { start, end: Math.min(length, start + Math.min(slots, this.#rendered)), slots };
  }

  /** Attachment for the element that is as tall as all rows together. */
  readonly watch = (element: HTMLElement): (() => void) => {
    const query = matchMedia('(max-width: 40rem)');
    /** @returns number of rows down to the lower edge of the window */
    const measure = (): number => {
      this.narrow = query.matches;
      const { top } = element.getBoundingClientRect();
      this.#first = Math.max(0, rowAt(Math.max(0, -top), this.rowPx, this.#size.opened?.()) - SPARE);
      this.#count = Math.ceil(innerHeight / this.rowPx) + 2 * SPARE;
      return Math.max(0, Math.ceil((innerHeight - top) / this.rowPx) - this.#first);
    };
    const stop = new AbortController();
    const inView = measure();
    untrack(() => void this.#fill(inView, stop.signal));
    const onmove = () => {
      measure();
      this.#rendered = Infinity;
    };
    const options = { passive: true, signal: stop.signal };
    addEventListener('scroll', onmove, options);
    addEventListener('resize', onmove, options);
    query.addEventListener('change', onmove, options);
    return () => stop.abort();
  };

  /** Renders the rows of a new list: those in view first, then the spare ones, in steps. */
  async #fill(inView: number, signal: AbortSignal): Promise<void> {
    if (this.#rendered >= this.#count) return;
    this.#rendered = inView;
    while (this.#rendered < this.#count) {
      await systemScheduler.yield();
      if (signal.aborted) return;
      this.#rendered += STEP;
    }
  }
}
