import { AppError } from '$lib/errors';

/** Why a text cannot be signed as a message. */
export type MessageFault =
  | 'empty'
  | 'too-long'
  | 'control-character'
  | 'direction-control'
  | 'stacked-marks'
  | 'time'
  | 'foreign-policy';

const MESSAGE_FAULTS: Record<MessageFault, string> = {
  empty: 'it has no text',
  'too-long': 'it has more than 8192 bytes',
  'control-character': 'it contains control characters',
  'direction-control': 'it contains characters that change the direction of text',
  'stacked-marks': 'its accents cover the lines beside them',
  time: 'its time is out of range',
  'foreign-policy': 'its policy does not belong to the address, or not to the key'
};

/** A message that must not be signed. */
export class MessageError extends AppError {
  readonly code = 'wallet/message';

  constructor(readonly fault: MessageFault) {
    super(`This message was not signed: ${MESSAGE_FAULTS[fault]}.`);
  }
}

/** Text that is not a signed message. */
export class MessageFormatError extends AppError {
  readonly code = 'wallet/message-format';

  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options);
  }
}
