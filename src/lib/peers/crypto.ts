/** ChaCha20-Poly1305 with one key (RFC 8439), no additional data. */
export interface AeadCipher {
  /**
   * Writes ciphertext and tag, 16 bytes more than the plaintext, to the start of `sealed`.
   * @param nonce 12 bytes, never reused with the same key
   */
  seal(nonce: Uint8Array, plaintext: Uint8Array, sealed: Uint8Array): void;
  /**
   * The plaintext, in newly allocated memory.
   * @param sealed ciphertext and tag
   * @returns undefined if the tag is wrong
   */
  open(nonce: Uint8Array, sealed: Uint8Array): Uint8Array | undefined;
}

/** One side's X25519 key pair, used for one connection. */
export interface KeyAgreement {
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
  /**
   * The shared secret, 32 bytes.
   * @returns undefined for a public key of low order, with which the secret would be zero
   */
  agree(publicKey: Uint8Array): Uint8Array | undefined;
}

/** The cryptography of a connection; on a server, the platform's. BLAKE2b comes from `chain/hash`. */
export interface PeerCrypto {
  /** @param key 32 bytes */
  createCipher(key: Uint8Array): AeadCipher;
  createKeyAgreement(): KeyAgreement;
  /**
   * Ed25519 signature, 64 bytes.
   * @param seed 32 bytes
   */
  sign(seed: Uint8Array, message: Uint8Array): Uint8Array;
  /** Ed25519. */
  verify(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean;
}

/** Length of the tag that sealing appends. */
export const TAG_BYTES = 16;
