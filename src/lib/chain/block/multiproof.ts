import { encodeHex } from '$lib/codec/bytes';
import { CodecError } from '$lib/codec/errors';
import { encode, list, u64, written, type Layout, type Reader, type Writer } from '$lib/codec/layout';
import {
  chainIndexElementHash,
  coinElementHash,
  elementLeafHash,
  fundElementHash,
  v2FileContractElementHash
} from '../element/elementHash';
import { UNASSIGNED_LEAF_INDEX, type StateElement } from '../element/elements';
import { merkleNode } from '../hash';
import { hash256, type Hash256 } from '../ids';
import { memoize } from '../memoize';
import { proofLength } from '../proof/merkleProof';
import { v2Transaction, type V2FileContractResolution, type V2Transaction } from '../transaction/v2Transaction';

const HASH_BYTES = 32;

interface Placed {
  readonly stateElement: StateElement;
}

/** A place in the accumulator and what it is of, hashed when asked for. */
interface Place extends Placed {
  readonly elementHash: () => Uint8Array;
}

const place = <E extends Placed>(element: E, hash: (element: E) => Uint8Array): Place => ({
  stateElement: element.stateElement,
  elementHash: () => hash(element)
});

function placesIn({ coinInputs, fundInputs, fileContractRevisions, fileContractResolutions }: V2Transaction): Place[] {
  return [
    ...coinInputs.map(({ parent }) => place(parent, coinElementHash)),
    ...fundInputs.map(({ parent }) => place(parent, fundElementHash)),
    ...fileContractRevisions.map(({ parent }) => place(parent, v2FileContractElementHash)),
    ...fileContractResolutions.flatMap(({ parent, resolution }) => [
      place(parent, v2FileContractElementHash),
      ...(resolution.type === 'storageProof' ? [place(resolution.storageProof.proofIndex, chainIndexElementHash)] : [])
    ])
  ];
}

/** Every element that has a place in the accumulator, in the order the multiproof is about. */
const placesOf = (transactions: readonly V2Transaction[]): Place[] =>
  transactions.flatMap(placesIn).filter(({ stateElement }) => stateElement.leafIndex !== UNASSIGNED_LEAF_INDEX);

const withoutProof = <E extends Placed>(element: E): E =>
  element.stateElement.leafIndex === UNASSIGNED_LEAF_INDEX
    ? element
    : { ...element, stateElement: { ...element.stateElement, merkleProof: [] } };

function resolutionWithoutProofs({ parent, resolution }: V2FileContractResolution): V2FileContractResolution {
  if (resolution.type !== 'storageProof') return { parent: withoutProof(parent), resolution };
  const proofIndex = withoutProof(resolution.storageProof.proofIndex);
  const storageProof = { ...resolution.storageProof, proofIndex };
  return { parent: withoutProof(parent), resolution: { ...resolution, storageProof } };
}

const withoutProofs = (txn: V2Transaction): V2Transaction => ({
  ...txn,
  coinInputs: txn.coinInputs.map((input) => ({ ...input, parent: withoutProof(input.parent) })),
  fundInputs: txn.fundInputs.map((input) => ({ ...input, parent: withoutProof(input.parent) })),
  fileContractRevisions: txn.fileContractRevisions.map((revision) => ({
    ...revision,
    parent: withoutProof(revision.parent)
  })),
  fileContractResolutions: txn.fileContractResolutions.map(resolutionWithoutProofs)
});

/** An element in a tree of the accumulator; decoding fills `merkleProof` from the leaf upward. */
interface Leaf {
  readonly leafIndex: bigint;
  readonly merkleProof: Hash256[];
  readonly height: number;
  readonly elementHash: () => Uint8Array;
}

/** Leaves of each tree sorted by index, lowest tree first. */
function leavesByTree(leaves: readonly Leaf[]): Leaf[][] {
  const trees: Leaf[][] = [];
  for (const leaf of leaves) (trees[leaf.height] ??= []).push(leaf);
  return trees
    .filter((tree) => tree !== undefined)
    .map((tree) => tree.sort((a, b) => (a.leafIndex < b.leafIndex ? -1 : a.leafIndex > b.leafIndex ? 1 : 0)));
}

/** Splits sorted leaves under a node of the height into those of its left and of its right child. */
function split(leaves: readonly Leaf[], height: number): [left: readonly Leaf[], right: readonly Leaf[]] {
  const bit = BigInt(height - 1);
  const middle = leaves.findIndex((leaf) => ((leaf.leafIndex >> bit) & 1n) === 1n);
  return middle === -1 ? [leaves, []] : [leaves.slice(0, middle), leaves.slice(middle)];
}

/** Emits the hash of every subtree that holds none of the leaves, left before right. */
function emitProof(leaves: readonly Leaf[], height: number, emit: (hash: Hash256) => void): void {
  if (height === 0) return;
  const [left, right] = split(leaves, height);
  const visit = (half: readonly Leaf[], other: readonly Leaf[]) => {
    if (half.length > 0) return emitProof(half, height - 1, emit);
    const hash = other[0]?.merkleProof[height - 1];
    if (hash === undefined) throw new CodecError('Merkle proof is incomplete');
    emit(hash);
  };
  visit(left, right);
  visit(right, left);
}

