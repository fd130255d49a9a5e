import { beforeEach, expect, test } from 'vitest';
import { Reservations } from '$lib/server/node/wallet/reservations';

const HOUR_MS = 3_600_000;

let nowMs: number;
let reservations: Reservations;
beforeEach(() => {
  nowMs = 1e12;
  reservations = new Reservations(() => nowMs);
});

test('an output is reserved for an hour, and can be reserved again afterward', () => {
  reservations.reserve(['a']);
  nowMs += HOUR_MS - 1;
  expect([reservations.has('a'), reservations.has('b')]).toEqual([true, false]);
  nowMs += 1;
  expect(reservations.has('a')).toBe(false);
  reservations.reserve(['a']);
  expect(reservations.has('a')).toBe(true);
});

test('a clock set back by a year does not extend a reservation by a year, and one minute changes nothing', () => {
  reservations.reserve(['a']);
  nowMs -= HOUR_MS / 60;
  expect(reservations.has('a')).toBe(true);
  nowMs -= 365 * 24 * HOUR_MS;
  expect(reservations.has('a')).toBe(false);
});

test('all are reserved or none', () => {
  reservations.reserve(['a']);
  expect(() => reservations.reserve(['b', 'a'])).toThrow(
    expect.objectContaining({ code: 'node/output-reserved', id: 'a' })
  );
  expect(reservations.has('b')).toBe(false);
});

test('released outputs are free immediately', () => {
  reservations.reserve(['a', 'b']);
  reservations.release(['a']);
  expect([reservations.has('a'), reservations.has('b')]).toEqual([false, true]);
});
