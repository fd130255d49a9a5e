import { encodeHex } from '$lib/codec/bytes';
import { CodecError } from '$lib/codec/errors';
import { longLayout } from '$lib/codec/longLayout';
import { encode, list, u64, encodeWith, type Layout, type Reader, type ReadPart, type Writer } from '$lib/codec/layout';
import {
  chainIndexElementHash,
  coinElementHash,
  elementLeafHash,
  fundElementHash,
  v2FileContractElementHash
} from '../element/elementHash';
import { rememberProofBytes, rememberUnspentRoot } from '../element/decodedProof';
import { UNASSIGNED_LEAF_INDEX, type StateElement } from '../element/elements';
import { merkleNode } from '../merkle';
import { hash256, type Hash256 } from '../ids';
import { memoize } from '../memoize';
import { proofLength } from '../proof/merkleProof';
import { v2Transaction, type V2FileContractResolution, type V2Transaction } from '../transaction/v2Transaction';

const HASH_BYTES = 32;

interface HasStateElement {
  readonly stateElement: StateElement;
}

/** An element in the accumulator; its hash is computed lazily. */
interface ProvenElement extends HasStateElement {
  readonly element: HasStateElement;
  readonly elementHash: () => Uint8Array;
}

const provenElement = <E extends HasStateElement>(element: E, hash: (element: E) => Uint8Array): ProvenElement => ({
  element,
  stateElement: element.stateElement,
  elementHash: () => hash(element)
});

function elementsOfTransaction({
  coinInputs,
  fundInputs,
  fileContractRevisions,
  fileContractResolutions
}: V2Transaction): ProvenElement[] {
  return [
    ...coinInputs.map(({ parent }) => provenElement(parent, coinElementHash)),
    ...fundInputs.map(({ parent }) => provenElement(parent, fundElementHash)),
    ...fileContractRevisions.map(({ parent }) => provenElement(parent, v2FileContractElementHash)),
    ...fileContractResolutions.flatMap(({ parent, resolution }) => [
      provenElement(parent, v2FileContractElementHash),
      ...(resolution.type === 'storageProof'
        ? [provenElement(resolution.storageProof.proofIndex, chainIndexElementHash)]
        : [])
    ])
  ];
}

/** Every element with an assigned leaf index, in multiproof order. */
const provenElements = (transactions: readonly V2Transaction[]): ProvenElement[] =>
  transactions
    .flatMap(elementsOfTransaction)
    .filter(({ stateElement }) => stateElement.leafIndex !== UNASSIGNED_LEAF_INDEX);

/** Transactions or elements that are handled in one step. */
const ITEMS_PER_STEP = 1_000;

/** {@link provenElements}. Yields between its steps. */
function* provenElementsInSteps(transactions: readonly V2Transaction[]): Generator<void, ProvenElement[]> {
  const elements: ProvenElement[] = [];
  for (let from = 0; from < transactions.length; from += ITEMS_PER_STEP) {
    if (from > 0) yield;
    for (const element of provenElements(transactions.slice(from, from + ITEMS_PER_STEP))) elements.push(element);
  }
  return elements;
}

const withoutProof = <E extends HasStateElement>(element: E): E =>
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

/** An element in a tree of the accumulator. */
interface Leaf {
  readonly leafIndex: bigint;
  readonly merkleProof: Hash256[];
  readonly height: number;
}

/** A leaf whose proof is filled in from the bottom up. */
interface UnprovenLeaf extends Leaf {
  /** Offsets of the same hashes among those of all proofs. */
  readonly offsets: number[];
  readonly element: HasStateElement;
  readonly elementHash: () => Uint8Array;
}

/** Leaves of each tree sorted by index, lowest tree first. */
function leavesByTree<L extends Leaf>(leaves: readonly L[]): L[][] {
  const trees: L[][] = [];
  for (const leaf of leaves) (trees[leaf.height] ??= []).push(leaf);
  return trees
    .filter((tree) => tree !== undefined)
    .map((tree) => tree.sort((a, b) => (a.leafIndex < b.leafIndex ? -1 : 1)));
}

/** Splits the sorted leaves under a node into those of its left and right child. */
function split<L extends Leaf>(leaves: readonly L[], height: number): [left: readonly L[], right: readonly L[]] {
  const bit = BigInt(height - 1);
  const middle = leaves.findIndex((leaf) => ((leaf.leafIndex >> bit) & 1n) === 1n);
  return middle === -1 ? [leaves, []] : [leaves.slice(0, middle), leaves.slice(middle)];
}

/** Emits the hash of every subtree that contains none of the leaves, left before right. */
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

/** Leaves whose proofs are filled in at once: of the highest trees, a few milliseconds of work. */
const LEAVES_PER_STEP = 32;

/** Fills in proofs with the hashes that it reads and computes. */
class ProofFiller {
  readonly #r: Reader;
  /** Of all proofs, each once. */
  #hashes = new Uint8Array(64 * HASH_BYTES);
  #length = 0;