function addToProofs(leaves: readonly Leaf[], sibling: Uint8Array): void {
  if (leaves.length === 0) return;
  const hex = encodeHex(sibling) as Hash256;
  for (const { merkleProof } of leaves) merkleProof.push(hex);
}

/** Fills the proofs of the leaves under a node and returns its hash, reading the hashes of the other subtrees. */
function fillProofs(leaves: readonly Leaf[], height: number, nextHash: () => Uint8Array): Uint8Array {
  const first = leaves[0];
  if (first === undefined) return nextHash();
  if (height === 0) return elementLeafHash(first.elementHash(), first.leafIndex, false);
  const [left, right] = split(leaves, height);
  const leftHash = fillProofs(left, height - 1, nextHash);
  const rightHash = fillProofs(right, height - 1, nextHash);
  // From the leaf upward: the children have filled everything below this height.
  addToProofs(left, rightHash);
  addToProofs(right, leftHash);
  return merkleNode(leftHash, rightHash);
}

/** How a block spells a transaction out, its proofs being part of the multiproof. Kept for each transaction. */
export const encodeWithoutProofs = memoize((txn: V2Transaction): Uint8Array =>
  encode(v2Transaction, withoutProofs(txn))
);

function writeMultiproof(w: Writer, places: readonly Place[]): void {
  let numLeaves = 0n;
  const leaves = places.map(({ stateElement, elementHash }): Leaf => {
    const { leafIndex, merkleProof } = stateElement;
    const height = merkleProof.length;
    if (height > 63) throw new CodecError(`Merkle proof of ${height} hashes is too long`);
    numLeaves |= ((leafIndex >> BigInt(height)) << BigInt(height)) | (1n << BigInt(height));
    return { leafIndex, merkleProof, height, elementHash };
  });
  u64.write(w, numLeaves);
  for (const tree of leavesByTree(leaves)) {
    emitProof(tree, tree[0]!.height, (hash) => hash256.write(w, hash));
  }
}

/** Fills the proofs of the places, which nobody has seen yet. */
function readMultiproof(r: Reader, places: readonly Place[]): void {
  const numLeaves = u64.read(r);
  const leaves = places.map(({ stateElement, elementHash }): Leaf => {
    const { leafIndex, merkleProof } = stateElement;
    if (leafIndex >= numLeaves) throw new CodecError(`leaf ${leafIndex} is outside the ${numLeaves} leaves there are`);
    merkleProof.length = 0;
    return { leafIndex, merkleProof, height: proofLength(leafIndex, numLeaves), elementHash };
  });
  for (const tree of leavesByTree(leaves)) {
    fillProofs(tree, tree[0]!.height, () => r.bytes(HASH_BYTES));
  }
}

const transactionList = list(v2Transaction);

/**
 * V2 transactions that share one Merkle proof: the transactions without their proofs, the leaf count of the accumulator
 * the proofs are for (as far as the proofs tell it), and each needed hash once, without a count. All proofs must be for
 * the same state.
 */
export const transactionsWithMultiproof: Layout<V2Transaction[]> = {
  write(w, transactions: V2Transaction[]) {
    transactionList.write(w, transactions.map(withoutProofs));
    writeMultiproof(w, placesOf(transactions));
  },
  read(r): V2Transaction[] {
    const transactions = transactionList.read(r);
    readMultiproof(r, placesOf(transactions));
    return transactions;
  }
};

/** Reads a transaction that is at hand, if its bytes without proofs come next. All at hand are proven for one state. */
export type ReadKnown = (r: Reader) => V2Transaction | undefined;

/**
 * {@link transactionsWithMultiproof}; where all that is spent is spent by transactions at hand, and the proofs are
 * theirs, these are read as the very objects. Their leaves are of one forest, so the same bytes mean the same proofs.
 */
export const transactionsKnowing = (readKnown: ReadKnown): Layout<V2Transaction[]> => ({
  write: transactionsWithMultiproof.write,
  read(r) {
    const start = r.offset;
    const known = readAllKnown(r, readKnown);
    if (known && r.skip(written((w) => writeMultiproof(w, placesOf(known))))) return known;
    r.backTo(start);
    return transactionsWithMultiproof.read(r);
  }
});

/** Reads the list; nothing once a transaction spends something and is not at hand. */
function readAllKnown(r: Reader, readKnown: ReadKnown): V2Transaction[] | undefined {
  const transactions: V2Transaction[] = [];
  for (let left = r.count(); left > 0; left--) {
    const known = readKnown(r);
    const txn = known ?? v2Transaction.read(r);
    if (!known && placesOf([txn]).length > 0) return undefined;
    transactions.push(txn);
  }
  return transactions;
}
