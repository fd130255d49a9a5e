/**
 * WebSocket to a connection's pool through Quarry's server. In both directions, a message is a stratum line. The server
 * fills in the account and password.
 */
export const POOL_PATH = '/api/pool';

/** Close code: the pool disconnected or was unreachable; see the reason. */
export const POOL_CLOSED = 4000;
/** Close code: not signed in, or no pool is available to this page. */
export const POOL_REFUSED = 4001;
/** Close code: the pool's certificate is not trusted; see the reason. Nothing was sent to the pool. */
export const POOL_UNTRUSTED = 4002;
/** Close code: the pool exceeded a limit; the reason names it. */
export const POOL_FLOOD = 4003;

/** A close frame has room for 123 bytes. */
const MAX_REASON_BYTES = 123;

/**
 * The reason in the close frame: a code from `mining/stratum/errors`, optionally followed by a space and the system's
 * error text.
 */
export function writeCloseReason(why: string, detail = ''): string {
  const bytes = new TextEncoder().encode(`${why} ${detail}`.trim());
  // With `stream`, a character truncated at the end is dropped.
  return new TextDecoder().decode(bytes.subarray(0, MAX_REASON_BYTES), { stream: true });
}

/** The code and the error text of {@link writeCloseReason}; both empty without a reason. */
export function readCloseReason(text: string): { readonly why: string; readonly detail: string } {
  const [why = '', ...rest] = text.split(' ');
  return { why, detail: rest.join(' ') };
}
