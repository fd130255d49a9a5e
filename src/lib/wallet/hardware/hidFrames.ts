import { concatBytes } from '$lib/codec/bytes';
import { HardwareError } from './errors';

// A message in 64-byte HID reports: channel u16 ‖ tag 05 ‖ sequence u16 from 0 ‖ 59 bytes, all big-endian. The first 59
// bytes start with the length of the message as u16; the last report is padded with zeros.

export const REPORT_BYTES = 64;
const TAG = 0x05;
const HEAD_BYTES = 5;
const LENGTH_BYTES = 2;
const PART_BYTES = REPORT_BYTES - HEAD_BYTES;

const u16 = (value: number): Uint8Array => Uint8Array.of(value >> 8, value & 0xff);

/** The reports of a message on a channel. */
export function hidReports(channel: number, message: Uint8Array): Uint8Array<ArrayBuffer>[] {
  const content = concatBytes(u16(message.length), message);
  return Array.from({ length: Math.ceil(content.length / PART_BYTES) }, (_, sequence) => {
    const report = new Uint8Array(REPORT_BYTES);
    report.set(concatBytes(u16(channel), Uint8Array.of(TAG), u16(sequence)));
    report.set(content.subarray(sequence * PART_BYTES, (sequence + 1) * PART_BYTES), HEAD_BYTES);
    return report;
  });
}

/** Collects the reports of one response; reports of other channels are ignored. */
export class HidAnswer {
  #sequence = 0;
  #content = new Uint8Array();

  constructor(private readonly channel: number) {}

  /** @returns the response once it is complete @throws {HardwareError} a report out of sequence */
  add(report: Uint8Array): Uint8Array | undefined {
    const view = new DataView(report.buffer, report.byteOffset, report.byteLength);
    if (report.length <= HEAD_BYTES || view.getUint16(0) !== this.channel) return undefined;
    if (view.getUint8(2) !== TAG || view.getUint16(3) !== this.#sequence) throw new HardwareError('hardware/system');
    this.#sequence++;
    this.#content = concatBytes(this.#content, report.subarray(HEAD_BYTES));
    const length = new DataView(this.#content.buffer).getUint16(0);
    return this.#content.length < length + LENGTH_BYTES
      ? undefined
      : this.#content.slice(LENGTH_BYTES, LENGTH_BYTES + length);
  }
}