  constructor(r: Reader) {
    this.#r = r;
  }

  /** The hashes of the proofs filled so far. */
  hashes(): Uint8Array {
    return this.#hashes.slice(0, this.#length);
  }

  /**
   * Fills in the proofs of the leaves under a node and returns its hash; reads the hashes of all other subtrees. Yields
   * between its steps.
   */
  *fillInSteps(leaves: readonly UnprovenLeaf[], height: number): Generator<void, Uint8Array> {
    yield;
    if (leaves.length <= LEAVES_PER_STEP || height === 0) return this.#fill(leaves, height);
    const [left, right] = split(leaves, height);
    const leftHash = yield* this.fillInSteps(left, height - 1);
    const rightHash = yield* this.fillInSteps(right, height - 1);
    return this.#join(left, leftHash, right, rightHash);
  }

  #fill(leaves: readonly UnprovenLeaf[], height: number): Uint8Array {
    const first = leaves[0];
    if (first === undefined) return this.#r.bytes(HASH_BYTES);
    if (height === 0) return elementLeafHash(first.elementHash(), first.leafIndex, false);
    const [left, right] = split(leaves, height);
    const leftHash = this.#fill(left, height - 1);
    const rightHash = this.#fill(right, height - 1);
    return this.#join(left, leftHash, right, rightHash);
  }

  /** Bottom up: everything below this height has already been filled in. */
  #join(
    left: readonly UnprovenLeaf[],
    leftHash: Uint8Array,
    right: readonly UnprovenLeaf[],
    rightHash: Uint8Array
  ): Uint8Array {
    this.#add(left, rightHash);
    this.#add(right, leftHash);
    return merkleNode(leftHash, rightHash);
  }

  #add(leaves: readonly UnprovenLeaf[], sibling: Uint8Array): void {
    if (leaves.length === 0) return;
    const hex = encodeHex(sibling) as Hash256;
    const offset = this.#append(sibling);
    for (const { merkleProof, offsets } of leaves) {
      merkleProof.push(hex);
      offsets.push(offset);
    }
  }

  #append(hash: Uint8Array): number {
    const offset = this.#length;
    if (offset === this.#hashes.length) {
      const longer = new Uint8Array(2 * offset);
      longer.set(this.#hashes);
      this.#hashes = longer;
    }
    this.#hashes.set(hash, offset);
    this.#length += HASH_BYTES;
    return offset;
  }
}

/** Encoding of a transaction inside a block, where a multiproof replaces its proofs. Memoized. */
export const encodeWithoutProofs = memoize((txn: V2Transaction): Uint8Array =>
  encode(v2Transaction, withoutProofs(txn))
);

function writeMultiproof(w: Writer, elements: readonly ProvenElement[]): void {
  let numLeaves = 0n;
  const leaves = elements.map(({ stateElement }): Leaf => {
    const { leafIndex, merkleProof } = stateElement;
    const height = merkleProof.length;
    // A proof of more than 63 hashes yields a count that does not fit a u64.
    numLeaves |= ((leafIndex >> BigInt(height)) << BigInt(height)) | (1n << BigInt(height));
    return { leafIndex, merkleProof, height };
  });
  u64.write(w, numLeaves);
  for (const tree of leavesByTree(leaves)) {
    emitProof(tree, tree[0]!.height, (hash) => hash256.write(w, hash));
  }
}

/** Fills in the proofs of newly decoded elements, in place. Yields between its steps. */
function* readMultiproof(r: Reader, elements: readonly ProvenElement[]): Generator<void, void> {
  const numLeaves = u64.read(r);
  const leaves: UnprovenLeaf[] = [];
  for (const { element, stateElement, elementHash } of elements) {
    if (leaves.length > 0 && leaves.length % ITEMS_PER_STEP === 0) yield;
    const { leafIndex, merkleProof } = stateElement;
    if (leafIndex >= numLeaves)
      throw new CodecError(`leaf index ${leafIndex} exceeds the accumulator's ${numLeaves} leaves`);
    // Neither the block's id nor its weight covers such a proof, so anyone could inflate a block that they pass on.
    if (merkleProof.length > 0) throw new CodecError(`leaf ${leafIndex} has a proof beside the multiproof`);
    const height = proofLength(leafIndex, numLeaves);
    leaves.push({ leafIndex, merkleProof, offsets: [], height, element, elementHash });
  }
  const filler = new ProofFiller(r);
  for (const tree of leavesByTree(leaves)) {
    const root = encodeHex(yield* filler.fillInSteps(tree, tree[0]!.height)) as Hash256;
    tree.forEach(({ leafIndex, element }, i) => {
      // If several elements share an index, only the first was hashed.
      if (leafIndex !== tree[i - 1]?.leafIndex) rememberUnspentRoot(element, root);
    });
  }
  const hashes = filler.hashes();
  for (const { merkleProof, offsets } of leaves) rememberProofBytes(merkleProof, { hashes, offsets });
}

