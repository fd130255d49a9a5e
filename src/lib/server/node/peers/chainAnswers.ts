import { StepQueue, type Steps } from '$lib/async/stepQueue';
import type { BlockId, Hash256 } from '$lib/chain/ids';
import type { Transaction } from '$lib/chain/transaction/transaction';
import type { V2Transaction } from '$lib/chain/transaction/v2Transaction';
import type { CallHandlers } from '$lib/peers/calls/callee';
import {
  MAX_BLOCKS,
  MAX_HEADERS,
  type CheckpointResponse,
  type TransactionsResponse
} from '$lib/peers/calls/callTypes';
import { PeerError } from '$lib/peers/errors';
import { v1OutlineHash, v2OutlineHash } from '$lib/peers/outline/complete';
import type { ChainManager } from '../chain/chainManager';
import type { TransactionPool } from '../pool/transactionPool';
import type { ChainStore } from '../store/store';
import type { Direction } from './peer';

type ChainCalls = Pick<CallHandlers, 'sendHeaders' | 'sendBlocks' | 'sendTransactions' | 'sendCheckpoint'>;

export interface ChainAnswerParts {
  readonly store: ChainStore;
  readonly chain: ChainManager;
  readonly pool: TransactionPool;
}

export interface SharedDecoding {
  /** Of all peers: one full block is decoded at a time, as each takes tens of megabytes. */
  readonly decoding: StepQueue;
}

const smaller = (a: bigint, b: number): number => (a < BigInt(b) ? Number(a) : b);

/** Handlers of a peer's calls about our chain and pool. @param direction who dialed whom */
export function chainAnswers(
  { store, chain, pool, decoding }: ChainAnswerParts & SharedDecoding,
  direction: Direction
): ChainCalls {
  /** One call of the peer at a time, so that all peers have their turn: the calls are short, and it may make many. */
  const turns = new StepQueue();
  const inTurn = <T>(answer: Steps<T>): Promise<T> => turns.run(runIn(decoding, answer));
  return {
    sendHeaders: ({ index, max }) => {
      // We have no headers below a checkpoint. Peers that find no common block disconnect, so outbound peers, which we
      // need, get an empty list instead. An inbound peer should find another node that has what it lacks.
      if (direction === 'outbound' && index.height < store.blocks.first()!.height) {
        return { headers: [], remaining: 0n };
      }
      if (store.blocks.bestAt(index.height) !== index.id) return undefined;
      const { height: tip } = chain.tip;
      const count = Math.min(smaller(max, MAX_HEADERS), tip - index.height);
      return {
        headers: store.headersAfter(index.height, count),
        remaining: BigInt(tip - index.height - count)
      };
    },
    sendBlocks: ({ history, max }) => {
      const { height: tip } = chain.tip;
      const from = startOf(store, history);
      // Below a checkpoint, or pruned.
      if (from + 1 < store.firstBody) return undefined;
      const count = Math.min(smaller(max, MAX_BLOCKS), tip - from);
      // The ids are fixed now, because the chain may change while the peer reads.
      const ids = Array.from({ length: count }, (_, i) => store.blocks.bestAt(from + 1 + i)!);
      return { count, blocks: bodiesOf(store, ids), remaining: BigInt(tip - from - count) };
    },
    sendTransactions: ({ index: { id }, hashes }) => {
      const wanted = new Set(hashes);
      return store.blocks.place(id) === undefined ? turns.run(ofPool(wanted)) : inTurn(ofBlock(id, wanted));
    },
    sendCheckpoint: ({ index }) => inTurn(checkpointAt(index.id))
  };

  function* ofBlock(id: BlockId, wanted: ReadonlySet<Hash256>): Steps<TransactionsResponse> {
    yield;
    // Without its body, they are unknown.
    const block = store.block(id)?.block;
    return {
      transactions: yield* chosen(block?.transactions ?? [], v1OutlineHash, wanted),
      v2transactions: yield* chosen(block?.v2?.transactions ?? [], v2OutlineHash, wanted)
    };
  }

  function* ofPool(wanted: ReadonlySet<Hash256>): Steps<TransactionsResponse> {
    yield* pool.untilSettled();
    return {
      transactions: yield* chosen(pool.transactions, v1OutlineHash, wanted),
      v2transactions: yield* chosen(pool.v2Transactions, v2OutlineHash, wanted)
    };
  }

  function* checkpointAt(id: BlockId): Steps<CheckpointResponse | undefined> {
    yield;
    const stored = store.block(id);
    const parent = stored && store.blocks.place(stored.block.parentId);
    // The state of a block that was never on the best chain follows from its header alone.
    const isApplied = parent?.status === 'full' || store.checkpoint.get()?.id === id;
    if (stored === undefined || !isApplied) return undefined;
    return { block: stored.block, state: store.state(stored.block.parentId)! };
  }
}

/** Begins the work in its turn, and waits for it. */
function* runIn<T>(queue: StepQueue, work: Steps<T>): Steps<T> {
  yield;
  const running = queue.run(work);
  let result: { readonly value: T } | undefined;
  yield running.then((value) => void (result = { value }));
  return result!.value;
}

/** The transactions with these hashes. Yields before each. */
function* chosen<T extends Transaction | V2Transaction>(
  transactions: readonly T[],
  hashOf: (txn: T) => Hash256,
  wanted: ReadonlySet<Hash256>
): Generator<void, T[]> {
  const found: T[] = [];
  for (const txn of transactions) {
    yield;
    if (wanted.has(hashOf(txn))) found.push(txn);
  }
  return found;
}

/** Height of the first of these blocks that is on the best chain; 0 if none is. */
function startOf(store: ChainStore, history: readonly BlockId[]): number {
  for (const id of history) {
    const place = store.blocks.place(id);
    if (place !== undefined && store.blocks.bestAt(place.height) === id) return place.height;
  }
  return 0;
}

function* bodiesOf(store: ChainStore, ids: readonly BlockId[]): Generator<Uint8Array> {
  for (const id of ids) {
    const body = store.blocks.get(id)?.body;
    if (body === undefined) throw new PeerError('peers/stream-closed', `block ${id} was pruned meanwhile`);
    yield body;
  }
}
