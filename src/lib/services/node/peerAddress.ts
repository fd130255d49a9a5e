import { isHostName, parseIp, splitHostPort } from '$lib/codec/ipAddress';

const MAX_PORT = 65_535;

/** Why a peer's address is invalid. */
export type PeerAddressProblem =
  | {
      readonly code:
        | 'empty'
        | 'format'
        | 'brackets'
        | 'brackets-missing'
        | 'host-name'
        | 'not-an-ip'
        /** 0.0.0.0 or [::], which mean any address. */
        | 'unspecified';
    }
  /** `example` is the address with a port. */
  | { readonly code: 'port-missing'; readonly example: string }
  | { readonly code: 'port-range'; readonly max: number };

/** Why a peer's address, `ip:port`, is invalid; undefined if it is valid. */
export function peerAddressProblem(text: string): PeerAddressProblem | undefined {
  const address = text.trim();
  if (address === '') return { code: 'empty' };
  if (parseIp(address)) {
    const host = address.includes(':') ? `[${address}]` : address;
    return { code: 'port-missing', example: `${host}:9981` };
  }
  const parts = splitHostPort(address);
  if (!parts) {
    return { code: address.includes(':') ? 'brackets-missing' : 'format' };
  }
  const ip = parseIp(parts.host);
  if (!ip) {
    return { code: isHostName(parts.host) ? 'host-name' : 'not-an-ip' };
  }
  if ((ip.bits === 128) !== address.startsWith('[')) {
    return { code: 'brackets' };
  }
  if (!/^\d{1,5}$/.test(parts.port) || Number(parts.port) < 1 || Number(parts.port) > MAX_PORT) {
    return { code: 'port-range', max: MAX_PORT };
  }
  if (ip.value === 0n) return { code: 'unspecified' };
  return undefined;
}