/** Heights below this have distinct keys; trees are not that high. */
const MAX_HEIGHT = 64;

/** The size of the multiproof of a growing list of transactions, whose proofs are for the same state. */
export class MultiproofSize {
  /** Nodes on the paths from the leaves to their roots, by index and height. */
  readonly #onPaths: Set<number>;

  constructor(onPaths: Iterable<number> = []) {
    this.#onPaths = new Set(onPaths);
  }

  copy(): MultiproofSize {
    return new MultiproofSize(this.#onPaths);
  }

  /** @returns the bytes that the transaction would add, which may be negative; and a function that adds it */
  with(txn: V2Transaction): { readonly bytes: number; readonly add: () => void } {
    const added = new Set<number>();
    let hashes = 0;
    for (const { stateElement } of provenElements([txn])) hashes += this.#addPath(stateElement, added);
    return { bytes: hashes * HASH_BYTES, add: () => added.forEach((node) => this.#onPaths.add(node)) };
  }

  /** A leaf needs the siblings along its path, up to a node that is on the path of another one. */
  #addPath({ leafIndex, merkleProof }: StateElement, added: Set<number>): number {
    const leaf = Number(leafIndex);
    for (let height = 0; height <= merkleProof.length; height++) {
      const node = Math.floor(leaf / 2 ** height) * MAX_HEIGHT + height;
      // Below that node, the last sibling is on the other path, and the hash of this path's own subtree is dropped.
      if (this.#onPaths.has(node) || added.has(node)) return height === 0 ? 0 : height - 2;
      added.add(node);
    }
    return merkleProof.length;
  }
}

const transactionList = list(v2Transaction);

/**
 * Receives decoded transactions before their proofs are computed, which takes far longer: proofs have no weight, and
 * many of them share their hashes. Yields between its steps. An error that it throws is the cause of the layout's
 * error.
 */
export type CheckTransactions = (transactions: readonly V2Transaction[]) => Generator<void, void>;

/**
 * V2 transactions with one combined Merkle proof: the transactions without their proofs, the leaf count of the
 * accumulator (as far as the proofs imply it), and each required hash once, without a count. All proofs must be for the
 * same state.
 */
export const transactionsWithMultiproof = checkedTransactionsWithMultiproof();

/** {@link transactionsWithMultiproof} that are checked. */
export function checkedTransactionsWithMultiproof(check?: CheckTransactions): Layout<V2Transaction[]> {
  return longLayout<V2Transaction[]>(writeWithMultiproof, (r, readPart) => readWithMultiproof(r, readPart, check));
}

function writeWithMultiproof(w: Writer, transactions: readonly V2Transaction[]): void {
  transactionList.write(w, transactions.map(withoutProofs));
  writeMultiproof(w, provenElements(transactions));
}

function* readWithMultiproof(
  r: Reader,
  readPart: ReadPart,
  check: CheckTransactions | undefined
): Generator<void, V2Transaction[]> {
  const transactions = yield* readPart<V2Transaction[]>(transactionList, r);
  if (check) yield* check(transactions);
  yield* readMultiproof(r, yield* provenElementsInSteps(transactions));
  return transactions;
}

/**
 * Returns a cached transaction if its bytes without proofs come next. All cached transactions have proofs for the same
 * state.
 */
export type ReadCached = (r: Reader) => V2Transaction | undefined;

/**
 * {@link transactionsWithMultiproof} that reuses cached transactions, if all transactions with proofs are cached and
 * the multiproof matches theirs. All proofs are for one state, so equal bytes mean equal proofs.
 */
export const v2TransactionsWithCache = (readCached: ReadCached, check?: CheckTransactions): Layout<V2Transaction[]> =>
  longLayout<V2Transaction[]>(writeWithMultiproof, function* (r, readPart) {
    const start = r.offset;
    const cached = yield* readAllCached(r, readPart, readCached);
    if (cached) {
      if (check) yield* check(cached);
      const elements = yield* provenElementsInSteps(cached);
      if (r.skip(encodeWith((w) => writeMultiproof(w, elements)))) return cached;
    }
    r.seek(start);
    return yield* readWithMultiproof(r, readPart, check);
  });

/** Reads the list; undefined at the first transaction with proofs that is not cached. Yields between its steps. */
function* readAllCached(
  r: Reader,
  readPart: ReadPart,
  readCached: ReadCached
): Generator<void, V2Transaction[] | undefined> {
  const transactions: V2Transaction[] = [];
  for (let left = r.count(); left > 0; left--) {
    if (left % ITEMS_PER_STEP === 0) yield;
    const cached = readCached(r);
    const txn = cached ?? (yield* readPart(v2Transaction, r));
    if (!cached && provenElements([txn]).length > 0) return undefined;
    transactions.push(txn);
  }
  return transactions;
}
