import { AppError } from '$lib/errors';
import { blocklistChange } from '$lib/api/daemon/gateway';
import { decodeJson, encodeJson } from '$lib/api/schemas/codec';
import { HEADER_BYTES, NONCE_OFFSET } from '$lib/chain/block/block';
import { DEFAULT_NONCE_FACTOR } from '$lib/chain/network/rewards';
import { parseJson, stringifyJson } from '$lib/codec/json';
import type { Upstream } from './upstream';

/** A request that a real daemon would take badly; it was not passed on. */
export class UnsafeRequestError extends AppError {
  readonly code = 'api/unsafe';
}

/** Gives the body to send. */
type Check = (body: ArrayBuffer) => BodyInit;

const CHECKS: Readonly<Record<string, Check>> = {
  '/miner/header': (body) => {
    if (body.byteLength !== HEADER_BYTES) throw new UnsafeRequestError(`A header is ${HEADER_BYTES} bytes long.`);
    checkNonce(body);
    return body;
  },
  '/miner/block': (body) => {
    if (body.byteLength < NONCE_OFFSET + 8) throw new UnsafeRequestError('The block is cut short.');
    checkNonce(body);
    return body;
  },
  '/gateway/blocklist': (body) => {
    const change = decodeJson(blocklistChange, parseJson(new TextDecoder().decode(body)));
    // Written anew: a daemon would also read "Action", and of two the second.
    return stringifyJson(encodeJson(blocklistChange, change));
  }
};

/** Over a nonce that breaks the rule a daemon empties its transaction pool. */
function checkNonce(body: ArrayBuffer): void {
  const nonce = new DataView(body).getBigUint64(NONCE_OFFSET, true);
  if (nonce % DEFAULT_NONCE_FACTOR !== 0n) {
    throw new UnsafeRequestError(
      `The nonce ${nonce} is no multiple of ${DEFAULT_NONCE_FACTOR}; the daemon would drop its pool.`
    );
  }
}

/**
 * The daemon, spared what harms it: nonces that break the nonce rule, and blocklist actions it does not know, over
 * which its handler crashes.
 */
export function requestGuard(daemon: Upstream): Upstream {
  return async (request) => {
    const check = request.method === 'POST' ? CHECKS[new URL(request.url).pathname] : undefined;
    if (!check) return daemon(request);
    const { url, method, headers, signal } = request;
    return daemon(new Request(url, { method, headers, signal, body: check(await request.arrayBuffer()) }));
  };
}
