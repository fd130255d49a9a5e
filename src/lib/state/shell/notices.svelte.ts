/** Messages over any page (a block was found, a copy failed), announced once to screen readers. */
export interface Notice {
  readonly id: number;
  readonly text: string;
  /** Failures (`bad`) stay until they are dismissed. */
  readonly tone: 'good' | 'bad' | 'plain';
}

const SHOWN_MS = 6_000;
/** Blocks may arrive faster than notices expire. */
const MAX_SHOWN = 2;

export class Notices {
  list = $state.raw<readonly Notice[]>([]);
  #nextId = 1;

  /** @returns dismisses it */
  say(text: string, tone: Notice['tone'] = 'plain'): () => void {
    const notice = { id: this.#nextId++, text, tone };
    const dismiss = () => this.dismiss(notice.id);
    if (this.list.length === MAX_SHOWN)
      this.dismiss((this.list.find(({ tone }) => tone !== 'bad') ?? this.list[0]!).id);
    this.list = [...this.list, notice];
    if (tone !== 'bad') setTimeout(dismiss, SHOWN_MS);
    return dismiss;
  }

  dismiss(id: number): void {
    this.list = this.list.filter((notice) => notice.id !== id);
  }
}
