import type { TransactionSet } from '$lib/api/wallet-server/schemas';
import { UNASSIGNED_LEAF_INDEX, type CoinElement, type FundElement } from '$lib/chain/element/elements';
import { runAtOnce } from '$lib/async/stepQueue';
import { verifySignature } from '$lib/chain/keys/verifySignature';
import { withStrictEphemeralOutputs, type Network } from '$lib/chain/network/network';
import type { VerifySignature } from '$lib/chain/policy/verifyPolicy';
import type { UnixSeconds } from '$lib/chain/time';
import type { Transaction } from '$lib/chain/transaction/transaction';
import { coinOutputId, fundOutputId } from '$lib/chain/transaction/transactionIds';
import { v2CoinOutputId, v2FundOutputId, v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import type { V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { applyTransaction, applyV2Transaction } from '$lib/consensus/apply/applyTransaction';
import { BlockEffects } from '$lib/consensus/apply/blockEffects';
import { EMPTY_TRANSACTION_SUPPLEMENT, type TransactionSupplement } from '$lib/consensus/apply/supplement';
import { ConsensusError } from '$lib/consensus/errors';
import { SignatureCache } from '$lib/consensus/validate/signatureCache';
import { validateTransaction } from '$lib/consensus/validate/validateTransaction';
import { validateV2Transaction } from '$lib/consensus/validate/validateV2Transaction';
import { MissingProofError } from '$lib/wallet/errors';
import { stateElementOf, type WalletCache } from '$lib/wallet/sync/cache';
import { poolEvents, type OwnAddresses } from '$lib/wallet/sync/chainEvents';
import type { WalletEvent } from '$lib/wallet/sync/walletEvent';
import { wholeState, type TipState } from '../records';

/** The wallet's transactions in a server's pool. */
export interface CheckedPool {
  /** Valid: they count toward the balance, and their inputs are not spent again. */
  readonly events: readonly WalletEvent[];
  /** Shown separately; nothing depends on them. */
  readonly unverified: readonly WalletEvent[];
}

/** A server's pool, requested at `askedAtMs` (milliseconds since 1970): later sends are not in it. */
export interface PoolAnswer extends CheckedPool {
  readonly askedAtMs: number;
}

type Pool = Pick<TransactionSet, 'transactions' | 'v2Transactions'>;

interface Place {
  readonly network: Network;
  readonly cache: WalletCache;
  readonly state: TipState;
  readonly own: OwnAddresses;
  readonly now: UnixSeconds;
}

/** A flood of signatures must not stall the page: the rest is verified with the next readings. */
const MAX_SIGNATURES = 300;
const MAX_ANCESTORS = 1_000;
const MAX_UNVERIFIED = 100;
const CACHED_SIGNATURES = 5_000;

class SignatureBudgetError extends Error {}

/**
 * Verifies a pool's transactions that concern a wallet, by the consensus rules: parents that exist and are unspent, by
 * their proofs; sums, policies and signatures. Foreign parents of V1 transactions have no proof, so V1 payments from
 * others are unverified until they are in a block.
 */
export class PoolCheck {
  readonly #signatures = new SignatureCache(CACHED_SIGNATURES);

  check(pool: TransactionSet, place: Place): CheckedPool {
    return runAtOnce(this.checkInSteps(pool, place));
  }

  /** {@link check}. Yields between its steps: a server can list hundreds of thousands of transactions. */
  *checkInSteps(pool: TransactionSet, place: Place): Generator<void, CheckedPool> {
    const { concerning, events: claimed } = yield* concerningWallet(pool, place);
    if (claimed.length === 0) return { events: [], unverified: [] };
    const valid = yield* this.#validOf(pool, concerning, place);
    const events = uniqueById(eventsOf(valid, place));
    const known = new Set(events.map(({ id }) => id));
    // Sends first: one that is not listed would count as dropped.
    const unverified = uniqueById(claimed.filter(({ id }) => !known.has(id))).toSorted(
      (a, b) => Number(spendsOwn(b)) - Number(spendsOwn(a))
    );
    return { events, unverified: unverified.slice(0, MAX_UNVERIFIED) };
  }

  *#validOf(pool: TransactionSet, concerning: Pool, { network, cache, state, own }: Place): Generator<void, Pool> {
    const whole = wholeState(state);
    if (whole === undefined) return { transactions: [], v2Transactions: [] };
    // Pools of the network apply the rule at every height.
    const effects = new BlockEffects(withStrictEphemeralOutputs(network), whole);
    const context = { effects, verifySignature: this.#verifier() };
    const transactions: Transaction[] = [];
    for (const txn of yield* withAncestors(concerning.transactions, pool.transactions, V1_LINKS)) {
      yield;
      const apply = () => {
        const supplement = supplementOf(cache, txn);
        validateTransaction(context, txn, supplement);
        applyTransaction(context.effects, txn, supplement);
      };
      if (isValid(apply)) transactions.push(txn);
    }
    const isCurrent = pool.basis.id === whole.index.id;
    const v2Transactions: V2Transaction[] = [];
    if (!isCurrent) return { transactions, v2Transactions };
    for (const txn of yield* withAncestors(concerning.v2Transactions, pool.v2Transactions, V2_LINKS)) {
      yield;
      const apply = () => {
        validateV2Transaction(context, txn);
        applyV2Transaction(context.effects, txn);
      };
      if (spendsHeld(txn, cache, own) && isValid(apply)) v2Transactions.push(txn);
    }
    return { transactions, v2Transactions };
  }

  #verifier(): VerifySignature {
    let left = MAX_SIGNATURES;
    return this.#signatures.verifier((...check) => {
      if (left === 0) throw new SignatureBudgetError();
      left--;
      return verifySignature(...check);
    });
  }
}

