import { argon2id } from 'hash-wasm';
import { concatBytes, encodeUtf8, equalBytes } from '$lib/codec/bytes';
import { blake2b256 } from '$lib/chain/hash';
import { DamagedVaultError, InsecurePageError, UnknownPasskeyError, WrongPasswordError } from './errors';
import { VAULT_VERSION, type PasskeySlot, type PasswordSlot, type Vault } from './vaultLayout';

type Bytes = Uint8Array<ArrayBuffer>;

/** Argon2 parameters of the key derivation. */
export interface Argon2Cost {
  readonly memoryKib: number;
  readonly passes: number;
  readonly lanes: number;
}

/** RFC 9106's second recommended cost, 64 MiB in three passes; one lane, because WebAssembly runs lanes one by one. */
export const ARGON2_COST: Argon2Cost = { memoryKib: 64 * 1024, passes: 3, lanes: 1 };

const randomBytes = (length: number): Bytes => crypto.getRandomValues(new Uint8Array(length));
const exact = (bytes: Uint8Array): Bytes => new Uint8Array(bytes);

/** Additional authenticated data: wallet and part, so that parts cannot be swapped. */
const context = (walletId: string, part: 'secret' | 'password' | 'passkey'): Bytes =>
  encodeUtf8(`quarry vault ${VAULT_VERSION} ${part} ${walletId}`);

/** Check value of a key: distinguishes a wrong password from a corrupt file. */
const keyCheck = (key: Bytes): Bytes =>
  exact(blake2b256(concatBytes(encodeUtf8('quarry/key-check'), key)).subarray(0, 16));

/** The browser's encryption. @throws {InsecurePageError} */
function subtleCrypto(): SubtleCrypto {
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (!subtle) throw new InsecurePageError();
  return subtle;
}

async function encrypt(key: Bytes, plain: Uint8Array, additionalData: Bytes): Promise<{ iv: Bytes; sealed: Bytes }> {
  const iv = randomBytes(12);
  const subtle = subtleCrypto();
  const aes = await subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt']);
  const sealed = await subtle.encrypt({ name: 'AES-GCM', iv, additionalData }, aes, exact(plain));
  return { iv, sealed: new Uint8Array(sealed) };
}

async function decrypt(key: Bytes, iv: Uint8Array, sealed: Uint8Array, additionalData: Bytes): Promise<Bytes> {
  const subtle = subtleCrypto();
  const aes = await subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt']);
  try {
    return new Uint8Array(await subtle.decrypt({ name: 'AES-GCM', iv: exact(iv), additionalData }, aes, exact(sealed)));
  } catch (error) {
    throw new DamagedVaultError('its encrypted content was modified', { cause: error });
  }
}

/** Key of a password: Argon2id of its NFKC form, so that it is independent of keyboard and platform. */
export async function passwordKey(password: string, salt: Uint8Array, cost: Argon2Cost): Promise<Bytes> {
  const key = await argon2id({
    password: password.normalize('NFKC'),
    salt,
    memorySize: cost.memoryKib,
    iterations: cost.passes,
    parallelism: cost.lanes,
    hashLength: 32,
    outputType: 'binary'
  });
  return exact(key);
}

/** Key of an authenticator's PRF output (HKDF-SHA-256). */
async function passkeyKey(prfOutput: Bytes): Promise<Bytes> {
  const material = await crypto.subtle.importKey('raw', prfOutput, 'HKDF', false, ['deriveBits']);
  const params = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info: encodeUtf8('quarry passkey') };
  return new Uint8Array(await crypto.subtle.deriveBits(params, material, 256));
}

async function wrapDataKey(key: Bytes, dataKey: Bytes, additionalData: Bytes) {
  const { iv, sealed } = await encrypt(key, dataKey, additionalData);
  return { iv, check: keyCheck(key), wrapped: sealed };
}

async function newPasswordSlot(
  walletId: string,
  password: string,
  dataKey: Bytes,
  cost: Argon2Cost
): Promise<PasswordSlot> {
  const salt = randomBytes(16);
  const key = await passwordKey(password, salt, cost);
  const { memoryKib, passes, lanes } = cost;
  const wrap = await wrapDataKey(key, dataKey, context(walletId, 'password'));
  return { memoryKib: BigInt(memoryKib), passes: BigInt(passes), lanes, salt, ...wrap };
}

/** A vault with the secret, encrypted under a password. */
export async function sealVault(walletId: string, secret: Uint8Array, password: string, cost: Argon2Cost) {
  const dataKey = randomBytes(32);
  const { iv, sealed } = await encrypt(dataKey, secret, context(walletId, 'secret'));
  const vault: Vault = { password: await newPasswordSlot(walletId, password, dataKey, cost), passkeys: [], iv, sealed };
  return { vault, dataKey };
}

/** The cost with which a vault's password key is derived. */
export const costOf = ({ password: { memoryKib, passes, lanes } }: Vault): Argon2Cost => ({
  memoryKib: Number(memoryKib),
  passes: Number(passes),
  lanes
});

/**
 * Decrypts the data key of a vault with its password.
 * @throws {WrongPasswordError | DamagedVaultError}
 */
export async function dataKeyByPassword(walletId: string, vault: Vault, password: string): Promise<Bytes> {
  const key = await passwordKey(password, vault.password.salt, costOf(vault));
  if (!equalBytes(keyCheck(key), vault.password.check)) throw new WrongPasswordError();
  return decrypt(key, vault.password.iv, vault.password.wrapped, context(walletId, 'password'));
}

/**
 * Decrypts the data key of a vault with a passkey's PRF output.
 * @throws {UnknownPasskeyError | DamagedVaultError}
 */
export async function dataKeyByPasskey(walletId: string, vault: Vault, credentialId: Uint8Array, prfOutput: Bytes) {
  const slot = vault.passkeys.find((known) => equalBytes(known.credentialId, credentialId));
  const key = await passkeyKey(prfOutput);
  if (!slot || !equalBytes(keyCheck(key), slot.check)) throw new UnknownPasskeyError();
  return decrypt(key, slot.iv, slot.wrapped, context(walletId, 'passkey'));
}

/** The secret of a vault. */
export const openVault = (walletId: string, vault: Vault, dataKey: Bytes): Promise<Bytes> =>
  decrypt(dataKey, vault.iv, vault.sealed, context(walletId, 'secret'));

/** The vault with a new password; passkeys are unchanged. */
export async function withPassword(walletId: string, vault: Vault, dataKey: Bytes, password: string, cost: Argon2Cost) {
  return { ...vault, password: await newPasswordSlot(walletId, password, dataKey, cost) };
}

/** The vault with an additional passkey slot. */
export async function withPasskey(
  walletId: string,
  vault: Vault,
  dataKey: Bytes,
  passkey: Pick<PasskeySlot, 'credentialId' | 'prfSalt' | 'label' | 'createdAtMs'>,
  prfOutput: Bytes
): Promise<Vault> {
  const key = await passkeyKey(prfOutput);
  const slot = { ...passkey, ...(await wrapDataKey(key, dataKey, context(walletId, 'passkey'))) };
  const others = vault.passkeys.filter((known) => !equalBytes(known.credentialId, passkey.credentialId));
  return { ...vault, passkeys: [...others, slot] };
}
