import { flushSync, mount, unmount } from 'svelte';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import QrFrames from '$lib/components/qr/QrFrames.svelte';
import { load } from '$lib/messages/form/qr';

const FRAMES = ['one', 'two', 'three', 'four'];

let shown: Record<string, unknown>;

beforeEach(async () => {
  await load();
  vi.useFakeTimers();
  shown = mount(QrFrames, { target: document.body, props: { frames: FRAMES, label: 'A transfer' } });
  flushSync();
});

afterEach(async () => {
  await unmount(shown);
  vi.useRealTimers();
});

const frame = () => /Frame (\d) of 4/.exec(document.body.textContent)?.[1];

function after(ms: number) {
  vi.advanceTimersByTime(ms);
  flushSync();
  return frame();
}

function choose(speed: string) {
  const label = [...document.querySelectorAll('label')].find(({ textContent }) => textContent.trim() === speed)!;
  label.click();
  flushSync();
}

test('the frame rate can be changed while the codes are shown', () => {
  expect(frame()).toBe('1');
  expect(after(400)).toBe('2');
  choose('Slow');
  expect(after(400)).toBe('2');
  expect(after(400)).toBe('3');
  choose('Fast');
  expect(after(200)).toBe('4');
  expect(after(200)).toBe('1');
});
