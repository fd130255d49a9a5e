import { decodeHex } from '$lib/codec/bytes';
import { StreamReader, type ByteStream } from '$lib/peers/byteStream';
import type { SecureConnection } from '$lib/peers/mux/agreement';
import { Multiplexer } from '$lib/peers/mux/multiplexer';
import type { FrameSource } from '$lib/peers/mux/packetWriter';
import { otherRole, PacketOpener, PacketSealer, type Role } from '$lib/peers/mux/packetCipher';
import { DEFAULT_SETTINGS, type MuxSettings } from '$lib/peers/mux/settings';
import { nodeCrypto } from '$lib/server/node/peers/crypto';
import { ManualClock } from '../manualClock';
import { bytePipe } from './bytePipe';

/** A connection after the handshake: the sealed settings have used counter 0. */
export function secured(
  stream: ByteStream,
  role: Role,
  key: string,
  settings: Partial<MuxSettings> = {},
  firstCounter = 1n
): SecureConnection {
  const cipher = nodeCrypto.createCipher(decodeHex(key));
  return {
    role,
    stream,
    reader: new StreamReader(stream),
    sealer: new PacketSealer(cipher, role, firstCounter),
    opener: new PacketOpener(cipher, otherRole(role), 1n),
    settings: { ...DEFAULT_SETTINGS, ...settings }
  };
}

/** Two multiplexers connected in memory, the dialer first. */
export function multiplexers(
  clock = new ManualClock(),
  settings: Partial<MuxSettings> = {},
  [ours, theirs]: [ByteStream, ByteStream] = bytePipe()
): [Multiplexer, Multiplexer] {
  const key = '11'.repeat(32);
  return [
    new Multiplexer(secured(ours, 'dial', key, settings), { clock }),
    new Multiplexer(secured(theirs, 'accept', key, settings), { clock })
  ];
}

/** An open stream whose frames have these flags. */
export const frameSource = (nextFlags: () => number): FrameSource => ({ requireOpen: () => undefined, nextFlags });

/** Everything a stream receives until it ends. */
export async function readAll(stream: Pick<ByteStream, 'read'>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for (let piece = await stream.read(); piece !== undefined; piece = await stream.read()) pieces.push(piece);
  return Buffer.concat(pieces);
}
