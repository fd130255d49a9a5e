import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { HeldBytes } from '$lib/server/http/heldBytes';

/** A connection, which closes some time after it is destroyed. */
class Connection extends EventEmitter {
  destroys = 0;

  get destroyed(): boolean {
    return this.destroys > 0;
  }

  destroy(): void {
    this.destroys++;
  }
}
const connection = () => new Connection() as unknown as Socket & Connection;
const LIMIT = 10;

test('beyond the limit, the connections that have held bytes for the longest are closed', () => {
  const held = new HeldBytes(LIMIT);
  const [first, second, third] = [connection(), connection(), connection()];
  held.hold(first, 3);
  held.hold(second, 3);
  held.hold(first, 4);
  expect([first.destroyed, second.destroyed]).toEqual([false, false]);
  held.hold(third, 5);
  expect([first, second, third].map(({ destroyed }) => destroyed)).toEqual([true, false, false]);
  // Nothing of the first is held any more.
  held.hold(third, 2);
  expect(second.destroyed).toBe(false);
  held.hold(third, 1);
  expect([second.destroyed, third.destroyed]).toEqual([true, false]);
});

test('a connection that holds more than the limit is closed itself', () => {
  const held = new HeldBytes(LIMIT);
  const one = connection();
  held.hold(one, LIMIT + 1);
  expect(one.destroyed).toBe(true);
});

test('a connection that holds nothing any more is not closed for others', () => {
  const held = new HeldBytes(LIMIT);
  const [idle, busy] = [connection(), connection()];
  held.hold(idle, 7);
  held.release(idle, 7);
  held.hold(busy, LIMIT);
  expect([idle.destroyed, busy.destroyed]).toEqual([false, false]);
  held.hold(busy, 1);
  expect([idle.destroyed, busy.destroyed]).toEqual([false, true]);
});

test('a closed connection holds nothing, whatever arrives or is released late', () => {
  const held = new HeldBytes(LIMIT);
  const [closed, other] = [connection(), connection()];
  held.hold(closed, 5);
  closed.destroy();
  closed.emit('close');
  held.release(closed, 5);
  held.hold(closed, 5);
  held.hold(other, LIMIT);
  expect(other.destroyed).toBe(false);
  held.hold(other, 1);
  expect([closed.destroys, other.destroyed]).toEqual([1, true]);
});

test('a connection is watched once', () => {
  const held = new HeldBytes(LIMIT);
  const one = connection();
  for (let i = 0; i < 3; i++) {
    held.hold(one, 1);
    held.release(one, 1);
  }
  expect(one.listenerCount('close')).toBe(1);
});
