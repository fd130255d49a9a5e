import { SCRIPT_HEADER } from '$lib/api/http/transport';
import { AppError } from '$lib/errors';

/** A request that our own pages would not send like this. */
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
 * Every request must name us in Host. A site that points its own name at this address (DNS rebinding) would be
 * same-origin to the browser; its name in Host gives it away.
 * @throws {RefusedError}
 */
export function checkHost(headers: Headers, allowedHosts: readonly string[]): void {
  const host = headers.get('host')?.toLowerCase() ?? '';
  if (allowedHosts.includes(host)) return;
  throw new RefusedError('host', `Quarry does not answer to the name "${host}". QUARRY_ALLOWED_HOSTS can allow it.`);
}

/**
 * API requests must come from our own pages. Another port of this computer is the same *site* to a browser and would
 * bring the cookie along, so only the same *origin* will do.
 * @param effect whether the endpoint changes something; some daemon GETs do
 * @throws {RefusedError}
 */
export function checkSameOrigin(headers: Headers, effect: 'read' | 'write'): void {
  const site = headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin' && !(site === 'none' && effect === 'read')) {
    throw new RefusedError('site', 'Only Quarry’s own pages may use this address.');
  }
  const origin = headers.get('origin');
  const host = headers.get('host')?.toLowerCase();
  // Either scheme: a proxy with TLS may stand in front of us.
  if (origin !== null && origin !== `http://${host}` && origin !== `https://${host}`) {
    throw new RefusedError('origin', 'Only Quarry’s own pages may use this address.');
  }
  if (effect === 'write' && headers.get(SCRIPT_HEADER) === null) {
    throw new RefusedError('script', `A request that changes something must carry the ${SCRIPT_HEADER} header.`);
  }
}
