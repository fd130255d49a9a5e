import { concatBytes, encodeUtf8, equalBytes } from '$lib/codec/bytes';
import {
  byteString,
  decode,
  encode,
  fixedBytes,
  list,
  struct,
  u64,
  u8,
  utf8String,
  type Decoded
} from '$lib/codec/layout';
import { blake2b256 } from '$lib/chain/hash';
import { DamagedVaultError, NewerVaultError, TruncatedVaultError } from './errors';

// A vault file holds one wallet's secret: a random data key encrypts the secret, and each slot (password, passkeys)
// holds the data key encrypted under its own key. Slots can be changed independently.

/** Check value of a wrapping key, and the data key encrypted under it. */
const wrap = { iv: fixedBytes(12), check: fixedBytes(16), wrapped: fixedBytes(48) };

const passwordSlot = struct({ memoryKib: u64, passes: u64, lanes: u8, salt: fixedBytes(16), ...wrap });
const passkeySlot = struct({
  credentialId: byteString,
  prfSalt: fixedBytes(32),
  label: utf8String,
  createdAtMs: u64,
  ...wrap
});
const body = struct({ password: passwordSlot, passkeys: list(passkeySlot), iv: fixedBytes(12), sealed: byteString });

export type PasswordSlot = Decoded<typeof passwordSlot>;
export type PasskeySlot = Decoded<typeof passkeySlot>;
export type Vault = Decoded<typeof body>;

export const VAULT_VERSION = 1;
const MAGIC = encodeUtf8('quarryvk');
const header = struct({ magic: fixedBytes(8), version: u8, length: u64 });
const HEADER_BYTES = 17;
const CHECKSUM_BYTES = 8;

// Limits for untrusted files, far above what we write: while a key is derived, nothing is signed, and no key is wiped.
const MAX_MEMORY_KIB = 512n * 1024n;
const MAX_PASSES = 64n;
/** In memory × passes: sixteen times what we write, half a minute on a phone. */
const MAX_WORK = 16n * 64n * 1024n * 3n;
const MAX_LANES = 16;

const checksum = (bytes: Uint8Array): Uint8Array => blake2b256(bytes).subarray(0, CHECKSUM_BYTES);

/** Header (magic, version u8, total length u64), body, and the first 8 bytes of the hash of all before. */
export function encodeVault(vault: Vault): Uint8Array<ArrayBuffer> {
  const content = encode(body, vault);
  const length = BigInt(HEADER_BYTES + content.length + CHECKSUM_BYTES);
  const head = encode(header, { magic: MAGIC, version: VAULT_VERSION, length });
  const whole = concatBytes(head, content);
  return concatBytes(whole, checksum(whole));
}

/**
 * Decodes a vault without opening it.
 * @throws {TruncatedVaultError | NewerVaultError | DamagedVaultError} so that damage is not mistaken for a wrong
 * password
 */
export function decodeVault(bytes: Uint8Array): Vault {
  if (bytes.length < HEADER_BYTES) throw new TruncatedVaultError(bytes.length, HEADER_BYTES);
  const { magic, version, length } = decode(header, bytes.subarray(0, HEADER_BYTES));
  if (!equalBytes(magic, MAGIC)) throw new DamagedVaultError('it is not a key file');
  if (BigInt(bytes.length) < length) throw new TruncatedVaultError(bytes.length, Number(length));
  const end = bytes.length - CHECKSUM_BYTES;
  if (BigInt(bytes.length) > length || !equalBytes(checksum(bytes.subarray(0, end)), bytes.subarray(end))) {
    throw new DamagedVaultError('its checksum does not match');
  }
  // After the checksum: in a corrupt file the version is arbitrary.
  if (version > VAULT_VERSION) throw new NewerVaultError(version);
  return decodeBody(bytes.subarray(HEADER_BYTES, end));
}

function decodeBody(bytes: Uint8Array): Vault {
  let vault: Vault;
  try {
    vault = decode(body, bytes);
  } catch (error) {
    throw new DamagedVaultError('its structure is invalid', { cause: error });
  }
  const { memoryKib, passes, lanes } = vault.password;
  const isSane = passes >= 1n && passes <= MAX_PASSES && lanes >= 1 && lanes <= MAX_LANES;
  const isCheap = memoryKib <= MAX_MEMORY_KIB && memoryKib * passes <= MAX_WORK;
  if (!isSane || !isCheap || memoryKib < 8n * BigInt(lanes)) {
    throw new DamagedVaultError('its key derivation parameters are out of range');
  }
  return vault;
}
