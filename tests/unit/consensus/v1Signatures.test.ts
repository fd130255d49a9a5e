import { describe, expect, test } from 'vitest';
import { hastings } from '$lib/chain/currency/currency';
import { addressHash } from '$lib/chain/address';
import type { PrivateKey } from '$lib/chain/keys/keys';
import { publicKeyBytes } from '$lib/chain/keys/keys';
import { ED25519_ALGORITHM, specifier16, type UnlockConditions } from '$lib/chain/policy/policy';
import type { Specifier } from '$lib/chain/policy/specifier';
import { unlockHash } from '$lib/chain/policy/policyAddress';
import { WHOLE_TRANSACTION, type Transaction, type TransactionSignature } from '$lib/chain/transaction/transaction';
import { concatBytes } from '$lib/codec/bytes';
import { encode } from '$lib/codec/layout';
import type { RuleCode } from '$lib/consensus/errors';
import {
  ALICE,
  BOB,
  COIN,
  EMPTY_TRANSACTION,
  TestChain,
  locksOf,
  publicKeyOf,
  signTransaction,
  signedFor,
  testNetwork,
  v1AddressOf,
  v2AddressOf,
  wholeSignature
} from './testChain';

const CAROL = new Uint8Array(32).fill(3) as PrivateKey;

const keyBytesOf = (key: PrivateKey) => publicKeyBytes(publicKeyOf(key));
const ed25519 = (key: Uint8Array) => ({ algorithm: ED25519_ALGORITHM, key });
const conditions = (signaturesRequired: bigint, ...keys: Uint8Array[]): UnlockConditions => ({
  timelock: 0n,
  publicKeys: keys.map(ed25519),
  signaturesRequired
});

/** A chain with a coin locked by the conditions, and the unsigned transaction that spends it. */
function lockedBy(unlockConditions: UnlockConditions): { chain: TestChain; spend: Transaction } {
  const chain = new TestChain();
  chain.growTo(5);
  const coin = chain.coinOf(v1AddressOf(ALICE));
  const lock: Transaction = {
    ...EMPTY_TRANSACTION,
    coinInputs: [{ parentId: coin.id, unlockConditions: locksOf(ALICE) }],
    coinOutputs: [{ value: coin.output.value, address: unlockHash(unlockConditions) }]
  };
  chain.add(chain.child({ transactions: [signTransaction(chain, lock, ALICE)] }));
  const { id, output } = chain.coinOf(unlockHash(unlockConditions));
  const spend: Transaction = {
    ...EMPTY_TRANSACTION,
    coinInputs: [{ parentId: id, unlockConditions }],
    coinOutputs: [{ value: hastings(output.value - COIN), address: v1AddressOf(BOB) }],
    minerFees: [hastings(COIN)]
  };
  return { chain, spend };
}

/** The chain's verdict on the spending transaction with these signatures; undefined if it is valid. */
function verdict(
  { chain, spend }: ReturnType<typeof lockedBy>,
  signers: readonly { key: PrivateKey; index: bigint; change?: Partial<TransactionSignature> }[]
): RuleCode | undefined {
  const { parentId } = spend.coinInputs[0]!;
  const signatures = signers.map(({ key, index, change }) => ({
    ...signedFor(chain, spend, key, { ...wholeSignature(parentId), publicKeyIndex: index }),
    ...change
  }));
  try {
    chain.validate(chain.child({ transactions: [{ ...spend, signatures }] }));
    return undefined;
  } catch (error) {
    return (error as { code: RuleCode }).code;
  }
}

