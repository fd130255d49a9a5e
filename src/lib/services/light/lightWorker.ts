import { createWalletServer } from '$lib/api/wallet-server/client';
import { toAppError, toErrorMessage } from '$lib/errors';
import { followChain, type FollowOptions, type LightEvent } from './followChain';
import type { OpenLightStorages } from './ports';
import type { FromLightWorker, ToLightWorker } from './protocol';

export interface LightHostDeps {
  readonly post: (message: FromLightWorker) => void;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly openStorages: OpenLightStorages;
  readonly rest: FollowOptions['rest'];
  readonly nowMs: () => number;
}

/** The worker side of the protocol: verifies one chain until it is terminated. */
export function createLightHost({ post, fetch, openStorages, rest, nowMs }: LightHostDeps) {
  const postEvent = (event: LightEvent): void => {
    switch (event.type) {
      case 'moved':
        return post({ ...event, atMs: nowMs() });
      case 'refused':
      case 'failed':
        return post({ ...event, error: toErrorMessage(event.error) });
      default:
        return post(event);
    }
  };
  return {
    async receive({ baseUrl, headers, ...options }: ToLightWorker): Promise<void> {
      const signal = new AbortController().signal;
      try {
        const openStorage = await openStorages((warning) => post({ type: 'not-kept', error: toErrorMessage(warning) }));
        const server = createWalletServer({ fetch, baseUrl, headers });
        for await (const event of followChain({ ...options, server, openStorage, rest }, signal)) postEvent(event);
      } catch (error) {
        post({ type: 'failed', error: toErrorMessage(toAppError(error)) });
      }
    }
  };
}
