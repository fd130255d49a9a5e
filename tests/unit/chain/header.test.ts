import { describe, expect, test } from 'vitest';
import { blockHeader, blockId, v1Block } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import type { BlockId } from '$lib/chain/ids';
import { chainState } from '$lib/chain/block/stateLayout';
import {
  blockIdNumber,
  formatTarget,
  invert,
  meetsTarget,
  parseTarget,
  targetBytes,
  targetFromBytes,
  targetOf,
  workOf
} from '$lib/chain/target';
import { CodecError } from '$lib/codec/errors';
import { fromHex, loadVectors, toHex } from '../../support/vectors';

interface HeaderRow {
  commitment: string;
  hex: string;
  id: BlockId;
  nonce: string;
  parentID: string;
  timestamp: string;
}
interface StateRow {
  hex: string;
}
interface Vectors {
  headers: HeaderRow[];
  mined: {
    firstHeaderMeetingTarget: HeaderRow;
    misses: { cmpWork: number; id: BlockId; nonce: string }[];
    nonceFactor: string;
    target: string;
  }[];
  compare: { cmpWork: number; id: BlockId; target: string; meetsTarget: boolean }[];
  work: { difficulty: string; difficultyHex: string; target: string; targetFromDifficulty: string }[];
  genesis: Record<
    string,
    { blockHexV1: string; header: HeaderRow; preGenesisState: StateRow; stateAfterGenesis: StateRow }
  >;
}
const vectors = loadVectors<Vectors>('header');
const genesis = Object.entries(vectors.genesis);

function expectHeader(row: HeaderRow): void {
  const header = fromHex(blockHeader, row.hex);
  expect(header).toEqual({
    parentId: row.parentID,
    nonce: BigInt(row.nonce),
    timestamp: Number(row.timestamp),
    commitment: row.commitment
  });
  expect(toHex(blockHeader, header)).toBe(row.hex);
  expect(blockId(header)).toBe(row.id);
}

describe('headers', () => {
  test.each(vectors.headers)('$id', expectHeader);

  test.each(vectors.mined)('mined to $target', ({ firstHeaderMeetingTarget: row, misses, nonceFactor, target }) => {
    expectHeader(row);
    expect(BigInt(row.nonce) % BigInt(nonceFactor)).toBe(0n);
    expect(meetsTarget(row.id, parseTarget(target))).toBe(true);
    for (const miss of misses) {
      expect(blockId({ ...fromHex(blockHeader, row.hex), nonce: BigInt(miss.nonce) })).toBe(miss.id);
      expect(meetsTarget(miss.id, parseTarget(target))).toBe(false);
    }
  });

  test('rejects a nonce wider than 64 bits', () => {
    const header = { ...fromHex(blockHeader, vectors.headers[0]!.hex), nonce: 1n << 64n };
    expect(() => blockId(header)).toThrow(CodecError);
  });
});

describe('genesis', () => {
  test.each(genesis)('block of %s', (_, { blockHexV1, header }) => {
    const block = fromHex(v1Block, blockHexV1);
    expect(toHex(v1Block, block)).toBe(blockHexV1);
    expect(toHex(blockHeader, blockHeaderOf(block))).toBe(header.hex);
    expectHeader(header);
  });

  test.each(genesis)('states of %s', (_, { preGenesisState, stateAfterGenesis, header }) => {
    const before = fromHex(chainState, preGenesisState.hex);
    expect(before.index.height).toBe(-1);
    expect(before.prevTimestamps).toEqual([]);
    expect(toHex(chainState, before)).toBe(preGenesisState.hex);
    const after = fromHex(chainState, stateAfterGenesis.hex);
    expect(after.index).toEqual({ height: 0, id: header.id });
    expect(after.prevTimestamps).toEqual([Number(header.timestamp)]);
    expect(toHex(chainState, after)).toBe(stateAfterGenesis.hex);
  });
});

describe('targets', () => {
  test.each(vectors.compare)('$id against $target', ({ id, target, meetsTarget: expected, cmpWork }) => {
    expect(meetsTarget(id, parseTarget(target))).toBe(expected);
    const difference = parseTarget(target) - blockIdNumber(id);
    expect(difference > 0n ? 1 : difference < 0n ? -1 : 0).toBe(cmpWork);
  });

  test.each(vectors.work)('difficulty $difficulty', ({ difficulty, difficultyHex, target, targetFromDifficulty }) => {
    expect(workOf(parseTarget(target))).toBe(BigInt(difficulty));
    expect(formatTarget(BigInt(difficulty))).toBe(difficultyHex);
    expect(formatTarget(targetOf(BigInt(difficulty)))).toBe(targetFromDifficulty);
    expect(targetFromBytes(targetBytes(parseTarget(target)))).toBe(parseTarget(target));
  });

  test('a zero target is met only by the zero id, and its work is the largest number', () => {
    expect(invert(0n)).toBe((1n << 256n) - 1n);
    expect(meetsTarget('00'.repeat(32) as BlockId, 0n)).toBe(true);
    expect(meetsTarget(`${'00'.repeat(31)}01` as BlockId, 0n)).toBe(false);
  });

  test('a target of the wrong length is malformed', () => {
    expect(() => targetFromBytes(new Uint8Array(31))).toThrow(CodecError);
    expect(() => targetFromBytes(new Uint8Array(33))).toThrow(CodecError);
    expect(targetBytes((1n << 256n) - 1n)).toEqual(new Uint8Array(32).fill(255));
    for (const number of [1n << 256n, -1n]) expect(() => targetBytes(number)).toThrow(CodecError);
  });
});
