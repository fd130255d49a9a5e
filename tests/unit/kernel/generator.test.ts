import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { blake2b } from '@noble/hashes/blake2.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { searchKernel } from '../../../scripts/kernel/blake2b';
import { evaluate, Graph, operandsOf, reachable, rotateRight64 } from '../../../scripts/kernel/graph';
import { countOperations, splitHalves } from '../../../scripts/kernel/halves';
import { allocateRegisters } from '../../../scripts/kernel/registers';
import { stagger } from '../../../scripts/kernel/schedule';
import { FOLDED_WORDS, foldHeader } from '$lib/mining/kernel/fold.gen';

const kernel = searchKernel();
const header80 = fc.uint8Array({ minLength: 80, maxLength: 80 });
const wordsOf = (header: Uint8Array) => {
  const view = new DataView(header.buffer, header.byteOffset);
  return new Map(Array.from({ length: 10 }, (_, i) => [`m${i}`, view.getBigUint64(8 * i, true)]));
};

describe('the kernel', () => {
  test('computes the first word of the header’s BLAKE2b-256', () => {
    fc.assert(
      fc.property(header80, (header) => {
        const digest = blake2b(header, { dkLen: 32 });
        const word = new DataView(digest.buffer, digest.byteOffset).getBigUint64(0, true);
        expect(evaluate(kernel.graph, kernel.result, wordsOf(header))).toBe(word);
      })
    );
  });

  test('receives exactly the words that foldHeader computes', () => {
    expect(kernel.folded).toHaveLength(FOLDED_WORDS);
    fc.assert(
      fc.property(header80, (header) => {
        const words = wordsOf(header);
        expect([...foldHeader(header)]).toEqual(kernel.folded.map((node) => evaluate(kernel.graph, node, words)));
      })
    );
  });

  test('folds nothing that depends on the nonce', () => {
    for (const node of kernel.folded) {
      expect(reachable(kernel.graph, node).some((each) => each.op === 'input' && each.name === 'm4')).toBe(false);
    }
  });

  test('keeps 468 64-bit additions, 360 xors and 358 rotations per nonce', () => {
    const count = (op: string) => kernel.perNonce.filter((node) => node.op === op).length;
    expect([count('add'), count('xor'), count('rotateRight')]).toEqual([468, 360, 358]);
  });

  test('takes 3118 32-bit operations', () => {
    // 3106 if the timestamp's high half is assumed to be zero; 12 more additions support any header.
    expect(countOperations(splitHalves(kernel))).toEqual({ add: 1400, carry: 466, xor: 718, funnel: 534, total: 3118 });
  });
});

describe('stagger', () => {
  test('keeps every step, after the steps it depends on', () => {
    fc.assert(
      fc.property(fc.nat(20), (lag) => {
        const steps = stagger(kernel, lag);
        expect(steps).toHaveLength(kernel.perNonce.length);
        expect(new Set(steps)).toEqual(new Set(kernel.perNonce));
        const place = new Map(steps.map((node, i) => [node, i]));
        steps.forEach((node, i) => {
          for (const part of operandsOf(node)) expect(place.get(part) ?? -1).toBeLessThan(i);
        });
      }),
      { numRuns: 20 }
    );
  });

  test('starts each mixing of a half round shortly after the one before', () => {
    const [first = [], second = []] = kernel.mixings.slice(8);
    const steps = stagger(kernel, 3);
    expect(steps.indexOf(second[0]!) - steps.indexOf(first[3]!)).toBe(1);
  });
});

describe('Graph', () => {
  test('folds constants and drops zeros', () => {
    const graph = new Graph();
    const header = graph.input('m0', 'header');
    const nonce = graph.input('m4', 'nonce');
    const zero = graph.constant(0n);
    expect(graph.add(nonce, zero)).toBe(nonce);
    expect(graph.xor(zero, header)).toBe(header);
    expect(graph.add(graph.constant(~0n), graph.constant(2n))).toMatchObject({ op: 'constant', value: 1n });
    // Header-stage terms are added before the nonce.
    expect(graph.add(nonce, header, graph.constant(5n))).toMatchObject({
      stage: 'nonce',
      left: { op: 'add', stage: 'header' },
      right: nonce
    });
  });

  test.each([
    [1n, 1, 1n << 63n],
    [0x0123456789abcdefn, 32, 0x89abcdef01234567n],
    [1n << 63n, 63, 1n]
  ])('rotates %d right by %i', (value, by, expected) => expect(rotateRight64(value, by)).toBe(expected));
});

test('a register is reused only after its value was last read', () => {
  const steps = fc.array(fc.array(fc.nat(), { maxLength: 3 }), { minLength: 1, maxLength: 60 });
  fc.assert(
    fc.property(steps, (raw) => {
      const reads = raw.map((picks, step) => (step === 0 ? [] : picks.map((pick) => pick % step)));
      const { registerOf, count } = allocateRegisters(reads, [reads.length - 1]);
      const holds: number[] = [];
      reads.forEach((indexes, step) => {
        for (const index of indexes) expect(holds[registerOf[index] ?? -1]).toBe(index);
        holds[registerOf[step] ?? -1] = step;
      });
      expect(holds[registerOf.at(-1) ?? -1]).toBe(reads.length - 1);
      expect(Math.max(...registerOf)).toBeLessThan(count);
    })
  );
});

test('the committed kernels match the generator’s output', () => {
  const script = fileURLToPath(new URL('../../../scripts/build-kernel.ts', import.meta.url));
  const loader = new URL('../../../scripts/ts.mjs', import.meta.url).href;
  const output = execFileSync(process.execPath, ['--import', loader, script, '--check'], { encoding: 'utf8' });
  expect(output).toContain('up to date');
});
