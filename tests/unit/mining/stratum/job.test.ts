import fc from 'fast-check';
import { expect, test } from 'vitest';
import { v1Block } from '$lib/chain/block/block';
import { v2Block } from '$lib/chain/block/blockLayout';
import { merkleLeaf } from '$lib/chain/merkle';
import { DIFFICULTY_ONE, MAX_DIFFICULTY, MIN_DIFFICULTY, targetOfDifficulty } from '$lib/mining/stratum/difficulty';
import { coinbaseOf, headerBytesOf, headerOf, rootOf, type PoolJob } from '$lib/mining/stratum/job';
import { verifySolution } from '$lib/mining/grinder/verifySolution';
import { decodeHex, encodeHex, encodeU64le } from '$lib/codec/bytes';
import { MAX_TARGET } from '$lib/chain/target';
import { fromHex, loadVectors } from '../../../support/vectors';

interface StratumRow {
  readonly v2: boolean;
  readonly label: string;
  readonly stateHeight: number | bigint;
  readonly coinb1: string;
  readonly coinb2: string;
  readonly extranonce1: string;
  readonly extranonce2: string;
  readonly coinbaseLeaf: string;
  readonly merkleBranches: string[] | null;
  readonly root: string;
  readonly powTarget: string;
  readonly block: { readonly header: string; readonly id: string; readonly v1hex?: string; readonly v2hex?: string };
}
const { jobs } = loadVectors<{ jobs: StratumRow[] }>('stratum');

/** The job as sent by a pool, with everything except the nonce taken from the resulting block. */
function jobOf({ coinb1, coinb2, merkleBranches, block }: StratumRow): PoolJob {
  const header = decodeHex(block.header);
  return {
    id: '1',
    parentId: header.slice(0, 32),
    coinbase1: decodeHex(coinb1),
    coinbase2: decodeHex(coinb2),
    branches: (merkleBranches ?? []).map(decodeHex),
    timestamp: header.slice(40, 48),
    clean: true
  };
}
const extranoncesOf = ({ extranonce1, extranonce2 }: StratumRow) => ({
  first: decodeHex(extranonce1),
  second: decodeHex(extranonce2)
});

test('the vectors contain V1 and V2 jobs', () => {
  expect(new Set(jobs.map(({ v2 }) => v2))).toEqual(new Set([true, false]));
});

test.each(jobs.map((row, i) => [`${i}: V${row.v2 ? 2 : 1} on ${row.stateHeight}, label "${row.label}"`, row] as const))(
  'job %s',
  (_, row) => {
    const job = jobOf(row);
    const coinbase = coinbaseOf(job, extranoncesOf(row));
    expect(encodeHex(merkleLeaf(coinbase))).toBe(row.coinbaseLeaf);
    expect(encodeHex(rootOf(coinbase, job.branches))).toBe(row.root);

    const bytes = headerBytesOf(job, extranoncesOf(row));
    const solved = headerOf(decodeHex(row.block.header));
    expect(headerOf(bytes)).toEqual({ ...solved, nonce: 0n });
    // The nonce that solved it yields exactly this header, and its id meets the target.
    const checked = verifySolution({ header: bytes, target: decodeHex(row.powTarget) }, solved.nonce, 1n);
    expect(encodeHex(checked.header)).toBe(row.block.header);
    expect(checked).toMatchObject({ id: row.block.id, solved: true });
  }
);

test.each(jobs.map((row, i) => [i, row] as const))(
  'the block of job %i contains the transaction that the miner completed',
  (_, row) => {
    const coinbase = encodeHex(coinbaseOf(jobOf(row), extranoncesOf(row)));
    const hex = (row.v2 ? row.block.v2hex : row.block.v1hex)!;
    expect(hex).toContain(coinbase);
    const block = row.v2 ? fromHex(v2Block, hex) : fromHex(v1Block, hex);
    expect(
      row.v2 ? block.v2?.transactions.at(-1)?.arbitraryData.length : block.transactions.at(-1)?.arbitraryData.length
    ).toBeGreaterThan(0);
  }
);

test.each([
  ['our extranonce', (row: StratumRow) => ({ ...row, extranonce2: encodeHex(encodeU64le(7n).slice(0, 4)) })],
  ['the order of the branches', (row: StratumRow) => ({ ...row, merkleBranches: row.merkleBranches!.toReversed() })]
])('%s determines the root', (_, change) => {
  const row = jobs.find(({ merkleBranches }) => (merkleBranches?.length ?? 0) > 1)!;
  const changed = change(row);
  expect(encodeHex(rootOf(coinbaseOf(jobOf(changed), extranoncesOf(changed)), jobOf(changed).branches))).not.toBe(
    row.root
  );
});

test('difficulty 1 has the standard target, others divide it', () => {
  expect(targetOfDifficulty(1).toString(16).padStart(64, '0')).toBe(`00000000ffff${'0'.repeat(52)}`);
  expect(targetOfDifficulty(65535)).toBe(1n << 208n);
  expect(targetOfDifficulty(0.5)).toBe(2n * DIFFICULTY_ONE);
  expect(targetOfDifficulty(MIN_DIFFICULTY)).toBe(DIFFICULTY_ONE << 32n);
  expect(targetOfDifficulty(MAX_DIFFICULTY)).toBe(DIFFICULTY_ONE >> 64n);
});

test.each([0, -1, NaN, Infinity, 1e300, 5e-324, 1e-30, MIN_DIFFICULTY / 2, MAX_DIFFICULTY * 2])(
  'a difficulty of %d is rejected',
  (difficulty) => {
    expect(() => targetOfDifficulty(difficulty)).toThrow(expect.objectContaining({ code: 'pool/malformed' }));
  }
);

test('a target is the floor of the exact quotient for any fraction', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2 ** 30 }), fc.integer({ min: 0, max: 20 }), (mantissa, halvings) => {
      const expected = (DIFFICULTY_ONE << BigInt(halvings)) / BigInt(mantissa);
      expect(targetOfDifficulty(mantissa / 2 ** halvings)).toBe(expected > MAX_TARGET ? MAX_TARGET : expected);
    })
  );
});
