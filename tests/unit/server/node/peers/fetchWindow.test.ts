import { expect, test } from 'vitest';
import type { Block } from '$lib/chain/block/block';
import { rememberEncoding } from '$lib/chain/block/blockLayout';
import { FetchWindow } from '$lib/server/node/peers/sync/fetchWindow';
import type { Peer } from '$lib/server/node/peers/peer';

const peer = (name: string) => ({ name }) as unknown as Peer;
const [alice, bob] = [peer('alice'), peer('bob')];

function blockOf(bytes: number): Block {
  const block = {} as Block;
  rememberEncoding(block, new Uint8Array(bytes));
  return block;
}

function arrive(window: FetchWindow, from: number, to: number, by = alice, bytes = 100): void {
  for (let place = from; place < to; place++) window.put(place, blockOf(bytes), by);
}

const claims = (window: FetchWindow, count: number) => Array.from({ length: count }, () => window.claim());

test('each peer is assigned the next 25, up to 150; if none are free, another peer races for the oldest', () => {
  const window = new FetchWindow(200, 1e6);
  expect(claims(window, 6).map((places) => places!.from)).toEqual([0, 25, 50, 75, 100, 125]);
  expect(window.claim()).toEqual({ from: 0, to: 25 });
  arrive(window, 0, 150);
  expect(window.claim()).toBeUndefined();
});

test('blocks that a peer did not send become free again', () => {
  const window = new FetchWindow(60, 1e6);
  const [first] = claims(window, 2);
  arrive(window, 0, 7);
  window.release(first!);
  expect(window.claim()).toEqual({ from: 7, to: 25 });
});

test('fewer large blocks are requested per call: one megabyte, but at least one block', () => {
  const window = new FetchWindow(200, 1e9);
  expect(window.claim()).toEqual({ from: 0, to: 25 });
  arrive(window, 0, 1, alice, 200_000);
  expect(window.callSize).toBe(5);
  arrive(window, 1, 25, alice, 200_000);
  expect(window.claim()).toEqual({ from: 25, to: 30 });
  arrive(window, 25, 60, alice, 2_000_000);
  expect(window.claim()).toEqual({ from: 60, to: 61 });
  arrive(window, 60, 110, alice, 100);
  expect(window.callSize).toBeGreaterThan(15);
});

test('blocks are taken once there are 64, or all that are left', () => {
  const window = new FetchWindow(100, 1e6);
  arrive(window, 0, 63);
  expect(window.take()).toBeUndefined();
  arrive(window, 63, 66);
  expect(window.take()!.blocks).toHaveLength(64);
  expect(window.upcoming).toHaveLength(2);
  window.done();
  expect(window.take()).toBeUndefined();
  arrive(window, 66, 99);
  expect(window.take()).toBeUndefined();
  arrive(window, 99, 100);
  expect(window.take()!.blocks).toHaveLength(36);
  expect(window.isEmpty).toBe(true);
});

test('a run has at most 2 MB, and blocks of one peer', () => {
  const window = new FetchWindow(64, 1e8);
  arrive(window, 0, 3, alice, 900_000);
  arrive(window, 3, 10, alice);
  arrive(window, 10, 64, bob);
  const runs = Array.from({ length: 3 }, () => window.take()!);
  expect(runs.map(({ blocks, from }) => [blocks.length, from])).toEqual([
    [2, alice],
    [8, alice],
    [54, bob]
  ]);
});

test('a block of more than 2 MB is a run of its own', () => {
  const window = new FetchWindow(64, 1e8);
  arrive(window, 0, 2, alice, 2_200_000);
  arrive(window, 2, 64);
  const runs = Array.from({ length: 3 }, () => window.take()?.blocks.length);
  expect(runs).toEqual([1, 1, 62]);
});

test('above the memory limit, only the next block is requested', () => {
  const window = new FetchWindow(200, 1_000);
  window.claim();
  arrive(window, 0, 11);
  expect(window.isFull).toBe(true);
  expect(window.claim()).toBeUndefined();
  window.release({ from: 0, to: 25 });
  expect(window.take()!.blocks).toHaveLength(11);
  // Still in memory, but everything available has been taken.
  expect(window.claim()).toEqual({ from: 11, to: 12 });
  window.done();
  window.release({ from: 11, to: 12 });
  expect(window.claim()).toEqual({ from: 11, to: 36 });
});

test('blocks that arrive after another peer’s copy are dropped', () => {
  const window = new FetchWindow(2, 150);
  arrive(window, 0, 1);
  arrive(window, 0, 1, bob);
  expect(window.isFull).toBe(false);
  arrive(window, 1, 2);
  expect(window.take()!.from).toBe(alice);
});

test('the awaited block is the one whose lack keeps the next run from being taken', () => {
  const window = new FetchWindow(70, 1e6);
  expect(window.awaited).toBe(0);
  arrive(window, 0, 3);
  expect(window.awaited).toBe(3);
  arrive(window, 4, 6);
  expect(window.awaited).toBe(3);
  // Another peer's block ends the run, which can be taken.
  arrive(window, 3, 4, bob);
  expect(window.awaited).toBeUndefined();
  expect(window.take()!.blocks).toHaveLength(3);
  window.done();
  expect(window.take()!.from).toBe(bob);
  window.done();
  expect(window.awaited).toBe(6);
  arrive(window, 6, 70);
  while (window.take()) window.done();
  expect(window.isEmpty).toBe(true);
  expect(window.awaited).toBeUndefined();
});

test('copies of blocks that were taken are dropped', () => {
  const window = new FetchWindow(64, 1_000);
  arrive(window, 0, 64);
  expect(window.take()!.blocks).toHaveLength(64);
  window.done();
  arrive(window, 0, 64, bob);
  expect(window.isFull).toBe(false);
});
