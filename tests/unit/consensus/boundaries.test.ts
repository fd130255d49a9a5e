import { describe, expect, test } from 'vitest';
import type { CoinElement } from '$lib/chain/element/elements';
import { specifier16, type SpendPolicy } from '$lib/chain/policy/policy';
import type { Specifier } from '$lib/chain/policy/specifier';
import { policyAddress, unlockHash } from '$lib/chain/policy/policyAddress';
import { nonceFactorAt } from '$lib/chain/network/rewards';
import { inputSigHash } from '$lib/chain/transaction/sigHash';
import { sign } from '$lib/chain/keys/sign';
import { unixSeconds } from '$lib/chain/time';
import type { Transaction } from '$lib/chain/transaction/transaction';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { v2TransactionWeight } from '$lib/chain/block/weight';
import { MAX_BLOCK_WEIGHT } from '$lib/chain/block/maxWeight';
import { addressHash } from '$lib/chain/address';
import { concatBytes } from '$lib/codec/bytes';
import { encode } from '$lib/codec/layout';
import { childHeight, medianTimestamp } from '$lib/consensus/state';
import {
  ALICE,
  BOB,
  EMPTY_TRANSACTION,
  locksOf,
  signedFor,
  signTransaction,
  signV2Transaction,
  TestChain,
  testNetwork,
  v1AddressOf,
  v2AddressOf,
  v2InputOf,
  wholeSignature
} from './testChain';

// Every rule with a number, at its boundary: the last value that is allowed, and the first that is not. Only this shows
// whether a rule refers to the height of the tip or of the block.

const isValid = (chain: TestChain, block: Parameters<TestChain['validate']>[0]): boolean => {
  try {
    chain.validate(block);
    return true;
  } catch {
    return false;
  }
};

const TIP = 5;
const CHILD = TIP + 1;

/** A V2 chain whose next block has height {@link CHILD}. */
function v2Chain(): TestChain {
  const chain = new TestChain(testNetwork(2));
  chain.growTo(CHILD);
  return chain;
}

/** A V1 chain whose next block has height {@link CHILD}. */
function v1Chain(): TestChain {
  const chain = new TestChain();
  chain.growTo(CHILD);
  return chain;
}

/** A V2 transaction that spends the coin under the policy, signed by Alice. */
function spending(parent: CoinElement, policy: SpendPolicy, signatures = 0): V2Transaction {
  const unsigned: V2Transaction = {
    ...EMPTY_V2_TRANSACTION,
    coinInputs: [{ parent, satisfiedPolicy: { policy, signatures: [], preimages: [] } }],
    coinOutputs: [{ value: parent.output.value, address: v2AddressOf(BOB) }]
  };
  const satisfiedPolicy = {
    policy,
    signatures: Array.from({ length: signatures }, () => sign(ALICE, inputSigHash(unsigned))),
    preimages: []
  };
  return { ...unsigned, coinInputs: [{ parent, satisfiedPolicy }] };
}

/** Pays a coin to the policy in one block. @returns whether the next, of height {@link CHILD}, may spend it */
function canSpend(policy: SpendPolicy, signatures = 0): boolean {
  const chain = new TestChain(testNetwork(2));
  chain.growTo(TIP);
  const coin = chain.coinOf(v2AddressOf(ALICE));
  const paying = signV2Transaction(
    {
      ...EMPTY_V2_TRANSACTION,
      coinInputs: [v2InputOf(coin, ALICE)],
      coinOutputs: [{ value: coin.output.value, address: policyAddress(policy) }]
    },
    ALICE
  );
  chain.add(chain.child({ v2transactions: [paying] }));
  const paid = chain.coinOf(policyAddress(policy));
  return isValid(chain, chain.child({ v2transactions: [spending(paid, policy, signatures)] }));
}

/** The median at the tip of {@link canSpend}'s chain when the coin is spent. */
const v2MedianAtTip = Math.floor(medianTimestamp(v2Chain().state));

describe('a height in a policy is compared with the tip height', () => {
  test.each([
    ['above', TIP, true],
    ['above', CHILD, false]
  ] as const)('%s(%i): %s', (type, height, allowed) => {
    expect(canSpend({ type, height: BigInt(height) })).toBe(allowed);
  });

  test.each([
    [TIP, true],
    [CHILD, false]
  ])('unlock conditions with timelock %i: %s', (timelock, allowed) => {
    const unlockConditions = { ...locksOf(ALICE), timelock: BigInt(timelock) };
    expect(canSpend({ type: 'uc', unlockConditions }, 1)).toBe(allowed);
  });
});

