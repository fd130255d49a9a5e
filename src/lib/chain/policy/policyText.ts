import { decodeHex, encodeHex } from '$lib/codec/bytes';
import { CodecError } from '$lib/codec/errors';
import { addressFromHash, addressHash } from '../address';
import type { Hash256 } from '../ids';
import { publicKeyBytes, publicKeyFromBytes } from '../keys/keys';
import type { SpendPolicy, UnlockConditions, UnlockKey } from './policy';
import { MAX_POLICY_DEPTH } from './policyLayout';
import { formatUnlockKey, parseUnlockKey } from './unlockKeyText';

const hex0x = (bytes: Uint8Array): string => `0x${encodeHex(bytes)}`;

/** `thresh(2,[pk(0x…),above(5),opaque(0x…)])`: the servers' text form, parsed by {@link parsePolicy}. */
export function formatPolicy(policy: SpendPolicy): string {
  switch (policy.type) {
    case 'above':
      return `above(${policy.height})`;
    case 'after':
      return `after(${policy.timestamp})`;
    case 'pk':
      return `pk(${hex0x(publicKeyBytes(policy.publicKey))})`;
    case 'h':
      return `h(0x${policy.hash})`;
    case 'thresh':
      return `thresh(${policy.n},[${policy.of.map(formatPolicy).join(',')}])`;
    case 'opaque':
      return `opaque(${hex0x(addressHash(policy.address))})`;
    case 'uc': {
      const { timelock, publicKeys, signaturesRequired } = policy.unlockConditions;
      return `uc(${timelock},[${publicKeys.map(formatUnlockKey).join(',')}],${signaturesRequired})`;
    }
  }
}

/**
 * Parses a policy; spaces around tokens and a trailing comma before `]` are allowed.
 * @throws {CodecError} a syntax error, with its position in the message
 */
export function parsePolicy(text: string): SpendPolicy {
  const reader = new PolicyReader(text);
  const policy = reader.policy(0);
  reader.requireEnd();
  return policy;
}

const U64_LIMIT = 1n << 64n;
const U8_LIMIT = 256n;

class PolicyReader {
  #position = 0;

  constructor(private readonly text: string) {}

  policy(depth: number): SpendPolicy {
    if (depth > MAX_POLICY_DEPTH) throw this.#error(`policy nests deeper than ${MAX_POLICY_DEPTH}`);
    const type = this.#token();
    this.#expect('(');
    const policy = this.#body(type, depth);
    this.#expect(')');
    return policy;
  }

  requireEnd(): void {
    if (this.#peek() !== undefined) throw this.#error('nothing may follow the policy');
  }

  #body(type: string, depth: number): SpendPolicy {
    switch (type) {
      case 'above':
        return { type, height: this.#unsigned(U64_LIMIT) };
      case 'after':
        return { type, timestamp: this.#seconds() };
      case 'pk':
        return { type, publicKey: publicKeyFromBytes(this.#hex32()) };
      case 'h':
        return { type, hash: encodeHex(this.#hex32()) as Hash256 };
      case 'opaque':
        return { type, address: addressFromHash(this.#hex32()) };
      case 'thresh': {
        const n = Number(this.#unsigned(U8_LIMIT));
        this.#expect(',');
        const of = this.#list(() => this.policy(depth + 1));
        // Their number is encoded as a byte: it would have no address.
        if (of.length >= U8_LIMIT)
          throw this.#error(`a threshold over ${of.length} policies, at most ${U8_LIMIT - 1n} fit`);
        return { type, n, of };
      }
      case 'uc':
        return { type, unlockConditions: this.#unlockConditions() };
      default:
        throw this.#error(`unknown policy ${JSON.stringify(type)}`);
    }
  }

  #unlockConditions(): UnlockConditions {
    const timelock = this.#unsigned(U64_LIMIT);
    this.#expect(',');
    const publicKeys = this.#list((): UnlockKey => parseUnlockKey(this.#token()));
    this.#expect(',');
    return { timelock, publicKeys, signaturesRequired: this.#unsigned(U8_LIMIT) };
  }

  #list<T>(item: () => T): T[] {
    const items: T[] = [];
    this.#expect('[');
    while (this.#peek() !== ']') {
      items.push(item());
      if (this.#peek() !== ']') this.#expect(',');
    }
    this.#expect(']');
    return items;
  }

  #unsigned(limit: bigint): bigint {
    const token = this.#token();
    const value = /^0*\d{1,20}$/.test(token) ? BigInt(token) : limit;
    if (value >= limit) throw this.#error(`expected a whole number below ${limit}, got ${JSON.stringify(token)}`);
    return value;
  }

  #seconds(): bigint {
    const token = this.#token();
    const value = /^[+-]?0*\d{1,19}$/.test(token) ? BigInt(token.replace('+', '')) : U64_LIMIT;
    if (BigInt.asIntN(64, value) !== value) throw this.#error(`expected Unix seconds, got ${JSON.stringify(token)}`);
    return value;
  }

  #hex32(): Uint8Array {
    const token = this.#token();
    if (!/^0x[0-9a-fA-F]{64}$/.test(token)) throw this.#error('expected 0x and 64 hexadecimal characters');
    return decodeHex(token.slice(2));
  }

  /** The text up to the next bracket or comma, trimmed. */
  #token(): string {
    const end = this.text.slice(this.#position).search(/[(),[\]]/);
    if (end === -1) throw this.#error('unexpected end of the policy');
    const token = this.text.slice(this.#position, this.#position + end);
    this.#position += end;
    return token.trim();
  }

  #peek(): string | undefined {
    while (/\s/.test(this.text[this.#position] ?? '')) this.#position++;
    return this.text[this.#position];
  }

  #expect(character: string): void {
    const found = this.#peek();
    if (found === undefined) throw this.#error('unexpected end of the policy');
    if (found !== character) throw this.#error(`expected ${character}, got ${JSON.stringify(found)}`);
    this.#position++;
  }

  #error(message: string): CodecError {
    return new CodecError(`${message} (at character ${this.#position})`, '', { position: this.#position + 1 });
  }
}
