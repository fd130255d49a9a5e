import { TAG_BYTES, type AeadCipher } from '../crypto';
import { PeerError } from '../errors';

/** The side that opened the TCP connection, or the one that accepted it. */
export type Role = 'dial' | 'accept';

export const otherRole = (role: Role): Role => (role === 'dial' ? 'accept' : 'dial');

const NONCE_BYTES = 12;
/** Byte 11 of the nonce separates the directions, which share a key. */
const DIRECTION: Readonly<Record<Role, number>> = { dial: 0x00, accept: 0x80 };

/** Nonces of one direction: u64le counter, three zeros, the direction. */
class NonceSequence {
  readonly #bytes = new Uint8Array(NONCE_BYTES);
  readonly #view = new DataView(this.#bytes.buffer);
  #counter: bigint;

  constructor(sender: Role, counter: bigint) {
    this.#bytes[NONCE_BYTES - 1] = DIRECTION[sender];
    this.#counter = counter;
  }

  /** The next nonce, valid until the next call. */
  next(): Uint8Array {
    this.#view.setBigUint64(0, this.#counter, true);
    this.#counter = BigInt.asUintN(64, this.#counter + 1n);
    return this.#bytes;
  }
}

/** Seals the packets that one side sends, in order. */
export class PacketSealer {
  readonly #cipher: AeadCipher;
  readonly #nonces: NonceSequence;

  /** @param counter 0 for the settings, which are sealed first */
  constructor(cipher: AeadCipher, sender: Role, counter = 0n) {
    this.#cipher = cipher;
    this.#nonces = new NonceSequence(sender, counter);
  }

  /** Writes ciphertext and tag to the start of `sealed`. */
  seal(plaintext: Uint8Array, sealed: Uint8Array): void {
    this.#cipher.seal(this.#nonces.next(), plaintext, sealed);
  }
}

/** Opens the packets that one side sent, in order. */
export class PacketOpener {
  readonly #cipher: AeadCipher;
  readonly #nonces: NonceSequence;

  constructor(cipher: AeadCipher, sender: Role, counter = 0n) {
    this.#cipher = cipher;
    this.#nonces = new NonceSequence(sender, counter);
  }

  /**
   * The plaintext, in newly allocated memory.
   * @throws {PeerError} `peers/tampered`
   */
  open(sealed: Uint8Array): Uint8Array {
    const plaintext = this.#cipher.open(this.#nonces.next(), sealed);
    if (plaintext === undefined) throw new PeerError('peers/tampered', 'a packet is not authentic');
    return plaintext;
  }
}

/** Bytes of a packet available for frames. */
export const frameBytesOf = (packetSize: number): number => packetSize - TAG_BYTES;
