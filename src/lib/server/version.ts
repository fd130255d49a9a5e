/** The embedded node's own version, unrelated to other node software. */
export const NODE_VERSION = '0.1.0';
