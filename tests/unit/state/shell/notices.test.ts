import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Notices } from '$lib/state/shell/notices.svelte';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const texts = ({ list }: Notices) => list.map(({ text }) => text);

test('a failure stays until it is dismissed; anything else is shown for a moment', () => {
  const notices = new Notices();
  notices.say('block found', 'good');
  const dismiss = notices.say('mining stopped', 'bad');
  vi.advanceTimersByTime(60_000);
  expect(texts(notices)).toEqual(['mining stopped']);
  dismiss();
  expect(texts(notices)).toEqual([]);
});

test('two are shown at a time: later ones replace the oldest, failures last', () => {
  const notices = new Notices();
  notices.say('first failure', 'bad');
  for (const text of ['block 1', 'block 2']) notices.say(text, 'good');
  expect(texts(notices)).toEqual(['first failure', 'block 2']);
  for (const text of ['second failure', 'third failure']) notices.say(text, 'bad');
  expect(texts(notices)).toEqual(['second failure', 'third failure']);
});
