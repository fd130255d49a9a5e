import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { systemScheduler } from '$lib/async/scheduler';
import { StepQueue } from '$lib/async/stepQueue';
import { TimeSlices } from '$lib/async/timeSlices';
import { installFastHash } from '$lib/chain/fastHash';
import { hastings } from '$lib/chain/currency/currency';
import { UNASSIGNED_LEAF_INDEX, type CoinElement, type CoinOutput } from '$lib/chain/element/elements';
import { v2CoinOutputId, v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { ChainManager } from '$lib/server/node/chain/chainManager';
import { walletPoolHandlers } from '$lib/server/node/handlers/walletPool';
import { TransactionPool } from '$lib/server/node/pool/transactionPool';
import { SignatureChecker } from '$lib/server/node/signatures/signatureChecker';
import { ChainStore } from '$lib/server/node/store/store';
import { involving, unconfirmedEvents } from '$lib/server/node/wallet/poolView';
import { paidBy, RENTER } from '../../../../support/contracts';
import { TestChain, testPreset } from '../../../../support/peers/testChain';

/** Free transactions, each of which counts as 250 bytes. */
const COUNT = 1_200;
/** Those that an eighth of a block has room for. */
const AT_ONCE = 1_000;

const freeOne = (i: number): V2Transaction => ({
  ...EMPTY_V2_TRANSACTION,
  arbitraryData: new Uint8Array(Uint32Array.of(i).buffer)
});
const free = Array.from({ length: COUNT }, (_, i) => freeOne(i));
/** A set of as many others. */
const more = free.map((_, i) => freeOne(COUNT + i));

let store: ChainStore;
let chain: ChainManager;
let pool: TransactionPool;
let best: TestChain;
let whileVerifying: (() => Promise<void>) | undefined;
beforeEach(async () => {
  store = new ChainStore(':memory:');
  whileVerifying = undefined;
  const signatures = new SignatureChecker(async (checks) => {
    await whileVerifying?.();
    return checks.map(() => true);
  });
  chain = new ChainManager({ store, ...testPreset, clock: Date.now, signatures });
  pool = new TransactionPool({ store, chain, signatures });
  best = TestChain.create();
  await add(...free);
});
afterEach(() => {
  pool.close();
  store.close();
});

const add = (...v2Transactions: V2Transaction[]) => pool.add({ transactions: [], v2Transactions });
const ids = (transactions: readonly V2Transaction[]) => transactions.map(v2TransactionId);
const shown = () => ids(pool.v2Transactions);

/** A block that becomes the tip; the pool has done its first step then, and no other. */
async function mine(...transactions: V2Transaction[]): Promise<void> {
  const block = best.next(transactions);
  best.add(block);
  await chain.addBlock(block);
  expect(pool.isSettled).toBe(false);
}

describe('after a new block, a large pool', () => {
  test('has validated and shows a part at once, and all of it soon', async () => {
    const cached = vi.spyOn(chain.validatedTransactions, 'add');
    const now = vi.spyOn(systemScheduler, 'now').mockReturnValue(0);
    const pause = vi.spyOn(systemScheduler, 'yield');
    await mine();
    expect(cached).toHaveBeenCalledTimes(AT_ONCE);
    expect([pool.entries.length, pool.count]).toEqual([AT_ONCE, COUNT]);
    await pool.settled();
    expect([pool.isSettled, pool.count]).toEqual([true, COUNT]);
    expect(shown()).toEqual(ids(free));
    // Other work gets a turn every 10 ms, and here no time has passed.
    expect(pause).toHaveBeenCalledTimes(1);
    for (const mock of [now, pause]) mock.mockRestore();
  });

  test('never shows what the block makes invalid', async () => {
    const payment = best.payment();
    const rival = paidBy(payment.coinInputs[0]!.parent, RENTER, 5n, { minerFee: hastings(5n) });
    await add(payment);
    await mine(rival);
    expect(shown()).toEqual(ids(free.slice(0, AT_ONCE)));
    await pool.settled();
    expect(shown()).toEqual(ids(free));
    expect([pool.has(v2TransactionId(payment)), pool.count]).toEqual([false, COUNT]);
  });

  test('compares new transactions with all that it contains', async () => {
    const payment = best.payment();
    await add(payment);
    await mine();
    expect(pool.has(v2TransactionId(payment))).toBe(true);
    const rival = paidBy(best.coins.at(-1)!, RENTER, 5n, { minerFee: hastings(5n) });
    await expect(add(rival)).rejects.toMatchObject({ code: 'v2/double-spend' });
    expect(shown()).toEqual(ids([...free, payment]));
  });

  test('adds transactions that arrive meanwhile to the end, unless their client has disconnected', async () => {
    await mine();
    const stop = new AbortController();
    const left = pool.add({ transactions: [], v2Transactions: [freeOne(COUNT)] }, stop);
    stop.abort(new Error('disconnected'));
    await expect(left).rejects.toThrow('disconnected');
    const payment = best.payment();
    await add(payment);
    expect(shown()).toEqual(ids([...free, payment]));
  });

  test('is complete before a set whose signatures were being verified is added', async () => {
    whileVerifying = async () => {
      whileVerifying = undefined;
      await mine();
    };
    const payment = best.payment();
    await add(payment);
    expect(shown()).toEqual(ids([...free, payment]));
  });

  test('lists all of it to clients, which wait for that', async () => {
    const payment = best.payment();
    await add(payment);
    await mine();
    const { poolTransactions } = walletPoolHandlers({ store, chain, pool });
    const queue = new StepQueue();
    const listed = await queue.run(poolTransactions({} as never));
    expect(ids(listed.v2Transactions)).toEqual(ids([...free, payment]));
    await mine();
    const { address } = payment.coinOutputs[0]!;
    const touches = involving((touched) => touched === address);
    const events = await queue.run(unconfirmedEvents({ store, chain, pool, clock: Date.now }, touches));
    expect(events).toMatchObject([{ id: v2TransactionId(payment) }]);
  });

  test('has current proofs, although another block arrived meanwhile, and looks up no elements for them', async () => {
    await add(best.payment());
    const looked = vi.spyOn(store.coins, 'get');
    await mine();
    await mine();
    await pool.settled();
    expect(looked).not.toHaveBeenCalled();
    const { parent } = pool.v2Transactions.at(-1)!.coinInputs[0]!;
    expect(parent.stateElement).toEqual(best.coins.at(-1)!.stateElement);
    expect(pool.count).toBe(COUNT + 1);
  });

  test('drops what the blocks of another branch contain, in the middle of the work', async () => {
    const fork = best.fork(0, 1);
    await mine();
    fork.add(fork.next([free[0]!, free.at(-1)!])).extend(1);
    for (const block of fork.blocks.slice(1)) await chain.addBlock(block);
    expect([chain.tip, pool.isSettled]).toEqual([fork.tip.index, false]);
    await pool.settled();
    expect(shown()).toEqual(ids(free.slice(1, -1)));
  });

  test('finds its outputs where another branch has them, although one more block arrived meanwhile', async () => {
    const fork = best.fork(0, 1).extend(1);
    const id = v2CoinOutputId(v2TransactionId(fork.payment()), 0);
    const placed = () => store.prove(store.coins.get(id)!.element, chain.state.elements.numLeaves);
    await mine(best.payment());
    await pool.settled();
    const before = placed();
    await add(paidBy(before, RENTER, 5n, { minerFee: hastings(5n) }));
    fork.add(fork.next([fork.payment()])).extend(1);
    for (const block of fork.blocks.slice(1)) await chain.addBlock(block);
    expect([chain.tip, pool.isSettled]).toEqual([fork.tip.index, false]);
    await pool.settled();
    expect(placed().stateElement.leafIndex).not.toBe(before.stateElement.leafIndex);
    expect(pool.v2Transactions.at(-1)!.coinInputs.map(({ parent }) => parent)).toEqual([placed()]);
  });

  test('stops when it is closed', async () => {
    await mine();
    const cached = vi.spyOn(chain.validatedTransactions, 'add');
    pool.close();
    await pool.settled();
    expect([pool.isSettled, cached.mock.calls.length]).toEqual([true, 0]);
  });

  test('reports an error to those who wait, and continues with the next block', async () => {
    const printed = vi.spyOn(console, 'error').mockReturnValue();
    const failure = new Error('disk I/O error');
    await add(best.payment());
    await mine();
    const read = vi.spyOn(store.tree, 'stateElement').mockImplementation(() => {
      throw failure;
    });
    await expect(pool.settled()).rejects.toBe(failure);
    await expect(add(...free)).rejects.toBe(failure);
    expect([pool.isSettled, printed.mock.calls]).toEqual([false, [[failure]]]);
    read.mockRestore();
    await mine();
    await pool.settled();
    expect(pool.entries).toHaveLength(COUNT + 1);
    printed.mockRestore();
  });
});

describe('a large set is validated in steps', () => {
  test('and sets that arrive meanwhile are added before it', async () => {
    const payment = best.payment();
    await Promise.all([add(...more), add(payment)]);
    expect(shown()).toEqual(ids([...free, payment, ...more]));
  });

  test('unless others are added again and again', async () => {
    let i = 2 * COUNT;
    const turn = vi.spyOn(TimeSlices.prototype, 'turn').mockImplementation(async () => {
      await add(freeOne(i++));
    });
    await add(...more);
    expect(turn).toHaveBeenCalledTimes(3);
    expect(pool.count).toBe(2 * COUNT + 3);
    turn.mockRestore();
  });

  test('from the start again on a new tip', async () => {
    const payment = best.payment();
    const added = add(...more, payment);
    await mine();
    await added;
    const { parent } = pool.v2Transactions.at(-1)!.coinInputs[0]!;
    expect(parent.stateElement).toEqual(best.coins.at(-1)!.stateElement);
    expect(shown()).toEqual(ids([...free, ...more, payment]));
  });

  test('from the start again on a new tip although the pool is empty', async () => {
    const block = best.next([...free]);
    best.add(block);
    await chain.addBlock(block);
    expect(pool.count).toBe(0);
    const payment = best.payment();
    const added = add(...more, payment);
    const next = best.next([]);
    best.add(next);
    await chain.addBlock(next);
    await added;
    const { parent } = pool.v2Transactions.at(-1)!.coinInputs[0]!;
    expect(parent.stateElement).toEqual(best.coins.at(-1)!.stateElement);
    const rival = paidBy(best.coins.at(-1)!, RENTER, 5n, { minerFee: hastings(5n) });
    await expect(add(rival)).rejects.toMatchObject({ code: 'v2/double-spend' });
  });

  test('and what makes it invalid, too', async () => {
    const payment = best.payment();
    const rival = paidBy(best.coins.at(-1)!, RENTER, 5n, { minerFee: hastings(5n) });
    const [refused] = await Promise.allSettled([add(...more, rival), add(payment)]);
    expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'v2/double-spend' } });
    expect(shown()).toEqual(ids([...free, payment]));
  });
});

