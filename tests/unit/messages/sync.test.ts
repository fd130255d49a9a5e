import { afterAll, describe, expect, test } from 'vitest';
import { rateText, remainingText, targetText } from '$lib/messages/sync';
import { loadMessages } from '../../support/messages';

const progress = (isEstimate: boolean) => ({
  height: 1_000,
  target: { height: 20_000, isEstimate },
  share: 0.05,
  blocksPerSecond: undefined,
  secondsLeft: undefined
});

describe('the progress of a synchronisation', () => {
  test('names its target, and says where that is estimated', () => {
    expect(targetText(progress(false))).toBe('Block 1,000 of 20,000 with validated headers');
    expect(targetText(progress(true))).toBe('Block 1,000 of about 20,000, estimated from the block time');
  });

  test.each([
    [undefined, 'measuring…'],
    [0, 'no block in the last minute'],
    [0.1, 'one block every 10 s'],
    [250, '250.0 blocks/s']
  ])('has the rate %s as text', (blocksPerSecond, text) => {
    expect(rateText(blocksPerSecond)).toBe(text);
  });

  test.each([
    [undefined, 'measuring…'],
    [Infinity, 'stalled'],
    [90, 'about 1 min 30 s']
  ])('has %s seconds left as text', (secondsLeft, text) => {
    expect(remainingText(secondsLeft)).toBe(text);
  });

  describe('in German', () => {
    afterAll(() => loadMessages('en'));

    test('says the same', async () => {
      await loadMessages('de');
      expect(targetText(progress(false))).toBe('Block 1.000 von 20.000 mit geprüften Headern');
      expect(remainingText(Infinity)).toBe('kommt nicht voran');
    });
  });
});
