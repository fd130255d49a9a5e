import { blake2b } from '@noble/hashes/blake2.js';
import { describe, expect, test } from 'vitest';
import { VOID_ADDRESS } from '$lib/chain/address';
import { decodeStartInSteps } from '$lib/codec/decodeInSteps';
import { decodeHex, encodeHex } from '$lib/codec/bytes';
import { decode, decodePrefix, encode, encodeWith, list } from '$lib/codec/layout';
import { encodeBlock, v2Block } from '$lib/chain/block/blockLayout';
import { blockId, type Block } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import { MAX_BLOCK_WEIGHT } from '$lib/chain/block/maxWeight';
import { chainState } from '$lib/chain/block/stateLayout';
import { hastings } from '$lib/chain/currency/currency';
import { installBlake2b } from '$lib/chain/hash';
import { ZERO_HASH, type CoinOutputId, type Hash256 } from '$lib/chain/ids';
import { EMPTY_TRANSACTION, transaction } from '$lib/chain/transaction/transaction';
import { EMPTY_V2_TRANSACTION, v2Transaction } from '$lib/chain/transaction/v2Transaction';
import {
  blockOfOutline,
  fillOutline,
  knownTransactions,
  omittedHashes,
  outlineHashes,
  outlineId,
  outlineOf
} from '$lib/peers/outline/complete';
import { blockOutline, type OutlineEntry } from '$lib/peers/outline/outline';
import { vectorNetwork } from '../../support/peers/vectorNetwork';
import { fromHex, loadVectors, toHex } from '../../support/vectors';

interface OutlineJson {
  readonly height: string;
  readonly minerAddress: string;
  readonly nonce: string;
  readonly parentID: string;
  readonly timestamp: number;
  readonly transactions: readonly { readonly hash: string; readonly kind: number }[];
}
interface Row {
  readonly name: string;
  readonly outline: { readonly hex: string; readonly json: OutlineJson };
  readonly parentState: string;
  readonly id: string;
  readonly missing: readonly Hash256[];
  readonly have: Readonly<Record<'v1' | 'v2', readonly { readonly hash: string; readonly hex: string }[]>>;
  readonly block: string;
}
interface DecodingRow {
  readonly name: string;
  readonly hex: string;
  readonly ok: boolean;
  readonly left?: number;
  readonly id?: string;
  readonly json?: OutlineJson;
  readonly sameAsBlock?: boolean;
}
const { rows, decoding, decodingParentState } = loadVectors<{
  rows: readonly Row[];
  decoding: readonly DecodingRow[];
  decodingParentState: string;
}>('peers/outline');
const network = vectorNetwork();
const KINDS = ['v1', 'v2', 'omitted'];

function jsonOf(hex: string): OutlineJson {
  const outline = decodePrefix(blockOutline, decodeHex(hex))!.value;
  const hashes = outlineHashes(outline);
  return {
    height: String(outline.height),
    minerAddress: outline.minerAddress,
    nonce: String(outline.nonce),
    parentID: outline.parentId,
    timestamp: outline.timestamp,
    transactions: outline.entries.map(({ kind }, i) => ({ hash: hashes[i]!, kind: KINDS.indexOf(kind) }))
  };
}

describe('outline vectors', () => {
  test.each(rows.map((row) => [row.name, row] as const))('received: %s', (_, row) => {
    const outline = fromHex(blockOutline, row.outline.hex);
    const parentState = fromHex(chainState, row.parentState);
    expect(toHex(blockOutline, outline)).toBe(row.outline.hex);
    expect(jsonOf(row.outline.hex)).toEqual(row.outline.json);
    expect(outlineId(outline, parentState)).toBe(row.id);
    expect(omittedHashes(outline)).toEqual([...new Set(row.missing)]);
    const known = knownTransactions(
      row.have.v1.map(({ hex }) => fromHex(transaction, hex)),
      row.have.v2.map(({ hex }) => fromHex(v2Transaction, hex))
    );
    expect([...known.v1.keys(), ...known.v2.keys()]).toEqual([...row.have.v1, ...row.have.v2].map(({ hash }) => hash));
    const block = blockOfOutline(network, fillOutline(outline, known), parentState);
    expect(encodeHex(encode(v2Block, block))).toBe(row.block);
  });

  test.each(rows.map((row) => [row.name, row] as const))('sent: %s', (_, row) => {
    const block = fromHex(v2Block, row.block);
    const outline = outlineOf(block, (hash) => row.missing.includes(hash));
    expect(toHex(blockOutline, outline)).toBe(row.outline.hex);
  });

  test.each(decoding.map((row) => [row.name, row] as const))('decoding: %s', (_, row) => {
    const bytes = decodeHex(row.hex);
    if (!row.ok)
      return expect(() => decode(blockOutline, bytes)).toThrow(expect.objectContaining({ code: 'codec/malformed' }));
    const { value, length } = decodePrefix(blockOutline, bytes)!;
    expect(bytes.length - length).toBe(row.left);
    expect(jsonOf(row.hex)).toEqual(row.json);
    expect(outlineId(value, fromHex(chainState, decodingParentState))).toBe(row.id);
  });
});

