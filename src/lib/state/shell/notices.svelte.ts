/** Transient messages (a block was found, a node came back): shown briefly and announced once to screen readers. */
export interface Notice {
  readonly id: number;
  readonly text: string;
  readonly tone: 'good' | 'bad' | 'plain';
}

const SHOWN_MS = 6_000;
/** Blocks may arrive faster than notices expire. */
const MAX_SHOWN = 2;

export class Notices {
  list = $state.raw<readonly Notice[]>([]);
  #nextId = 1;

  say(text: string, tone: Notice['tone'] = 'plain'): void {
    const notice = { id: this.#nextId++, text, tone };
    this.list = [...this.list, notice].slice(-MAX_SHOWN);
    setTimeout(() => this.dismiss(notice.id), SHOWN_MS);
  }

  dismiss(id: number): void {
    this.list = this.list.filter((notice) => notice.id !== id);
  }
}
