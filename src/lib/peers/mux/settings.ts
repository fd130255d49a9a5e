import { PeerError } from '../errors';

/** The settings that both sides of a connection agree on. */
export interface MuxSettings {
  /** Size of a packet on the wire in bytes, including the tag. */
  readonly packetSize: number;
  /** Time without a written packet after which the connection is considered dead, in ms. */
  readonly timeoutMs: number;
}

/** The reference implementation's defaults: three IPv6 segments of 1440 bytes, 20 minutes. */
export const DEFAULT_SETTINGS: MuxSettings = { packetSize: 4320, timeoutMs: 1_200_000 };

/** u32le packet size, u32le timeout. */
export const SETTINGS_BYTES = 8;

export function encodeSettings({ packetSize, timeoutMs }: MuxSettings): Uint8Array {
  const bytes = new Uint8Array(SETTINGS_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, packetSize, true);
  view.setUint32(4, timeoutMs, true);
  return bytes;
}

/** @param bytes {@link SETTINGS_BYTES} */
export function decodeSettings(bytes: Uint8Array): MuxSettings {
  const view = new DataView(bytes.buffer, bytes.byteOffset, SETTINGS_BYTES);
  return { packetSize: view.getUint32(0, true), timeoutMs: view.getUint32(4, true) };
}

const PACKET_SIZE = { min: 1220, max: 32_768 };
const TIMEOUT_MS = { min: 120_000, max: 7_200_000 };

/**
 * The smaller value of each field.
 * @throws {PeerError} `peers/unacceptable-settings`
 */
export function mergeSettings(a: MuxSettings, b: MuxSettings): MuxSettings {
  const packetSize = Math.min(a.packetSize, b.packetSize);
  const timeoutMs = Math.min(a.timeoutMs, b.timeoutMs);
  if (packetSize < PACKET_SIZE.min || packetSize > PACKET_SIZE.max) {
    throw new PeerError('peers/unacceptable-settings', `packet size ${packetSize} is outside the range`);
  }
  if (timeoutMs < TIMEOUT_MS.min || timeoutMs > TIMEOUT_MS.max) {
    throw new PeerError('peers/unacceptable-settings', `timeout of ${timeoutMs} ms is outside the range`);
  }
  return { packetSize, timeoutMs };
}