const eventsOf = (pool: Pool, { cache, own, now }: Place): WalletEvent[] => poolEvents(pool, cache, own, now);

const uniqueById = (events: readonly WalletEvent[]): WalletEvent[] => [
  ...new Map(events.map((event) => [event.id, event])).values()
];

const spendsOwn = ({ inputs }: WalletEvent): boolean => inputs.some(({ own }) => own);

/** Transactions that are looked at in one step. */
const STEP = 100;

/** The transactions that would be events of the wallet, and these events. Yields between its steps. */
function* concerningWallet(pool: Pool, place: Place) {
  const events: WalletEvent[] = [];
  function* concerning<T>(all: readonly T[], poolOf: (txn: T) => Pool): Generator<void, T[]> {
    const found: T[] = [];
    for (const [i, txn] of all.entries()) {
      if (i % STEP === 0) yield;
      const own = eventsOf(poolOf(txn), place);
      events.push(...own);
      if (own.length > 0) found.push(txn);
    }
    return found;
  }
  const transactions = yield* concerning(pool.transactions, (txn) => ({ transactions: [txn], v2Transactions: [] }));
  const v2Transactions = yield* concerning(pool.v2Transactions, (txn) => ({ transactions: [], v2Transactions: [txn] }));
  return { concerning: { transactions, v2Transactions }, events };
}

/**
 * Whether the wallet holds the outputs of its addresses that the transaction spends. It may lack some from before the
 * first block of its server, whose loss would be deducted from a balance that does not include them.
 */
const spendsHeld = ({ coinInputs, fundInputs }: V2Transaction, { coins, funds }: WalletCache, own: OwnAddresses) =>
  coinInputs.every(({ parent }) => isForeignOrNew(parent, own) || coins.has(parent.id)) &&
  fundInputs.every(({ parent }) => isForeignOrNew(parent, own) || funds.has(parent.id));

const isForeignOrNew = ({ output, stateElement }: CoinElement | FundElement, own: OwnAddresses): boolean =>
  !own.has(output.address) || stateElement.leafIndex === UNASSIGNED_LEAF_INDEX;

function isValid(apply: () => void): boolean {
  try {
    apply();
    return true;
  } catch (error) {
    if (error instanceof ConsensusError || error instanceof SignatureBudgetError) return false;
    throw error;
  }
}

/** The elements of the wallet that a V1 transaction spends. */
function supplementOf(cache: WalletCache, { coinInputs, fundInputs }: Transaction): TransactionSupplement {
  return {
    ...EMPTY_TRANSACTION_SUPPLEMENT,
    coinInputs: coinInputs.flatMap(({ parentId }): CoinElement[] => withProof(cache, cache.coins.get(parentId))),
    fundInputs: fundInputs.flatMap(({ parentId }): FundElement[] => withProof(cache, cache.funds.get(parentId)))
  };
}

function withProof<O extends { readonly leafIndex?: bigint }>(cache: WalletCache, output: O | undefined) {
  if (output?.leafIndex === undefined) return [];
  try {
    return [{ ...output, stateElement: stateElementOf(cache, output.leafIndex) }];
  } catch (error) {
    if (error instanceof MissingProofError) return [];
    throw error;
  }
}

/** Dependencies between pool transactions, as output ids. */
interface Links<T> {
  /** Parents that may be unconfirmed. */
  readonly parents: (txn: T) => readonly string[];
  readonly created: (txn: T) => readonly string[];
}

const V1_LINKS: Links<Transaction> = {
  parents: ({ coinInputs, fundInputs }) => [...coinInputs, ...fundInputs].map(({ parentId }) => parentId),
  created: (txn) => [
    ...txn.coinOutputs.map((_, i) => coinOutputId(txn, i)),
    ...txn.fundOutputs.map((_, i) => fundOutputId(txn, i))
  ]
};

const V2_LINKS: Links<V2Transaction> = {
  parents: ({ coinInputs, fundInputs }) =>
    [...coinInputs, ...fundInputs]
      .filter(({ parent }) => parent.stateElement.leafIndex === UNASSIGNED_LEAF_INDEX)
      .map(({ parent }) => parent.id),
  created: (txn) => {
    const id = v2TransactionId(txn);
    return [
      ...txn.coinOutputs.map((_, i) => v2CoinOutputId(id, i)),
      ...txn.fundOutputs.map((_, i) => v2FundOutputId(id, i))
    ];
  }
};

/** The transactions with all their ancestors in the pool, parents first. Yields between its steps. */
function* withAncestors<T>(
  wanted: readonly T[],
  pool: readonly T[],
  { parents, created }: Links<T>
): Generator<void, T[]> {
  if (wanted.every((txn) => parents(txn).length === 0)) return [...wanted];
  const makerOf = new Map<string, T>();
  for (const [i, txn] of pool.entries()) {
    if (i % STEP === 0) yield;
    for (const id of created(txn)) makerOf.set(id, txn);
  }
  const ordered = new Set<T>();
  const entered = new Set<T>();
  const enter = (txn: T): void => {
    if (entered.has(txn) || entered.size > MAX_ANCESTORS) return;
    entered.add(txn);
    for (const id of parents(txn)) {
      const maker = makerOf.get(id);
      if (maker !== undefined) enter(maker);
    }
    ordered.add(txn);
  };
  wanted.forEach(enter);
  return [...ordered];
}
