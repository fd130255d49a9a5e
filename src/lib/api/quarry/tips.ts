import type { ChainIndex } from '$lib/chain/element/elements';
import { parseJson } from '$lib/codec/json';
import { AppError } from '$lib/errors';
import { createClient } from '../http/client';
import { TimeoutError, UnreachableError } from '../http/errors';
import { exchangeOf } from '../http/request';
import { get, stream } from '../http/route';
import { decodeJson } from '../schemas/codec';
import { chainIndex } from '../schemas/scalars';
import { serviceId, type ServiceId } from '../services/ids';
import type { TransportOptions } from '../http/transport';

/**
 * Answered by Quarry's own server, under `/api`. A line of JSON (a ChainIndex) at once and for every new tip; an empty
 * line, at least every {@link TIP_SILENCE_MS} / 2, says that the tip is still the same. Refused for a
 * service that has none; those that have need not agree.
 */
export const tipRoutes = { follow: get('/tips/:service', stream, { params: { service: serviceId } }) };

/** A stream that is silent for longer is dead, milliseconds. */
export const TIP_SILENCE_MS = 20_000;

/** `createTips({ fetch, baseUrl: '/api' })`. */
export const createTips = (options: TransportOptions) => createClient(tipRoutes, options);
export type Tips = ReturnType<typeof createTips>;

/**
 * The tip now and every one that follows, until the signal aborts.
 * @throws {AppError} when the stream cannot be had, ends or goes silent: ask again, after a while
 */
export async function* followTip(tips: Tips, service: ServiceId, signal: AbortSignal): AsyncGenerator<ChainIndex> {
  const about = exchangeOf(tipRoutes.follow);
  const body = await tips.follow({ params: { service } }, { signal });
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
      for (const line of lines) if (line !== '') yield decodeJson(chainIndex, parseJson(line));
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
