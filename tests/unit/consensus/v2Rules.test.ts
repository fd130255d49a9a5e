import { describe, expect, test } from 'vitest';
import { VOID_ADDRESS } from '$lib/chain/address';
import type { Block } from '$lib/chain/block/block';
import { fundUnits, hastings, MAX_HASTINGS } from '$lib/chain/currency/currency';
import { UNASSIGNED_LEAF_INDEX, type CoinElement, type FundElement } from '$lib/chain/element/elements';
import type { CoinOutputId } from '$lib/chain/ids';
import { attestationSigHash } from '$lib/chain/transaction/sigHash';
import { sign } from '$lib/chain/keys/sign';
import { unixSeconds } from '$lib/chain/time';
import { v2CoinOutputId, v2FundOutputId, v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { verifySignature } from '$lib/chain/keys/verifySignature';
import { applyV2Transaction } from '$lib/consensus/apply/applyTransaction';
import { BlockEffects } from '$lib/consensus/apply/blockEffects';
import type { RuleCode } from '$lib/consensus/errors';
import { childHeight } from '$lib/consensus/state';
import { validateOrphan } from '$lib/consensus/validate/validateBlock';
import { blockReward } from '$lib/chain/network/rewards';
import { EMPTY_SUPPLEMENT } from '$lib/consensus/apply/supplement';
import { validateV2Transaction } from '$lib/consensus/validate/validateV2Transaction';
import {
  ALICE,
  BOB,
  COIN,
  EMPTY_TRANSACTION,
  publicKeyOf,
  signV2Transaction,
  TestChain,
  testNetwork,
  v2AddressOf,
  v2InputOf
} from './testChain';

const chain = new TestChain(testNetwork(2));
chain.growTo(6);

const coin = chain.coinOf(v2AddressOf(ALICE));
const fund = chain.fundOf(v2AddressOf(ALICE));

/** Spends a coin and fund units of Alice's to Bob, with a fee and an attestation. */
const unsigned: V2Transaction = {
  ...EMPTY_V2_TRANSACTION,
  coinInputs: [v2InputOf(coin, ALICE)],
  coinOutputs: [{ value: hastings(coin.output.value - COIN), address: v2AddressOf(BOB) }],
  fundInputs: [{ ...v2InputOf(fund, ALICE), claimAddress: v2AddressOf(ALICE) }],
  fundOutputs: [{ value: fund.output.value, address: v2AddressOf(BOB) }],
  minerFee: hastings(COIN)
};
const signed = (change: Partial<V2Transaction> = {}) => signV2Transaction({ ...unsigned, ...change }, ALICE);
const payment = signed();

const withCoin = (change: Partial<CoinElement>) => signed({ coinInputs: [v2InputOf({ ...coin, ...change }, ALICE)] });
const withFund = (change: Partial<FundElement>) =>
  signed({ fundInputs: [{ ...v2InputOf({ ...fund, ...change }, ALICE), claimAddress: v2AddressOf(ALICE) }] });

const codeOf = (code: RuleCode) => expect.objectContaining({ code }) as Error;
const unplaced = { leafIndex: UNASSIGNED_LEAF_INDEX, merkleProof: [] };

const attested = { publicKey: publicKeyOf(ALICE), key: 'name', value: new Uint8Array([1]) };
const attestation = {
  ...attested,
  signature: sign(ALICE, attestationSigHash({ ...attested, signature: '' as never }))
};

test('the payment is valid, with and without its parts', () => {
  expect(() => chain.validate(chain.child({ v2transactions: [payment] }))).not.toThrow();
  expect(() =>
    chain.validate(chain.child({ v2transactions: [signed({ attestations: [attestation] })] }))
  ).not.toThrow();
});

describe('a V2 transaction is rejected when', () => {
  test.each<[string, V2Transaction[], RuleCode]>([
    ['its coin was spent earlier in the block', [payment, payment], 'v2/double-spend'],
    [
      'its funds were spent earlier in the block, its coins were not',
      [payment, signed({ coinInputs: [], coinOutputs: [], minerFee: hastings(0n) })],
      'v2/double-spend'
    ],
    ['its coin claims to be ephemeral but is not', [withCoin({ stateElement: unplaced })], 'v2/unknown-ephemeral'],
    ['its coin is immature', [withCoin({ maturityHeight: 7n })], 'v2/immature'],
    [
      'its coin has another address',
      [withCoin({ output: { ...coin.output, address: v2AddressOf(BOB) } })],
      'v2/unknown-parent'
    ],
    ['its funds claim to be ephemeral', [withFund({ stateElement: unplaced })], 'v2/unknown-ephemeral'],
    ['its funds claim a higher value', [withFund({ claimStart: hastings(1n) })], 'v2/unknown-parent'],
    [
      'its funds are spent twice',
      [signed({ fundInputs: [unsigned.fundInputs[0]!, unsigned.fundInputs[0]!] })],
      'v2/repeated-parent'
    ],
    ['it pays out fewer coins', [signed({ minerFee: hastings(0n) })], 'v2/unbalanced-coins'],
    [
      'it pays out fewer fund units',
      [signed({ fundOutputs: [{ value: fundUnits(1n), address: v2AddressOf(BOB) }] })],
      'v2/unbalanced-funds'
    ],
    [
      'it pays a zero output',
      [signed({ coinOutputs: [{ value: hastings(0n), address: VOID_ADDRESS }] })],
      'v2/zero-value'
    ],
    [
      'an attestation was changed',
      [signed({ attestations: [{ ...attestation, key: 'other' }] })],
      'v2/attestation-signature'
    ],
    ['it is empty', [EMPTY_V2_TRANSACTION], 'v2/empty']
  ])('%s', (_, v2transactions, code) => {
    expect(() => chain.validate(chain.child({ v2transactions }))).toThrow(codeOf(code));
  });

  test('the signature verifier itself fails, which is rethrown', () => {
    const broken = new TestChain(testNetwork(2), () => {
      throw new RangeError('out of memory');
    });
    broken.growTo(6);
    expect(() => broken.validate(broken.child({ v2transactions: [payment] }))).toThrow(RangeError);
  });

  test('its coin was spent in an earlier block', () => {
    const later = new TestChain(testNetwork(2));
    later.growTo(6);
    later.add(later.child({ v2transactions: [payment] }));
    const { leafIndex } = coin.stateElement;
    const again = signed({
      coinInputs: [v2InputOf({ ...coin, stateElement: later.stateElementAt(leafIndex) }, ALICE)]
    });
    expect(() => later.validate(later.child({ v2transactions: [again] }))).toThrow(codeOf('v2/double-spend'));
    // With its proof from before that block, the accumulator does not contain it.
    expect(() => later.validate(later.child({ v2transactions: [payment] }))).toThrow(codeOf('v2/unknown-parent'));
  });
});

describe('spending what the same block created', () => {
  const output = unsigned.coinOutputs[0]!;
  const created: CoinElement = {
    stateElement: unplaced,
    id: v2CoinOutputId(v2TransactionId(payment), 0),
    output,
    maturityHeight: 0n
  };
  const onward = (change: Partial<CoinElement> = {}): V2Transaction => {
    const parent = { ...created, ...change };
    return signV2Transaction(
      {
        ...EMPTY_V2_TRANSACTION,
        coinInputs: [v2InputOf(parent, BOB)],
        coinOutputs: [{ value: parent.output.value, address: v2AddressOf(ALICE) }]
      },
      BOB
    );
  };

  test('is valid and leaves one spent leaf', () => {
    const { network, state } = chain;
    const effects = new BlockEffects(network, state);
    const context = { effects, verifySignature };
    for (const txn of [payment, onward()]) {
      expect(() => validateV2Transaction(context, txn)).not.toThrow();
      applyV2Transaction(effects, txn);
    }
    expect(effects.coins.get(created.id)).toMatchObject({ created: true, spent: true });
    expect(() => chain.validate(chain.child({ v2transactions: [payment, onward()] }))).not.toThrow();
  });

  test.each<[string, Partial<CoinElement>, RuleCode]>([
    ['a higher value', { output: { ...output, value: hastings(output.value + 1n) } }, 'v2/wrong-ephemeral'],
    ['another maturity', { maturityHeight: 1n }, 'v2/wrong-ephemeral'],
    ['another address', { output: { ...output, address: v2AddressOf(ALICE) } }, 'v2/wrong-ephemeral'],
    ['an unknown id', { id: `${'0'.repeat(63)}1` as CoinOutputId }, 'v2/unknown-ephemeral']
  ])('is rejected with %s', (_, change, code) => {
    const v2transactions = [payment, onward(change)];
    expect(() => chain.validate(chain.child({ v2transactions }))).toThrow(codeOf(code));
  });

  test('reports which claim is wrong, in the reference’s wording', () => {
    const refusal = (change: Partial<CoinElement>) => () =>
      chain.validate(chain.child({ v2transactions: [payment, onward(change)] }));
    const value = hastings(10n ** 27n);
    expect(refusal({ output: { ...output, value } })).toThrow(/claims incorrect value \(1 KS\) for ephemeral output/);
    expect(refusal({ maturityHeight: 1n })).toThrow(/claims incorrect maturity height \(1\) for ephemeral output/);
  });

  /** A chain whose next block has height 6, with that fork at this height. */
  function chainWithFork(ephemeralOutputHeight: number): TestChain {
    const network = testNetwork(2);
    const chain = new TestChain({ ...network, hardforkV2: { ...network.hardforkV2, ephemeralOutputHeight } });
    chain.growTo(6);
    return chain;
  }

  test('was validated by id alone before the fork that fixed it', () => {
    const [old, fixed] = [chainWithFork(7), chainWithFork(6)];
    const inflated = onward({ output: { ...output, value: hastings(output.value + 1n) } });
    expect(() => old.validate(old.child({ v2transactions: [payment, inflated] }))).not.toThrow();
    expect(() => fixed.validate(fixed.child({ v2transactions: [payment, inflated] }))).toThrow(
      codeOf('v2/wrong-ephemeral')
    );
    const funds: FundElement = {
      stateElement: unplaced,
      id: v2FundOutputId(v2TransactionId(payment), 0),
      output: unsigned.fundOutputs[0]!,
      claimStart: hastings(0n)
    };
    const fundsOnward = signV2Transaction(
      {
        ...EMPTY_V2_TRANSACTION,
        fundInputs: [{ ...v2InputOf(funds, BOB), claimAddress: v2AddressOf(BOB) }],
        fundOutputs: [{ value: funds.output.value, address: v2AddressOf(BOB) }]
      },
      BOB
    );
    expect(() => old.validate(old.child({ v2transactions: [payment, fundsOnward] }))).not.toThrow();
    expect(() => fixed.validate(fixed.child({ v2transactions: [payment, fundsOnward] }))).toThrow(
      codeOf('v2/ephemeral-fund')
    );
  });
});

describe('the foundation', () => {
  test.each([
    ['moves to another address', v2AddressOf(BOB), v2AddressOf(BOB)],
    ['waives its subsidy but keeps its manager', VOID_ADDRESS, v2AddressOf(ALICE)]
  ])('%s', (_, newFoundationAddress, manager) => {
    const later = new TestChain(testNetwork(2));
    later.growTo(6);
    later.add(later.child({ v2transactions: [signed({ newFoundationAddress })] }));
    expect(later.state.foundationSubsidyAddress).toBe(newFoundationAddress);
    expect(later.state.foundationManagementAddress).toBe(manager);
  });
});

describe('an update of the foundation address', () => {
  /** A chain in which both have a coin of the same kind, and a payment by `owners` with the update in it. */
  function updateBy(...spenders: (typeof ALICE)[]) {
    const later = new TestChain(testNetwork(2));
    later.growTo(6);
    const rest = hastings(coin.output.value - 2n * COIN);
    const both = [
      { value: hastings(COIN), address: v2AddressOf(BOB) },
      { value: rest, address: v2AddressOf(ALICE) }
    ];
    later.add(later.child({ v2transactions: [signed({ coinOutputs: both })] }));
    const unsignedUpdate: V2Transaction = {
      ...EMPTY_V2_TRANSACTION,
      coinInputs: spenders.map((key) => v2InputOf(later.coinOf(v2AddressOf(key)), key)),
      minerFee: hastings(spenders.reduce((sum, key) => sum + (key === ALICE ? rest : COIN), 0n)),
      newFoundationAddress: v2AddressOf(BOB)
    };
    const coinInputs = unsignedUpdate.coinInputs.map(
      (_, i) => signV2Transaction(unsignedUpdate, spenders[i]!).coinInputs[i]!
    );
    return () => later.validate(later.child({ v2transactions: [{ ...unsignedUpdate, coinInputs }] }));
  }

  test('requires one input of the manager, at any position', () => {
    expect(updateBy(ALICE)).not.toThrow();
    expect(updateBy(BOB, ALICE)).not.toThrow();
    expect(updateBy(ALICE, BOB)).not.toThrow();
  });

  test('is rejected from others', () => {
    expect(updateBy(BOB)).toThrow(codeOf('v2/foundation-unauthorized'));
  });
});

describe('a block is rejected when', () => {
  const block = chain.child({ v2transactions: [payment] });
  const payout = block.minerPayouts[0]!;
  const paying = (...values: bigint[]): Block =>
    chain.committed({ ...block, minerPayouts: values.map((value) => ({ ...payout, value: hastings(value) })) });
  const withFee = (minerFee: bigint): Block =>
    chain.child({ v2transactions: [{ ...payment, minerFee: hastings(minerFee) }] });

  test('fees of V2 transactions overflow, with a message of their own', () => {
    expect(() => chain.validate(withFee(MAX_HASTINGS))).toThrow(/v2 transaction fees overflow/);
  });

  test.each<[string, Block, RuleCode]>([
    ['its parent is not the tip', { ...block, parentId: chain.chainIndices[0]!.id }, 'header/wrong-parent'],
    ['it is older than the median', { ...block, timestamp: unixSeconds(1_700_000_000) }, 'header/too-early'],
    ['its nonce is not a multiple of the factor', { ...block, nonce: 1n }, 'header/nonce-factor'],
    ['it has no payout', paying(0n), 'block/payout-zero'],
    ['it pays too little', paying(payout.value - 1n), 'block/payout-sum'],
    ['it pays twice', paying(payout.value - 1n, 1n), 'block/payout-count'],
    ['its fees overflow', withFee(MAX_HASTINGS), 'block/fee-overflow'],
    ['it contains the wrong height', { ...block, v2: { ...block.v2!, height: 7 } }, 'block/wrong-height'],
    [
      'its commitment is for another miner',
      { ...block, minerPayouts: [{ ...payout, address: VOID_ADDRESS }] },
      'block/wrong-commitment'
    ],
    [
      'it has a V1 transaction without a supplement',
      chain.committed({ ...block, transactions: [EMPTY_TRANSACTION] }),
      'block/supplement'
    ]
  ])('%s', (_, corrupt, code) => {
    expect(() => chain.validate(corrupt, EMPTY_SUPPLEMENT)).toThrow(codeOf(code));
  });

  test.each([
    ['V1', new TestChain(), 'transaction fees overflow'],
    ['V2', chain, 'v2 transaction fees overflow']
  ] as const)('its %s fees plus its reward exceed the maximum by one', (generation, { network, state }, reason) => {
    const most = MAX_HASTINGS - blockReward(network, childHeight(state));
    const validateFees = (fee: bigint) => {
      const minerPayouts = [{ value: hastings(MAX_HASTINGS), address: v2AddressOf(BOB) }];
      const paid = generation === 'V1' ? new TestChain().child() : chain.child();
      const fees =
        generation === 'V1'
          ? { transactions: [{ ...EMPTY_TRANSACTION, minerFees: [hastings(fee)] }] }
          : { v2: { ...paid.v2!, transactions: [{ ...EMPTY_V2_TRANSACTION, minerFee: hastings(fee) }] } };
      return () => validateOrphan(network, state, { ...paid, ...fees, minerPayouts });
    };
    expect(validateFees(most)).not.toThrow();
    expect(validateFees(most + 1n)).toThrow(expect.objectContaining({ code: 'block/fee-overflow', message: reason }));
  });

  test('one of several payouts is zero, which V1 allows', () => {
    const v1 = new TestChain();
    const parent = v1.child();
    const { value, address } = parent.minerPayouts[0]!;
    const payingTo = (...values: bigint[]): Block => ({
      ...parent,
      minerPayouts: values.map((part) => ({ value: hastings(part), address }))
    });
    expect(() => v1.validate(payingTo(value - 1n, 1n))).not.toThrow();
    expect(() => v1.validate(payingTo(value, 0n))).toThrow(codeOf('block/payout-zero'));
    expect(() => v1.validate(payingTo(value, 1n))).toThrow(codeOf('block/payout-sum'));
  });

  test('a V1 fee in it is zero', () => {
    const v1 = new TestChain();
    const corrupt = v1.child({ transactions: [{ ...EMPTY_TRANSACTION, minerFees: [hastings(0n)] }] });
    expect(() => v1.validate(corrupt)).toThrow(codeOf('block/fee-zero'));
  });
});
