interface Options {
  mode?: 'exclusive' | 'shared';
  signal?: AbortSignal;
  ifAvailable?: boolean;
}

interface Claim {
  readonly mode: 'exclusive' | 'shared';
  grant(): void;
}

/** One lock with Web Locks semantics: first come, first served; shared holders hold it together. */
export class FakeLocks {
  #held: Claim[] = [];
  readonly #waiting: Claim[] = [];

  readonly query = async () => ({ held: this.#held.map(({ mode }) => ({ name: 'quarry:mining', mode })) });

  readonly request = <T>(_: string, options: Options, run: (lock: object | null) => Promise<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      const { mode = 'exclusive', signal, ifAvailable } = options;
      if (ifAvailable && this.#held.length + this.#waiting.length > 0) return resolve(run(null));
      const claim: Claim = {
        mode,
        grant: () => {
          void Promise.resolve()
            .then(() => run({}))
            .then(resolve, reject)
            .finally(() => {
              this.#held = this.#held.filter((other) => other !== claim);
              this.#grantNext();
            });
        }
      };
      if (signal?.aborted) return reject(signal.reason as Error);
      // Once granted, a lock is held regardless of its signal.
      const giveUp = () => {
        const place = this.#waiting.indexOf(claim);
        if (place < 0) return;
        this.#waiting.splice(place, 1);
        reject(signal?.reason as Error);
        this.#grantNext();
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      this.#waiting.push(claim);
      this.#grantNext();
    });

  #grantNext(): void {
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      const isFree = this.#held.length === 0;
      if (!isFree && !(next.mode === 'shared' && this.#held.every(({ mode }) => mode === 'shared'))) return;
      this.#waiting.shift();
      this.#held.push(next);
      next.grant();
    }
  }
}
