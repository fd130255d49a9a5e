/** Waits this long for the palette; then keys mean again what they mean elsewhere. */
const WAIT_MS = 15_000;

/**
 * Text typed after the shortcut that opens the command palette and before the palette first appears, as its code is
 * only loaded then. Without this, the keys would go to the page.
 */
export class EarlyKeys {
  #text = '';
  #endsAtMs = -Infinity;
  #isLoaded = false;

  /** The palette was requested. */
  wait(atMs: number): void {
    if (!this.#isLoaded) this.#endsAtMs = atMs + WAIT_MS;
  }

  /** @returns whether the key belongs to the palette, and the page must not handle it */
  add({ key, timeStamp }: Pick<KeyboardEvent, 'key' | 'timeStamp'>): boolean {
    if (timeStamp >= this.#endsAtMs) return false;
    const characters = [...this.#text];
    if (key === 'Escape') this.#end();
    else if (key === 'Backspace') this.#text = characters.slice(0, -1).join('');
    else if ([...key].length === 1) this.#text += key;
    else return false;
    return true;
  }

  /** The palette has appeared. @returns what was typed */
  take(): string {
    const text = this.#text;
    this.#isLoaded = true;
    this.#end();
    return text;
  }

  #end(): void {
    this.#text = '';
    this.#endsAtMs = -Infinity;
  }
}

/** There is one palette: Shortcuts.svelte listens, Palette.svelte takes. */
export const earlyKeys = new EarlyKeys();
