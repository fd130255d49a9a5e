import type { DataByCode, ErrorTable } from '../http/errorTable';
import type { ServiceId } from '../services/ids';

/**
 * Errors of Quarry's own server, by code. The code is sent in a header (`ERROR_CODE_HEADER`) and the values next to the
 * text, so pages do not parse the text.
 */
export const quarryErrors = {
  // Signing in
  'session/wrong-password': { wire: 'the password was not accepted by: {service}', status: 401 },
  'session/agent-refused': { wire: 'the daemon refused our User-Agent before checking the password', status: 502 },
  'session/used-link': { wire: 'the sign-in link was already used, or is from an earlier start', status: 401 },
  'session/too-many-attempts': { wire: 'too many attempts within a minute', status: 429 },
  'session/full': { wire: 'the session cannot store more passwords' },

  // Connections
  'connection/unknown': { wire: 'this connection was removed', status: 404 },
  'connection/fixed': { wire: 'this connection was set when Quarry was started' },
  'connection/shared': { wire: 'all connections were set when Quarry was started' },
  'connection/too-many': { wire: 'at most {most:integer} connections can be added' },
  'connection/name-length': { wire: 'a name has 1 to {most:integer} characters' },
  'connection/name-taken': { wire: 'another connection is named "{name}"' },
  'connection/no-address': { wire: 'at least one service needs an address' },
  'connection/forbidden-address': { wire: 'connections to {host} are not allowed' },
  'connection/url-not-http': { wire: 'not an http:// or https:// address: {service}' },
  'connection/url-with-password': { wire: 'the address contains a password: {service}' },
  'connection/url-not-stratum': { wire: 'not a stratum+tcp:// or stratum+ssl:// address with a port: {service}' },
  'connection/user-missing': { wire: 'the account is missing: {service}' },
  'connection/agent-characters': { wire: 'the user agent must be at most 200 printable ASCII characters: {service}' },
  'connection/dialect-unknown': { wire: 'unknown dialect: {service}' },

  // The embedded node's network
  'network/fixed': { wire: 'the network was set when Quarry was started' },
  'network/no-checkpoint': { wire: 'no peer sent the checkpoint: {reason}', status: 502 },

  // Coins that the embedded node mined
  'rewards/nothing-to-move': { wire: 'the node has no mature coins to move', status: 409 },

  // Prices
  'prices/no-address': { wire: 'the address of a price source must begin with https:// or http://' },
  'prices/no-currency': { wire: 'a currency code has three letters' },
  'prices/unreachable': { wire: 'the price source {host} does not respond', status: 502 },
  'prices/unreadable': { wire: 'the price source {host} responded without a price in {currency}', status: 502 },
  'prices/jump': { wire: 'the price from {host} changed by more than a factor of ten', status: 502 },

  // Requests that a daemon must not receive
  'guard/header-length': { wire: 'a header has {bytes:integer} bytes' },
  'guard/block-cut-short': { wire: 'the block is cut short' },
  'guard/nonce-factor': { wire: 'the nonce {nonce:integer} is not a multiple of {factor:integer}' },

  /** Sent only by a different version of the page. */
  'request/unreadable': { wire: 'the request cannot be read: {reason}' },
  'request/not-stored': { wire: 'the data folder cannot be written: {reason}', status: 507 }
} as const satisfies ErrorTable;

export type QuarryErrorCode = keyof typeof quarryErrors;

/** The service of a password or a setting; the embedded node has one password for all of its services. */
type ServiceData<Code extends string> = { readonly [C in Code]: { readonly service: ServiceId } };
export type QuarryErrorData = DataByCode<typeof quarryErrors> & {
  readonly 'session/wrong-password': { readonly service: ServiceId | 'node' };
} & ServiceData<SettingErrorCode>;

/** Faults of a service's settings. */
export type SettingErrorCode = Extract<
  QuarryErrorCode,
  `connection/${'url-' | 'user-' | 'agent-' | 'dialect-'}${string}`
>;