describe('two of three keys', () => {
  const locked = lockedBy(conditions(2n, keyBytesOf(ALICE), keyBytesOf(BOB), keyBytesOf(CAROL)));
  const alice = { key: ALICE, index: 0n };
  const bob = { key: BOB, index: 1n };
  const carol = { key: CAROL, index: 2n };

  test.each<[string, Parameters<typeof verdict>[1], RuleCode | undefined]>([
    ['any two', [alice, bob], undefined],
    ['in any order', [carol, alice], undefined],
    ['one alone', [bob], 'txn/signature-missing'],
    ['one key twice', [alice, alice], 'txn/signature-redundant'],
    ['one key twice, then the other', [alice, alice, bob], 'txn/signature-redundant'],
    ['a third one that is not needed', [alice, bob, carol], 'txn/signature-redundant'],
    ['one by a key that has a different index', [alice, { ...bob, index: 2n }], 'txn/signature-invalid'],
    ['one by the key just past the list', [alice, { ...bob, index: 3n }], 'txn/signature-without-key'],
    ['one by a key with a huge index', [alice, { ...bob, index: 2n ** 64n - 1n }], 'txn/signature-without-key'],
    ['none', [], 'txn/signature-missing']
  ])('%s', (_, signers, code) => {
    expect(verdict(locked, signers)).toBe(code);
  });
});

test('conditions that require no signature accept none', () => {
  const locked = lockedBy(conditions(0n, keyBytesOf(ALICE)));
  expect(verdict(locked, [])).toBeUndefined();
  expect(verdict(locked, [{ key: ALICE, index: 0n }])).toBe('txn/signature-redundant');
});

describe('a key whose length is not 32 bytes', () => {
  // The reference implementation copies it into 32 bytes: longer keys are truncated, shorter ones padded with zeros.
  const key = keyBytesOf(ALICE);

  test('counts by its first 32', () => {
    const locked = lockedBy(conditions(1n, concatBytes(key, new Uint8Array([9]))));
    expect(verdict(locked, [{ key: ALICE, index: 0n }])).toBeUndefined();
  });

  test('verifies nothing if a byte is missing', () => {
    const locked = lockedBy(conditions(1n, key.subarray(0, 31)));
    expect(verdict(locked, [{ key: ALICE, index: 0n }])).toBe('txn/signature-invalid');
  });

  test('does not affect the signature hash of other keys', () => {
    const locked = lockedBy(conditions(1n, new Uint8Array(0), key));
    expect(verdict(locked, [{ key: ALICE, index: 1n }])).toBeUndefined();
    expect(verdict(locked, [{ key: ALICE, index: 0n }])).toBe('txn/signature-invalid');
  });
});

describe('a signature whose length is not 64 bytes', () => {
  const locked = lockedBy(conditions(1n, keyBytesOf(ALICE)));
  const { signature } = signedFor(
    locked.chain,
    locked.spend,
    ALICE,
    wholeSignature(locked.spend.coinInputs[0]!.parentId)
  );

  test.each<[string, Uint8Array, RuleCode | undefined]>([
    ['correct', signature, undefined],
    ['one byte too many', concatBytes(signature, new Uint8Array([1])), undefined],
    ['one byte too few', signature.subarray(0, 63), 'txn/signature-invalid']
  ])('%s', (_, bytes, code) => {
    expect(verdict(locked, [{ key: ALICE, index: 0n, change: { signature: bytes } }])).toBe(code);
  });

  test('may omit trailing zeros', () => {
    // Varies the fee until the signature ends in a zero; its last byte is below 16.
    for (let fee = 1n; ; fee++) {
      const { value } = locked.spend.coinOutputs[0]!;
      const spend: Transaction = {
        ...locked.spend,
        coinOutputs: [{ value: hastings(value + COIN - fee), address: v1AddressOf(BOB) }],
        minerFees: [hastings(fee)]
      };
      const { signature } = signedFor(locked.chain, spend, ALICE, wholeSignature(spend.coinInputs[0]!.parentId));
      if (signature[63] !== 0) continue;
      const change = { signature: signature.subarray(0, 63) };
      expect(verdict({ ...locked, spend }, [{ key: ALICE, index: 0n, change }])).toBeUndefined();
      return;
    }
  });
});

