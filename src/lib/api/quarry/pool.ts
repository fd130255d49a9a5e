/**
 * The way to the pool of a connection, answered by Quarry's own server as a WebSocket: one message is one line of
 * stratum, either way. The pool's user name and password are filled in on the way.
 */
export const POOL_PATH = '/api/pool';

/** How the server ends such a WebSocket when the pool is gone or was never there; the reason says why. */
export const POOL_CLOSED = 4000;
/** The pool's certificate is not trusted; the reason says what is wrong with it. Nothing was sent to the pool. */
export const POOL_UNTRUSTED = 4002;
/** Nobody is signed in, or there is no pool for this page. */
export const POOL_REFUSED = 4001;
