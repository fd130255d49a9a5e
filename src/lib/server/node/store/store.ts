import type { DatabaseSync } from 'node:sqlite';
import type { Address } from '$lib/chain/address';
import { blockHeader, type Block, type BlockHeader } from '$lib/chain/block/block';
import { encodeBlock, v2Block } from '$lib/chain/block/blockLayout';
import type { Hastings } from '$lib/chain/currency/currency';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import type { ChainIndex, CoinElement, FundElement, StateElement } from '$lib/chain/element/elements';
import type { BlockId } from '$lib/chain/ids';
import type { ChainState } from '$lib/chain/block/state';
import type { Height } from '$lib/chain/time';
import { chainState } from '$lib/chain/block/stateLayout';
import type { ElementDiffs } from '$lib/chain/proof/update';
import type { TreeNode } from '$lib/consensus/accumulator/forest';
import type { BlockSupplement } from '$lib/consensus/apply/supplement';
import { decode, encode } from '$lib/codec/layout';
import { AddressBalances } from './balances';
import type { ChainEvent } from './eventData';
import { BlockTable, type BlockStatus } from './blocks';
import { ChangeTable } from './changes';
import { CheckpointTable } from './checkpoint';
import { CoinTable } from './coins';
import { ContractTable } from './contracts';
import { hasLog, inTransaction, openDatabase } from './database';
import { EventTable } from './events';
import { ExpiryTable } from './expiries';
import { FundTable } from './funds';
import { isInPlace } from './writes/inPlace';
import { MinedTable } from './mined';
import type { StartWriter } from './writes/writerThread';
import { SettingsTable } from './settings';
import { storeError } from './sqliteError';
import { blockSupplement } from './supplementLayout';
import { TreeTable, type TreeChunks } from './tree';
import { WalletTable } from './wallets';
import { Writes, type RecordedChanges } from './writes/writes';

const FIRST_BODY = 'chain.firstBody';

/** A stored block, decoded. */
export interface StoredBlock {
  readonly id: BlockId;
  readonly block: Block;
  /** Encoded length in bytes. */
  readonly bytes: number;
  readonly status: BlockStatus;
  /** State after the block; if only its header was validated, elements and addresses are those of an ancestor. */
  readonly state: ChainState;
  /** Present once the block was fully validated. */
  readonly supplement: BlockSupplement | undefined;
}

/** Data stored when a block joins the best chain. */
export interface Connection {
  readonly index: ChainIndex;
  readonly diffs: ElementDiffs;
  readonly treeNodes: readonly TreeNode[];
  readonly events: readonly ChainEvent[];
}

/** Data needed to remove the tip: the diffs with all elements as before the block. */
export interface Disconnection {
  readonly index: ChainIndex;
  readonly diffs: ElementDiffs;
  readonly treeNodes: readonly TreeNode[];
  /** Leaf counts with the block, and without it. */
  readonly numLeaves: { readonly before: bigint; readonly after: bigint };
}

/** Changes for another thread to make. */
export interface RecordedTransaction {
  readonly changes: RecordedChanges;
  /** Balances that it sets. */
  readonly totals: ReadonlyMap<Address, Hastings>;
  /** Nodes that it sets. */
  readonly chunks: TreeChunks;
}

/** The chain database: all blocks, and outputs, contracts, accumulator and events of the best chain. */
export class ChainStore {
  readonly blocks: BlockTable;
  readonly coins: CoinTable;
  readonly funds: FundTable;
  readonly balances: AddressBalances;
  readonly contracts: ContractTable;
  readonly expiries: ExpiryTable;
  readonly tree: TreeTable;
  readonly events: EventTable;
  readonly changes: ChangeTable;
  /** Where the chain begins, if not with its genesis block. */
  readonly checkpoint: CheckpointTable;
  readonly mined: MinedTable;
  readonly settings: SettingsTable;
  readonly wallets: WalletTable;
  readonly database: DatabaseSync;
  readonly #writes: Writes;

  /** @param path a file, or `:memory:` @param startWriter lets transactions be recorded in a file */
  constructor(path: string, startWriter?: StartWriter) {
    const database = openDatabase(path);
    this.database = database;
    const startThread = startWriter && hasLog(database) ? startWriter.bind(undefined, path) : undefined;
    const writes = new Writes(database, startThread);
    this.#writes = writes;
    this.blocks = new BlockTable(database, writes);
    this.coins = new CoinTable(database, writes);
    this.funds = new FundTable(database, writes);
    this.balances = new AddressBalances(database);
    this.contracts = new ContractTable(database, writes);
    this.expiries = new ExpiryTable(database, writes);
    this.tree = new TreeTable(database, writes);
    this.events = new EventTable(database, writes);
    this.changes = new ChangeTable(database, writes);
    this.checkpoint = new CheckpointTable(database, writes);
    this.mined = new MinedTable(database, writes);
    this.settings = new SettingsTable(database, writes);
    this.wallets = new WalletTable(database, writes);
  }

