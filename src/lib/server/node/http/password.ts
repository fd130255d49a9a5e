import { Buffer } from 'node:buffer';
import { hash, timingSafeEqual } from 'node:crypto';
import type { HttpRequest } from '$lib/api/http/message';

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');

/**
 * Checks the API password of HTTP Basic authentication. Any user name is accepted; the password must match exactly. The
 * comparison runs in constant time.
 */
export function passwordCheck(password: string): (request: Pick<HttpRequest, 'headers'>) => boolean {
  const expected = digest(password);
  return ({ headers }) => {
    const [scheme, credentials] = (headers.authorization ?? '').split(' ', 2);
    if (scheme?.toLowerCase() !== 'basic' || credentials === undefined) return false;
    const text = Buffer.from(credentials, 'base64').toString('utf8');
    const colon = text.indexOf(':');
    return colon >= 0 && timingSafeEqual(digest(text.slice(colon + 1)), expected);
  };
}
