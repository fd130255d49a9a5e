import { Buffer } from 'node:buffer';
import { createHash, timingSafeEqual } from 'node:crypto';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Whether the request carries the API password by HTTP Basic. Any user name will do; the password must be exact, a
 * newline at its end included. The comparison takes the same time whatever was sent.
 */
export function hasPassword(request: Request, password: string): boolean {
  const [scheme, credentials] = (request.headers.get('authorization') ?? '').split(' ', 2);
  if (scheme?.toLowerCase() !== 'basic' || credentials === undefined) return false;
  const text = Buffer.from(credentials, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0) return false;
  return timingSafeEqual(digest(text.slice(colon + 1)), digest(password));
}