test.each([
  [-1, true],
  [0, false]
])('the tip’s median must be later than after(median %i): %s', (seconds, allowed) => {
  // The test chain's blocks are evenly spaced, so this median is known before the coin is paid.
  expect(canSpend({ type: 'after', timestamp: BigInt(v2MedianAtTip + seconds) })).toBe(allowed);
});

describe('a V1 timelock is compared with the block height', () => {
  test.each([
    [CHILD, true],
    [CHILD + 1, false]
  ])('unlock conditions with timelock %i: %s', (timelock, allowed) => {
    const unlockConditions = { ...locksOf(ALICE), timelock: BigInt(timelock) };
    const chain = new TestChain();
    chain.growTo(TIP);
    const coin = chain.coinOf(v1AddressOf(ALICE));
    const pay = (parentId: CoinElement['id'], address = unlockHash(unlockConditions), conditions = locksOf(ALICE)) =>
      signTransaction(
        chain,
        {
          ...EMPTY_TRANSACTION,
          coinInputs: [{ parentId, unlockConditions: conditions }],
          coinOutputs: [{ value: coin.output.value, address }]
        },
        ALICE
      );
    chain.add(chain.child({ transactions: [pay(coin.id)] }));
    const paid = chain.coinOf(unlockHash(unlockConditions));
    const transactions = [pay(paid.id, v1AddressOf(BOB), unlockConditions)];
    expect(isValid(chain, chain.child({ transactions }))).toBe(allowed);
  });

  test.each([
    [CHILD, true],
    [CHILD + 1, false]
  ])('a signature with timelock %i: %s', (timelock, allowed) => {
    const chain = v1Chain();
    const coin = chain.coinOf(v1AddressOf(ALICE));
    const unsigned: Transaction = {
      ...EMPTY_TRANSACTION,
      coinInputs: [{ parentId: coin.id, unlockConditions: locksOf(ALICE) }],
      coinOutputs: [{ value: coin.output.value, address: v1AddressOf(BOB) }]
    };
    const signature = { ...wholeSignature(coin.id), timelock: BigInt(timelock) };
    const transactions = [{ ...unsigned, signatures: [signedFor(chain, unsigned, ALICE, signature)] }];
    expect(isValid(chain, chain.child({ transactions }))).toBe(allowed);
  });
});

describe('a reward can be spent in the block at its maturity height', () => {
  // The test network's delay is 3: the reward of block 3 can be spent in block 6.
  test.each([
    [3, true],
    [4, false]
  ])('the reward of block %i: %s', (height, allowed) => {
    const chain = v2Chain();
    const reward = chain.coins.find(
      ({ maturityHeight, output }) => maturityHeight === BigInt(height + 3) && output.address === v1AddressOf(BOB)
    )!;
    const policy: SpendPolicy = { type: 'uc', unlockConditions: locksOf(BOB) };
    const txn = signV2Transaction(
      {
        ...EMPTY_V2_TRANSACTION,
        coinInputs: [{ parent: reward, satisfiedPolicy: { policy, signatures: [], preimages: [] } }],
        coinOutputs: [{ value: reward.output.value, address: v2AddressOf(BOB) }]
      },
      BOB
    );
    expect(isValid(chain, chain.child({ v2transactions: [txn] }))).toBe(allowed);
  });

  test.each([
    [3, true],
    [4, false]
  ])('the reward of V1 block %i: %s', (height, allowed) => {
    const chain = v1Chain();
    const reward = chain.coins.find(
      ({ maturityHeight, output }) => maturityHeight === BigInt(height + 3) && output.address === v1AddressOf(BOB)
    )!;
    const txn: Transaction = {
      ...EMPTY_TRANSACTION,
      coinInputs: [{ parentId: reward.id, unlockConditions: locksOf(BOB) }],
      coinOutputs: [reward.output]
    };
    expect(isValid(chain, chain.child({ transactions: [signTransaction(chain, txn, BOB)] }))).toBe(allowed);
  });
});

