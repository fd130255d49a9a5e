import { getEventListeners } from 'node:events';
import { describe, expect, test } from 'vitest';
import { systemScheduler } from '$lib/async/scheduler';
import { AppError } from '$lib/errors';
import { EngineSilentError, FaultyEngineError } from '$lib/mining/errors';
import type { EngineKind, Grinder } from '$lib/mining/grinder/grinder';
import { EngineChoice } from '$lib/mining/session/engineChoice';

class LostError extends AppError {
  readonly code = 'gpu/device-lost';
}

const MINUTE_MS = 60_000;
const lost = new LostError('lost');

/** A choice of engines with a clock that a test sets; `broken` ones cannot be opened. */
function choiceOf(engines: readonly EngineKind[]) {
  const clock = { ms: 0 };
  const opened: EngineKind[] = [];
  const closed: EngineKind[] = [];
  const broken = new Set<EngineKind>();
  const stop = new AbortController();
  const choice = new EngineChoice({
    engines,
    openGrinder: async (kind) => {
      opened.push(kind);
      if (broken.has(kind)) throw lost;
      return { info: { kind, label: kind }, close: () => void closed.push(kind) } as Grinder;
    },
    scheduler: { ...systemScheduler, now: () => clock.ms },
    signal: stop.signal
  });
  return { choice, clock, opened, closed, broken, stop };
}

describe('opening', () => {
  test('selects the first, without a cause', async () => {
    const { choice, opened } = choiceOf(['webgpu', 'js']);
    expect(await choice.open()).toEqual({
      grinder: expect.objectContaining({ info: { kind: 'webgpu', label: 'webgpu' } })
    });
    expect(opened).toEqual(['webgpu']);
  });

  test('selects the next if one cannot be opened, which is never retried', async () => {
    const { choice, broken, clock, opened } = choiceOf(['webgpu', 'js']);
    broken.add('webgpu');
    expect(await choice.open()).toMatchObject({ grinder: { info: { kind: 'js' } }, cause: lost });
    clock.ms = 1e12;
    expect(await choice.openBetter()).toBeUndefined();
    expect(opened).toEqual(['webgpu', 'js']);
  });

  test('ends with the last cause if none can be opened', async () => {
    const { choice, broken } = choiceOf(['webgpu']);
    broken.add('webgpu');
    await expect(choice.open()).rejects.toMatchObject({ code: 'mining/no-engine', cause: lost });
  });

  test('tries no further engine after the session has ended', async () => {
    const { choice, broken, stop, opened } = choiceOf(['webgpu', 'js']);
    broken.add('webgpu');
    const opening = choice.open();
    stop.abort();
    await expect(opening).rejects.toBe(stop.signal.reason);
    expect(opened).toEqual(['webgpu']);
  });

  test('leaves no listener on the session', async () => {
    const { choice, broken, stop } = choiceOf(['webgpu', 'js']);
    broken.add('webgpu');
    await choice.open();
    await expect.poll(() => getEventListeners(stop.signal, 'abort')).toEqual([]);
  });

  test('opens nothing in a session that has ended', async () => {
    const { choice, stop, opened } = choiceOf(['webgpu']);
    stop.abort();
    await expect(choice.open()).rejects.toBe(stop.signal.reason);
    expect(opened).toEqual([]);
  });
});

describe('replacing', () => {
  test('closes the engine and opens the next, with the failure as the cause', async () => {
    const { choice, closed } = choiceOf(['webgpu', 'js']);
    await choice.open();
    const replaced = await choice.replace(lost);
    expect(replaced).toMatchObject({
      grinder: { info: { kind: 'js' } },
      cause: { code: 'mining/engine-failed', engine: 'webgpu', cause: lost }
    });
    expect(closed).toEqual(['webgpu']);
  });

  test('restarts a silent engine once, then selects the next', async () => {
    const { choice, opened } = choiceOf(['webgpu', 'js']);
    await choice.open();
    for (let i = 0; i < 2; i++) await choice.replace(new EngineSilentError(60));
    expect(opened).toEqual(['webgpu', 'webgpu', 'js']);
  });

  test('never retries an engine with wrong results', async () => {
    const { choice, clock } = choiceOf(['webgpu', 'js']);
    await choice.open();
    await choice.replace(new FaultyEngineError(3));
    clock.ms = 1e12;
    expect(await choice.openBetter()).toBeUndefined();
  });
});

describe('a better engine', () => {
  test('is not tried while the best is in use', async () => {
    const { choice, opened } = choiceOf(['webgpu', 'js']);
    await choice.open();
    expect(await choice.openBetter()).toBeUndefined();
    expect(opened).toEqual(['webgpu']);
  });

  test('is opened a minute after it failed, and the current one is closed', async () => {
    const { choice, clock, closed } = choiceOf(['webgpu', 'js']);
    await choice.open();
    await choice.replace(lost);
    clock.ms = MINUTE_MS - 1;
    expect(await choice.openBetter()).toBeUndefined();
    clock.ms = MINUTE_MS;
    expect(await choice.openBetter()).toMatchObject({ grinder: { info: { kind: 'webgpu' } } });
    expect(closed).toEqual(['webgpu', 'js']);
    // It is the current one, and stays open.
    clock.ms = 10 * MINUTE_MS;
    expect(await choice.openBetter()).toBeUndefined();
    choice.close();
    expect(closed).toEqual(['webgpu', 'js', 'webgpu']);
  });

  test('that fails repeatedly is retried with doubled delays, up to an hour', async () => {
    const { choice, clock, broken, opened } = choiceOf(['webgpu', 'js']);
    await choice.open();
    await choice.replace(lost);
    broken.add('webgpu');
    const triedAtMinutes: number[] = [];
    for (let minute = 0; minute <= 250; minute++) {
      clock.ms = minute * MINUTE_MS;
      const before = opened.length;
      expect(await choice.openBetter()).toBeUndefined();
      if (opened.length > before) triedAtMinutes.push(minute);
    }
    expect(triedAtMinutes).toEqual([1, 3, 7, 15, 31, 63, 123, 183, 243]);
  });

  test('that fails in use is retried after twice the delay', async () => {
    const { choice, clock } = choiceOf(['webgpu', 'js']);
    await choice.open();
    await choice.replace(lost);
    clock.ms = MINUTE_MS;
    await choice.openBetter();
    await choice.replace(lost);
    clock.ms = 3 * MINUTE_MS - 1;
    expect(await choice.openBetter()).toBeUndefined();
    clock.ms = 3 * MINUTE_MS;
    expect(await choice.openBetter()).toBeDefined();
  });

  test('is not tried after the session has ended', async () => {
    const { choice, clock, broken, stop } = choiceOf(['webgpu', 'js']);
    await choice.open();
    await choice.replace(lost);
    clock.ms = MINUTE_MS;
    broken.add('webgpu');
    const opening = choice.openBetter();
    stop.abort();
    await expect(opening).rejects.toBe(stop.signal.reason);
  });
});
