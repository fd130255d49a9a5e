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
 * The services' own passwords, as typed by their owner; a service that accepted none of them has no entry. They are
 * stored in the sealed cookie, and in the server's memory while that cookie is in use.
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
/** Maximum number of cached cookies, at most 4 KB each. */
const MAX_OPENED = 1_000;
/** Seconds a sign-in lasts. */
export const SESSION_SECONDS = 30 * 24 * 60 * 60;

/** Encrypts sessions as cookie values, and binds them to the page that signed in. */
export interface Sealer {
  /** Starts a session now. */
  begin(content: Pick<Session, 'selected' | 'passwords'>): Session;
  seal(session: Session): string;
  /** The page token of a session: 43 characters of base64url, constant for all its cookies. */
  pageTokenOf(session: Session): string;
  /**
   * @param pageToken the one sent with the cookie
   * @returns undefined if it was tampered with, sealed with another key, expired, revoked, or if the token is wrong
   */
  open(sealed: string, pageToken: string | undefined): Session | undefined;
  /** Revokes a session with all its cookies. */
  end(session: Session): void;
  /** Aborts when the session ends, to close its open streams. */
  untilEnd(session: Session): AbortSignal;
}

export interface SealerOptions {
  /** Any length; the key is its SHA-256. */
  readonly secret: string;
  /** Previous secrets: used to open sessions, never to seal new ones. */
  readonly olderSecrets?: readonly string[];
  /** The upstreams; sessions sealed for other upstreams are rejected. */
  readonly audience: string;
  readonly revoked: RevokedSessions;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

interface OpenedCookie {
  readonly session: Session;
  /** Digest of its page token under each key. */
  readonly tokenDigests: readonly Buffer[];
}

const untilMs = ({ sinceMs }: Session): number => sinceMs + SESSION_SECONDS * 1000;

/** AES-256-GCM; text is base64url of nonce(12) · ciphertext · tag(16). */
export function createSealer({ secret, olderSecrets = [], audience, revoked, clock }: SealerOptions): Sealer {
  const secrets = [secret, ...olderSecrets];
  // Used for every request: a key object is five times faster than the same bytes.
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

  /**
   * Sessions by cookie, because unsealing takes longer than most responses. Contains only cookies that we sealed, so
   * others cannot fill it; cleared when full. Expiry and revocation are checked on each use.
   */
  const opened = new Map<string, OpenedCookie>();
  function contentOf(sealed: string): OpenedCookie | undefined {
    const known = opened.get(sealed);
    if (known !== undefined) return known;
    const session = unseal(sealed);
    if (session === undefined) return undefined;
    // A rewritten cookie is sealed with the new key, while the page keeps its token, which may be of an older one.
    const content = { session, tokenDigests: tokenKeys.map((key) => digest(tokenWith(key, session))) };
    if (opened.size >= MAX_OPENED) opened.clear();
    opened.set(sealed, content);
    return content;
  }

  /** One per session that has opened a stream, until it is revoked or expires. */
  const endings = new Map<string, { readonly session: Session; readonly controller: AbortController }>();
  const endStreams = (id: string): void => {
    endings.get(id)?.controller.abort();
    endings.delete(id);
  };
  revoked.onAdded((id) => {
    endStreams(id);
    for (const [sealed, { session }] of opened) if (session.id === id) opened.delete(sealed);
  });

  const tokenWith = (key: KeyObject, { id }: Session): string =>
    createHmac('sha256', key).update(id).digest('base64url');
  const pageTokenOf = (session: Session): string => tokenWith(tokenKeys[0]!, session);

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
      const content = pageToken === undefined ? undefined : contentOf(sealed);
      if (content === undefined || pageToken === undefined) return undefined;
      const { session, tokenDigests } = content;
      const given = digest(pageToken);
      if (!tokenDigests.some((expected) => timingSafeEqual(given, expected))) return undefined;
      if (clock() < untilMs(session) && !revoked.has(session.id)) return session;
      opened.delete(sealed);
      return undefined;
    },
    end: (session) => revoked.add(session.id, untilMs(session)),
    untilEnd(session) {
      const { id } = session;
      if (revoked.has(id)) return AbortSignal.abort();
      const known = endings.get(id);
      if (known !== undefined) return known.controller.signal;
      for (const [other, ending] of endings) if (clock() >= untilMs(ending.session)) endStreams(other);
      const controller = new AbortController();
      endings.set(id, { session, controller });
      return controller.signal;
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

/** A new token of random text, in base64url. */
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

/** Texts are compared by their digests, in constant time. */
const digest = (text: string): Buffer => hash('sha256', text, 'buffer');
const sameText = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));
