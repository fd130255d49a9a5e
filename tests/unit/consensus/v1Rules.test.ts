import { describe, expect, test } from 'vitest';
import { VOID_ADDRESS, addressHash } from '$lib/chain/address';
import { fundUnits, hastings } from '$lib/chain/currency/currency';
import type { CoinElement } from '$lib/chain/element/elements';
import type { FileContract } from '$lib/chain/element/fileContract';
import { ZERO_HASH, type CoinOutputId } from '$lib/chain/ids';
import type { PrivateKey } from '$lib/chain/keys/keys';
import { specifier16 } from '$lib/chain/policy/policy';
import type { Specifier } from '$lib/chain/policy/specifier';
import { unlockHash } from '$lib/chain/policy/policyAddress';
import { acceptSignature } from '$lib/chain/policy/verifyPolicy';
import type { Transaction } from '$lib/chain/transaction/transaction';
import { concatBytes } from '$lib/codec/bytes';
import { encode } from '$lib/codec/layout';
import { verifySignature } from '$lib/chain/keys/verifySignature';
import { MAX_BLOCK_WEIGHT } from '$lib/chain/block/maxWeight';
import { transactionWeight } from '$lib/chain/block/weight';
import { BlockEffects } from '$lib/consensus/apply/blockEffects';
import type { RuleCode } from '$lib/consensus/errors';
import { EMPTY_TRANSACTION_SUPPLEMENT } from '$lib/consensus/apply/supplement';
import { validateBlock } from '$lib/consensus/validate/validateBlock';
import { validateTransaction } from '$lib/consensus/validate/validateTransaction';
import {
  ALICE,
  BOB,
  COIN,
  EMPTY_TRANSACTION,
  ENTROPY_LOCKS,
  TestChain,
  locksOf,
  signTransaction,
  signedFor,
  testNetwork,
  v1AddressOf,
  v2AddressOf,
  wholeSignature
} from './testChain';

const chain = new TestChain();
chain.growTo(5);

const coin = chain.coinOf(v1AddressOf(ALICE));
const fund = chain.fundOf(v1AddressOf(ALICE));

const inputOf = ({ id }: CoinElement) => ({ parentId: id, unlockConditions: locksOf(ALICE) });

/** Spends a coin and fund units of Alice's to Bob, with a fee. */
const payment: Transaction = {
  ...EMPTY_TRANSACTION,
  coinInputs: [inputOf(coin)],
  coinOutputs: [{ value: hastings(coin.output.value - COIN), address: v1AddressOf(BOB) }],
  fundInputs: [{ parentId: fund.id, unlockConditions: locksOf(ALICE), claimAddress: v1AddressOf(ALICE) }],
  fundOutputs: [{ value: fund.output.value, address: v1AddressOf(BOB) }],
  minerFees: [hastings(COIN)]
};
const signed = (txn: Transaction) => signTransaction(chain, txn, ALICE);

const withInput = (change: object): Transaction =>
  signed({ ...payment, coinInputs: [{ ...payment.coinInputs[0]!, ...change }] });
const withFundInput = (change: object): Transaction =>
  signed({ ...payment, fundInputs: [{ ...payment.fundInputs[0]!, ...change }] });
const withOutput = (change: object): Transaction =>
  signed({ ...payment, coinOutputs: [{ ...payment.coinOutputs[0]!, ...change }] });

/** The payment with changes to its first signature. */
function withSignature(change: object): Transaction {
  const txn = signed(payment);
  const signature = { ...txn.signatures[0]!, ...change };
  return { ...txn, signatures: [signature, ...txn.signatures.slice(1)] };
}

const immature = chain.coins.find(({ maturityHeight }) => maturityHeight > 5n)!;
const contractPaying = (payout: bigint): FileContract => ({
  filesize: 0n,
  fileMerkleRoot: ZERO_HASH,
  windowStart: 8n,
  windowEnd: 10n,
  payout: hastings(payout),
  validProofOutputs: [],
  missedProofOutputs: [],
  unlockHash: v1AddressOf(ALICE),
  revisionNumber: 0n
});
const unknownId = `${'0'.repeat(63)}1` as CoinOutputId;
const FOUNDATION = encode(specifier16, 'foundation' as Specifier);
const foundationUpdate = (subsidy = v1AddressOf(BOB), management = v2AddressOf(BOB)) =>
  concatBytes(FOUNDATION, addressHash(subsidy), addressHash(management));

