import { AppError } from '$lib/errors';

/** An output reserved by another transaction. */
export class OutputReservedError extends AppError {
  readonly code = 'node/output-reserved';
  constructor(readonly id: string) {
    super(`failed to lock output "${id}": output already reserved`);
  }
}

const RESERVED_MS = 60 * 60 * 1000;

/** Reserves the outputs of constructed transactions for an hour, to prevent double spends. In memory only. */
export class Reservations {
  readonly #clock: () => number;
  readonly #untilMs = new Map<string, number>();

  /** @param clock milliseconds since 1970 */
  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** A reservation that ends hours from now was made while the clock was ahead. */
  has(id: string): boolean {
    const leftMs = (this.#untilMs.get(id) ?? 0) - this.#clock();
    return leftMs > 0 && leftMs <= 2 * RESERVED_MS;
  }

  /** Reserves all or none. @throws {OutputReservedError} the first that is reserved */
  reserve(ids: readonly string[]): void {
    const taken = ids.find((id) => this.has(id));
    if (taken !== undefined) throw new OutputReservedError(taken);
    const now = this.#clock();
    for (const [id, until] of this.#untilMs) if (until <= now) this.#untilMs.delete(id);
    for (const id of ids) this.#untilMs.set(id, now + RESERVED_MS);
  }

  release(ids: readonly string[]): void {
    for (const id of ids) this.#untilMs.delete(id);
  }
}
