/**
 * WebSocket to a connection's pool through Quarry's server: one message is one stratum line, in both directions. The
 * server fills in the account and password.
 */
export const POOL_PATH = '/api/pool';

/** Close code: the pool disconnected or was unreachable; the reason says why. */
export const POOL_CLOSED = 4000;
/** Close code: the pool's certificate is not trusted; the reason says why. Nothing was sent to the pool. */
export const POOL_UNTRUSTED = 4002;
/** Close code: not signed in, or no pool for this page. */
export const POOL_REFUSED = 4001;
/** Close code: the pool sends more than it may; the reason is what there is too much of. */
export const POOL_FLOOD = 4003;

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
