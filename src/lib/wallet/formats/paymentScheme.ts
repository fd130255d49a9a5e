/** The name of the network's coin in payment links: part of a format that wallets share, not a server's dialect. */
export const PAYMENT_SCHEME = 'siacoin';

/** The scheme that a page may register; browsers allow custom schemes only with `web+`. */
export const WEB_PAYMENT_SCHEME = `web+${PAYMENT_SCHEME}`;

/** Written by earlier versions. */
const EARLIER_SCHEME = 'quarry';

/** Accepted schemes, in lower case. */
export const PAYMENT_SCHEMES: ReadonlySet<string> = new Set([PAYMENT_SCHEME, WEB_PAYMENT_SCHEME, EARLIER_SCHEME]);
