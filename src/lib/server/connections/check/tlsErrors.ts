/** Codes of a reply that is not a TLS record but text or another protocol. */
const CODES: readonly unknown[] = ['ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG'];

/** If a write fails during the handshake, the code is only EPROTO, and OpenSSL's reason is in the text. */
const WRITE_FAILED = /EPROTO.*:wrong version number:/s;

/** Whether a system error means that the server does not use TLS. */
export const isNoTls = (error: Error): boolean =>
  ('code' in error && CODES.includes(error.code)) || WRITE_FAILED.test(error.message);
