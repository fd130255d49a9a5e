import * as z from 'zod/mini';
import type { ChainIndex } from '$lib/chain/element/elements';
import { parseJson } from '$lib/codec/json';
import { AppError } from '$lib/errors';
import { createClient } from '../http/client';
import { TimeoutError, UnreachableError } from '../http/errors';
import { exchangeOf } from '../http/request';
import { get, stream } from '../http/route';
import { decodeJson, type JsonCodec } from '../schemas/codec';
import { base64Bytes, blockId, height } from '../schemas/scalars';
import { serviceId, type ServiceId } from '../services/ids';
import type { TransportOptions } from '../http/transport';

/**
 * Routes of Quarry's server under `/api`. Sends a JSON line (a ChainIndex) immediately and for every new tip, and an
 * empty line at least every {@link TIP_SILENCE_MS} / 2 as a heartbeat. Rejected for services without a tip; services
 * may have different tips. With work, the line of a new tip includes the node's work on it, if any, so that mining
 * pages do not all request it at the same moment; the same tip again comes with better work.
 */
export const tipRoutes = {
  follow: get('/tips/:service', stream, { params: { service: serviceId } }),
  followWithWork: get('/tips/:service/work', stream, { params: { service: serviceId } })
};

/** A tip as sent in a line. */
export interface StreamedTip extends ChainIndex {
  /** Work on the tip, as from `GET /miner/header`; the same for all readers. */
  readonly work?: Uint8Array;
}

/** A line's JSON; work is base64. */
export const tipLine: JsonCodec<StreamedTip> = z.object({ height, id: blockId, work: z.optional(base64Bytes) });

/** Silence after which a stream is considered dead, in ms. */
export const TIP_SILENCE_MS = 20_000;

/** A tip takes 90 characters. */
const MAX_LINE_CHARACTERS = 4096;

/** `createTips({ fetch, baseUrl: '/api' })`. */
export const createTips = (options: TransportOptions) => createClient(tipRoutes, options);
export type Tips = ReturnType<typeof createTips>;

/**
 * Yields the current tip and each new one until the signal aborts.
 * @throws {AppError} the stream cannot be opened, ends or goes silent: retry after a delay
 */
export async function* followTip(
  tips: Tips,
  service: ServiceId,
  signal: AbortSignal,
  route: keyof typeof tipRoutes = 'follow'
): AsyncGenerator<StreamedTip> {
  const about = exchangeOf(tipRoutes[route]);
  const body = await tips[route]({ params: { service } }, { signal });
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  const stop = () => void reader.cancel(signal.reason).catch(() => undefined);
  signal.addEventListener('abort', stop, { once: true });
  try {
    for (let rest = ''; ;) {
      const { done, value } = await withinMs(TIP_SILENCE_MS, reader.read(), () => {
        throw new TimeoutError(about, TIP_SILENCE_MS);
      });
      if (signal.aborted) return;
      if (done) throw new UnreachableError(about);
      const lines = (rest + value).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > MAX_LINE_CHARACTERS) throw new UnreachableError(about);
      // If several tips arrive at once, only the last is current.
      const newest = lines.findLast((line) => line !== '');
      if (newest !== undefined) yield decodeJson(tipLine, parseJson(newest));
    }
  } catch (error) {
    if (signal.aborted) return;
    throw error instanceof AppError ? error : new UnreachableError(about, { cause: error });
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}

async function withinMs<T>(ms: number, promise: Promise<T>, orElse: () => never): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)));
  try {
    return await Promise.race([promise, late.then(orElse)]);
  } finally {
    clearTimeout(timer);
  }
}
