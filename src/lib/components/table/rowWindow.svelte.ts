import { untrack } from 'svelte';
import { systemScheduler } from '$lib/async/scheduler';

/** Rows rendered beyond each edge of the window, so that fast scrolling shows no gaps. */
const SPARE = 8;
/** Rows rendered at a time, unless they scroll into view: more at once would delay the reaction to keys and clicks. */
const STEP = 5;
const PHONE = '(max-width: 40rem)';
/** Rows that a phone lists at first and adds per press, so that content below the list stays within reach. */
const PHONE_ROWS = 100;

/** An expanded row and its additional height. */
export interface OpenedRow {
  readonly index: number;
  readonly px: number;
}

/** Rows from `start` up to but excluding `end`. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** Offset of a row from the top of the list. */
export const rowTop = (index: number, rowPx: number, opened?: OpenedRow): number =>
  index * rowPx + (opened !== undefined && index > opened.index ? opened.px : 0);

/** The row at a distance below the top of the list. */
export function rowAt(px: number, rowPx: number, opened?: OpenedRow): number {
  if (opened === undefined || px < (opened.index + 1) * rowPx) return Math.floor(px / rowPx);
  return Math.max(opened.index, Math.floor((px - opened.px) / rowPx));
}

/** The rendered rows that are still wanted; without any, none from the first row in view on. */
function kept(rendered: Span, wanted: Span, inView: Span): Span {
  const start = Math.max(rendered.start, wanted.start);
  const end = Math.min(rendered.end, wanted.end);
  return start < end ? { start, end } : { start: inView.start, end: inView.start };
}

/** The rendered rows and a step more of the wanted ones, those below first. */
function grown(rendered: Span, wanted: Span): Span {
  const { start, end } = rendered;
  if (end < wanted.end) return { start, end: Math.min(wanted.end, end + STEP) };
  if (start > wanted.start) return { start: Math.max(wanted.start, start - STEP), end };
  return rendered;
}

/** On a phone, the narrowest window with room for two cells side by side, in pixels with text of the usual size. */
const STACKED_BELOW_PX = 288;
/** Height of a row whose cells are stacked, relative to one with two cells side by side. */
const STACKED_HEIGHT = 1.8;

/** Text is sized by the root element: a reader may have chosen a larger one than the usual 16 pixels. */
const textScale = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;

interface Size {
  /** Height of every row in pixels, with text of the usual size. */
  rowPx: (narrow: boolean) => number;
  /** The same if the cells of a row are stacked; by default, enough for three lines. */
  stackedRowPx?: number;
  opened?: () => OpenedRow | undefined;
}

/**
 * Range of rows visible in the window. The page itself scrolls, so the list has no scrollbar of its own; only visible
 * rows and a few around them are in the document.
 */
export class RowWindow {
  /** A phone: rows are cards. */
  narrow = $state(matchMedia(PHONE).matches);
  /** A phone with text so large that the cells of a row are stacked. */
  stacked = $state(false);
  #scale = $state(textScale());
  /** The rows of the window and the spare ones around it. */
  #wanted: Span = { start: 0, end: 40 };
  /** Those of them that are rendered yet. */
  #rendered = $state.raw<Span>({ start: 0, end: STEP });
  /** Number of wanted rows. */
  #slots = $state(40);
  #phoneRows = $state(PHONE_ROWS);
  /** Of the attachment whose rows are being rendered. */
  #filling: AbortSignal | undefined;
  readonly #size: Size;

  constructor(size: Size) {
    this.#size = size;
    this.stacked = this.#isStacked();
  }

  #isStacked(): boolean {
    return this.narrow && innerWidth < STACKED_BELOW_PX * this.#scale;
  }

  get rowPx(): number {
    const { rowPx, stackedRowPx = rowPx(true) * STACKED_HEIGHT } = this.#size;
    return (this.stacked ? stackedRowPx : rowPx(this.narrow)) * this.#scale;
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
    const first = this.#phoneRows;
    this.#phoneRows += PHONE_ROWS;
    // Unless it is rendered, the end of the list is out of view: the page scrolls to the row when it takes the focus.
    if (this.#rendered.end <= first) {
      const start = Math.max(0, first - SPARE);
      this.#wanted = { start, end: start + this.#slots };
      this.#rendered = { start: first, end: first + 1 };
    }
    return first;
  }

  /** The rows to render, at most `slots`; if fewer follow, more of those before, as the page has yet to scroll up. */
  span(length: number): Span & { slots: number } {
    const { start, end } = this.#rendered;
    const missing = Math.max(0, end - length);
    return { start: Math.max(0, start - missing), end: end - missing, slots: this.#slots };
  }

  /** Attachment for the element that is as tall as all rows together. */
  readonly watch = (element: HTMLElement): (() => void) => {
    const phone = matchMedia(PHONE);
    const stop = new AbortController();
    /** @returns the rows in view */
    const measure = (): Span => {
      this.narrow = phone.matches;
      this.#scale = textScale();
      this.stacked = this.#isStacked();
      const { top } = element.getBoundingClientRect();
      const { rowPx } = this;
      const start = rowAt(Math.max(0, -top), rowPx, this.#size.opened?.());
      const first = Math.max(0, start - SPARE);
      this.#slots = Math.ceil(innerHeight / rowPx) + 2 * SPARE;
      this.#wanted = { start: first, end: first + this.#slots };
      return { start, end: Math.max(start, Math.min(this.#wanted.end, Math.ceil((innerHeight - top) / rowPx))) };
    };
    const onmove = () => {
      const inView = measure();
      const { start, end } = kept(this.#rendered, this.#wanted, inView);
      this.#rendered = { start: Math.min(start, inView.start), end: Math.max(end, inView.end) };
      void this.#fill(stop.signal);
    };
    const inView = measure();
    untrack(() => {
      this.#rendered = kept(this.#rendered, this.#wanted, inView);
      void this.#fill(stop.signal);
    });
    const options = { passive: true, signal: stop.signal };
    addEventListener('scroll', onmove, options);
    addEventListener('resize', onmove, options);
    phone.addEventListener('change', onmove, options);
    return () => stop.abort();
  };

  /** Renders the other wanted rows in steps. */
  async #fill(signal: AbortSignal): Promise<void> {
    if (this.#filling === signal) return;
    this.#filling = signal;
    for (;;) {
      await systemScheduler.yield();
      if (signal.aborted) return;
      const next = grown(this.#rendered, this.#wanted);
      if (next === this.#rendered) break;
      this.#rendered = next;
    }
    this.#filling = undefined;
  }
}
