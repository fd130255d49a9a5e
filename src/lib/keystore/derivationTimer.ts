import { passwordKey, type Argon2Cost } from './seal';

/** A small fraction of the real cost, to estimate the duration on this device. */
const PROBE: Argon2Cost = { memoryKib: 1024, passes: 1, lanes: 1 };

const workOf = ({ memoryKib, passes }: Argon2Cost): number => memoryKib * passes;

/** Estimates how long key derivations take on this device: at first from a probe, then from the last one. */
export class DerivationTimer {
  #msPerWork: number | undefined;

  /** Milliseconds that a derivation of this cost is expected to take. */
  async expectedMs(cost: Argon2Cost): Promise<number> {
    if (this.#msPerWork === undefined) await this.measure(PROBE, () => passwordKey('probe', new Uint8Array(16), PROBE));
    return this.#msPerWork! * workOf(cost);
  }

  /** Runs a derivation of this cost, and measures it for the next estimate. */
  async measure<T>(cost: Argon2Cost, derive: () => Promise<T>): Promise<T> {
    const startMs = performance.now();
    const result = await derive();
    this.#msPerWork = (performance.now() - startMs) / workOf(cost);
    return result;
  }
}
