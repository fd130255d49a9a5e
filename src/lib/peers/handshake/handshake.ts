import { utf8String } from '$lib/codec/layout';
import type { BlockId } from '$lib/chain/ids';
import { formatNetAddress, parseNetAddress } from '../address';
import { StreamReader, type ByteStream } from '../byteStream';
import { withDeadline, type Timers } from '../deadline';
import { PeerError, printable } from '../errors';
import { agree, type AgreementOptions, type SecureConnection } from '../mux/agreement';
import { peerHeader, readHeader, readText, writeObject, type PeerHeader, type UniqueId } from './objects';

/** Nothing depends on the version; peers display it. */
export const PROTOCOL_VERSION = '2.0.0';
const ACCEPT = 'accept';
/** Sent by old daemons in response to a version that they refuse. */
const REJECT = 'reject';
const DEADLINE_MS = 10_000;

export interface HandshakeOptions extends AgreementOptions {
  readonly genesisId: BlockId;
  /** Generated once per process. */
  readonly uniqueId: UniqueId;
  /** Our address, `host:port`. Peers combine its port with the address that they see. */
  readonly netAddress: string;
  /** Sent instead of the protocol version; at most 120 bytes. */
  readonly version?: string;
  /** The peer's host according to TCP, without brackets. */
  readonly remoteHost: string;
  readonly timers: Timers;
}

/** What the peer reported about itself. */
export interface PeerInfo {
  /** Untrusted text of at most 120 bytes; see `printable`. */
  readonly version: string;
  readonly uniqueId: UniqueId;
  /**
   * The address for dialing the peer: the host according to TCP, and the port that the peer reported, which is
   * untrusted text.
   */
  readonly address: string;
}

export interface Handshake {
  readonly peer: PeerInfo;
  readonly connection: SecureConnection;
}

/**
 * Exchanges headers and secures the connection, within 10 seconds. The stream is closed on failure.
 * @throws {PeerError} the peer belongs to another network, is ourselves, refuses us or breaks the protocol; the stream
 * ends; timeout
 */
export async function handshake(stream: ByteStream, options: HandshakeOptions): Promise<Handshake> {
  try {
    return await withDeadline(
      options.timers,
      DEADLINE_MS,
      () => stream.close(),
      () => performHandshake(stream, options)
    );
  } catch (error) {
    stream.close();
    throw error;
  }
}

async function performHandshake(stream: ByteStream, options: HandshakeOptions): Promise<Handshake> {
  const reader = new StreamReader(stream);
  const introduce = options.role === 'dial' ? introduceAsDialer : introduceAsAcceptor;
  const { version, header } = await introduce(stream, reader, options);
  const connection = await agree(stream, reader, options);
  const { port } = parseNetAddress(header.netAddress);
  const address = formatNetAddress({ host: options.remoteHost, port });
  return { peer: { version, uniqueId: header.uniqueId, address }, connection };
}

interface Introduction {
  readonly version: string;
  readonly header: PeerHeader;
}

async function introduceAsDialer(
  stream: ByteStream,
  reader: StreamReader,
  options: HandshakeOptions
): Promise<Introduction> {
  await writeObject(stream, utf8String, options.version ?? PROTOCOL_VERSION);
  const version = await readText(reader);
  if (version === REJECT) throw new PeerError('peers/refused', 'the peer rejected our version');
  await sendHeader(stream, reader, options);
  return { version, header: await receiveHeader(stream, reader, options) };
}

async function introduceAsAcceptor(
  stream: ByteStream,
  reader: StreamReader,
  options: HandshakeOptions
): Promise<Introduction> {
  const version = await readText(reader);
  await writeObject(stream, utf8String, options.version ?? PROTOCOL_VERSION);
  const header = await receiveHeader(stream, reader, options);
  await sendHeader(stream, reader, options);
  return { version, header };
}

async function sendHeader(
  stream: ByteStream,
  reader: StreamReader,
  { genesisId, uniqueId, netAddress }: HandshakeOptions
): Promise<void> {
  await writeObject(stream, peerHeader, { genesisId, uniqueId, netAddress });
  const answer = await readText(reader);
  if (answer !== ACCEPT) throw new PeerError('peers/refused', `the peer rejected our header: ${printable(answer)}`);
}

async function receiveHeader(
  stream: ByteStream,
  reader: StreamReader,
  { genesisId, uniqueId }: HandshakeOptions
): Promise<PeerHeader> {
  const header = await readHeader(reader);
  const refuse = async (code: 'peers/different-genesis' | 'peers/same-id', text: string): Promise<never> => {
    await writeObject(stream, utf8String, text);
    throw new PeerError(code, text);
  };
  if (header.genesisId !== genesisId) await refuse('peers/different-genesis', 'peer has different genesis block');
  if (header.uniqueId === uniqueId) await refuse('peers/same-id', 'peer has same unique ID as us');
  await writeObject(stream, utf8String, ACCEPT);
  // Checked only after accepting, like the reference implementation: a peer with a malformed address is not told why.
  parseNetAddress(header.netAddress);
  return header;
}

/**
 * The version of the peer at the other end. Closes the stream.
 * @throws {PeerError} the stream ends; timeout
 */
export async function askVersion(stream: ByteStream, timers: Timers): Promise<string> {
  try {
    return await withDeadline(
      timers,
      DEADLINE_MS,
      () => stream.close(),
      async () => {
        await writeObject(stream, utf8String, PROTOCOL_VERSION);
        return await readText(new StreamReader(stream));
      }
    );
  } finally {
    stream.close();
  }
}
