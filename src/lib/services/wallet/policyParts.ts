import { publicKeyFromBytes } from '$lib/chain/keys/keys';
import { isHoldable } from '$lib/chain/keys/verifySignature';
import type { SpendPolicy } from '$lib/chain/policy/policy';
import { unixSeconds } from '$lib/chain/time';
import { decodeHex } from '$lib/codec/bytes';
import { toAppError, type AppError } from '$lib/errors';
import { parseLocalTime } from '../zonedTime';
import { lockedUntilHeight, lockedUntilTime, thresholdOfKeys } from '$lib/wallet/policy/policyTree';

/** A policy of keys, as typed. */
export interface PolicyParts {
  /** Separated by white space or commas. */
  keys: string;
  /** How many of them have to sign. */
  needed: string;
  /** First height at which they can sign; empty for none. */
  height: string;
  /** Date and time in the reader's time zone before which they cannot, in the format of a `datetime-local` field; empty for none. */
  time: string;
}

type Problem = 'not-a-number' | 'more-than-keys' | AppError;

export interface ReadParts {
  readonly keyCount: number;
  /** Missing while there are no keys or a part is invalid: a lock that cannot be read must never be dropped. */
  readonly policy?: SpendPolicy;
  /** The first invalid key, counted from 1. A repeated key would give one signer several votes. */
  readonly wrongKey?: { readonly number: number; readonly fault: 'not-a-key' | 'ownerless' | 'repeated' };
  readonly problems: { readonly [part in 'needed' | 'height' | 'time']?: Problem };
}

/** As many digits as a number represents exactly. */
const WHOLE_NUMBER = /^\d{1,15}$/;
const KEY = /^[0-9a-f]{64}$/;

/**
 * Reads the fields of the policy form: the policy, or what is wrong with each field.
 * @param timeZone of the time: IANA name; empty for the system's own
 */
export function readPolicyParts(parts: PolicyParts, timeZone: string): ReadParts {
  const texts = parts.keys.split(/[\s,]+/).filter((text) => text !== '');
  const keys = texts.map((text) => text.toLowerCase().replace(/^ed25519:/, ''));
  const wrongKey = firstWrong(keys);
  const needed = parts.needed.trim();
  const height = parts.height.trim();
  const read = {
    keyCount: wrongKey ? 0 : keys.length,
    wrongKey,
    problems: {
      needed: WHOLE_NUMBER.test(needed) ? undefined : ('not-a-number' as const),
      height: height === '' || WHOLE_NUMBER.test(height) ? undefined : ('not-a-number' as const)
    }
  };
  if (read.keyCount === 0 || read.problems.needed || read.problems.height) return read;
  // Also while the keys are entered one by one.
  if (Number(needed) > read.keyCount) return { ...read, problems: { needed: 'more-than-keys' } };

  const publicKeys = keys.map((key) => publicKeyFromBytes(decodeHex(key)));
  const steps: [part: 'needed' | 'height' | 'time', act: (policy: SpendPolicy) => SpendPolicy][] = [
    ['needed', () => thresholdOfKeys(Number(needed), publicKeys)],
    ['height', (policy) => (height === '' ? policy : lockedUntilHeight(Number(height), policy))],
    ['time', (policy) => (parts.time === '' ? policy : lockedUntilTime(secondsOf(parts.time, timeZone), policy))]
  ];
  let policy: SpendPolicy | undefined;
  for (const [part, act] of steps) {
    try {
      policy = act(policy!);
    } catch (error) {
      return { ...read, problems: { [part]: toAppError(error) } };
    }
  }
  return { ...read, policy };
}

const secondsOf = (time: string, timeZone: string) => unixSeconds(Math.floor(parseLocalTime(time, timeZone) / 1000));

function firstWrong(keys: readonly string[]): ReadParts['wrongKey'] {
  for (const [i, key] of keys.entries()) {
    if (!KEY.test(key)) return { number: i + 1, fault: 'not-a-key' };
    if (!isHoldable(decodeHex(key))) return { number: i + 1, fault: 'ownerless' };
    if (keys.indexOf(key) < i) return { number: i + 1, fault: 'repeated' };
  }
  return undefined;
}
