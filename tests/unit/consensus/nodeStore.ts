import { decodeHex, encodeHex } from '$lib/codec/bytes';
import { merkleNode } from '$lib/chain/merkle';
import type { StateElement } from '$lib/chain/element/elements';
import type { Hash256 } from '$lib/chain/ids';
import { proofFromNodes } from '$lib/consensus/accumulator/accumulator';
import type { TreeNode } from '$lib/consensus/accumulator/forest';

/** What a node stores of the forest: the nodes that blocks set, read back as proofs. */
export class NodeStore {
  readonly #nodes = new Map<string, Uint8Array>();

  /** A store that knows only what these proofs reveal. */
  static of(leaves: readonly (StateElement & { readonly leafHash: string })[]): NodeStore {
    const store = new NodeStore();
    for (const { leafIndex, merkleProof, leafHash } of leaves) {
      let index = Number(leafIndex);
      let hash: Uint8Array = decodeHex(leafHash);
      merkleProof.forEach((sibling, height) => {
        const other = decodeHex(sibling);
        const isLeft = index % 2 === 0;
        store.store([
          { height, index, hash },
          { height, index: isLeft ? index + 1 : index - 1, hash: other }
        ]);
        hash = isLeft ? merkleNode(hash, other) : merkleNode(other, hash);
        index = Math.floor(index / 2);
      });
      store.store([{ height: merkleProof.length, index, hash }]);
    }
    return store;
  }

  store(nodes: readonly TreeNode[]): void {
    for (const { height, index, hash } of nodes) this.#nodes.set(`${height}/${index}`, hash);
  }

  proof(numLeaves: bigint, leafIndex: bigint): StateElement {
    return proofFromNodes(numLeaves, leafIndex, (height, index) => {
      const hash = this.#nodes.get(`${height}/${index}`);
      if (hash === undefined) throw new Error(`node ${index} at height ${height} was never stored`);
      return encodeHex(hash) as Hash256;
    });
  }
}
