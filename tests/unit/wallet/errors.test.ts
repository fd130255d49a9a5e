import { expect, test } from 'vitest';
import {
  FeedError,
  ImportError,
  InsufficientFundsError,
  InvalidTransferError,
  PolicyShapeError,
  WordCountError
} from '$lib/wallet/errors';
import { MessageError } from '$lib/wallet/message/errors';
import { coins } from '../consensus/testChain';

test('an unreadable line reports the reason, with the cause’s message if there is one', () => {
  expect(new ImportError(3, 'no-address').message).toBe('Line 3 cannot be read: no-address');
  expect(new ImportError(3, 'unreadable', {}).message).toBe('Line 3 cannot be read: unreadable');
  const cause = new WordCountError(11, [12]);
  expect(new ImportError(3, 'unreadable', { cause })).toMatchObject({
    message: `Line 3 cannot be read: ${cause.message}`,
    cause
  });
});

test.each([
  [new InsufficientFundsError('coins', coins(2n), coins(1n)), 'This needs 2 SC, and 1 SC can be spent.'],
  [new InsufficientFundsError('funds', 2n, 1n), 'This needs 2 fund units, and 1 fund units can be spent.'],
  [
    new FeedError('wrong-height', { height: 7, id: '00'.repeat(32) as never }),
    'Invalid updates from the server at block 7: a block has the wrong height. They were discarded.'
  ],
  [new InvalidTransferError('unbalanced'), 'This transaction was not signed: inputs and outputs do not balance.'],
  [new PolicyShapeError('too-many'), 'This policy cannot be used: a threshold holds at most 255 conditions.'],
  [new MessageError('empty'), 'This message was not signed: it has no text.']
])('%o has a clear message', (error, message) => expect(error.message).toBe(message));
