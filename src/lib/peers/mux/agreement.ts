import { concatBytes, decodeHex } from '$lib/codec/bytes';
import { blake2b256 } from '$lib/chain/hash';
import type { ByteStream, StreamReader } from '../byteStream';
import { TAG_BYTES, type KeyAgreement, type PeerCrypto } from '../crypto';
import { PeerError } from '../errors';
import { otherRole, PacketOpener, PacketSealer, type Role } from './packetCipher';
import {
  decodeSettings,
  DEFAULT_SETTINGS,
  encodeSettings,
  mergeSettings,
  SETTINGS_BYTES,
  type MuxSettings
} from './settings';

const VERSION = 3;
const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
const SEALED_SETTINGS_BYTES = SETTINGS_BYTES + TAG_BYTES;

/**
 * Peers are anonymous: every acceptor signs with the key of this well-known seed, so connections are encrypted but not
 * authenticated.
 */
const ANONYMOUS_SEED = new Uint8Array(32);
const ANONYMOUS_KEY = decodeHex('3b6a27bcceb6a42d62a3a8d02a6f0d73653215771de243a63ac048a18b59da29');

/** A connection after the key agreement, ready for packets. */
export interface SecureConnection {
  readonly role: Role;
  readonly stream: ByteStream;
  /** Holds any bytes that arrived together with the end of the agreement. */
  readonly reader: StreamReader;
  readonly sealer: PacketSealer;
  readonly opener: PacketOpener;
  readonly settings: MuxSettings;
}

export interface AgreementOptions {
  readonly role: Role;
  readonly crypto: PeerCrypto;
  /** Our settings, before merging. */
  readonly settings?: MuxSettings;
}

/**
 * Agrees on a key and settings. Exchanges versions, X25519 keys, the acceptor's signature over both keys, and each
 * side's sealed settings.
 * @param reader reads from the stream
 * @throws {PeerError} the peer breaks the protocol, or the stream ends
 */
export async function agree(
  stream: ByteStream,
  reader: StreamReader,
  { role, crypto, settings = DEFAULT_SETTINGS }: AgreementOptions
): Promise<SecureConnection> {
  const keys = crypto.createKeyAgreement();
  const secure = role === 'dial' ? agreeAsDialer : agreeAsAcceptor;
  return { role, stream, reader, ...(await secure({ stream, reader, crypto, keys, settings })) };
}

interface Agreement {
  readonly stream: ByteStream;
  readonly reader: StreamReader;
  readonly crypto: PeerCrypto;
  readonly keys: KeyAgreement;
  readonly settings: MuxSettings;
}
type Agreed = Pick<SecureConnection, 'sealer' | 'opener' | 'settings'>;

async function agreeAsDialer({ stream, reader, crypto, keys, settings }: Agreement): Promise<Agreed> {
  await stream.write(Uint8Array.of(VERSION));
  requireVersion(await reader.exactly(1));
  await stream.write(keys.publicKey);
  const theirKey = await reader.exactly(KEY_BYTES);
  const signature = await reader.exactly(SIGNATURE_BYTES);
  const sealed = await reader.exactly(SEALED_SETTINGS_BYTES);
  if (!crypto.verify(ANONYMOUS_KEY, concatBytes(keys.publicKey, theirKey), signature)) {
    throw new PeerError('peers/invalid-signature', 'the signature of the key agreement is invalid');
  }
  const ciphers = createCiphers('dial', crypto, keys, theirKey);
  const merged = mergeSettings(settings, decodeSettings(ciphers.opener.open(sealed)));
  await stream.write(sealSettings(ciphers.sealer, settings));
  return { ...ciphers, settings: merged };
}

async function agreeAsAcceptor({ stream, reader, crypto, keys, settings }: Agreement): Promise<Agreed> {
  const version = await reader.exactly(1);
  await stream.write(Uint8Array.of(VERSION));
  requireVersion(version);
  const theirKey = await reader.exactly(KEY_BYTES);
  const ciphers = createCiphers('accept', crypto, keys, theirKey);
  const signature = crypto.sign(ANONYMOUS_SEED, concatBytes(theirKey, keys.publicKey));
  await stream.write(concatBytes(keys.publicKey, signature, sealSettings(ciphers.sealer, settings)));
  const sealed = await reader.exactly(SEALED_SETTINGS_BYTES);
  return { ...ciphers, settings: mergeSettings(settings, decodeSettings(ciphers.opener.open(sealed))) };
}

/** Each side sends its highest version; both use the lower one. */
function requireVersion(byte: Uint8Array): void {
  if (byte[0]! < VERSION) {
    throw new PeerError('peers/unsupported-version', `multiplexer version ${byte[0]} is not supported`);
  }
}

function createCiphers(
  role: Role,
  crypto: PeerCrypto,
  keys: KeyAgreement,
  theirKey: Uint8Array
): Pick<Agreed, 'sealer' | 'opener'> {
  const secret = keys.agree(theirKey);
  if (secret === undefined) throw new PeerError('peers/low-order-key', 'the public key has low order');
  const [dialer, acceptor] = role === 'dial' ? [keys.publicKey, theirKey] : [theirKey, keys.publicKey];
  const cipher = crypto.createCipher(blake2b256(concatBytes(secret, dialer, acceptor)));
  return { sealer: new PacketSealer(cipher, role), opener: new PacketOpener(cipher, otherRole(role)) };
}

function sealSettings(sealer: PacketSealer, settings: MuxSettings): Uint8Array {
  const sealed = new Uint8Array(SEALED_SETTINGS_BYTES);
  sealer.seal(encodeSettings(settings), sealed);
  return sealed;
}
