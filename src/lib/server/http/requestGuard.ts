import { blocklistChange } from '$lib/api/daemon/gateway';
import { readWhole } from '$lib/api/http/body';
import { decodeJson, encodeJson } from '$lib/api/schemas/codec';
import { HEADER_BYTES, NONCE_OFFSET } from '$lib/chain/block/block';
import { DEFAULT_NONCE_FACTOR } from '$lib/chain/network/rewards';
import { parseJson, stringifyJson } from '$lib/codec/json';
import { ServerRefusal } from '../errors';
import type { Upstream } from './upstream';

/** Gives the body to send. @throws {ServerRefusal} a real daemon would take it badly; it was not passed on */
type Check = (body: Uint8Array) => Uint8Array;

const CHECKS: Readonly<Record<string, Check>> = {
  '/miner/header': (body) => {
    if (body.length !== HEADER_BYTES) throw new ServerRefusal('guard/header-length', { bytes: HEADER_BYTES });
    checkNonce(body);
    return body;
  },
  '/miner/block': (body) => {
    if (body.length < NONCE_OFFSET + 8) throw new ServerRefusal('guard/block-cut-short', {});
    checkNonce(body);
    return body;
  },
  '/gateway/blocklist': (body) => {
    const change = decodeJson(blocklistChange, parseJson(new TextDecoder().decode(body)));
    // Written anew: a daemon would also read "Action", and of two the second.
    return new TextEncoder().encode(stringifyJson(encodeJson(blocklistChange, change)));
  }
};

/** Over a nonce that breaks the rule a daemon empties its transaction pool. */
function checkNonce({ buffer, byteOffset, byteLength }: Uint8Array): void {
  const nonce = new DataView(buffer, byteOffset, byteLength).getBigUint64(NONCE_OFFSET, true);
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
    const check = request.method === 'POST' ? CHECKS[request.path] : undefined;
    if (!check) return daemon(request);
    return daemon({ ...request, body: [check(await readWhole(request.body ?? []))] });
  };
}
