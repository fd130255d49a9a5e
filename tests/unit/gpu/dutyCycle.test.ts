import { expect, test } from 'vitest';
import { DutyCycle } from '$lib/gpu/dutyCycle';

/** A cycle of bursts of three, whose rests end when the test says so. */
function setUp() {
  const rests: number[] = [];
  let end: () => void = () => undefined;
  const sleep = (ms: number, signal?: AbortSignal) => {
    rests.push(ms);
    return new Promise<void>((resolve) => {
      end = resolve;
      signal?.addEventListener('abort', () => resolve());
    });
  };
  const closed = new AbortController();
  const cycle = new DutyCycle(3, { now: () => 0, yield: async () => undefined, sleep }, closed.signal);
  return { cycle, rests, closed, endRest: () => end() };
}

function submitAll(cycle: DutyCycle): number {
  let submitted = 0;
  for (; cycle.isOpen && submitted < 10; submitted++) cycle.onSubmitted();
  return submitted;
}

test('at full power, dispatches are never held back', async () => {
  const { cycle, rests } = setUp();
  expect(submitAll(cycle)).toBe(10);
  await cycle.endBurst();
  expect(rests).toEqual([]);
  expect(cycle.isOpen).toBe(true);
});

test('at a quarter of the power, three times the busy time of a burst is rested', async () => {
  const { cycle, rests, endRest } = setUp();
  cycle.setPower(0.25, 0);
  expect(submitAll(cycle)).toBe(3);
  for (let i = 0; i < 3; i++) cycle.onCompleted(10);
  const rest = cycle.endBurst();
  expect(rests).toEqual([90]);
  expect(cycle.isOpen).toBe(false);
  endRest();
  await rest;
  expect(submitAll(cycle)).toBe(3);
});

test('a change of power ends the rest, and counts what is in flight', async () => {
  const { cycle } = setUp();
  cycle.setPower(0.5, 0);
  cycle.onCompleted(10);
  const rest = cycle.endBurst();
  cycle.setPower(0.5, 2);
  await rest;
  expect(submitAll(cycle)).toBe(1);
});

test('closing the engine ends the rest', async () => {
  const { cycle, closed } = setUp();
  cycle.setPower(0.5, 0);
  cycle.onCompleted(10);
  const rest = cycle.endBurst();
  closed.abort();
  await rest;
});
