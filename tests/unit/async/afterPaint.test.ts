import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { afterPaint } from '$lib/async/afterPaint';

/** Runs the callbacks of the next frame; a tab in the background has none. */
let paintFrame: () => void;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const frames = new Map<number, () => void>();
  let last = 0;
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => (frames.set(++last, callback), last));
  vi.stubGlobal('cancelAnimationFrame', (id: number) => frames.delete(id));
  paintFrame = () => {
    const callbacks = [...frames.values()];
    frames.clear();
    callbacks.forEach((callback) => callback());
  };
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the work runs after the next frame, once', () => {
  const work = vi.fn();
  afterPaint(work);
  paintFrame();
  // Within the frame, nothing has been painted yet.
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(0);
  expect(work).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(10_000);
  paintFrame();
  expect(work).toHaveBeenCalledOnce();
});

test('a tab in the background, which paints nothing, does it within a second, once', () => {
  const work = vi.fn();
  afterPaint(work);
  vi.advanceTimersByTime(999);
  expect(work).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(work).toHaveBeenCalledOnce();
  paintFrame();
  vi.advanceTimersByTime(10_000);
  expect(work).toHaveBeenCalledOnce();
});

test.each([
  ['before the frame', 0],
  ['after it', 1]
])('canceled %s, it never runs', (_, frames) => {
  const work = vi.fn();
  const cancel = afterPaint(work);
  for (let i = 0; i < frames; i++) paintFrame();
  cancel();
  paintFrame();
  vi.advanceTimersByTime(10_000);
  expect(work).not.toHaveBeenCalled();
});