describe('outlines', () => {
  const row = rows.find(({ missing }) => missing.length > 1)!;
  const parentState = fromHex(chainState, row.parentState);
  const block = fromHex(v2Block, row.block);

  test('an outline with omitted transactions does not form a block', () => {
    const outline = fromHex(blockOutline, row.outline.hex);
    expect(() => blockOfOutline(network, outline, parentState)).toThrow(
      expect.objectContaining({ code: 'peers/outline-incomplete' })
    );
  });

  test('its id does not depend on its height field, and the block has the correct height', () => {
    const outline = { ...outlineOf(block, () => false), height: 999 };
    expect(outlineId(outline, parentState)).toBe(row.id);
    expect(blockOfOutline(network, outline, parentState).v2?.height).toBe(999);
  });

  test.each<[string, (block: Block) => Block]>([
    ['a V1 block', ({ v2: _v2, ...v1 }) => v1],
    ['a block without a payout', (valid) => ({ ...valid, minerPayouts: [] })],
    [
      'a block with two payouts',
      (valid) => ({ ...valid, minerPayouts: [...valid.minerPayouts, ...valid.minerPayouts] })
    ]
  ])('%s has no outline', (_, corrupt) => {
    expect(() => outlineOf(corrupt(block), () => false)).toThrow(
      expect.objectContaining({ code: 'peers/outline-impossible' })
    );
  });

  test('a block is restored from its outline, whatever is omitted', () => {
    const hashes = outlineHashes(outlineOf(block, () => false));
    const known = knownTransactions(block.transactions, block.v2!.transactions);
    for (let omitted = 0; omitted < 2 ** hashes.length; omitted++) {
      const outline = outlineOf(block, (hash) => ((omitted >> hashes.indexOf(hash)) & 1) === 1);
      const received = decode(blockOutline, encode(blockOutline, outline));
      const whole = blockOfOutline(network, fillOutline(received, known), parentState);
      expect(encodeHex(encodeBlock(whole))).toBe(row.block);
      expect(blockId(blockHeaderOf(whole))).toBe(row.id);
    }
  });
});

test.each([1, 2])(
  'an outline that is too heavy for a block is refused before the proofs of its transactions are read (V%i)',
  (version) => {
    const arbitraryData = new Uint8Array(MAX_BLOCK_WEIGHT);
    const isV1 = version === 1;
    const light: OutlineEntry = {
      kind: 'v2',
      transaction: { ...EMPTY_V2_TRANSACTION, arbitraryData: new Uint8Array(1) }
    };
    const heavy: OutlineEntry = isV1
      ? { kind: 'v1', transaction: { ...EMPTY_TRANSACTION, arbitraryData: [arbitraryData] } }
      : { kind: 'v2', transaction: { ...EMPTY_V2_TRANSACTION, arbitraryData } };
    const { outline } = rows.map((row) => ({ outline: decode(blockOutline, decodeHex(row.outline.hex)) }))[0]!;
    const encoded = (entries: readonly OutlineEntry[]) => encode(blockOutline, { ...outline, entries });
    // Without the count of the proofs' leaves, that of the hashes, and the kinds.
    const cut = (bytes: Uint8Array, entries: number) => bytes.subarray(0, bytes.length - 16 - entries);
    expect(decodePrefix(blockOutline, cut(encoded([light]), 1))).toBeUndefined();
    expect(() => decodePrefix(blockOutline, cut(encoded([heavy, light]), 2))).toThrow(
      expect.objectContaining({ cause: expect.objectContaining({ code: 'block/too-heavy' }) })
    );
  }
);

describe('an outline whose transactions share their proofs', () => {
  /** Inputs as far apart as the trees of a chain can be high, whose proofs have 63 hashes. */
  const input = (i: number) => ({
    parent: {
      stateElement: { leafIndex: BigInt(i) << 40n, merkleProof: [] },
      id: ZERO_HASH as string as CoinOutputId,
      output: { value: hastings(1n), address: VOID_ADDRESS },
      maturityHeight: 0n
    },
    satisfiedPolicy: { policy: { type: 'above' as const, height: 0n }, signatures: [], preimages: [] }
  });
  const INPUTS = 512;
  const txn = { ...EMPTY_V2_TRANSACTION, coinInputs: Array.from({ length: INPUTS }, (_, i) => input(i)) };
  const bytes = encodeWith((w) => {
    w.bytes(new Uint8Array(32 + 3 * 8 + 32));
    w.u64(0n);
    list(v2Transaction).write(w, [txn]);
    w.u64(1n << 63n);
    // The lower 40 hashes of each, and the upper ones of all.
    w.bytes(new Uint8Array(32 * (40 * INPUTS + 14)));
    w.u64(0n);
    w.u8(1);
  });

  test('is decoded in steps of few hashes each', () => {
    let hashes = 0;
    let most = 0;
    let all = 0;
    installBlake2b((message) => {
      hashes++;
      return blake2b(message, { dkLen: 32 });
    });
    const work = decodeStartInSteps(blockOutline, bytes);
    for (let step = work.next(); !step.done; step = work.next()) {
      most = Math.max(most, hashes);
      all += hashes;
      hashes = 0;
    }
    installBlake2b((message) => blake2b(message, { dkLen: 32 }));
    expect(all).toBeGreaterThan(40 * INPUTS);
    expect(most).toBeLessThan(all / 10);
  });
});
