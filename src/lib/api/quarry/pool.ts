/**
 * The way to the pool of a connection, answered by Quarry's own server as a WebSocket: one message is one line of
 * stratum, either way. The pool's user name and password are filled in on the way.
 */
export const POOL_PATH = '/api/pool';

/** How the server ends such a WebSocket when the pool is gone or was never there; see {@link writeCloseReason}. */
export const POOL_CLOSED = 4000;
/** The pool's certificate is not trusted. Nothing was sent to the pool. */
export const POOL_UNTRUSTED = 4002;
/** There is no pool for this page. */
export const POOL_REFUSED = 4001;

/** A close frame has room for 123 bytes. */
const MAX_REASON_BYTES = 123;

/**
 * The reason in the close frame: why, as a code of `mining/stratum/errors`, and after a space what the system says
 * of it, for the details.
 */
export function writeCloseReason(why: string, detail = ''): string {
  const bytes = new TextEncoder().encode(`${why} ${detail}`.trim());
  // A character cut in two at the end is dropped.
  return new TextDecoder().decode(bytes.subarray(0, MAX_REASON_BYTES), { stream: true });
}

export function readCloseReason(text: string): { readonly why: string; readonly detail: string } {
  const [why = '', ...rest] = text.split(' ');
  return { why, detail: rest.join(' ') };
}
