import { toAppError, type AppError } from '$lib/errors';

const PAGE = 200;

/** A long list in storage order, loaded page by page while scrolling. A failed read is in `problem`. */
export class PagedRows<Row> implements RowFeed<Row> {
  rows = $state.raw<readonly Row[]>([]);
  ended = $state(false);
  problem = $state.raw<AppError>();

  readonly #read: (last: Row | undefined, limit: number) => Promise<readonly Row[]>;
  #reading: Promise<void> = Promise.resolve();

  /** @param read rows after the last one; fewer than `limit` only at the end */
  constructor(read: (last: Row | undefined, limit: number) => Promise<readonly Row[]>) {
    this.#read = read;
  }

  /** Reads the next page. */
  more(): Promise<void> {
    return this.#inTurn(async () => {
      if (this.ended) return;
      const page = await this.#read(this.rows.at(-1), PAGE);
      this.rows = [...this.rows, ...page];
      this.ended = page.length < PAGE;
    });
  }

  /** Reloads the loaded rows after a change. */
  refresh(): Promise<void> {
    return this.#inTurn(async () => {
      const wanted = Math.max(PAGE, this.rows.length);
      this.rows = await this.#read(undefined, wanted);
      this.ended = this.rows.length < wanted;
    });
  }

  #inTurn(read: () => Promise<void>): Promise<void> {
    return (this.#reading = this.#reading.then(async () => {
      try {
        await read();
        this.problem = undefined;
      } catch (error) {
        this.problem = toAppError(error);
      }
    }));
  }
}

/** Rows loaded page by page: `more()` at the end of the list appends to `rows`. */
export interface RowFeed<Row> {
  readonly rows: readonly Row[];
  readonly ended: boolean;
  readonly problem?: AppError;
  more(): Promise<void>;
  refresh(): Promise<void>;
}
