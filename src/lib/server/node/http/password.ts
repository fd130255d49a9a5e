import { Buffer } from 'node:buffer';
import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Checks the API password of HTTP Basic authentication. Any user name is accepted; the password must match exactly. The
 * comparison runs in constant time.
 */
export function hasPassword(request: Pick<Request, 'headers'>, password: string): boolean {
  const [scheme, credentials] = (request.headers.get('authorization') ?? '').split(' ', 2);
  if (scheme?.toLowerCase() !== 'basic' || credentials === undefined) return false;
  const text = Buffer.from(credentials, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0) return false;
  return timingSafeEqual(digest(text.slice(colon + 1)), digest(password));
}