test('a pool that reaches its limit keeps the best-paying transactions, and those they depend on', async () => {
  // As in a node: 20 MB are hashed, several times.
  await installFastHash();
  const FEE = 10n ** 25n;
  const arbitraryData = new Uint8Array(1_990_000);
  const paying = (parent: CoinElement, fee: bigint, coinOutputs: readonly CoinOutput[] = []): V2Transaction => {
    const cost = coinOutputs.reduce((sum, { value }) => sum + value, fee);
    return paidBy(parent, RENTER, cost, { arbitraryData, minerFee: hastings(fee), coinOutputs });
  };
  const outputOf = (txn: V2Transaction, index: number): CoinElement => ({
    id: v2CoinOutputId(v2TransactionId(txn), index),
    output: txn.coinOutputs[index]!,
    maturityHeight: 0n,
    stateElement: { leafIndex: UNASSIGNED_LEAF_INDEX, merkleProof: [] }
  });
  const coin = best.coins.at(-1)!;
  const payments = [paying(coin, 2n * FEE, [{ value: hastings(4n * FEE), address: coin.output.address }])];
  while (payments.length < 9) payments.push(paying(outputOf(payments.at(-1)!, 0), FEE));
  for (const payment of payments) await add(payment);
  expect(pool.count).toBe(COUNT + payments.length);
  const last = paying(outputOf(payments[0]!, 1), 3n * FEE);
  await add(last);
  await pool.settled();
  expect(shown()).toEqual(ids([...payments.slice(0, 6), last]));
});
