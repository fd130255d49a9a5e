/** The embedded node's own version; it speaks for no other software. */
export const NODE_VERSION = '0.1.0';
