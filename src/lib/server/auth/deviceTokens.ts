import { createHmac, createSecretKey, hash, randomBytes, timingSafeEqual, type KeyObject } from 'node:crypto';

const ID_BYTES = 12;
/** Seconds a device token is valid; each sign-in creates a new one. */
const VALID_SECONDS = 365 * 24 * 60 * 60;

/** Tokens of browsers that have signed in. */
export interface DeviceTokens {
  create(): string;
  /** @returns the id of the device; undefined if we did not create the token, or if it has expired */
  idOf(token: string | undefined): string | undefined;
}

export interface DeviceTokenOptions {
  /** The current secret first, then previous ones; any length. */
  readonly secrets: readonly string[];
  /** The upstreams; tokens created for other upstreams, or for another password of the embedded node, are invalid. */
  readonly audience: string;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/** A token is the id, its time in seconds, and an HMAC of both, separated by dots. */
export function createDeviceTokens({ secrets, audience, clock }: DeviceTokenOptions): DeviceTokens {
  const keys = secrets.map((each) =>
    createSecretKey(hash('sha256', `quarry device 1\0${audience}\0${each}`, 'buffer'))
  );
  const seconds = (): number => Math.floor(clock() / 1000);
  return {
    create() {
      const content = `${randomBytes(ID_BYTES).toString('hex')}.${seconds()}`;
      return `${content}.${macOf(keys[0]!, content).toString('base64url')}`;
    },
    idOf(token = '') {
      const [, content, id, since, mac] = /^(([0-9a-f]{24})\.(\d{1,12}))\.([\w-]{43})$/.exec(token) ?? [];
      if (content === undefined || mac === undefined) return undefined;
      const given = Buffer.from(mac, 'base64url');
      if (!keys.some((key) => timingSafeEqual(given, macOf(key, content)))) return undefined;
      return seconds() - Number(since) < VALID_SECONDS ? id : undefined;
    }
  };
}

const macOf = (key: KeyObject, content: string): Buffer => createHmac('sha256', key).update(content).digest();