  /** Whether the file is still where it was opened; otherwise nothing can be stored. */
  get isInPlace(): boolean {
    return isInPlace(this.database);
  }

  /** Runs `work` in one transaction. It must be synchronous: otherwise other requests could read in between. */
  transaction<T>(work: () => T): T {
    this.#writes.finish();
    try {
      return inTransaction(this.database, () => {
        const result = work();
        // Consecutive blocks change mostly the same balances and nodes: write each once.
        this.coins.balances.write();
        this.tree.write();
        return result;
      });
    } catch (error) {
      this.#forget();
      throw error;
    }
  }

  /** Whether {@link record} can be used. */
  get canRecord(): boolean {
    return this.#writes.canRecord;
  }

  /**
   * The same for a transaction that another thread is to make. Of what it changes, or what one still being made does,
   * `work` may read only what V1 transactions refer to: unspent outputs, V1 contracts, expiries, ids of the best chain,
   * and proofs. If it throws, nothing is recorded.
   * @param isRead whether it does, or that of the next transaction
   */
  record(work: () => void, isRead = false): RecordedTransaction {
    const { next } = this.events;
    try {
      let totals: RecordedTransaction['totals'] = new Map();
      let chunks: TreeChunks = new Map();
      const changes = this.#writes.record(() => {
        work();
        totals = this.coins.balances.write();
        chunks = this.tree.record();
      }, isRead);
      return { changes, totals, chunks };
    } catch (error) {
      this.#forget();
      this.events.next = next;
      throw error;
    }
  }

  /**
   * Has another thread make a recorded transaction. Reads see its changes once `onEnd` is called, all other changes
   * wait until then.
   * @param onEnd called with an error if nothing was stored
   * @throws {NotStoredError}
   */
  send({ changes, totals, chunks }: RecordedTransaction, onEnd: (error: unknown) => void): void {
    try {
      this.#writes.send(changes, (error) => {
        this.coins.balances.setSent(new Map());
        this.tree.endSent();
        if (error !== undefined) this.#forget();
        onEnd(error && storeError(error));
      });
    } catch (error) {
      this.#forget();
      throw error;
    }
    this.coins.balances.setSent(totals);
    this.tree.setSent(chunks);
  }

  /** Resolves once the transaction sent last is made, or failed. */
  sent(): Promise<void> {
    return this.#writes.ended();
  }

  /** Ends the thread that makes recorded transactions, if any. */
  endThread(): void {
    this.#writes.endThread();
  }

  /** Clears caches after a failed transaction. */
  #forget(): void {
    this.tree.forget();
    this.coins.balances.forget();
    this.events.next = undefined;
  }

  close(): void {
    this.#writes.endThread();
    this.database.close();
  }

  /** The block with the id, on any branch; undefined if it is not stored, or its body was pruned. */
  block(id: BlockId): StoredBlock | undefined {
    const row = this.blocks.get(id);
    if (row?.body === undefined) return undefined;
    return {
      id,
      block: decode(v2Block, row.body),
      bytes: row.body.length,
      status: row.status,
      state: decode(chainState, row.state),
      supplement: row.supplement && decode(blockSupplement, row.supplement)
    };
  }

  /** The block's header; available even if its body was pruned. */
  header(id: BlockId): BlockHeader | undefined {
    const header = this.blocks.header(id);
    return header && decode(blockHeader, header);
  }

  /** Headers of the best chain after a height, in order. */
  headersAfter(height: Height, count: number): BlockHeader[] {
    return this.blocks.headersAfter(height, count).map((header) => decode(blockHeader, header));
  }

  /**
   * The state after the block, without decoding the block itself. Available for all stored blocks, and for the one
   * before a checkpoint.
   */
  state(id: BlockId): ChainState | undefined {
    const state = this.blocks.state(id);
    if (state !== undefined) return decode(chainState, state);
    const before = this.checkpoint.get()?.parentState;
    return before?.index.id === id ? before : undefined;
  }

  /** Number of leaves whose elements are not stored: those from before a checkpoint; otherwise 0. */
  get unknownLeaves(): bigint {
    return this.checkpoint.get()?.parentState.elements.numLeaves ?? 0n;
  }

  #isStored({ stateElement }: CoinElement | FundElement): boolean {
    return stateElement.leafIndex >= this.unknownLeaves;
  }

  /** Lowest height with a block body on the best chain: 0 unless it begins with a checkpoint or is pruned. */
  get firstBody(): Height {
    return this.settings.getNumber(FIRST_BODY);
  }

  setFirstBody(height: Height): void {
    this.settings.set(FIRST_BODY, String(height));
  }

  /**
   * Stores a block whose parent is known.
   * @param state state after the block; for blocks not fully validated, the part that follows from the header
   * @param supplement given for fully validated blocks
   */
  insertBlock(id: BlockId, block: Block, state: ChainState, supplement?: BlockSupplement): void {
    this.blocks.insert({
      id,
      parentId: block.parentId,
      height: state.index.height,
      status: supplement === undefined ? 'header' : 'full',
      header: encode(blockHeader, blockHeaderOf(block)),
      body: encodeBlock(block),
      state: encode(chainState, state),
      supplement: supplement && encode(blockSupplement, supplement)
    });
  }

  /** Marks the block as fully validated. */
  setChecked(id: BlockId, state: ChainState, supplement: BlockSupplement): void {
    this.blocks.setChecked(id, encode(chainState, state), encode(blockSupplement, supplement));
  }

  /** Makes a validated block the tip, within {@link transaction}. */
  connect({ index, diffs, treeNodes, events }: Connection): void {
    const { height } = index;
    for (const { coinElement, created, spent } of diffs.coinElements) {
      if (created) this.coins.insert(coinElement, height, spent ? height : undefined);
      else if (spent && this.#isStored(coinElement)) this.coins.spend(coinElement, height);
    }
    for (const { fundElement, created, spent } of diffs.fundElements) {
      if (created) this.funds.insert(fundElement, height, spent ? height : undefined);
      else if (spent && this.#isStored(fundElement)) this.funds.spend(fundElement, height);
    }
    for (const { fileContractElement: element, created, revision, resolved } of diffs.fileContractElements) {
      const before = created ? undefined : this.contracts.getV1(element.id)?.element.fileContract.windowEnd;
      const after = resolved ? undefined : (revision ?? element.fileContract).windowEnd;
      this.expiries.move(height, element.id, before, after);
      if (created) this.contracts.insertV1({ ...element, fileContract: revision ?? element.fileContract });
      else if (revision) this.contracts.reviseV1(element.id, revision);
      if (resolved) this.contracts.resolveV1(element.id, height);
    }
    for (const { v2FileContractElement: element, created, revision, resolution } of diffs.v2FileContractElements) {
      if (created) this.contracts.insertV2({ ...element, fileContract: revision ?? element.fileContract });
      else if (revision) this.contracts.reviseV2(element.id, revision);
      if (resolution) this.contracts.setResolved(element.id, height);
    }
    this.tree.put(treeNodes);
    this.events.insertAll(events);
    this.blocks.extendBest(index);
  }

  /** Removes the tip, restoring everything as before it, within {@link transaction}. */
  disconnect({ index, diffs, treeNodes, numLeaves }: Disconnection): void {
    for (const { coinElement, created, spent } of diffs.coinElements) {
      if (created) this.coins.remove(coinElement, spent);
      else if (spent && this.#isStored(coinElement)) this.coins.unspend(coinElement);
    }
    for (const { fundElement, created, spent } of diffs.fundElements) {
      if (created) this.funds.remove(fundElement);
      else if (spent && this.#isStored(fundElement)) this.funds.unspend(fundElement);
    }
    for (const { fileContractElement: element, created, resolved } of diffs.fileContractElements) {
      if (created) this.contracts.remove(element.id);
      else this.contracts.reviseV1(element.id, element.fileContract);
      if (!created && resolved) this.contracts.setResolved(element.id, undefined);
    }
    for (const { v2FileContractElement: element, created, resolution } of diffs.v2FileContractElements) {
      if (created) this.contracts.remove(element.id);
      else this.contracts.reviseV2(element.id, element.fileContract);
      if (!created && resolution) this.contracts.setResolved(element.id, undefined);
    }
    this.expiries.removeBlock(index.height);
    this.tree.put(treeNodes);
    this.tree.shrink(numLeaves.before, numLeaves.after);
    this.events.removeBlock(index.height);
    this.blocks.shortenBest(index.height);
  }

  /** The element with its proof in the forest of `numLeaves` leaves, that of the stored tip. */
  prove<Element extends CoinElement | FundElement | { readonly stateElement: StateElement }>(
    element: Element,
    numLeaves: bigint
  ): Element {
    return { ...element, stateElement: this.tree.stateElement(element.stateElement.leafIndex, numLeaves) };
  }
}
