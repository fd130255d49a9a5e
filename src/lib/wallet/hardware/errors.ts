import { AppError } from '$lib/errors';

/** Why a hardware device did not do what it was asked. */
export type HardwareErrorCode =
  | 'hardware/declined'
  | 'hardware/blind-signing-off'
  | 'hardware/app-failed'
  | 'hardware/unsupported'
  | 'hardware/outdated-app'
  | 'hardware/app-closed'
  | 'hardware/locked'
  | 'hardware/system'
  | 'hardware/disconnected'
  | 'hardware/no-browser-support'
  | 'hardware/wrong-answer';

/** An answer of a hardware device that is no success, or a device that cannot be reached. */
export class HardwareError extends AppError {
  constructor(
    readonly code: HardwareErrorCode,
    /** The status word of the answer; 0 without one. */
    readonly status = 0,
    options?: { cause?: unknown }
  ) {
    super(`hardware device: ${code} ${status.toString(16)}`, options);
  }
}
