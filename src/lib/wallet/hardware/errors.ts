import { AppError } from '$lib/errors';

/** Why a request to a hardware device failed. */
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

/** A hardware device responded with an error or cannot be reached. */
export class HardwareError extends AppError {
  constructor(
    readonly code: HardwareErrorCode,
    /** Status word of the response; 0 without one. */
    readonly status = 0,
    options?: { cause?: unknown }
  ) {
    super(`hardware device: ${code} ${status.toString(16)}`, options);
  }
}
