import { AppError } from '$lib/errors';

export type PeerErrorCode =
  // Connection and handshake.
  /** The connection ended: closed by the peer, by us, or broken. */
  | 'peers/closed'
  /** No connection could be opened. */
  | 'peers/unreachable'
  /** Cannot listen: the address is in use, or not an address of this computer. */
  | 'peers/cannot-listen'
  | 'peers/banned'
  | 'peers/already-connected'
  /** A deadline passed. */
  | 'peers/timeout'
  /** A handshake object with a wrong length, or longer than its limit. */
  | 'peers/malformed-handshake'
  /** The peer refused our version or header; the message contains its text. */
  | 'peers/refused'
  | 'peers/different-genesis'
  /** The peer has our unique id: a connection to ourselves. */
  | 'peers/same-id'
  | 'peers/invalid-address'
  | 'peers/unsupported-version'
  /** The key agreement failed: a public key of low order. */
  | 'peers/low-order-key'
  | 'peers/invalid-signature'
  | 'peers/unacceptable-settings'
  // Packets, frames and streams. These end the connection, except for the last three.
  /** A packet whose authentication tag is wrong. */
  | 'peers/tampered'
  | 'peers/frame-too-long'
  | 'peers/reserved-stream'
  | 'peers/unknown-stream'
  /** Too many frames for a stream that is closed. */
  | 'peers/late-frames'
  | 'peers/too-many-streams'
  /** The peer does not read: very many bytes wait to be sent, or, which ends the connection, ends of its streams. */
  | 'peers/not-reading'
  /** No stream traffic for four keepalive intervals. */
  | 'peers/inactive'
  /** A stream that we closed. */
  | 'peers/stream-closed'
  /** The peer ended the stream before the expected bytes. */
  | 'peers/stream-ended'
  /** The peer ended the stream with an error; the message contains its text. */
  | 'peers/stream-failed'
  // Calls.
  | 'peers/unknown-call'
  /** The id of a call was not received completely or in time; ends the connection. */
  | 'peers/missing-call-id'
  | 'peers/malformed-message'
  | 'peers/message-too-long'
  /** Too many bytes of pending requests on a connection; ends it. */
  | 'peers/too-many-bytes'
  // Sync.
  /** The peer has no block in common with us, not even our first. */
  | 'peers/no-common-block'
  /** Too many headers without more work than our chain. */
  | 'peers/low-work'
  /** A chain without the checkpoint of this release. */
  | 'peers/no-checkpoint'
  /** A chain that forks off below the blocks that we store in full. */
  | 'peers/fork-too-deep'
  /** A different block, or fewer blocks, than requested. */
  | 'peers/wrong-block'
  // Outlines.
  | 'peers/outline-incomplete'
  | 'peers/outline-impossible'
  // Checkpoints.
  | 'peers/checkpoint-not-v2'
  | 'peers/checkpoint-wrong-id'
  | 'peers/checkpoint-wrong-height'
  | 'peers/checkpoint-wrong-state'
  | 'peers/checkpoint-too-early'
  | 'peers/checkpoint-wrong-payout';

/** A peer broke the protocol, refused us or disconnected; see `code`. */
export class PeerError extends AppError {
  constructor(
    readonly code: PeerErrorCode,
    message: string,
    options?: { cause?: unknown }
  ) {
    super(message, options);
  }
}

/** Whether the error is a PeerError with one of the codes. */
export const isPeerError = (error: unknown, ...codes: readonly PeerErrorCode[]): error is PeerError =>
  error instanceof PeerError && codes.includes(error.code);

/**
 * Ignores a PeerError; for `catch`.
 * @throws any other error
 */
export function ignorePeerErrors(error: unknown): void {
  if (!(error instanceof PeerError)) throw error;
}

/** A peer's text for display and logs: everything but printable ASCII is replaced by question marks. */
export const printable = (text: string): string => text.replace(/[^\x20-\x7e]/g, '?');
