import { parseAddress, type Address } from '$lib/chain/address';
import { publicKeyFromBytes, type PublicKey, type Signature } from '$lib/chain/keys/keys';
import { concatBytes, encodeHex } from '$lib/codec/bytes';
import { addressOfKey } from '../keys/account';
import { HardwareError, type HardwareErrorCode } from './errors';

// The network's app on a Ledger device: command bytes, and what its status words mean. Keys are m/44'/93'/index'/0'/0'.

/** Name of the app on the device. */
export const SIGNER_APP = 'Sia';

/** Carries a command to the device. */
export interface DeviceLink {
  /** @returns the response, including its two status bytes @throws {HardwareError} */
  exchange(command: Uint8Array): Promise<Uint8Array>;
}

/** Asks the device itself which app is open. */
const CURRENT_APP = Uint8Array.of(0xb0, 0x01, 0x00, 0x00, 0x00);
const NAME_FORMAT = 1;

const CLASS = 0xe0;
const GET_VERSION = 0x01;
const GET_PUBLIC_KEY = 0x02;
const SIGN_HASH = 0x04;

const STATUS_BYTES = 2;
const OK = 0x9000;
const DECLINED = 0x6985;
const UNFINISHED = 0x6b02;
/** A refusal faster than anyone can read means that blind signing is switched off in the app. */
const AT_ONCE_MS = 500;

const MEANING: ReadonlyMap<number, HardwareErrorCode> = new Map([
  [DECLINED, 'hardware/declined'],
  [0x6b00, 'hardware/app-failed'],
  [0x6b01, 'hardware/unsupported'],
  [UNFINISHED, 'hardware/app-failed'],
  [0x6d00, 'hardware/outdated-app'],
  [0x6e00, 'hardware/app-closed'],
  [0x6e01, 'hardware/app-closed'],
  [0x6511, 'hardware/app-closed'],
  [0x5515, 'hardware/locked']
]);

/** What a status word means; undefined for success. */
export const meaningOf = (status: number): HardwareErrorCode | undefined =>
  status === OK ? undefined : (MEANING.get(status) ?? 'hardware/system');

const KEY_BYTES = 32;
const ADDRESS_CHARACTERS = 76;
const SIGNATURE_BYTES = 64;
const VERSION_BYTES = 3;

/** A key as the device shows it. */
export interface DeviceKey {
  readonly index: number;
  readonly publicKey: PublicKey;
  /** Address of its unlock conditions, the only one that the device shows. */
  readonly address: Address;
}

function u32(index: number): Uint8Array {
  if (!Number.isInteger(index) || index < 0 || index > 0x7fff_ffff) throw new RangeError('index below 2^31');
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, index, true);
  return bytes;
}

const command = (instruction: number, p2: number, data: Uint8Array): Uint8Array =>
  concatBytes(Uint8Array.of(CLASS, instruction, 0, p2, data.length), data);

async function exchange(link: DeviceLink, sent: Uint8Array): Promise<{ status: number; content: Uint8Array }> {
  const answer = await link.exchange(sent);
  if (answer.length < STATUS_BYTES) throw new HardwareError('hardware/wrong-answer');
  return { status: (answer.at(-2)! << 8) | answer.at(-1)!, content: answer.subarray(0, -STATUS_BYTES) };
}

async function ask(link: DeviceLink, sent: Uint8Array, length: number): Promise<Uint8Array> {
  let { status, content } = await exchange(link, sent);
  // Left over from an interrupted command; this response cleared it.
  if (status === UNFINISHED) ({ status, content } = await exchange(link, sent));
  const meaning = meaningOf(status);
  if (meaning !== undefined) throw new HardwareError(meaning, status);
  if (content.length !== length) throw new HardwareError('hardware/wrong-answer', status);
  return content;
}

/**
 * Requires the network's app to be open: to the dashboard and to other apps, its commands mean something else. If the
 * device does not say which app is open, the response to the next command will.
 * @throws {HardwareError} `hardware/app-closed`, `hardware/locked`
 */
export async function requireOpenApp(link: DeviceLink): Promise<void> {
  const { status, content } = await exchange(link, CURRENT_APP);
  if (meaningOf(status) === 'hardware/locked') throw new HardwareError('hardware/locked', status);
  const [format, length = 0] = content;
  if (status !== OK || format !== NAME_FORMAT) return;
  const name = new TextDecoder().decode(content.subarray(2, 2 + length));
  if (name !== SIGNER_APP) throw new HardwareError('hardware/app-closed', status);
}

/** Version of the app, such as `2.0.0`. @throws {HardwareError} */
export const appVersion = async (link: DeviceLink): Promise<string> =>
  (await ask(link, command(GET_VERSION, 0, new Uint8Array()), VERSION_BYTES)).join('.');

/**
 * Gets key `index`; the device shows its address and asks for confirmation.
 * @throws {HardwareError} also if the address does not match the key
 */
export async function deviceKey(link: DeviceLink, index: number): Promise<DeviceKey> {
  const answer = await ask(link, command(GET_PUBLIC_KEY, 0, u32(index)), KEY_BYTES + ADDRESS_CHARACTERS);
  const publicKey = publicKeyFromBytes(answer.subarray(0, KEY_BYTES));
  const shown = new TextDecoder().decode(answer.subarray(KEY_BYTES));
  const address = addressOfKey(publicKey, 'uc');
  if (shown !== address) throw new HardwareError('hardware/wrong-answer');
  return { index, publicKey, address: parseAddress(shown) };
}

/**
 * Signs 32 bytes, which the device can only show as a hash. The signature is not verified: only the caller knows which
 * devices' keys may sign.
 * @param nowMs milliseconds since 1970
 * @throws {HardwareError}
 */
export async function signHash(
  link: DeviceLink,
  index: number,
  hash: Uint8Array,
  nowMs: () => number
): Promise<Signature> {
  const startMs = nowMs();
  try {
    const signature = await ask(link, command(SIGN_HASH, 0, concatBytes(u32(index), hash)), SIGNATURE_BYTES);
    return encodeHex(signature) as Signature;
  } catch (error) {
    const isAtOnce = error instanceof HardwareError && error.status === DECLINED && nowMs() - startMs < AT_ONCE_MS;
    throw isAtOnce ? new HardwareError('hardware/blind-signing-off', DECLINED, { cause: error }) : error;
  }
}
