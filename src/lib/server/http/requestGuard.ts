import { blocklistChange } from '$lib/api/daemon/gateway';
import { decodeJson, encodeJson } from '$lib/api/schemas/codec';
import { HEADER_BYTES, NONCE_OFFSET } from '$lib/chain/block/block';
import { DEFAULT_NONCE_FACTOR } from '$lib/chain/network/rewards';
import { parseJson, stringifyJson } from '$lib/codec/json';
import { ServerRefusal } from '../errors';
import { followingRequest } from './followingRequest';
import type { Upstream } from './upstream';

/** Gives the body to send. @throws {ServerRefusal} a real daemon would take it badly; it was not passed on */
type Check = (body: ArrayBuffer) => BodyInit;

const CHECKS: Readonly<Record<string, Check>> = {
  '/miner/header': (body) => {
    if (body.byteLength !== HEADER_BYTES) throw new ServerRefusal('guard/header-length', { bytes: HEADER_BYTES });
    checkNonce(body);
    return body;
  },
  '/miner/block': (body) => {
    if (body.byteLength < NONCE_OFFSET + 8) throw new ServerRefusal('guard/block-cut-short', {});
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
    throw new ServerRefusal('guard/nonce-factor', { nonce, factor: DEFAULT_NONCE_FACTOR });
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
    return daemon(followingRequest(url, { method, headers, signal, body: check(await request.arrayBuffer()) }));
  };
}
