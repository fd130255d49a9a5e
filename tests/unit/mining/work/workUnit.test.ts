import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { decodeHex, encodeHex } from '$lib/codec/bytes';
import { verifySolution } from '$lib/mining/grinder/verifySolution';
import { decodeWorkUnit, WORK_UNIT_BYTES } from '$lib/mining/work/workUnit';

const unit = Uint8Array.from({ length: WORK_UNIT_BYTES }, (_, i) => (i >= 76 && i < 80 ? 0 : i));

test('splits target and header at byte 32', () => {
  const { target, header, decoded } = decodeWorkUnit(unit);
  expect([...target]).toEqual([...unit.slice(0, 32)]);
  expect([...header]).toEqual([...unit.slice(32)]);
  expect(decoded.parentId).toBe('202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f');
  expect(decoded.nonce).toBe(0x4746454443424140n);
});

test('a timestamp out of range is a MalformedWorkError', () => {
  const absurd = unit.slice();
  absurd.fill(0x7f, 72, 80);
  expect(() => decodeWorkUnit(absurd)).toThrow(expect.objectContaining({ code: 'mining/malformed-work' }));
});

test.each([0, 80, 111, 113, 4096])('%d bytes are not a work unit', (length) =>
  expect(() => decodeWorkUnit(new Uint8Array(length).fill(1))).toThrow(
    expect.objectContaining({ code: 'mining/malformed-work' })
  )
);

test('a target of zero is rejected', () => {
  const impossible = unit.slice();
  impossible.fill(0, 0, 32);
  expect(() => decodeWorkUnit(impossible)).toThrow(expect.objectContaining({ code: 'mining/impossible-target' }));
});

interface Pair {
  readonly name: string;
  readonly unit: string;
  readonly target: string;
  readonly header: string;
  readonly id: string;
  readonly nonce: string;
  readonly belowtarget: boolean;
}
const pairs = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../../samples/daemon/work-pairs.json'), 'utf8')
) as Pair[];

test.each(pairs)('work issued and accepted by a real daemon: $name', ({ unit, nonce, ...solved }) => {
  const work = decodeWorkUnit(decodeHex(unit));
  expect(encodeHex(work.target)).toBe(solved.target);
  expect(work.decoded.nonce).toBe(0n);
  const checked = verifySolution(work, BigInt(nonce), 1n);
  expect(checked.id).toBe(solved.id);
  expect(checked.meetsTarget).toBe(solved.belowtarget);
  expect(encodeHex(checked.header)).toBe(solved.header);
});
