import { describe, expect, test } from 'vitest';
import type { TransactionSet } from '$lib/api/wallet-server/schemas';
import type { Address } from '$lib/chain/address';
import { hastings } from '$lib/chain/currency/currency';
import { UNASSIGNED_LEAF_INDEX, type CoinElement, type FundElement } from '$lib/chain/element/elements';
import type { BlockId } from '$lib/chain/ids';
import type { PrivateKey } from '$lib/chain/keys/keys';
import { unixSeconds } from '$lib/chain/time';
import { EMPTY_TRANSACTION, type Transaction } from '$lib/chain/transaction/transaction';
import { coinOutputId, fundOutputId } from '$lib/chain/transaction/transactionIds';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { v2CoinOutputId, v2FundOutputId, v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import type { TipState } from '$lib/services/wallet/records';
import { PoolCheck } from '$lib/services/wallet/sync/checkPool';
import {
  ALICE,
  BOB,
  locksOf,
  signTransaction,
  signV2Transaction,
  testNetwork,
  v1AddressOf,
  v2AddressOf,
  v2InputOf
} from '../../../consensus/testChain';
import { FeedChain, Follower } from '../../../wallet/support';

const NOW = unixSeconds(1_800_000_000);

/** A wallet with some addresses on a chain, and its view of a pool. */
function walletOf(own: readonly Address[], chain = new FeedChain()) {
  if (chain.network.hardforkV2.allowHeight === 1) chain.add();
  const addresses = new Set(own);
  const { cache } = new Follower(chain, addresses);
  const checker = new PoolCheck();
  const place = { network: chain.network, cache, state: chain.state as TipState, own: addresses, now: NOW };
  const check = (pool: Partial<TransactionSet>, changes: Partial<typeof place> = {}) => {
    const given = { basis: chain.state.index, transactions: [], v2Transactions: [], ...pool };
    const { events, unverified } = checker.check(given, { ...place, ...changes });
    return { events: events.map(({ id }) => id as string), unverified: unverified.map(({ id }) => id as string) };
  };
  return { chain, place, check };
}
const verified = (...transactions: V2Transaction[]) => ({ events: transactions.map(v2TransactionId), unverified: [] });
const unverified = (...transactions: V2Transaction[]) => ({
  events: [],
  unverified: transactions.map(v2TransactionId)
});

describe('a payment of version 2', () => {
  const { chain, place, check } = walletOf([v2AddressOf(BOB)]);
  const coin = chain.chain.coinOf(v2AddressOf(ALICE));
  const units = chain.chain.fundOf(v2AddressOf(ALICE));

  const unsigned = (parent: CoinElement, to: Address, minerFee = hastings(0n)): V2Transaction => ({
    ...EMPTY_V2_TRANSACTION,
    coinInputs: [v2InputOf(parent, ALICE)],
    coinOutputs: [{ value: hastings(parent.output.value - minerFee), address: to }],
    minerFee
  });
  const paying = (parent: CoinElement, to = v2AddressOf(BOB), minerFee = hastings(0n), key: PrivateKey = ALICE) =>
    signV2Transaction(unsigned(parent, to, minerFee), key);
  const unitsTo = (parent: FundElement, to: Address) =>
    signV2Transaction(
      {
        ...EMPTY_V2_TRANSACTION,
        fundInputs: [{ ...v2InputOf(parent, ALICE), claimAddress: to }],
        fundOutputs: [{ value: parent.output.value, address: to }]
      },
      ALICE
    );
  const unplaced = { leafIndex: UNASSIGNED_LEAF_INDEX, merkleProof: [] };
  const coinMadeBy = (txn: V2Transaction): CoinElement => ({
    id: v2CoinOutputId(v2TransactionId(txn), 0), output: txn.coinOutputs[0]!, maturityHeight: 0n, stateElement: unplaced
  }); // prettier-ignore
  const unitsMadeBy = (txn: V2Transaction): FundElement => ({
    id: v2FundOutputId(v2TransactionId(txn), 0), output: txn.fundOutputs[0]!, claimStart: place.state.fundTaxRevenue, stateElement: unplaced
  }); // prettier-ignore

  const payment = paying(coin);

  test('that is valid is verified, once', () => {
    expect(check({ v2Transactions: [payment] })).toEqual(verified(payment));
    expect(check({ v2Transactions: [payment, payment] })).toEqual(verified(payment));
    const moved = unitsTo(units, v2AddressOf(BOB));
    expect(check({ v2Transactions: [moved] })).toEqual(verified(moved));
  });

  test('between others does not concern the wallet', () => {
    expect(check({ v2Transactions: [paying(coin, v2AddressOf(ALICE))] })).toEqual(verified());
  });

  test.each<[string, V2Transaction]>([
    ['is not signed', unsigned(coin, v2AddressOf(BOB))],
    ['is signed by another', paying(coin, v2AddressOf(BOB), hastings(0n), BOB)],
    ['pays more than it spends', signV2Transaction({ ...unsigned(coin, v2AddressOf(BOB)), coinOutputs: [{ value: hastings(coin.output.value + 1n), address: v2AddressOf(BOB) }] }, ALICE)],
    ['spends what does not exist', paying({ ...coin, output: { ...coin.output, value: hastings(5n) } })],
    ['spends what no transaction of the pool creates', paying({ ...coin, stateElement: unplaced })]
  ])('is not verified if it %s', (_, txn) => {
    expect(check({ v2Transactions: [txn] })).toEqual(unverified(txn));
  }); // prettier-ignore

  test('is not verified if it spends an output of the wallet that it does not hold: it is not in its balance', () => {
    const alice = walletOf([v2AddressOf(ALICE)]);
    const own = alice.chain.chain.coinOf(v2AddressOf(ALICE));
    const spending = paying(own);
    const moving = unitsTo(alice.chain.chain.fundOf(v2AddressOf(ALICE)), v2AddressOf(BOB));
    expect(alice.check({ v2Transactions: [spending] })).toEqual(verified(spending));
    expect(alice.check({ v2Transactions: [moving] })).toEqual(verified(moving));
    const { cache } = alice.place;
    const without = { ...cache, coins: new Map(), funds: new Map() };
    expect(alice.check({ v2Transactions: [spending] }, { cache: without })).toEqual(unverified(spending));
    expect(alice.check({ v2Transactions: [moving] }, { cache: without })).toEqual(unverified(moving));
  });

  test('is not verified at another block, or if the state is only partially known', () => {
    const basis = { ...chain.state.index, id: 'ab'.repeat(32) as BlockId };
    expect(check({ basis, v2Transactions: [payment] })).toEqual(unverified(payment));
    const { childTarget: _, ...part } = place.state;
    expect(check({ v2Transactions: [payment] }, { state: part })).toEqual(unverified(payment));
  });

  test('is not verified if another one in the pool spends the same coin', () => {
    const second = paying(coin, v2AddressOf(BOB), hastings(1n));
    expect(check({ v2Transactions: [payment, second] })).toEqual({
      events: [v2TransactionId(payment)],
      unverified: [v2TransactionId(second)]
    });
  });

  describe('on top of others in the pool', () => {
    const first = paying(coin, v2AddressOf(ALICE), hastings(1n));
    const second = paying(coinMadeBy(first), v2AddressOf(ALICE), hastings(2n));
    const third = paying(coinMadeBy(second));

    test.each([
      ['in order', [first, second, third]],
      ['in reverse', [third, second, first]]
    ])('is verified with them: %s', (_, v2Transactions) => {
      expect(check({ v2Transactions })).toEqual(verified(third));
    });

    test('is verified with them, beside an independent one', () => {
      const alone = unitsTo(units, v2AddressOf(BOB));
      expect(check({ v2Transactions: [alone, first, second, third] }).events).toEqual(
        [alone, third].map(v2TransactionId)
      );
    });

    test('is not verified if one of them is missing or invalid', () => {
      expect(check({ v2Transactions: [first, third] })).toEqual(unverified(third));
      const unsignedFirst = unsigned(coin, v2AddressOf(ALICE), hastings(1n));
      expect(check({ v2Transactions: [unsignedFirst, second, third] })).toEqual(unverified(third));
    });

    test('is not verified with fund units, which wait for a block', () => {
      const moved = unitsTo(units, v2AddressOf(ALICE));
      const onward = unitsTo(unitsMadeBy(moved), v2AddressOf(BOB));
      expect(check({ v2Transactions: [moved, onward] })).toEqual(unverified(onward));
    });

    test('is not verified if it claims another output than the pool has', () => {
      const made = coinMadeBy(first);
      const richer = { ...made, output: { ...made.output, value: hastings(made.output.value + 1n) } };
      const forged = paying(richer);
      expect(check({ v2Transactions: [first, forged] })).toEqual(unverified(forged));
    });
  });

  test('is listed up to a hundred times if there are too many', () => {
    const many = Array.from({ length: 102 }, (_, i) => unsigned(coin, v2AddressOf(BOB), hastings(BigInt(i))));
    expect(check({ v2Transactions: many })).toEqual(unverified(...many.slice(0, 100)));
    // A send that is not listed would count as dropped.
    const held = { ...coin, output: { ...coin.output, address: v2AddressOf(BOB) } };
    const send = { ...unsigned(coin, v2AddressOf(ALICE)), coinInputs: [v2InputOf(held, BOB)] };
    expect(check({ v2Transactions: [...many, send] })).toEqual(unverified(send, ...many.slice(0, 99)));
  });
});

describe('very many payments', () => {
  const COUNT = 302;
  const chain = new FeedChain();
  chain.add();
  const coin = chain.chain.coinOf(v2AddressOf(ALICE));
  const value = hastings(coin.output.value / BigInt(COUNT));
  const coinOutputs = [
    { value: hastings(coin.output.value - value * BigInt(COUNT - 1)), address: v2AddressOf(ALICE) },
    ...Array.from({ length: COUNT - 1 }, () => ({ value, address: v2AddressOf(ALICE) }))
  ];
  const split = signV2Transaction(
    { ...EMPTY_V2_TRANSACTION, coinInputs: [v2InputOf(coin, ALICE)], coinOutputs },
    ALICE
  );
  chain.add({ v2transactions: [split] });

  const parents = chain.chain.coins.filter(({ output }) => output.address === v2AddressOf(ALICE)).slice(0, COUNT);
  const v2Transactions = parents.map((parent, i) =>
    signV2Transaction(
      {
        ...EMPTY_V2_TRANSACTION,
        coinInputs: [v2InputOf(parent, ALICE)],
        coinOutputs: [{ ...parent.output, address: i === COUNT - 1 ? v1AddressOf(BOB) : v2AddressOf(BOB) }]
      },
      ALICE
    )
  );

  test('are verified three hundred signatures at a time', () => {
    const { check } = walletOf([v2AddressOf(BOB)], chain);
    const count = () => {
      const { events, unverified: rest } = check({ v2Transactions });
      return [events.length, rest.length];
    };
    expect(count()).toEqual([300, 1]);
    expect(count()).toEqual([301, 0]);
  });

  test('to others do not prevent one to the wallet from being verified', () => {
    const { check } = walletOf([v1AddressOf(BOB)], chain);
    expect(check({ v2Transactions })).toEqual(verified(v2Transactions.at(-1)!));
  });
});

describe('a payment of version 1', () => {
  const network = testNetwork(100);
  const { chain, place, check } = walletOf([v1AddressOf(ALICE)], new FeedChain(network));
  const coin = chain.chain.coinOf(v1AddressOf(ALICE));
  const units = chain.chain.fundOf(v1AddressOf(ALICE));
  const spending = (parentId: Transaction['coinInputs'][number]['parentId'], value = coin.output.value, to = v1AddressOf(BOB)): Transaction => ({
    ...EMPTY_TRANSACTION,
    coinInputs: [{ parentId, unlockConditions: locksOf(ALICE) }],
    coinOutputs: [{ value, address: to }]
  }); // prettier-ignore
  const signed = (txn: Transaction) => signTransaction(chain.chain, txn, ALICE);
  const idsOf = (transactions: readonly Transaction[]) => {
    const { events, unverified: rest } = check({ transactions });
    return [events.length, rest.length];
  };
  const payment = signed(spending(coin.id));
  const moved = signed({
    ...EMPTY_TRANSACTION,
    fundInputs: [{ parentId: units.id, unlockConditions: locksOf(ALICE), claimAddress: v1AddressOf(ALICE) }],
    fundOutputs: [{ value: units.output.value, address: v1AddressOf(BOB) }]
  });

  test('of the wallet’s coins and units is verified', () => {
    expect(idsOf([payment])).toEqual([1, 0]);
    expect(idsOf([moved])).toEqual([1, 0]);
    expect(idsOf([payment, moved])).toEqual([2, 0]);
  });

  test('is not verified if it is unsigned or spends too much', () => {
    expect(idsOf([spending(coin.id)])).toEqual([0, 1]);
    expect(idsOf([signed(spending(coin.id, hastings(coin.output.value + 1n)))])).toEqual([0, 1]);
  });

  test('is not verified if the wallet has no proof of its coin', () => {
    const { leafIndex: _, ...unproven } = place.cache.coins.get(coin.id)!;
    const coins = new Map(place.cache.coins).set(coin.id, unproven);
    const { events, unverified: rest } = check({ transactions: [payment] }, { cache: { ...place.cache, coins } });
    expect([events.length, rest.length]).toEqual([0, 1]);
    const nodes = new Map<never, never>();
    expect(check({ transactions: [payment] }, { cache: { ...place.cache, nodes } as never }).events).toEqual([]);
  });

  test('from others to the wallet is not verified: their coins have no proof', () => {
    const theirs = { ...spending(coin.id), coinInputs: [{ parentId: 'ab'.repeat(32) as never, unlockConditions: locksOf(BOB) }], coinOutputs: [{ value: hastings(5n), address: v1AddressOf(ALICE) }] };
    expect(idsOf([theirs])).toEqual([0, 1]);
  }); // prettier-ignore

  test('on top of another one of the wallet is verified with it, in any order', () => {
    const change = signed(spending(coin.id, coin.output.value, v1AddressOf(ALICE)));
    const onward = signed(spending(coinOutputId(change, 0), coin.output.value, v1AddressOf(ALICE)));
    for (const transactions of [
      [change, onward],
      [onward, change]
    ]) {
      expect(idsOf(transactions)).toEqual([2, 0]);
    }
    expect(idsOf([onward])).toEqual([0, 1]);
    const own = signed({ ...moved, fundOutputs: [{ ...moved.fundOutputs[0]!, address: v1AddressOf(ALICE) }], signatures: [] });
    const ownOnward = signed({
      ...moved,
      signatures: [],
      fundInputs: [{ ...moved.fundInputs[0]!, parentId: fundOutputId(own, 0) }],
      coinOutputs: [],
      fundOutputs: [{ ...moved.fundOutputs[0]!, address: v1AddressOf(ALICE) }]
    });
    expect(idsOf([ownOnward, own])).toEqual([2, 0]);
  }); // prettier-ignore
});

test('a pool that does not concern the wallet yields no events', () => {
  const { check } = walletOf([]);
  expect(check({})).toEqual({ events: [], unverified: [] });
});

test('a pool of very many transactions is checked in steps, also if all of them pay the wallet', () => {
  const { place } = walletOf([v2AddressOf(BOB)]);
  const pays = (i: number): V2Transaction => ({
    ...EMPTY_V2_TRANSACTION,
    coinOutputs: [{ value: hastings(BigInt(i + 1)), address: v2AddressOf(BOB) }]
  });
  const v2Transactions = Array.from({ length: 1_000 }, (_, i) => pays(i));
  const work = new PoolCheck().checkInSteps({ basis: place.state.index, transactions: [], v2Transactions }, place);
  let steps = 0;
  let step = work.next();
  for (; !step.done; step = work.next()) steps++;
  expect(steps).toBeGreaterThanOrEqual(1_000);
  expect(step.value).toMatchObject({ events: [], unverified: { length: 100 } });
});
