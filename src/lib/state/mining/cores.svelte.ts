import { coresInUse, parseCores } from '$lib/services/mining/cores';
import { Persisted } from '../reactive/persisted.svelte';

/** The number of CPU cores that mining uses. */
export class MiningCores {
  /** CPU cores of this device. */
  readonly available: number;
  readonly #chosen = new Persisted<number | undefined>('cores', undefined, parseCores, () => this.#onchange?.());
  #onchange: (() => void) | undefined;

  constructor(available: number) {
    this.available = Math.max(1, available);
  }

  get inUse(): number {
    return coresInUse(this.#chosen.value, this.available);
  }

  /** Undefined: all but one. */
  get chosen(): number | undefined {
    return this.#chosen.value;
  }

  choose(cores: number | undefined): void {
    this.#chosen.value = cores;
    this.#onchange?.();
  }

  /** @param onchange called with every change until the signal aborts */
  watch(ended: AbortSignal, onchange: () => void): void {
    this.#onchange = onchange;
    ended.addEventListener('abort', () => (this.#onchange = undefined));
  }
}
