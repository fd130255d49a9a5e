import type { HttpHeaders } from '$lib/api/http/message';
import { SCRIPT_HEADER } from '$lib/api/http/transport';
import { AppError } from '$lib/errors';

/** A request that our own pages would not send. */
export class RefusedError extends AppError {
  readonly code = 'api/forbidden';

  constructor(
    readonly rule: 'host' | 'origin' | 'site' | 'script',
    message: string
  ) {
    super(message);
  }
}

/**
 * Checks that Host names us. With DNS rebinding, a site that points its own name at this address would be same-origin
 * to the browser; its Host header reveals it.
 * @throws {RefusedError}
 */
export function checkHost(headers: HttpHeaders, allowedHosts: readonly string[]): void {
  const host = headers.host?.toLowerCase() ?? '';
  if (allowedHosts.includes(host)) return;
  throw new RefusedError('host', `Quarry does not accept the host name “${host}”. Add it to QUARRY_ALLOWED_HOSTS.`);
}

/**
 * Checks that an API request comes from our own pages. Other ports of this computer are same-*site* to a browser, which
 * sends them the cookie, so the check is for same *origin*.
 * @param effect whether the endpoint has side effects; some of the daemon's GETs do
 * @throws {RefusedError}
 */
export function checkSameOrigin(headers: HttpHeaders, effect: 'read' | 'write'): void {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && !(site === 'none' && effect === 'read')) {
    throw new RefusedError('site', 'Only Quarry’s own pages may use this address.');
  }
  const { origin } = headers;
  const host = headers.host?.toLowerCase();
  // Either scheme: TLS may end at a proxy in front of us.
  if (origin !== undefined && origin !== `http://${host}` && origin !== `https://${host}`) {
    throw new RefusedError('origin', 'Only Quarry’s own pages may use this address.');
  }
  if (effect === 'write' && headers[SCRIPT_HEADER] === undefined) {
    throw new RefusedError('script', `A request that changes something must have the ${SCRIPT_HEADER} header.`);
  }
}
