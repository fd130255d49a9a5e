import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { TimeSlices } from '$lib/async/timeSlices';
import { MAX_BLOCK_WEIGHT } from '$lib/chain/block/maxWeight';
import { v2TransactionWeight } from '$lib/chain/block/weight';
import { hastings } from '$lib/chain/currency/currency';
import { UNASSIGNED_LEAF_INDEX, type CoinElement } from '$lib/chain/element/elements';
import type { Signature } from '$lib/chain/keys/keys';
import { sign } from '$lib/chain/keys/sign';
import { NEVER, type Network } from '$lib/chain/network/network';
import type { UnlockConditions } from '$lib/chain/policy/policy';
import type { Specifier } from '$lib/chain/policy/specifier';
import { policyAddress } from '$lib/chain/policy/policyAddress';
import { inputSigHash } from '$lib/chain/transaction/sigHash';
import { EMPTY_TRANSACTION, type Transaction } from '$lib/chain/transaction/transaction';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { v2CoinOutputId, v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import { verifyCheckpoint } from '$lib/peers/sync/checkpoint';
import { ChainManager } from '$lib/server/node/chain/chainManager';
import { startAtCheckpoint } from '$lib/server/node/chain/startAtCheckpoint';
import { InvalidTransactionError } from '$lib/server/node/errors';
import { PoolValidator } from '$lib/server/node/pool/poolValidator';
import { TransactionPool } from '$lib/server/node/pool/transactionPool';
import { SignatureChecker } from '$lib/server/node/signatures/signatureChecker';
import { ChainStore } from '$lib/server/node/store/store';
import { paidBy, policyOf, RENTER } from '../../../../support/contracts';
import { TestChain, testPreset } from '../../../../support/peers/testChain';

/** Where an ephemeral parent may claim any value. */
const network: Network = {
  ...testPreset.network,
  hardforkV2: { ...testPreset.network.hardforkV2, ephemeralOutputHeight: NEVER }
};

let store: ChainStore;
let chain: ChainManager;
let pool: TransactionPool;
let whileVerifying: (() => Promise<void>) | undefined;
beforeEach(() => {
  store = new ChainStore(':memory:');
  whileVerifying = undefined;
});
afterEach(() => {
  pool.close();
  store.close();
});

function openPool(rules: Network, areValid = true): void {
  const signatures = new SignatureChecker(async (checks) => {
    await whileVerifying?.();
    return checks.map(() => areValid);
  });
  chain = new ChainManager({ store, network: rules, genesis: testPreset.genesis, clock: Date.now, signatures });
  pool = new TransactionPool({ store, chain, signatures });
}
const add = (...v2Transactions: V2Transaction[]) => pool.add({ transactions: [], v2Transactions });
const payment = TestChain.create().payment();

/** Passes on the payment's output, claiming this value for it. */
function onward(value: bigint): V2Transaction {
  const output = { ...payment.coinOutputs[0]!, value: hastings(value) };
  const parent: CoinElement = {
    stateElement: { leafIndex: UNASSIGNED_LEAF_INDEX, merkleProof: [] },
    id: v2CoinOutputId(v2TransactionId(payment), 0),
    output,
    maturityHeight: 0n
  };
  const satisfiedPolicy = { policy: policyOf(RENTER), signatures: [], preimages: [] };
  const unsigned = { ...EMPTY_V2_TRANSACTION, coinInputs: [{ parent, satisfiedPolicy }], coinOutputs: [output] };
  const signatures = [sign(RENTER.privateKey, inputSigHash(unsigned))];
  return { ...unsigned, coinInputs: [{ parent, satisfiedPolicy: { ...satisfiedPolicy, signatures } }] };
}

test('an unconfirmed output is worth what its transaction pays, also before the rule that blocks must follow', async () => {
  openPool(network);
  const { value } = payment.coinOutputs[0]!;
  await expect(add(payment, onward(value + 1n))).rejects.toMatchObject({ code: 'v2/wrong-ephemeral' });
  await add(payment, onward(value));
  expect(pool.entries).toHaveLength(2);
});

test('a transaction whose signature is invalid is refused once that is known', async () => {
  openPool(testPreset.network, false);
  await expect(add(payment)).rejects.toBeInstanceOf(InvalidTransactionError);
  expect(pool.entries).toEqual([]);
});

test('of a set of which some are known, its transactions are returned, and no others of the pool', async () => {
  openPool(testPreset.network);
  const [known, other, fresh] = [1, 2, 3].map((i) => ({ ...EMPTY_V2_TRANSACTION, arbitraryData: Uint8Array.of(i) }));
  await add(known!);
  await add(other!);
  const { v2Transactions } = await add(known!, fresh!);
  expect(v2Transactions.map(v2TransactionId)).toEqual([known!, fresh!].map(v2TransactionId));
  expect(pool.entries).toHaveLength(3);
});

test('blocks need not validate what the pool has validated on the same tip', async () => {
  openPool(testPreset.network);
  const validator = new PoolValidator({ store, chain, signatures: new SignatureChecker(() => expect.fail()) });
  const isKnown = () => chain.validatedTransactions.has(chain.state, payment);
  validator.emptyEffects();
  validator.prepare(payment);
  const { cache } = validator;
  validator.emptyEffects();
  expect([isKnown(), validator.cache === cache]).toEqual([true, true]);
  // Its proofs are those of the old tip.
  await chain.addBlock(TestChain.create().extend(1).blocks[1]!);
  validator.emptyEffects();
  expect([isKnown(), validator.cache === cache]).toEqual([false, false]);
  validator.prepare(payment);
  expect(isKnown()).toBe(true);
});

describe('spending from before a checkpoint', () => {
  /** Twenty transactions that spend the genesis coin, with its proof at an earlier block; they are not signed. */
  async function openAtCheckpoint(best = TestChain.create().extend(9)) {
    const [trusted, basis] = [best.states[3]!.index, best.states[4]!.index];
    const checkpoint = { block: best.blocks[3]!, state: best.states[2]! };
    startAtCheckpoint(store, verifyCheckpoint(testPreset.network, trusted, checkpoint), testPreset.genesis.timestamp);
    openPool(testPreset.network);
    await chain.addBlocks(best.blocks.slice(4));
    const bare = { ...best.payment(), minerFee: hastings(0n), coinOutputs: [] };
    const parent = best.coins[4]!;
    const v2Transactions = Array.from({ length: 20 }, (_, i) => ({
      ...bare,
      coinInputs: bare.coinInputs.map((input) => ({ ...input, parent })),
      arbitraryData: Uint8Array.of(i)
    }));
    return { basis, transactions: [], v2Transactions };
  }

  test('replays each block once, in steps, however many transactions do', async () => {
    const set = await openAtCheckpoint();
    const read = vi.spyOn(store, 'block');
    const turn = vi.spyOn(TimeSlices.prototype, 'turn');
    await expect(pool.add(set)).rejects.toMatchObject({ version: 2 });
    expect(read).toHaveBeenCalledTimes(5);
    expect(turn).toHaveBeenCalledTimes(5);
  });

  test('is dropped when its client disconnects while others are rebased', async () => {
    const set = await openAtCheckpoint();
    const read = vi.spyOn(store, 'block');
    const stop = new AbortController();
    const first = pool.add(set);
    const left = pool.add(set, stop);
    stop.abort(new Error('disconnected'));
    await expect(left).rejects.toThrow('disconnected');
    await expect(first).rejects.toMatchObject({ version: 2 });
    expect(read).toHaveBeenCalledTimes(5);
  });

  test('is rebased again if a block arrives while it is rebased to the last one', async () => {
    const best = TestChain.create().extend(4);
    const early = best.payment();
    const { basis } = await openAtCheckpoint(best);
    // The last one makes its proof longer.
    const [second, last] = best.extend(2).blocks.slice(5);
    const turn = vi.spyOn(TimeSlices.prototype, 'turn');
    whileVerifying = async () => {
      whileVerifying = undefined;
      turn.mockImplementationOnce(async () => void (await chain.addBlock(last!)));
      await chain.addBlock(second!);
    };
    await pool.add({ basis, transactions: [], v2Transactions: [early] });
    turn.mockRestore();
    expect(chain.tip).toEqual(best.tip.index);
    expect(pool.v2Transactions.map(({ coinInputs }) => coinInputs[0]!.parent)).toEqual([best.coins[6]]);
  });
});

test.each<[string, number, boolean]>([
  ['return if their proofs are still valid', 6, true],
  // The new tip is the first with more than sixteen leaves.
  ['do not return if their proofs have become longer', 3, false]
])('after a reorganization of two blocks, the payments of the newer one %s', async (_, height, isReturning) => {
  openPool(testPreset.network);
  const common = TestChain.create().extend(height);
  const old = common.fork(height, 1).extend(1);
  const mined = old.payment();
  old.add(old.next([mined]));
  const branch = common.fork(height, 2).extend(3);
  for (const block of [...old.blocks.slice(1), ...branch.blocks.slice(height + 1)]) await chain.addBlock(block);
  expect(chain.tip).toEqual(branch.tip.index);
  expect(pool.v2Transactions.map(v2TransactionId)).toEqual(isReturning ? [v2TransactionId(mined)] : []);
});

test('after a reorganization, a payment stays that spends an output which the new branch has in another place', async () => {
  openPool(testPreset.network);
  const old = TestChain.create(testPreset, 1);
  old.add(old.next([old.payment()]));
  const id = v2CoinOutputId(v2TransactionId(old.payment()), 0);
  await chain.addBlock(old.blocks[1]!);
  const placed = () => store.prove(store.coins.get(id)!.element, chain.state.elements.numLeaves);
  const before = placed();
  await add(paidBy(before, RENTER, 5n, { minerFee: hastings(5n) }));
  const branch = old.fork(0, 2).extend(1);
  branch.add(branch.next([branch.payment()])).extend(2);
  for (const block of branch.blocks.slice(1)) await chain.addBlock(block);
  expect(chain.tip).toEqual(branch.tip.index);
  expect(placed().stateElement.leafIndex).not.toBe(before.stateElement.leafIndex);
  expect(pool.v2Transactions.map(({ coinInputs }) => coinInputs[0]!.parent)).toEqual([placed()]);
});

describe('nothing has changed for miners, who would begin other work,', () => {
  const look = () => [pool.version, pool.generation, pool.count];

  test('if the pool has a set already', async () => {
    openPool(testPreset.network);
    const sets = [payment, { ...EMPTY_V2_TRANSACTION, arbitraryData: Uint8Array.of(1) }];
    await add(...sets);
    const before = look();
    const { v2Transactions, fresh } = await add(...sets);
    expect([v2Transactions, [...fresh]]).toEqual([sets, []]);
    expect(look()).toEqual(before);
  });

  test('if a block leaves the pool empty', async () => {
    openPool(testPreset.network);
    const before = look();
    await chain.addBlock(TestChain.create().next());
    expect(look()).toEqual(before);
  });
});

test('the signal of a request is not read for a set that waits for nothing: creating it takes long', async () => {
  openPool(testPreset.network);
  const read = vi.fn(() => new AbortController().signal);
  const wanted = Object.defineProperty({} as { readonly signal: AbortSignal }, 'signal', { get: read });
  await pool.add({ transactions: [], v2Transactions: [payment] }, wanted);
  expect(pool.entries).toHaveLength(1);
  expect(read).not.toHaveBeenCalled();
});

test('what unsubscribed is not called for further sets', async () => {
  openPool(testPreset.network);
  const listener = vi.fn();
  const unsubscribe = pool.onAdded(listener);
  await add(payment);
  expect(listener).toHaveBeenCalledOnce();
  unsubscribe();
  await add({ ...EMPTY_V2_TRANSACTION, arbitraryData: Uint8Array.of(1) });
  expect(listener).toHaveBeenCalledOnce();
});

test('a closed pool does not follow the chain', async () => {
  openPool(testPreset.network);
  await add(payment);
  pool.close();
  await chain.addBlock(TestChain.create().next([payment]));
  expect(pool.entries).toHaveLength(1);
});

test('a set may have as many transactions as fit into a block, of both versions together', async () => {
  openPool(testPreset.network);
  const of = (v1: number, v2: number) => ({
    transactions: new Array<Transaction>(v1).fill(EMPTY_TRANSACTION),
    v2Transactions: new Array<V2Transaction>(v2).fill(EMPTY_V2_TRANSACTION)
  });
  await expect(pool.add(of(4_001, 4_000))).rejects.toMatchObject({ code: 'pool/set-too-long', most: 8_000 });
  // They are without effect.
  await expect(pool.add(of(1, 7_999))).rejects.toBeInstanceOf(InvalidTransactionError);
});

test.each([
  ['at once', 'less than', -1, 0],
  ['in steps', 'as much as', 0, 1]
])('a set is validated %s if all but its last weigh %s an eighth of a block', async (_, __, difference, turns) => {
  openPool(testPreset.network);
  const large = { ...EMPTY_V2_TRANSACTION, arbitraryData: new Uint8Array(100_000) };
  const bytes = 100_000 + MAX_BLOCK_WEIGHT / 8 - v2TransactionWeight(large) + difference;
  const turn = vi.spyOn(TimeSlices.prototype, 'turn');
  await add({ ...large, arbitraryData: new Uint8Array(bytes) }, { ...large, arbitraryData: Uint8Array.of(1) });
  expect(turn).toHaveBeenCalledTimes(turns);
  turn.mockRestore();
});

describe('a full pool', () => {
  const COIN = 10n ** 24n;
  /** Keys that need not sign count, although they weigh little: two million for these. */
  const LARGE: UnlockConditions = {
    timelock: 0n,
    publicKeys: Array.from({ length: 9_990 }, () => ({ algorithm: 'any' as Specifier, key: new Uint8Array(0) })),
    signaturesRequired: 0n
  };
  const policies = { large: { type: 'uc', unlockConditions: LARGE } as const, small: policyOf(RENTER) };
  const outputs = { large: policyAddress(policies.large), small: policyAddress(policies.small) };
  const own = (value: bigint, size: keyof typeof outputs) => ({ value: hastings(value), address: outputs[size] });

  /** Spends an output of an unconfirmed transaction. */
  function spending(txn: V2Transaction, i: number, minerFee: bigint, next: keyof typeof outputs): V2Transaction {
    const output = txn.coinOutputs[i]!;
    const parent: CoinElement = {
      stateElement: { leafIndex: UNASSIGNED_LEAF_INDEX, merkleProof: [] },
      id: v2CoinOutputId(v2TransactionId(txn), i),
      output,
      maturityHeight: 0n
    };
    const satisfied = (signatures: readonly Signature[]) => ({
      policy: output.address === outputs.large ? policies.large : policies.small,
      signatures,
      preimages: []
    });
    const unsigned: V2Transaction = {
      ...EMPTY_V2_TRANSACTION,
      coinInputs: [{ parent, satisfiedPolicy: satisfied([]) }],
      coinOutputs: [own(output.value - minerFee, next)],
      minerFee: hastings(minerFee)
    };
    if (output.address === outputs.large) return unsigned;
    const signatures = [sign(RENTER.privateKey, inputSigHash(unsigned))];
    return { ...unsigned, coinInputs: [{ parent, satisfiedPolicy: satisfied(signatures) }] };
  }

  const ids = () => pool.entries.map(({ id }) => id);

  let split: V2Transaction;
  let poor: V2Transaction;
  beforeEach(async () => {
    openPool(testPreset.network);
    const shares = Array.from({ length: 10 }, () => own(100n * COIN, 'large'));
    const coinOutputs = [...shares, own(100n * COIN, 'small')];
    const { parent } = payment.coinInputs[0]!;
    split = paidBy(parent, RENTER, 1_200n * COIN, { coinOutputs, minerFee: hastings(100n * COIN) });
    await add(split);
    poor = spending(split, 1, 10n * COIN, 'large');
    await add(poor);
    for (let i = 2; i <= 10; i++) await add(spending(split, i, (10n + BigInt(i)) * COIN, 'large'));
  });

  test('refuses a set if it would keep only a part of it', async () => {
    const before = ids();
    const paying = spending(split, 11, 50n * COIN, 'large');
    const free = spending(paying, 0, 0n, 'large');
    await expect(add(paying, free)).rejects.toMatchObject({ code: 'pool/full' });
    expect(ids()).toEqual(before);
  });

  test('stays as it is if a new transaction depends on one that would make room for it', async () => {
    const [before, { version }] = [ids(), pool];
    const child = spending(poor, 0, 50n * COIN, 'large');
    await expect(add(child)).rejects.toMatchObject({ code: 'pool/full' });
    // It has room for what it has already.
    await add(poor);
    // Not validated again either, which takes seconds.
    expect([ids(), pool.version]).toEqual([before, version]);
  });

  test('drops the worst-paying ones when a reorganization returns one more', async () => {
    const old = TestChain.create();
    const mine = async (...transactions: V2Transaction[]) => {
      old.add(old.next(transactions));
      await chain.addBlock(old.blocks.at(-1)!);
      await pool.settled();
    };
    await mine(split);
    const branch = old.fork(1, 1).extend(2);
    await mine(pool.v2Transactions[0]!);
    const paying = spending(split, 11, 50n * COIN, 'large');
    const child = spending(paying, 0, 40n * COIN, 'small');
    await add(paying, child);
    const before = ids();
    expect(before).toHaveLength(11);
    for (const block of branch.blocks.slice(2)) await chain.addBlock(block);
    await pool.settled();
    // The returned one, which pays least, and the next three.
    expect(ids()).toEqual(before.slice(3));
  });
});
