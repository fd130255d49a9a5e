/**
 * The second half of a session. Cookies are sent to every port of a host, so another server on this computer can
 * receive ours. The page token is kept in the storage of Quarry's origin, which other ports cannot read. A request
 * without it is treated as signed out (docs/decisions/0022).
 */
export const PAGE_TOKEN_HEADER = 'quarry-page-token';

/**
 * The WebSocket's protocol. WebSocket requests cannot have custom headers, so the page token is also offered as a
 * protocol.
 */
export const POOL_PROTOCOL = 'quarry.stratum';
const TOKEN_PROTOCOL = 'quarry.page-token.';

/** The protocols that a page offers for the WebSocket. */
export const poolProtocols = (pageToken: string | undefined): string[] =>
  pageToken === undefined ? [POOL_PROTOCOL] : [POOL_PROTOCOL, TOKEN_PROTOCOL + pageToken];

/** The page token in a Sec-WebSocket-Protocol header. */
export function pageTokenIn(protocols: string | undefined): string | undefined {
  const offered = (protocols ?? '').split(',').map((protocol) => protocol.trim());
  return offered.find((protocol) => protocol.startsWith(TOKEN_PROTOCOL))?.slice(TOKEN_PROTOCOL.length);
}
