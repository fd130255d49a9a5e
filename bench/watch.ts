/** Messages of a page's worker: hashes by completion time, and the start of each work unit. */
export interface Watched {
  readonly hashed: { readonly atMs: number; readonly hashes: number }[];
  readonly begun: { readonly atMs: number; readonly parent: string }[];
}

/** Runs in the page before any of its own code. */
export function watchWorkers(): void {
  const watched: Watched = { hashed: [], begun: [] };
  Object.assign(globalThis, { watched });
  const Plain = globalThis.Worker;
  globalThis.Worker = class extends Plain {
    constructor(...args: ConstructorParameters<typeof Plain>) {
      super(...args);
      this.addEventListener('message', ({ data }) => {
        if (data?.type !== 'progress') return;
        watched.hashed.push({ atMs: data.completedAtMs, hashes: Number(data.hashes) });
      });
    }
    override postMessage(message: { type?: string; work?: { header: Uint8Array } }): void {
      if (message.type === 'grind' && message.work) {
        const parent = Array.from(message.work.header.subarray(0, 32), (byte) => byte.toString(16).padStart(2, '0'));
        watched.begun.push({ atMs: performance.timeOrigin + performance.now(), parent: parent.join('') });
      }
      super.postMessage(message);
    }
  };
}
