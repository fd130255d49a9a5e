import { blocklistChange } from '$lib/api/daemon/gateway';
import { readWhole } from '$lib/api/http/body';
import { requestWith } from '$lib/api/http/message';
import { decodeJson, encodeJson } from '$lib/api/schemas/codec';
import { HEADER_BYTES, NONCE_OFFSET } from '$lib/chain/block/block';
import { DEFAULT_NONCE_FACTOR } from '$lib/chain/network/rewards';
import { parseJson, stringifyJson } from '$lib/codec/json';
import { ServerRefusal } from '../errors';
import type { Upstream } from './upstream';

/** Returns the body to send. @throws {ServerRefusal} it would harm a real daemon, and is not forwarded */
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
    // Re-encoded: a daemon would also read "Action", and the second of two.
    return new TextEncoder().encode(stringifyJson(encodeJson(blocklistChange, change)));
  }
};

/** A daemon that receives a nonce that breaks the nonce rule empties its transaction pool. */
function checkNonce({ buffer, byteOffset, byteLength }: Uint8Array): void {
  const nonce = new DataView(buffer, byteOffset, byteLength).getBigUint64(NONCE_OFFSET, true);
  if (nonce % DEFAULT_NONCE_FACTOR !== 0n) {
    throw new ServerRefusal('guard/nonce-factor', { nonce, factor: DEFAULT_NONCE_FACTOR });
  }
}

/**
 * Protects a daemon from requests that harm it: nonces that break the nonce rule, and unknown blocklist actions, which
 * crash its handler.
 */
export function rejectHarmfulRequests(daemon: Upstream): Upstream {
  return async (request) => {
    const check = request.method === 'POST' ? CHECKS[request.path] : undefined;
    if (!check) return daemon(request);
    return daemon(requestWith(request, { body: [check(await readWhole(request.body ?? []))] }));
  };
}
