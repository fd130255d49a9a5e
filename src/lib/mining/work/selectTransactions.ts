import { sortInSteps } from '$lib/async/sortInSteps';
import { runAtOnce } from '$lib/async/stepQueue';
import { transactionWeight, v2TransactionWeight } from '$lib/chain/block/weight';
import { MAX_BLOCK_WEIGHT, MAX_SENT_BLOCK_BYTES } from '$lib/chain/block/maxWeight';
import { encodeWithoutProofs, MultiproofSize } from '$lib/chain/block/multiproof';
import { coinOutputId, fileContractId, fundOutputId } from '$lib/chain/transaction/transactionIds';
import type { Transaction } from '$lib/chain/transaction/transaction';
import {
  v2CoinOutputIds,
  v2FileContractId,
  v2FundOutputId,
  v2RenewalId,
  v2TransactionId
} from '$lib/chain/transaction/v2TransactionIds';
import type { V2Transaction } from '$lib/chain/transaction/v2Transaction';

/** A limit on a block's JSON size, for servers that have one: weight does not count proofs and field names. */
export interface SizeLimit {
  readonly maxBytes: number;
  /** A block without transactions, at most. */
  readonly emptyBlockBytes: number;
  readonly transactionBytes: (txn: Transaction) => number;
  readonly v2TransactionBytes: (txn: V2Transaction) => number;
}

/** A transaction of either generation in a pool. */
type Candidate =
  | { readonly version: 1; readonly txn: Transaction }
  | { readonly version: 2; readonly txn: V2Transaction };

/** Consecutive transactions of one component that pay best together. */
interface Chunk {
  readonly component: number;
  readonly items: number[];
  fee: bigint;
  weight: number;
}

export interface Selection {
  readonly transactions: Transaction[];
  readonly v2Transactions: V2Transaction[];
}

/** The block is considered full after this many transactions in a row did not fit. */
const MAX_MISFITS = 100;
/** Transactions handled in one step, each of which takes up to a few milliseconds. */
const STEP = 50;

/**
 * Selects the transactions of a pool with the highest fee rates, as many as fit into a block, in the pool's order.
 * @param pool V1 before V2, parents before children
 * @param reserved always part of the block
 */
export const selectTransactions = (pool: Selection, reserved: Selection, limit: SizeLimit | undefined): Selection =>
  runAtOnce(selectInSteps(pool, reserved, limit));

/** {@link selectTransactions}, which takes seconds for a full pool. Yields between its steps. */
export function* selectInSteps(
  pool: Selection,
  reserved: Selection,
  limit: SizeLimit | undefined
): Generator<void, Selection> {
  const room = createRoom(limit);
  candidatesOf(reserved).forEach(room.take);
  const candidates = candidatesOf(pool);
  // A pool that fits is taken whole, without computing ids and dependencies.
  const taken = (yield* takeAll(candidates, room.copy())) ?? (yield* takeBest(candidates, room));
  return {
    transactions: taken.flatMap((item) => (item.version === 1 ? [item.txn] : [])),
    v2Transactions: taken.flatMap((item) => (item.version === 2 ? [item.txn] : []))
  };
}

const candidatesOf = ({ transactions, v2Transactions }: Selection): Candidate[] => [
  ...transactions.map((txn): Candidate => ({ version: 1, txn })),
  ...v2Transactions.map((txn): Candidate => ({ version: 2, txn }))
];

const weightOf = (item: Candidate): number =>
  item.version === 1 ? transactionWeight(item.txn) : v2TransactionWeight(item.txn);

const feeOf = (item: Candidate): bigint =>
  item.version === 1 ? item.txn.minerFees.reduce((sum: bigint, fee) => sum + fee, 0n) : item.txn.minerFee;

/** More than a block without transactions has, and the response that it is sent in. */
const EMPTY_BLOCK_BYTES = 300;

interface Left {
  readonly weight: number;
  /** In the encoding that is sent to peers. */
  readonly bytes: number;
  /** In that of the server that receives the block. */
  readonly limitBytes: number;
  readonly proofs: MultiproofSize;
}

interface Room {
  /** Takes the transaction if it fits. */
  take(item: Candidate): boolean;
  copy(): Room;
}

function createRoom(
  limit: SizeLimit | undefined,
  left: Left = {
    weight: MAX_BLOCK_WEIGHT,
    bytes: MAX_SENT_BLOCK_BYTES - EMPTY_BLOCK_BYTES,
    limitBytes: limit ? limit.maxBytes - limit.emptyBlockBytes : Infinity,
    proofs: new MultiproofSize()
  }
): Room {
  let { weight, bytes, limitBytes } = left;
  const { proofs } = left;
  /** Size as a list item, including the comma. */
  const limitBytesOf = (item: Candidate): number => {
    if (!limit) return 0;
    return 1 + (item.version === 1 ? limit.transactionBytes(item.txn) : limit.v2TransactionBytes(item.txn));
  };
  return {
    take(item) {
      const itemWeight = weightOf(item);
      if (itemWeight > weight) return false;
      const proof = item.version === 2 ? proofs.with(item.txn) : undefined;
      const itemBytes = bytesOf(item) + (proof?.bytes ?? 0);
      if (itemBytes > bytes) return false;
      const itemLimitBytes = limitBytesOf(item);
      if (itemLimitBytes > limitBytes) return false;
      weight -= itemWeight;
      bytes -= itemBytes;
      limitBytes -= itemLimitBytes;
      proof?.add();
      return true;
    },
    copy: () => createRoom(limit, { weight, bytes, limitBytes, proofs: proofs.copy() })
  };
}