test('the payment is valid, and so is a foundation update signed by a current address', () => {
  expect(() => chain.validate(chain.child({ transactions: [signed(payment)] }))).not.toThrow();
  // Data after the addresses of an update, and data that are not an update, are ignored.
  const arbitraryData = [FOUNDATION.with(0, 0), concatBytes(foundationUpdate(), FOUNDATION), FOUNDATION.subarray(1)];
  const update = signed({ ...payment, arbitraryData });
  const next = new TestChain();
  next.growTo(5);
  next.add(next.child({ transactions: [update] }));
  expect(next.state.foundationSubsidyAddress).toBe(v1AddressOf(BOB));
  expect(next.state.foundationManagementAddress).toBe(v2AddressOf(BOB));
});

describe('a V1 payment is rejected when', () => {
  test.each<[string, Transaction[], RuleCode]>([
    [
      'its coin is still locked',
      [withInput({ unlockConditions: { ...locksOf(ALICE), timelock: 6n } })],
      'txn/timelocked'
    ],
    [
      'it has different unlock conditions',
      [withInput({ unlockConditions: locksOf(BOB) })],
      'txn/wrong-unlock-conditions'
    ],
    [
      'it spends the same coin twice',
      [
        signed({
          ...payment,
          coinInputs: [payment.coinInputs[0]!, payment.coinInputs[0]!],
          coinOutputs: [{ value: hastings(2n * coin.output.value - COIN), address: v1AddressOf(BOB) }]
        })
      ],
      'txn/repeated-parent'
    ],
    ['its coin does not exist', [withInput({ parentId: unknownId })], 'txn/unknown-parent'],
    [
      'its coin is immature',
      [{ ...withInput({ parentId: immature.id, unlockConditions: locksOf(BOB) }) }],
      'txn/immature'
    ],
    ['it pays out less than its inputs', [withOutput({ value: hastings(1n) })], 'txn/unbalanced-coins'],
    [
      'it exceeds the block weight',
      [signed({ ...payment, arbitraryData: [new Uint8Array(1_999_500)] })],
      'block/too-heavy'
    ],
    ['its coin was spent earlier in the block', [signed(payment), signed(payment)], 'txn/double-spend'],
    [
      'its coin was spent earlier in the block, its funds were not',
      [signed(payment), signed({ ...payment, fundInputs: [], fundOutputs: [] })],
      'txn/double-spend'
    ],
    [
      'its funds are still locked',
      [withFundInput({ unlockConditions: { ...locksOf(ALICE), timelock: 6n } })],
      'txn/timelocked'
    ],
    [
      'its funds have different unlock conditions',
      [withFundInput({ unlockConditions: locksOf(BOB) })],
      'txn/wrong-unlock-conditions'
    ],
    [
      'its funds were spent earlier in the block',
      [
        signed(payment),
        signed({ ...EMPTY_TRANSACTION, fundInputs: payment.fundInputs, fundOutputs: payment.fundOutputs })
      ],
      'txn/double-spend'
    ],
    [
      'it spends the same funds twice',
      [
        signed({
          ...payment,
          fundInputs: [payment.fundInputs[0]!, payment.fundInputs[0]!],
          fundOutputs: [{ value: fundUnits(2n * fund.output.value), address: v1AddressOf(BOB) }]
        })
      ],
      'txn/repeated-parent'
    ],
    ['its funds do not exist', [withFundInput({ parentId: unknownId })], 'txn/unknown-parent'],
    [
      'it pays out fewer fund units',
      [signed({ ...payment, fundOutputs: [{ value: fundUnits(4999n), address: v1AddressOf(BOB) }] })],
      'txn/unbalanced-funds'
    ],
    [
      'it pays out more fund units than exist',
      [signed({ ...payment, fundOutputs: [{ value: fundUnits(10_001n), address: v1AddressOf(BOB) }] })],
      'txn/overflow'
    ],
    ['a signature has no parent', [withSignature({ parentId: unknownId })], 'txn/signature-without-parent'],
    ['a signature refers to a missing key', [withSignature({ publicKeyIndex: 1n })], 'txn/signature-without-key'],
    ['a signature is not valid yet', [withSignature({ timelock: 6n })], 'txn/signature-timelocked'],
    [
      'a signature covers a missing field',
      [
        withSignature({
          coveredFields: { ...wholeSignature('').coveredFields, wholeTransaction: false, coinOutputs: [1n] }
        })
      ],
      'txn/signature-covers-nothing'
    ],
    ['a signature is empty', [withSignature({ signature: new Uint8Array(0) })], 'txn/signature-invalid'],
    [
      'a signature is missing',
      [{ ...signed(payment), signatures: signed(payment).signatures.slice(1) }],
      'txn/signature-missing'
    ],
    [
      'a foundation update is truncated',
      [signed({ ...payment, arbitraryData: [foundationUpdate().subarray(0, 79)] })],
      'txn/foundation-malformed'
    ],
    [
      'a foundation update has no primary address',
      [signed({ ...payment, arbitraryData: [foundationUpdate(VOID_ADDRESS)] })],
      'txn/foundation-void'
    ],
    [
      'a foundation update has no failsafe address',
      [signed({ ...payment, arbitraryData: [foundationUpdate(v1AddressOf(BOB), VOID_ADDRESS)] })],
      'txn/foundation-void'
    ],
    [
      'a foundation update is truncated after a valid one',
      [signed({ ...payment, arbitraryData: [foundationUpdate(), foundationUpdate().subarray(0, 79)] })],
      'txn/foundation-malformed'
    ],
    [
      'a foundation update is not signed as a whole',
      [
        {
          ...signed({ ...payment, coinInputs: [], coinOutputs: [], minerFees: [], arbitraryData: [foundationUpdate()] })
        }
      ],
      'txn/foundation-unsigned'
    ]
  ])('%s', (_, transactions, code) => {
    const block = chain.child({ transactions });
    expect(() => chain.validate(block)).toThrow(expect.objectContaining({ code }));
  });

  describe('its signatures are assumed valid, and', () => {
    const { coveredFields } = wholeSignature('');
    const validate = (txn: Transaction) => {
      const block = chain.child({ transactions: [txn] });
      const options = { verifySignature: acceptSignature };
      validateBlock(chain.network, chain.state, block, chain.supplementFor(block), options);
    };

    test('nothing else is wrong: then it is not', () => {
      expect(() => validate(withSignature({ signature: new Uint8Array(0) }))).not.toThrow();
    });

    test.each<[string, object, RuleCode]>([
      ['one has no parent', { parentId: unknownId }, 'txn/signature-without-parent'],
      [
        'one covers a missing field',
        { coveredFields: { ...coveredFields, wholeTransaction: false, coinOutputs: [1n] } },
        'txn/signature-covers-nothing'
      ],
      [
        'one covers a missing signature',
        { coveredFields: { ...coveredFields, signatures: [2n] } },
        'txn/signature-covers-nothing'
      ]
    ])('%s', (_, change, code) => {
      expect(() => validate(withSignature(change))).toThrow(expect.objectContaining({ code }));
    });
  });

  describe('a foundation update is signed', () => {
    // Alice's V1 address is the foundation's; Bob's is a miner's.
    const mature = chain.coins.find(
      ({ output, maturityHeight }) => output.address === v1AddressOf(BOB) && maturityHeight <= 5n
    )!;
    const alices = inputOf(coin);
    const bobs = { parentId: mature.id, unlockConditions: locksOf(BOB) };
    const { coveredFields } = wholeSignature('');
    const inPart = { ...coveredFields, wholeTransaction: false, coinInputs: [0n], arbitraryData: [0n] };

    /** A foundation update by these signers, each covering either everything or only the first input and the update. */
    function update(...signers: { by: Uint8Array; input: typeof alices; whole: boolean; value: bigint }[]) {
      const unsigned: Transaction = {
        ...EMPTY_TRANSACTION,
        coinInputs: signers.map(({ input }) => input),
        coinOutputs: [
          { value: hastings(signers.reduce((sum, { value }) => sum + value, 0n)), address: v1AddressOf(BOB) }
        ],
        arbitraryData: [foundationUpdate()]
      };
      const signatures = signers.map(({ by, input, whole }) =>
        signedFor(chain, unsigned, by as PrivateKey, {
          ...wholeSignature(input.parentId),
          ...(!whole && { coveredFields: inPart })
        })
      );
      return chain.child({ transactions: [{ ...unsigned, signatures }] });
    }
    const alice = { by: ALICE, input: alices, whole: true, value: coin.output.value };
    const bob = { by: BOB, input: bobs, whole: true, value: mature.output.value };
    const inPartBy = <S extends object>(signer: S) => ({ ...signer, whole: false });

    test.each<[string, Parameters<typeof update>, RuleCode | undefined]>([
      ['completely by the foundation', [alice], undefined],
      ['completely by the foundation, partially by a stranger', [inPartBy(bob), alice], undefined],
      ['completely by a stranger', [bob], 'txn/foundation-unsigned'],
      ['partially by the foundation', [inPartBy(alice)], 'txn/foundation-unsigned'],
      ['partially by the foundation, completely by a stranger', [inPartBy(alice), bob], 'txn/foundation-unsigned']
    ])('%s', (_, signers, code) => {
      const validate = expect(() => chain.validate(update(...signers)));
      if (code === undefined) validate.not.toThrow();
      else validate.toThrow(expect.objectContaining({ code }));
    });
  });

  /** The verdict on the transaction alone, from a node that finds none of its elements. */
  function codeAlone(txn: Transaction): RuleCode | undefined {
    const context = { effects: new BlockEffects(chain.network, chain.state), verifySignature };
    try {
      validateTransaction(context, txn, EMPTY_TRANSACTION_SUPPLEMENT);
      return undefined;
    } catch (error) {
      return (error as { code: RuleCode }).code;
    }
  }

  test.each<[number, RuleCode | undefined]>([
    [0, undefined],
    [1, 'txn/too-heavy']
  ])('it weighs %i more than a block may: %s', (more, code) => {
    const bare = { ...EMPTY_TRANSACTION, arbitraryData: [new Uint8Array(0)] };
    const room = MAX_BLOCK_WEIGHT - transactionWeight(bare);
    expect(codeAlone({ ...bare, arbitraryData: [new Uint8Array(room + more)] })).toBe(code);
  });

  const address = v1AddressOf(BOB);
  test.each<[string, (value: bigint) => Partial<Transaction>]>([
    ['a coin output', (value) => ({ coinOutputs: [{ value: hastings(value), address }] })],
    ['a fund output', (value) => ({ fundOutputs: [{ value: fundUnits(value), address }] })],
    ['a fee', (value) => ({ minerFees: [hastings(value)] })],
    ['a contract payout', (value) => ({ fileContracts: [contractPaying(value)] })]
  ])('%s of it is zero, whatever else it contains', (_, parts) => {
    const beside = { coinOutputs: [{ value: hastings(1n), address }], minerFees: [hastings(1n)] };
    expect(codeAlone({ ...EMPTY_TRANSACTION, ...beside, ...parts(0n) })).toBe('txn/zero-value');
    expect(codeAlone({ ...EMPTY_TRANSACTION, ...beside, ...parts(1n) })).toBe('txn/unbalanced-coins');
  });

  test('its key is an entropy key', () => {
    const parent = chain.coinOf(unlockHash(ENTROPY_LOCKS));
    const unsigned: Transaction = {
      ...EMPTY_TRANSACTION,
      coinInputs: [{ parentId: parent.id, unlockConditions: ENTROPY_LOCKS }],
      coinOutputs: [{ value: parent.output.value, address: v1AddressOf(BOB) }]
    };
    const signature = signedFor(chain, unsigned, ALICE, wholeSignature(parent.id));
    const block = chain.child({ transactions: [{ ...unsigned, signatures: [signature] }] });
    expect(() => chain.validate(block)).toThrow(expect.objectContaining({ code: 'txn/signature-entropy' }));
  });
});

