import { encodeHex } from '$lib/codec/bytes';
import { proofBytesAt, unspentRootOf } from '$lib/chain/element/decodedProof';
import type { StateElement } from '$lib/chain/element/elements';
import { merkleNode } from '$lib/chain/merkle';
import type { Hash256 } from '$lib/chain/ids';
import { proofLength } from '$lib/chain/proof/merkleProof';
import type { ElementAccumulator } from '$lib/chain/block/state';
import { leafNumber, parentOf, siblingOf } from './forest';

/**
 * An accumulator with the nodes proven so far. The proofs of a block's inputs share most of their nodes: where a path
 * reaches a proven node, the rest is compared instead of hashed.
 */
export class ProofCache {
  readonly #numLeaves: bigint;
  /** Proven nodes of the forest, by height and index. */
  readonly #nodes: Map<number, Hash256>[];

  constructor({ numLeaves, trees }: ElementAccumulator) {
    this.#numLeaves = numLeaves;
    this.#nodes = trees.map((root, height) => {
      // The tree of height h starts after the leaves of all larger trees.
      const index = Number((numLeaves >> BigInt(height + 1)) << 1n);
      return new Map(root === undefined ? [] : [[index, root]]);
    });
  }

  /**
   * Whether the accumulator contains the element unspent, by its proof.
   * @param leafHash hashes the unspent leaf; called only if the root computed when the proof was decoded does not match
   */
  containsUnspent<E extends { readonly stateElement: StateElement }>(
    element: E,
    leafHash: (element: E, spent: boolean) => Uint8Array
  ): boolean {
    const { stateElement } = element;
    if (!this.#hasTree(stateElement)) return false;
    const height = stateElement.merkleProof.length;
    const root = this.#nodes[height]!.get(Number(stateElement.leafIndex >> BigInt(height)));
    const isProven = root !== undefined && root === unspentRootOf(element);
    return isProven || this.contains(stateElement, leafHash(element, false));
  }

  /** Whether the proof is as long as the height of the leaf's tree. */
  #hasTree({ leafIndex, merkleProof }: StateElement): boolean {
    return leafIndex < this.#numLeaves && proofLength(leafIndex, this.#numLeaves) === merkleProof.length;
  }

  /** Whether the accumulator contains the leaf, by the element's proof. */
  contains(stateElement: StateElement, leafHash: Uint8Array): boolean {
    if (!this.#hasTree(stateElement)) return false;
    const { leafIndex, merkleProof } = stateElement;
    const path: Hash256[] = [];
    const leaf = leafNumber(leafIndex);
    let index = leaf;
    let node = leafHash;
    for (let height = 0; ; height++) {
      const hash = encodeHex(node) as Hash256;
      const proven = this.#nodes[height]!.get(index);
      if (proven !== undefined) {
        if (hash !== proven || !this.#hasSiblings(merkleProof, height, index)) return false;
        this.#remember(path, leaf, merkleProof);
        return true;
      }
      path.push(hash);
      const sibling = proofBytesAt(merkleProof, height);
      node = index % 2 === 0 ? merkleNode(node, sibling) : merkleNode(sibling, node);
      index = parentOf(index);
    }
  }

  /** Whether the rest of a proof matches the proven siblings above a proven node. */
  #hasSiblings(proof: readonly Hash256[], height: number, index: number): boolean {
    let at = index;
    for (let above = height; above < proof.length; above++) {
      if (this.#nodes[above]!.get(siblingOf(at)) !== proof[above]) return false;
      at = parentOf(at);
    }
    return true;
  }

  #remember(path: readonly Hash256[], leaf: number, proof: readonly Hash256[]): void {
    let index = leaf;
    path.forEach((hash, height) => {
      this.#nodes[height]!.set(index, hash).set(siblingOf(index), proof[height]!);
      index = parentOf(index);
    });
  }
}