test('a signature with an unknown algorithm counts, so that a later rule can define it', () => {
  const unknown = { algorithm: 'later' as Specifier, key: new Uint8Array(32) };
  const locked = lockedBy({ timelock: 0n, publicKeys: [unknown], signaturesRequired: 1n });
  expect(
    verdict(locked, [{ key: ALICE, index: 0n, change: { signature: new Uint8Array([1, 2, 3]) } }])
  ).toBeUndefined();
  expect(verdict(locked, [])).toBe('txn/signature-missing');
});

describe('the time lock of a signature', () => {
  test.each<[string, bigint, RuleCode | undefined]>([
    ['at the height of the block has expired', 6n, undefined],
    ['at the height of the next block has not', 7n, 'txn/signature-timelocked']
  ])('%s', (_, timelock, code) => {
    const { chain, spend } = lockedBy(conditions(1n, keyBytesOf(ALICE)));
    const signature = { ...wholeSignature(spend.coinInputs[0]!.parentId), timelock };
    const signed = { ...spend, signatures: [signedFor(chain, spend, ALICE, signature)] };
    const block = chain.child({ transactions: [signed] });
    if (code === undefined) expect(() => chain.validate(block)).not.toThrow();
    else expect(() => chain.validate(block)).toThrow(expect.objectContaining({ code }));
  });
});

describe('an update of the foundation addresses', () => {
  const FOUNDATION = encode(specifier16, 'foundation' as Specifier);
  const update = concatBytes(FOUNDATION, addressHash(v1AddressOf(BOB)), addressHash(v2AddressOf(BOB)));
  const PARTLY = { ...WHOLE_TRANSACTION, wholeTransaction: false, arbitraryData: [0n] };

  /** Spends a coin of the owner's with the update in it, signed by the owner. */
  function updateBy(owner: PrivateKey, coveredFields = WHOLE_TRANSACTION, network = testNetwork()) {
    const chain = new TestChain(network);
    chain.growTo(5);
    const alice = chain.coinOf(v1AddressOf(ALICE));
    const handOver: Transaction = {
      ...EMPTY_TRANSACTION,
      coinInputs: [{ parentId: alice.id, unlockConditions: locksOf(ALICE) }],
      coinOutputs: [{ value: alice.output.value, address: v1AddressOf(owner) }]
    };
    chain.add(chain.child({ transactions: [signTransaction(chain, handOver, ALICE)] }));
    const coin = chain.coinOf(v1AddressOf(owner));
    const txn: Transaction = {
      ...EMPTY_TRANSACTION,
      coinInputs: [{ parentId: coin.id, unlockConditions: locksOf(owner) }],
      coinOutputs: [{ value: coin.output.value, address: v1AddressOf(BOB) }],
      arbitraryData: [update]
    };
    const signature = signedFor(chain, txn, owner, { ...wholeSignature(coin.id), coveredFields });
    return () => chain.validate(chain.child({ transactions: [{ ...txn, signatures: [signature] }] }));
  }

  test('is accepted from the holder of the current address', () => {
    expect(updateBy(ALICE)).not.toThrow();
  });

  test('is accepted from the manager, who gets no subsidy', () => {
    const network = testNetwork();
    const hardforkFoundation = { ...network.hardforkFoundation, failsafeAddress: v1AddressOf(CAROL) };
    expect(updateBy(CAROL, WHOLE_TRANSACTION, { ...network, hardforkFoundation })).not.toThrow();
  });

  test('is rejected from a stranger who signs the whole transaction', () => {
    expect(updateBy(CAROL)).toThrow(expect.objectContaining({ code: 'txn/foundation-unsigned' }));
  });

  test('is rejected from the holder with a partial signature, even one that covers the update', () => {
    expect(updateBy(ALICE, PARTLY)).toThrow(expect.objectContaining({ code: 'txn/foundation-unsigned' }));
  });
});
