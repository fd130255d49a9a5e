import type { Order, Result } from './protocol';

/** Runs the order in this many fresh workers at once. @returns the sum of their rates, in million hashes per second */
async function measure(order: Order, workers: number): Promise<number> {
  const rates = await Promise.all(
    Array.from({ length: workers }, async () => {
      const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
      try {
        const result = await new Promise<Result>((resolve, reject) => {
          worker.onmessage = ({ data }: MessageEvent<Result | { error: string }>) =>
            'error' in data ? reject(new Error(data.error)) : resolve(data);
          worker.onerror = ({ message }) => reject(new Error(message));
          worker.postMessage(order);
        });
        return result.hashes / result.ms / 1000;
      } finally {
        worker.terminate();
      }
    })
  );
  return rates.reduce((sum, rate) => sum + rate, 0);
}

Object.assign(globalThis, { measure });