describe('hard fork heights are block heights', () => {
  const v2Payment = (chain: TestChain): V2Transaction => {
    const coin = chain.coinOf(v2AddressOf(ALICE));
    return signV2Transaction(
      {
        ...EMPTY_V2_TRANSACTION,
        coinInputs: [v2InputOf(coin, ALICE)],
        coinOutputs: [{ value: coin.output.value, address: v2AddressOf(BOB) }]
      },
      ALICE
    );
  };
  const v1Payment = (chain: TestChain): Transaction => {
    const coin = chain.coinOf(v1AddressOf(ALICE));
    const coinInputs = [{ parentId: coin.id, unlockConditions: locksOf(ALICE) }];
    const coinOutputs = [{ value: coin.output.value, address: v1AddressOf(BOB) }];
    return signTransaction(chain, { ...EMPTY_TRANSACTION, coinInputs, coinOutputs }, ALICE);
  };

  test.each([
    [CHILD, true],
    [CHILD + 1, false]
  ])('V2 transactions when V2 is allowed from %i: %s', (allowHeight, allowed) => {
    const chain = new TestChain(testNetwork(allowHeight));
    chain.growTo(CHILD);
    const block = chain.child();
    const { transactions } = { transactions: [v2Payment(chain)] };
    const withV2 = chain.committed({ ...block, v2: { height: CHILD, commitment: '' as never, transactions } });
    expect(isValid(chain, withV2)).toBe(allowed);
  });

  test.each([
    [CHILD + 1, true],
    [CHILD, false]
  ])('V1 transactions when V2 is required from %i: %s', (requireHeight, allowed) => {
    const network = testNetwork(2);
    const chain = new TestChain({
      ...network,
      hardforkV2: { ...network.hardforkV2, requireHeight, finalCutHeight: 20 }
    });
    chain.growTo(CHILD);
    expect(isValid(chain, chain.child({ transactions: [v1Payment(chain)] }))).toBe(allowed);
  });

  test('the nonce factor', () => {
    const network = { ...testNetwork(), hardforkASIC: { ...testNetwork().hardforkASIC, height: CHILD } };
    expect(nonceFactorAt(network, TIP)).toBe(1n);
    expect(nonceFactorAt(network, CHILD)).toBe(1009n);
  });
});

test.each([
  [TIP, true],
  [CHILD, false]
])('a V1 foundation update takes effect when the tip has reached the fork, %i: %s', (height, takesEffect) => {
  const network = testNetwork();
  const chain = new TestChain({
    ...network,
    hardforkFoundation: { ...network.hardforkFoundation, height }
  });
  chain.growTo(CHILD);
  const coin = chain.coinOf(v1AddressOf(ALICE));
  const update = concatBytes(
    encode(specifier16, 'foundation' as Specifier),
    addressHash(v1AddressOf(BOB)),
    addressHash(v2AddressOf(BOB))
  );
  const txn = signTransaction(
    chain,
    {
      ...EMPTY_TRANSACTION,
      coinInputs: [{ parentId: coin.id, unlockConditions: locksOf(ALICE) }],
      coinOutputs: [{ value: coin.output.value, address: v1AddressOf(ALICE) }],
      arbitraryData: [update]
    },
    ALICE
  );
  chain.add(chain.child({ transactions: [txn] }));
  expect(chain.state.foundationSubsidyAddress).toBe(takesEffect ? v1AddressOf(BOB) : v1AddressOf(ALICE));
});

test.each([
  [0, true],
  [1, false]
])('a block may have weight 2,000,000, and %i more: %s', (more, allowed) => {
  const chain = v2Chain();
  const txn: V2Transaction = { ...EMPTY_V2_TRANSACTION, arbitraryData: new Uint8Array(MAX_BLOCK_WEIGHT + more) };
  expect(v2TransactionWeight(txn)).toBe(MAX_BLOCK_WEIGHT + more);
  expect(isValid(chain, chain.child({ v2transactions: [txn] }))).toBe(allowed);
});

test.each([
  [0, true],
  [-1, false]
])('a block’s timestamp may equal the median, and be %i s later: %s', (seconds, allowed) => {
  const chain = v2Chain();
  const timestamp = unixSeconds(Math.ceil(medianTimestamp(chain.state)) + seconds);
  expect(childHeight(chain.state)).toBe(CHILD);
  expect(isValid(chain, { ...chain.child(), timestamp })).toBe(allowed);
});
