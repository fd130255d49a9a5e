/** Turns that are taken one after the other, in order. */
export class Turns {
  #last: Promise<void> = Promise.resolve();

  /**
   * Waits for a turn.
   * @returns ends the turn
   */
  async take(): Promise<() => void> {
    const before = this.#last;
    let end: () => void = () => undefined;
    this.#last = new Promise((resolve) => (end = resolve));
    await before;
    return end;
  }
}
