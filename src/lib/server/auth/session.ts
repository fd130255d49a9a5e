import { createCipheriv, createDecipheriv, createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ServiceId } from '$lib/api/services/ids';
import type { RevokedSessions } from './revokedSessions';

/**
 * The services' own passwords, as their owner typed them; of a service that took none of them, there is none. They live in
 * the sealed cookie and nowhere else.
 */
export type Credentials = Readonly<Partial<Record<ServiceId, string>>>;

/** What the cookie of a browser that is signed in holds. */
export interface Session {
  /** The same in every cookie that the session had. */
  readonly id: string;
  /** When it began, milliseconds since 1970; it lasts {@link SESSION_SECONDS} from then on. */
  readonly sinceMs: number;
  /** The connection that new tabs are opened with. */
  readonly selected: string;
  /** Each by the address it is for. */
  readonly passwords: Readonly<Record<string, string>>;
}

const KEY_BYTES = 32;
const ID_BYTES = 12;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Seconds a sign-in lasts. */
export const SESSION_SECONDS = 30 * 24 * 60 * 60;

/** Turns sessions into cookie values that only this server can read, and back. */
export interface Sealer {
  /** A session that begins now. */
  begin(content: Pick<Session, 'selected' | 'passwords'>): Session;
  seal(session: Session): string;
  /** Nothing when the text was changed, sealed with another key, is too old, or was ended. */
  open(sealed: string): Session | undefined;
  /** Its session opens no more, whatever cookies it had and wherever copies of them are. */
  end(sealed: string): void;
}

export interface SealerOptions {
  /** Of any length; the key is made from its SHA-256. */
  readonly secret: string;
  /** The servers that the credentials are for. What was sealed for some is not opened for others. */
  readonly audience: string;
  readonly ended: RevokedSessions;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

const untilMs = ({ sinceMs }: Session): number => sinceMs + SESSION_SECONDS * 1000;

/** AES-256-GCM; text is base64url of nonce(12) · ciphertext · tag(16). */
export function createSealer({ secret, audience, ended, clock }: SealerOptions): Sealer {
  const key = createHash('sha256').update(`quarry session 2\0${audience}\0${secret}`).digest();

  function unseal(sealed: string): Session | undefined {
    const content = decrypt(key, Buffer.from(sealed, 'base64url'));
    return content === undefined ? undefined : (JSON.parse(content) as Session);
  }

  return {
    begin: (content) => ({ id: randomBytes(ID_BYTES).toString('hex'), sinceMs: clock(), ...content }),
    seal(session) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const parts = [nonce, cipher.update(JSON.stringify(session), 'utf8'), cipher.final(), cipher.getAuthTag()];
      return Buffer.concat(parts).toString('base64url');
    },
    open(sealed) {
      const session = unseal(sealed);
      return session && clock() < untilMs(session) && !ended.has(session.id) ? session : undefined;
    },
    end(sealed) {
      const session = unseal(sealed);
      if (session) ended.add(session.id, untilMs(session));
    }
  };
}

function decrypt(key: Buffer, sealed: Buffer): string | undefined {
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

/** A secret that is good for one use. */
export interface OneTimeToken {
  readonly text: string;
  /** True once, for the right text; false ever after. */
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

/** Comparison whose time tells nothing about either text. */
function sameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
