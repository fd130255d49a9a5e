interface Options {
  mode?: 'exclusive' | 'shared';
  signal?: AbortSignal;
  ifAvailable?: boolean;
}

interface Claim {
  readonly name: string;
  readonly mode: 'exclusive' | 'shared';
  grant(): void;
}

/** Web Locks: for each name first come, first served; shared holders hold it together. */
export class FakeLocks {
  #held: Claim[] = [];
  readonly #waiting: Claim[] = [];

  readonly query = async () => {
    const infoOf = ({ name, mode }: Claim) => ({ name, mode });
    return { held: this.#held.map(infoOf), pending: this.#waiting.map(infoOf) };
  };

  readonly request = <T>(name: string, options: Options, run: (lock: object | null) => Promise<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      const { mode = 'exclusive', signal, ifAvailable } = options;
      const isSame = (other: Claim) => other.name === name;
      if (ifAvailable && [...this.#held, ...this.#waiting].some(isSame)) return resolve(run(null));
      const claim: Claim = {
        name,
        mode,
        grant: () => {
          void Promise.resolve()
            .then(() => run({}))
            .then(resolve, reject)
            .finally(() => {
              this.#held = this.#held.filter((other) => other !== claim);
              this.#grantNext(name);
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
        this.#grantNext(name);
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      this.#waiting.push(claim);
      this.#grantNext(name);
    });

  #grantNext(name: string): void {
    const first = () => this.#waiting.find((claim) => claim.name === name);
    for (let next = first(); next; next = first()) {
      const holders = this.#held.filter((claim) => claim.name === name);
      const isFree = holders.length === 0;
      if (!isFree && !(next.mode === 'shared' && holders.every(({ mode }) => mode === 'shared'))) return;
      this.#waiting.splice(this.#waiting.indexOf(next), 1);
      this.#held.push(next);
      next.grant();
    }
  }
}