test.each<[bigint, RuleCode | undefined]>([
  [6n, undefined],
  [7n, 'txn/timelocked']
])('funds locked until height %i can be spent in block 6: %s', (timelock, code) => {
  const later = new TestChain();
  later.growTo(5);
  const unlockConditions = { ...locksOf(ALICE), timelock };
  const lock = {
    ...EMPTY_TRANSACTION,
    fundInputs: payment.fundInputs,
    fundOutputs: [{ value: fund.output.value, address: unlockHash(unlockConditions) }]
  };
  later.add(later.child({ transactions: [signTransaction(later, lock, ALICE)] }));
  const parentId = later.fundOf(unlockHash(unlockConditions)).id;
  const spend = {
    ...EMPTY_TRANSACTION,
    fundInputs: [{ parentId, unlockConditions, claimAddress: v1AddressOf(ALICE) }],
    fundOutputs: [{ value: fund.output.value, address: v1AddressOf(BOB) }]
  };
  const block = later.child({ transactions: [signTransaction(later, spend, ALICE)] });
  if (code === undefined) expect(() => later.validate(block)).not.toThrow();
  else expect(() => later.validate(block)).toThrow(expect.objectContaining({ code }));
});

describe('funds of the old developer address', () => {
  const old = chain.funds.find(({ output }) => output.address === chain.network.hardforkDevAddr.oldAddress)!;
  const unsigned: Transaction = {
    ...EMPTY_TRANSACTION,
    fundInputs: [{ parentId: old.id, unlockConditions: locksOf(BOB), claimAddress: v1AddressOf(BOB) }],
    fundOutputs: [{ value: old.output.value, address: v1AddressOf(BOB) }]
  };

  test('may be spent by the new one', () => {
    const transactions = [signTransaction(chain, unsigned, BOB)];
    expect(() => chain.validate(chain.child({ transactions }))).not.toThrow();
  });

  test('may not be spent by anyone else', () => {
    const fundInputs = [{ ...unsigned.fundInputs[0]!, unlockConditions: locksOf(ALICE) }];
    const transactions = [signTransaction(chain, { ...unsigned, fundInputs }, ALICE)];
    expect(() => chain.validate(chain.child({ transactions }))).toThrow(
      expect.objectContaining({ code: 'txn/wrong-unlock-conditions' })
    );
  });

  test.each<[number, RuleCode | undefined]>([
    [5, undefined],
    [6, 'txn/wrong-unlock-conditions']
  ])('in block 5, with that fork at height %i: %s', (height, code) => {
    const network = testNetwork();
    const early = new TestChain({ ...network, hardforkDevAddr: { ...network.hardforkDevAddr, height } });
    early.growTo(5);
    const block = early.child({ transactions: [signTransaction(early, unsigned, BOB)] });
    if (code === undefined) expect(() => early.validate(block)).not.toThrow();
    else expect(() => early.validate(block)).toThrow(expect.objectContaining({ code }));
  });
});

test.each<[number, RuleCode | undefined]>([
  [5, 'txn/foundation-malformed'],
  [6, undefined]
])('a truncated foundation update, in block 5, with the foundation from height %i on: %s', (height, code) => {
  const network = testNetwork();
  const early = new TestChain({ ...network, hardforkFoundation: { ...network.hardforkFoundation, height } });
  early.growTo(5);
  const txn = signTransaction(early, { ...payment, arbitraryData: [foundationUpdate().subarray(0, 79)] }, ALICE);
  const block = early.child({ transactions: [txn] });
  if (code === undefined) expect(() => early.validate(block)).not.toThrow();
  else expect(() => early.validate(block)).toThrow(expect.objectContaining({ code }));
});
