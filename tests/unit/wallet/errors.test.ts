import { expect, test } from 'vitest';
import { ImportError, WordCountError } from '$lib/wallet/errors';

test('a line that cannot be read says why, in the words of the cause where there is one', () => {
  expect(new ImportError(3, 'no-address').message).toBe('Line 3 cannot be read: no-address');
  expect(new ImportError(3, 'unreadable', {}).message).toBe('Line 3 cannot be read: unreadable');
  const cause = new WordCountError(11, '12');
  expect(new ImportError(3, 'unreadable', { cause })).toMatchObject({
    message: `Line 3 cannot be read: ${cause.message}`,
    cause
  });
});
