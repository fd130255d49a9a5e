import { createWalletServer } from '$lib/api/wallet-server/client';
import { toAppError } from '$lib/errors';
import { followChain, type LightEvent } from './followChain';
import type { OpenLightStorages } from './ports';
import type { ErrorWords, FromLightWorker, ToLightWorker } from './protocol';

export interface LightHostDeps {
  readonly post: (message: FromLightWorker) => void;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly openStorages: OpenLightStorages;
  readonly nowMs: () => number;
}

/** Rules are broken in half a sentence; people read whole ones. */
const wordsOf = ({ code, message }: ErrorWords): ErrorWords => ({
  code,
  message: `${message.slice(0, 1).toUpperCase()}${message.slice(1).replace(/\.?$/, '.')}`
});

/** The worker's end of the protocol: it checks one chain until it is ended. */
export function createLightHost({ post, fetch, openStorages, nowMs }: LightHostDeps) {
  const tell = (event: LightEvent): void => {
    switch (event.type) {
      case 'moved':
        return post({ ...event, atMs: nowMs() });
      case 'refused':
      case 'failed':
        return post({ ...event, error: wordsOf(event.error) });
      default:
        return post(event);
    }
  };
  return {
    async receive({ baseUrl, headers, ...options }: ToLightWorker): Promise<void> {
      const signal = new AbortController().signal;
      try {
        const openStorage = await openStorages((warning) => post({ type: 'not-kept', error: wordsOf(warning) }));
        const server = createWalletServer({ fetch, baseUrl, headers });
        for await (const event of followChain({ ...options, server, openStorage }, signal)) tell(event);
      } catch (error) {
        post({ type: 'failed', error: wordsOf(toAppError(error)) });
      }
    }
  };
}
