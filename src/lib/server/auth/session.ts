import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  randomBytes,
  timingSafeEqual,
  type KeyObject
} from 'node:crypto';
import type { ServiceId } from '$lib/api/services/ids';
import type { RevokedSessions } from './revokedSessions';

/**
 * The services' own passwords, as their owner typed them; of a service that took none of them, there is none. They live in
 * the sealed cookie and nowhere else.
 */
export type Credentials = Readonly<Partial<Record<ServiceId, string>>>;

/** Content of a session cookie. */
export interface Session {
  /** Constant for all cookies of the session. */
  readonly id: string;
  /** Start, milliseconds since 1970; it expires after {@link SESSION_SECONDS}. */
  readonly sinceMs: number;
  /** Default connection of new tabs. */
  readonly selected: string;
  /** By address. */
  readonly passwords: Readonly<Record<string, string>>;
}

const KEY_BYTES = 32;
const ID_BYTES = 12;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Seconds a sign-in lasts. */
export const SESSION_SECONDS = 30 * 24 * 60 * 60;

/** Encrypts sessions as cookie values, and binds them to the page that signed in. */
export interface Sealer {
  /** A session that begins now. */
  begin(content: Pick<Session, 'selected' | 'passwords'>): Session;
  seal(session: Session): string;
  /** The page token of a session: 43 characters of base64url, constant for all its cookies. */
  pageTokenOf(session: Session): string;
  /**
   * @param pageToken the one that came with the cookie
   * @returns undefined if it was tampered with, sealed with another key, expired, revoked, or of another page
   */
  open(sealed: string, pageToken: string | undefined): Session | undefined;
  /** Revokes a session with all its cookies. */
  end(session: Session): void;
  /** Aborts when the session ends, so that what it keeps open ends with it. */
  untilEnd(session: Session): AbortSignal;
}

export interface SealerOptions {
  /** Any length; the key is its SHA-256. */
  readonly secret: string;
  /** Secrets of before: what they sealed is opened, nothing new is sealed with them. */
  readonly olderSecrets?: readonly string[];
  /** The upstreams; sessions sealed for other upstreams are rejected. */
  readonly audience: string;
  readonly ended: RevokedSessions;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

const untilMs = ({ sinceMs }: Session): number => sinceMs + SESSION_SECONDS * 1000;

/** AES-256-GCM; text is base64url of nonce(12) · ciphertext · tag(16). */
export function createSealer({ secret, olderSecrets = [], audience, ended, clock }: SealerOptions): Sealer {
  const secrets = [secret, ...olderSecrets];
  // Opened with every request: a key object is five times faster than the same bytes.
  const keysFor = (purpose: string) =>
    secrets.map((each) => createSecretKey(hash('sha256', `${purpose}\0${audience}\0${each}`, 'buffer')));
  const keys = keysFor('quarry session 2');
  const tokenKeys = keysFor('quarry page token 1');

  function unseal(sealed: string): Session | undefined {
    const bytes = Buffer.from(sealed, 'base64url');
    for (const key of keys) {
      const content = decrypt(key, bytes);
      if (content !== undefined) return JSON.parse(content) as Session;
    }
    return undefined;
  }

  /** Of sessions that keep something open; one each. */
  const endings = new Map<string, AbortController>();
  ended.onAdded((id) => {
    endings.get(id)?.abort();
    endings.delete(id);
  });

  const tokenWith = (key: KeyObject, { id }: Session): string =>
    createHmac('sha256', key).update(id).digest('base64url');
  const pageTokenOf = (session: Session): string => tokenWith(tokenKeys[0]!, session);

  /** A cookie that is written anew gets the new key, the page keeps the token that it was given. */
  const isTokenOf = (session: Session, pageToken: string): boolean =>
    tokenKeys.some((key) => sameText(pageToken, tokenWith(key, session)));

  return {
    pageTokenOf,
    begin: (content) => ({ id: randomBytes(ID_BYTES).toString('hex'), sinceMs: clock(), ...content }),
    seal(session) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', keys[0]!, nonce);
      const parts = [nonce, cipher.update(JSON.stringify(session), 'utf8'), cipher.final(), cipher.getAuthTag()];
      return Buffer.concat(parts).toString('base64url');
    },
    open(sealed, pageToken) {
      const session = pageToken === undefined ? undefined : unseal(sealed);
      if (!session || pageToken === undefined || !isTokenOf(session, pageToken)) return undefined;
      return clock() < untilMs(session) && !ended.has(session.id) ? session : undefined;
    },
    end: (session) => ended.add(session.id, untilMs(session)),
    untilEnd({ id }) {
      if (ended.has(id)) return AbortSignal.abort();
      const ending = endings.get(id) ?? new AbortController();
      endings.set(id, ending);
      return ending.signal;
    }
  };
}

function decrypt(key: KeyObject, sealed: Buffer): string | undefined {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return undefined;
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    const content = decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([content, decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

/** A single-use token. */
export interface OneTimeToken {
  readonly text: string;
  /** True once, for the right text. */
  redeem(text: string): boolean;
}

export function createOneTimeToken(): OneTimeToken {
  const text = randomBytes(KEY_BYTES).toString('base64url');
  let used = false;
  return {
    text,
    redeem(given) {
      if (used || !sameText(given, text)) return false;
      used = true;
      return true;
    }
  };
}

/** Constant-time comparison. */
function sameText(a: string, b: string): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer');
  return timingSafeEqual(digest(a), digest(b));
}
