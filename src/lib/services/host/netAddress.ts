import { isHostName, parseIp, splitHostPort } from '$lib/codec/ipAddress';

export const MAX_PORT = 65_535;

/** Why a host's network address is invalid. */
export type NetAddressProblem =
  | 'ipv6WithoutBrackets'
  | 'missingPort'
  | 'invalidHost'
  | 'misplacedBrackets'
  | 'invalidPort'
  /** 0.0.0.0 or [::]. */
  | 'unspecifiedAddress';

/** Validates the address at which renters reach a host. Empty is valid: the host then detects its own. */
export function netAddressProblem(text: string): NetAddressProblem | undefined {
  if (text === '') return undefined;
  const parts = splitHostPort(text);
  if (!parts) return text.includes(':') ? 'ipv6WithoutBrackets' : 'missingPort';
  const { host, port } = parts;
  const ip = parseIp(host);
  if (!ip && !isHostName(host)) return 'invalidHost';
  if ((ip?.bits === 128) !== text.startsWith('[')) return 'misplacedBrackets';
  if (!/^\d{1,5}$/.test(port) || Number(port) < 1 || Number(port) > MAX_PORT) return 'invalidPort';
  return ip?.value === 0n ? 'unspecifiedAddress' : undefined;
}
