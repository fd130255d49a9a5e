import { createCipheriv, createDecipheriv, createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** The upstreams' own passwords, as their owner typed them. They live in the sealed cookie and nowhere else. */
export interface Credentials {
  readonly daemon?: string;
  readonly wallet?: string;
  /** Missing when the signing server took none of the passwords. */
  readonly signing?: string;
}

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Seconds a sign-in lasts. */
export const SESSION_SECONDS = 30 * 24 * 60 * 60;

/** Turns credentials into a cookie value that only this server can read, and back. */
export interface Sealer {
  seal(credentials: Credentials): string;
  /** Nothing when the text was changed, sealed with another key, or is too old. */
  open(sealed: string): Credentials | undefined;
}

/**
 * AES-256-GCM; text is base64url of nonce(12) · ciphertext · tag(16).
 * @param secret of any length; the key is its SHA-256
 * @param clock milliseconds since 1970
 */
export function createSealer(secret: string, clock: () => number): Sealer {
  const key = createHash('sha256').update(`quarry session\0${secret}`).digest();
  return {
    seal(credentials) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      const content = JSON.stringify({ credentials, sealedAtMs: clock() });
      const parts = [nonce, cipher.update(content, 'utf8'), cipher.final(), cipher.getAuthTag()];
      return Buffer.concat(parts).toString('base64url');
    },
    open(sealed) {
      const content = decrypt(key, Buffer.from(sealed, 'base64url'));
      if (content === undefined) return undefined;
      const { credentials, sealedAtMs } = JSON.parse(content) as { credentials: Credentials; sealedAtMs: number };
      return clock() - sealedAtMs < SESSION_SECONDS * 1000 ? credentials : undefined;
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