/** Size in a block without proofs, and one byte more in a block outline. */
const bytesOf = (item: Candidate): number =>
  1 + (item.version === 1 ? transactionWeight(item.txn) : encodeWithoutProofs(item.txn).length);

function* takeAll(candidates: readonly Candidate[], room: Room): Generator<void, readonly Candidate[] | undefined> {
  for (const [index, item] of candidates.entries()) {
    if (index % STEP === 0) yield;
    if (!room.take(item)) return undefined;
  }
  return candidates;
}

function* takeBest(candidates: readonly Candidate[], room: Room): Generator<void, readonly Candidate[]> {
  const chosen: number[] = [];
  /** Components with a transaction that did not fit: later ones may depend on it. */
  const closed = new Set<number>();
  let misfits = 0;
  let taken = 0;
  for (const { component, items } of yield* chunksByRate(candidates)) {
    if (misfits >= MAX_MISFITS) break;
    if (closed.has(component)) continue;
    for (const index of items) {
      if (taken++ % STEP === 0) yield;
      if (!room.take(candidates[index]!)) {
        closed.add(component);
        misfits++;
        break;
      }
      misfits = 0;
      chosen.push(index);
    }
  }
  return chosen.toSorted((a, b) => a - b).map((index) => candidates[index]!);
}

/**
 * The pool in chunks, best-paying first. Transactions that depend on each other form a component. Its order is kept,
 * and consecutive chunks are merged while the later one pays more, so that a child pays for its parents.
 */
function* chunksByRate(candidates: readonly Candidate[]): Generator<void, Chunk[]> {
  const chunks = new Map<number, Chunk[]>();
  const components = yield* componentsOf(candidates);
  for (const [index, item] of candidates.entries()) {
    if (index % STEP === 0) yield;
    const component = components[index]!;
    const line = chunks.get(component) ?? [];
    chunks.set(component, line);
    line.push({ component, items: [index], fee: feeOf(item), weight: weightOf(item) });
    while (line.length > 1 && paysMore(line.at(-1)!, line.at(-2)!)) join(line.at(-2)!, line.pop()!);
  }
  return yield* sortInSteps([...chunks.values()].flat(), (a, b) => (paysMore(a, b) ? -1 : paysMore(b, a) ? 1 : 0));
}

/** Compares fee rates without rounding. */
const paysMore = (a: Chunk, b: Chunk): boolean => a.fee * BigInt(b.weight) > b.fee * BigInt(a.weight);

function join(chunk: Chunk, next: Chunk): void {
  for (const index of next.items) chunk.items.push(index);
  chunk.fee += next.fee;
  chunk.weight += next.weight;
}

/** The component of each transaction, identified by one of its members. */
function* componentsOf(candidates: readonly Candidate[]): Generator<void, number[]> {
  const parents = candidates.map((_, index) => index);
  const rootOf = (index: number): number => {
    let root = index;
    while (parents[root] !== root) root = parents[root]!;
    for (let i = index; parents[i] !== root;) [i, parents[i]] = [parents[i]!, root];
    return root;
  };
  /** The transaction that created or last used an output or contract. */
  const lastUsers = new Map<string, number>();
  for (const [index, item] of candidates.entries()) {
    if (index % STEP === 0) yield;
    const { uses, creates } = elementsOf(item);
    for (const id of uses) {
      const user = lastUsers.get(id);
      if (user !== undefined) parents[rootOf(index)] = rootOf(user);
      lastUsers.set(id, index);
    }
    for (const id of creates) lastUsers.set(id, index);
  }
  return candidates.map((_, index) => rootOf(index));
}

/** Ids of the outputs and contracts that a transaction uses and creates. */
interface Elements {
  readonly uses: readonly string[];
  readonly creates: readonly string[];
}

export const elementsOf = (item: Candidate): Elements =>
  item.version === 1 ? v1ElementsOf(item.txn) : v2ElementsOf(item.txn);

const v1ElementsOf = (txn: Transaction): Elements => ({
  uses: [
    ...txn.coinInputs.map(({ parentId }) => parentId),
    ...txn.fundInputs.map(({ parentId }) => parentId),
    ...txn.fileContractRevisions.map(({ parentId }) => parentId),
    ...txn.storageProofs.map(({ parentId }) => parentId)
  ],
  creates: [
    ...txn.coinOutputs.map((_, i) => coinOutputId(txn, i)),
    ...txn.fundOutputs.map((_, i) => fundOutputId(txn, i)),
    ...txn.fileContracts.map((_, i) => fileContractId(txn, i))
  ]
});

function v2ElementsOf(txn: V2Transaction): Elements {
  const id = v2TransactionId(txn);
  const contracts = [...txn.fileContractRevisions, ...txn.fileContractResolutions].map(({ parent }) => parent.id);
  return {
    uses: [
      ...txn.coinInputs.map(({ parent }) => parent.id),
      ...txn.fundInputs.map(({ parent }) => parent.id),
      ...contracts
    ],
    creates: [
      ...v2CoinOutputIds(txn),
      ...txn.fundOutputs.map((_, i) => v2FundOutputId(id, i)),
      ...txn.fileContracts.map((_, i) => v2FileContractId(id, i)),
      ...contracts.map(v2RenewalId)
    ]
  };
}
