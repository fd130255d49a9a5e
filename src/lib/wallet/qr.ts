/** `QRY1/<checksum>/<number>/<count>/<base45>`: only characters of a QR code's alphanumeric mode. */
export declare function qrFrames(bytes: Uint8Array, bytesPerFrame?: number): string[];

export type FrameResult = 'added' | 'repeated' | 'foreign' | 'not-a-frame';

/** Puts frames together, in any order; lost ones come again, doubled ones do no harm. */
export declare class FrameCollector {
  /** `foreign`: of another transfer than the first frame. */
  add(text: string): FrameResult;
  get progress(): { readonly have: number; readonly of: number };
  /** Complete and unharmed, else undefined. @throws {TransferFormatError} complete but damaged */
  get bytes(): Uint8Array | undefined;
  reset(): void;
}
