/**
 * The second half of a session. Cookies are sent to every port of a host, so another server on this computer can receive
 * ours; the page token lies in the storage of Quarry's own origin, which no other port can read. A request without it is
 * that of nobody (docs/decisions/0022).
 */
export const PAGE_TOKEN_HEADER = 'quarry-page-token';

/** What the WebSocket speaks; its requests have no headers of their own, so the page token is offered as a protocol too. */
export const POOL_PROTOCOL = 'quarry.stratum';
const TOKEN_PROTOCOL = 'quarry.page-token.';

/** Protocols that a page offers for the WebSocket. */
export const poolProtocols = (pageToken: string | undefined): string[] =>
  pageToken === undefined ? [POOL_PROTOCOL] : [POOL_PROTOCOL, TOKEN_PROTOCOL + pageToken];

/** The page token in a Sec-WebSocket-Protocol header. */
export function pageTokenIn(protocols: string | undefined): string | undefined {
  const offered = (protocols ?? '').split(',').map((protocol) => protocol.trim());
  return offered.find((protocol) => protocol.startsWith(TOKEN_PROTOCOL))?.slice(TOKEN_PROTOCOL.length);
}
