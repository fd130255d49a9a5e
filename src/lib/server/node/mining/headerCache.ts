import type { Address } from '$lib/chain/address';
import { blockHeader, type Block, type BlockHeader } from '$lib/chain/block/block';
import { v1CommitmentLeaves, v2CommitmentLeaves } from '$lib/chain/block/commitment';
import { merkleLeaf, merkleNode } from '$lib/chain/merkle';
import type { Hash256 } from '$lib/chain/ids';
import type { ChainState } from '$lib/chain/block/state';
import { type Target, targetBytes } from '$lib/chain/target';
import { transaction, type Transaction } from '$lib/chain/transaction/transaction';
import { v2Transaction, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { childPowTarget } from '$lib/consensus/state';
import { concatBytes, encodeHex } from '$lib/codec/bytes';
import { encode } from '$lib/codec/layout';
import type { Template } from '$lib/mining/work/template';
import type { ChainManager } from '../chain/chainManager';
import { MARK_BYTES, type BlockTemplates } from './blockTemplates';

// As main-network daemons do: 10000 headers over at most 50 source blocks.
const MAX_HEADERS = 10_000;
const HEADERS_PER_SOURCE = 200;
const MAX_SOURCE_AGE_MS = 30_000;

/** An unsolved block whose last transaction is random data, so that every header made from it differs. */
interface Source {
  readonly template: Template;
  readonly target: Target;
  readonly branches: readonly Uint8Array[];
  readonly createdMs: number;
  readonly parentId: string;
  readonly isPreliminary: boolean;
  headersLeft: number;
}

/** Origin of a header. */
interface Remembered {
  readonly source: Source;
  readonly mark: Uint8Array;
}

/** The block of a solved header, and its target. */
export interface RecoveredBlock {
  readonly block: Block;
  readonly target: Target;
}

export interface HeaderCacheOptions {
  readonly chain: ChainManager;
  /** The current unsolved block; its last transaction consists of the mark only. */
  readonly templates: Pick<BlockTemplates, 'create' | 'isPreliminary'>;
  readonly payoutAddress: Address;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly randomBytes: (length: number) => Uint8Array;
}

/** Issues unique headers to miners, and recovers the block of a solved header. */
export class HeaderCache {
  readonly #options: HeaderCacheOptions;
  readonly #remembered = new Map<string, Remembered>();
  // Ring buffer of issued keys; every source starts at a multiple of its size, so slots in between are skipped.
  readonly #ring: (string | undefined)[] = [];
  #position = 0;
  #source: Source | undefined;

  constructor(options: HeaderCacheOptions) {
    this.#options = options;
  }

  /** Work unit: 32 bytes target, 80 bytes header with nonce zero. */
  next(): Uint8Array<ArrayBuffer> {
    const source = this.#currentSource();
    source.headersLeft--;
    const mark = this.#options.randomBytes(MARK_BYTES);
    const header: BlockHeader = { ...source.template.header, commitment: commitmentOf(source, mark) };
    this.#remember(header.commitment, { source, mark });
    return concatBytes(targetBytes(source.target), encode(blockHeader, header));
  }

  /** The solved block of an issued header; undefined if the header is unknown or was evicted. */
  recover(header: BlockHeader): RecoveredBlock | undefined {
    const found = this.#remembered.get(header.commitment);
    if (found === undefined) return undefined;
    const { template, target } = found.source;
    const isSame = header.parentId === template.header.parentId && header.timestamp === template.header.timestamp;
    if (!isSame) return undefined;
    return { block: { ...marked(template.block, found.mark, header.commitment), nonce: header.nonce }, target };
  }

  #currentSource(): Source {
    const { chain, clock, templates, payoutAddress } = this.#options;
    const current = this.#source;
    const isFresh =
      current !== undefined &&
      current.headersLeft > 0 &&
      current.parentId === chain.tip.id &&
      (templates.isPreliminary || !current.isPreliminary) &&
      // If the clock was set back since, its timestamp may be too far in the future for other nodes.
      Math.abs(clock() - current.createdMs) < MAX_SOURCE_AGE_MS;
    if (isFresh) return current;
    // As long as the marks that replace it: a longer one could make a full block too heavy.
    const template = templates.create(payoutAddress, new Uint8Array(MARK_BYTES));
    this.#skipToNextGroup();
    return (this.#source = {
      template,
      target: childPowTarget(chain.network, chain.state),
      branches: branchesOf(chain.state, template.block),
      createdMs: clock(),
      parentId: template.header.parentId,
      isPreliminary: templates.isPreliminary,
      headersLeft: HEADERS_PER_SOURCE
    });
  }

  #remember(key: string, work: Remembered): void {
    this.#forgetSlot();
    this.#ring[this.#position] = key;
    this.#remembered.set(key, work);
    this.#position = (this.#position + 1) % MAX_HEADERS;
  }

  #skipToNextGroup(): void {
    while (this.#position % HEADERS_PER_SOURCE !== 0) {
      this.#forgetSlot();
      this.#position = (this.#position + 1) % MAX_HEADERS;
    }
  }

  #forgetSlot(): void {
    const key = this.#ring[this.#position];
    if (key !== undefined) this.#remembered.delete(key);
    this.#ring[this.#position] = undefined;
  }
}

/** The block with other data in its last transaction. */
function marked(block: Block, mark: Uint8Array, commitment: Hash256): Block {
  const { transactions, v2 } = block;
  if (v2 === undefined) return { ...block, transactions: replaceLast(transactions, (txn) => v1Marked(txn, mark)) };
  return {
    ...block,
    v2: { ...v2, commitment, transactions: replaceLast(v2.transactions, (txn) => v2Marked(txn, mark)) }
  };
}

const v1Marked = (txn: Transaction, mark: Uint8Array): Transaction => ({ ...txn, arbitraryData: [mark] });
const v2Marked = (txn: V2Transaction, mark: Uint8Array): V2Transaction => ({ ...txn, arbitraryData: mark });

const replaceLast = <T>(items: readonly T[], replace: (item: T) => T): T[] =>
  items.map((item, i) => (i === items.length - 1 ? replace(item) : item));

/** Leaf hashes of the block's commitment. */
function leavesOf(state: ChainState, { minerPayouts, transactions, v2 }: Block): Uint8Array[] {
  return v2 === undefined
    ? v1CommitmentLeaves(minerPayouts, transactions)
    : v2CommitmentLeaves(state, minerPayouts[0]!.address, transactions, v2.transactions);
}

/**
 * The Merkle proof of the last leaf, lowest hash first. As the last leaf is the rightmost one, these are the roots of
 * the trees that the leaves before it form.
 */
function branchesOf(state: ChainState, block: Block): Uint8Array[] {
  const trees: (Uint8Array | undefined)[] = [];
  for (const leaf of leavesOf(state, block).slice(0, -1)) {
    let node = leaf;
    let height = 0;
    for (let older = trees[height]; older !== undefined; older = trees[height]) {
      node = merkleNode(older, node);
      trees[height++] = undefined;
    }
    trees[height] = node;
  }
  return trees.filter((tree) => tree !== undefined);
}

function commitmentOf({ template, branches }: Source, mark: Uint8Array): Hash256 {
  const { transactions, v2 } = template.block;
  const last =
    v2 === undefined
      ? encode(transaction, v1Marked(transactions.at(-1)!, mark))
      : encode(v2Transaction, v2Marked(v2.transactions.at(-1)!, mark));
  const root = branches.reduce((node, branch) => merkleNode(branch, node), merkleLeaf(last));
  return encodeHex(root) as Hash256;
}
