import fc from 'fast-check';
import { expect, test } from 'vitest';
import { UNASSIGNED_LEAF_INDEX, type StateElement } from '$lib/chain/element/elements';
import { merkleLeaf } from '$lib/chain/merkle';
import type { Hash256 } from '$lib/chain/ids';
import type { ElementAccumulator } from '$lib/chain/block/state';
import { encodeHex, encodeU64le } from '$lib/codec/bytes';
import { applyLeaves } from '$lib/consensus/accumulator/accumulator';
import { ProofCache } from '$lib/consensus/accumulator/proofCache';

const hashOf = (content: number): Uint8Array => merkleLeaf(encodeU64le(BigInt(content)));
const EMPTY: ElementAccumulator = { numLeaves: 0n, trees: [] };

/** An accumulator with this many leaves, leaf i with content i, and their proofs. */
function forestOf(count: number) {
  const touched = Array.from({ length: count }, (_, i) => ({
    stateElement: { leafIndex: UNASSIGNED_LEAF_INDEX, merkleProof: [] },
    leafHash: () => hashOf(i)
  }));
  return applyLeaves(EMPTY, touched);
}

interface Question {
  readonly stateElement: StateElement;
  readonly content: number;
}

/** Each turns a true statement into a false one, if it changes anything. */
const corruptions: readonly ((question: Question, pick: number) => Question)[] = [
  (question) => question,
  ({ stateElement, content }) => ({ stateElement, content: content + 1 }),
  ({ stateElement, content }, pick) => ({
    stateElement: { ...stateElement, leafIndex: stateElement.leafIndex + BigInt(1 + (pick % 40)) },
    content
  }),
  ({ stateElement, content }) => ({ stateElement: { ...stateElement, leafIndex: UNASSIGNED_LEAF_INDEX }, content }),
  ({ stateElement, content }, pick) => ({
    stateElement: { ...stateElement, merkleProof: stateElement.merkleProof.toSpliced(pick % 6, 1) },
    content
  }),
  ({ stateElement, content }) => ({
    stateElement: { ...stateElement, merkleProof: [...stateElement.merkleProof, encodeHex(hashOf(9)) as Hash256] },
    content
  }),
  ({ stateElement, content }, pick) => ({
    stateElement: {
      ...stateElement,
      merkleProof: stateElement.merkleProof.map((hash, i) =>
        i === pick % stateElement.merkleProof.length ? (encodeHex(hashOf(pick)) as Hash256) : hash
      )
    },
    content
  })
];

test('regardless of earlier queries, a leaf is contained only with its own index, content and proof', () => {
  const questions = fc.array(fc.record({ leaf: fc.nat(), kind: fc.nat(), pick: fc.nat() }), { maxLength: 60 });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), questions, (count, asked) => {
      const { accumulator, stateElements } = forestOf(count);
      const proven = new ProofCache(accumulator);
      for (const { leaf, kind, pick } of asked) {
        const content = leaf % count;
        const truth = { stateElement: stateElements[content]!, content };
        const question = corruptions[kind % corruptions.length]!(truth, pick);
        const isTrue =
          question.content === content &&
          question.stateElement.leafIndex === BigInt(content) &&
          question.stateElement.merkleProof.join() === truth.stateElement.merkleProof.join();
        expect(proven.contains(question.stateElement, hashOf(question.content))).toBe(isTrue);
      }
    })
  );
});
