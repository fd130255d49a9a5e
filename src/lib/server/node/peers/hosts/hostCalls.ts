import { hostKey } from '$lib/codec/ipAddress';

const MAX_CALLS = 256;

/** Limits the calls being served per host, over all of its connections. */
export class HostCalls {
  /** By {@link hostKey}. */
  readonly #atWork = new Map<string, number>();

  /** @returns the function to invoke when the call is done; undefined if the host has too many */
  admit(host: string): (() => void) | undefined {
    const key = hostKey(host);
    const count = this.#atWork.get(key) ?? 0;
    if (count >= MAX_CALLS) return undefined;
    this.#atWork.set(key, count + 1);
    return () => {
      const left = this.#atWork.get(key)! - 1;
      if (left > 0) this.#atWork.set(key, left);
      else this.#atWork.delete(key);
    };
  }
}
