import { CodecError } from '$lib/codec/errors';
import { decode, encode, hexText, struct, utf8String, withEncoded, type Decoded, type Layout } from '$lib/codec/layout';
import type { Brand } from '$lib/codec/brand';
import { blockId32 } from '$lib/chain/ids';
import type { ByteStream, StreamReader } from '../byteStream';
import { PeerError } from '../errors';

/** 8 random bytes generated at startup, as 16 hexadecimal characters. Identifies duplicate connections. */
export type UniqueId = Brand<string, 'UniqueId'>;

/** genesisId [0,32) · uniqueId [32,40) · net address as a string. */
export const peerHeader = struct({ genesisId: blockId32, uniqueId: hexText<UniqueId>(8), netAddress: utf8String });
export type PeerHeader = Decoded<typeof peerHeader>;

const LENGTH_BYTES = 8;
/** Maximum encoded size: a 120-byte string with its length prefix. */
const MAX_TEXT_BYTES = 128;
const MAX_HEADER_BYTES = 168;

/** Writes the u64 length of the encoding, then the encoding. */
export async function writeObject<T>(stream: ByteStream, layout: Layout<T>, value: T): Promise<void> {
  const body = encode(layout, value);
  await stream.write(
    withEncoded(
      (w) => {
        w.count(body.length);
        w.bytes(body);
      },
      (bytes) => bytes.slice()
    )
  );
}

/**
 * Reads an object and requires its length to be exact. The reference implementation ignores the length, but none of its
 * versions sends a wrong one.
 * @throws {PeerError} `peers/malformed-handshake`
 */
async function readObject<T>(reader: StreamReader, layout: Layout<T>, maxBytes: number): Promise<T> {
  const prefix = await reader.exactly(LENGTH_BYTES);
  const length = new DataView(prefix.buffer, prefix.byteOffset).getBigUint64(0, true);
  if (length > maxBytes) {
    throw new PeerError('peers/malformed-handshake', `an object of ${length} bytes exceeds the limit of ${maxBytes}`);
  }
  const body = await reader.exactly(Number(length));
  try {
    return decode(layout, body);
  } catch (cause) {
    if (!(cause instanceof CodecError)) throw cause;
    throw new PeerError('peers/malformed-handshake', cause.message, { cause });
  }
}

/** Reads a version, an acceptance or a refusal. */
export const readText = (reader: StreamReader): Promise<string> => readObject(reader, utf8String, MAX_TEXT_BYTES);

export const readHeader = (reader: StreamReader): Promise<PeerHeader> =>
  readObject(reader, peerHeader, MAX_HEADER_BYTES);
