import { afterAll, describe, expect, test } from 'vitest';
import { rateText, remainingText, targetText } from '$lib/messages/sync';
import { loadMessages } from '../../support/messages';
import { plainSpaces } from '../../support/plainSpaces';

const progress = (source: 'headers' | 'peers' | 'blockTime', height = 583_214) => ({
  height: 1_000,
  target: { height, source },
  share: 0.05,
  blocksPerSecond: undefined,
  secondsLeft: undefined
});

describe('sync progress', () => {
  test('shows its target, and whether that is estimated', () => {
    expect(targetText(progress('headers'))).toBe('Block 1,000 of 583,214 with validated headers');
    expect(targetText(progress('peers'))).toBe('Block 1,000 of about 583,000, as announced by its peers');
    expect(targetText(progress('blockTime'))).toBe('Block 1,000 of about 583,000, estimated from the block time');
  });

  test.each([
    [1_004, '1,000'],
    [1_006, '1,010'],
    [9_999, '10,000']
  ])('rounds the estimate %i to three digits', (height, text) => {
    expect(targetText(progress('peers', height))).toBe(`Block 1,000 of about ${text}, as announced by its peers`);
  });

  test('does not round an estimate below the current block', () => {
    expect(targetText({ ...progress('peers', 1_004), height: 1_002 })).toMatch(/^Block 1,002 of about 1,002,/);
  });

  test.each([
    [undefined, 'measuring…'],
    [0, 'no block in the last minute'],
    [0.1, 'one block every 10 s'],
    [250, '250.0 blocks/s']
  ])('shows the rate %s as text', (blocksPerSecond, text) => {
    expect(plainSpaces(rateText(blocksPerSecond))).toBe(text);
  });

  test.each([
    [undefined, 'measuring…'],
    [Infinity, 'stalled'],
    [90, 'about 1 min 30 s']
  ])('shows %s remaining seconds as text', (secondsLeft, text) => {
    expect(plainSpaces(remainingText(secondsLeft))).toBe(text);
  });

  describe('in German', () => {
    afterAll(() => loadMessages('en'));

    test('shows the same', async () => {
      await loadMessages('de');
      expect(targetText(progress('headers'))).toBe('Block 1.000 von 583.214 mit geprüften Headern');
      expect(targetText(progress('peers'))).toBe('Block 1.000 von etwa 583.000, nach Angabe der Peers');
      expect(remainingText(Infinity)).toBe('kommt nicht voran');
    });
  });
});
