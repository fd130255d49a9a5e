import { expect, test } from 'vitest';
import type { CoinOutputId, Hash256 } from '$lib/chain/ids';
import { verifySignature } from '$lib/chain/keys/verifySignature';
import { ED25519_ALGORITHM, type SpendPolicy } from '$lib/chain/policy/policy';
import type { Specifier } from '$lib/chain/policy/specifier';
import { EMPTY_TRANSACTION, type Transaction } from '$lib/chain/transaction/transaction';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { medianTimestamp } from '$lib/consensus/state';
import { signTransaction, signV2Transaction } from '$lib/server/node/signing/signTransactions';
import { TestChain } from '../../../../support/peers/testChain';

const ids = ['11', '22', '33'].map((byte) => byte.repeat(32));
const noKeys = { has: () => false, sign: () => expect.fail('signed without a key') };

/** @param required signatures of each input @param made number of signatures that each input has */
function partlySigned(required: readonly number[], made: readonly number[]): Transaction {
  return {
    ...EMPTY_TRANSACTION,
    coinInputs: required.map((count, i) => ({
      parentId: ids[i] as CoinOutputId,
      unlockConditions: { timelock: 0n, publicKeys: [], signaturesRequired: BigInt(count) }
    })),
    signatures: made.flatMap((count, i) =>
      Array.from({ length: count }, (_, publicKeyIndex) => ({
        parentId: ids[i] as Hash256,
        publicKeyIndex: BigInt(publicKeyIndex),
        timelock: 0n,
        coveredFields: {} as never,
        signature: new Uint8Array(64)
      }))
    )
  };
}

test.each([
  [[2, 1], [2, 1], true],
  [[2, 1], [1, 1], false],
  [[1, 1], [1, 0], false],
  [[1, 1], [0, 2], false],
  [[0, 1], [0, 1], true]
])('inputs that require %j signatures and have %j are fully signed: %j', (required, made, fullySigned) => {
  const transaction = partlySigned(required, made);
  expect(signTransaction(transaction, {} as never, {} as never, noKeys)).toEqual({ transaction, fullySigned });
});

test('neither a signature that is there nor a key of another length or algorithm is signed again', () => {
  const keyOf = (length: number, algorithm = ED25519_ALGORITHM) => ({ algorithm, key: new Uint8Array(length) });
  const keys = [keyOf(32), keyOf(31), keyOf(32, 'entropy' as Specifier)];
  const signed = partlySigned([1, 1, 1], [1, 1, 1]);
  const transaction = {
    ...signed,
    coinInputs: signed.coinInputs.map((input, i) => ({
      ...input,
      unlockConditions: { ...input.unlockConditions, publicKeys: [keys[i]!] }
    })),
    signatures: signed.signatures.map((entry, i) => (i === 0 ? entry : { ...entry, signature: new Uint8Array() }))
  };
  const anyKey = { ...noKeys, has: () => true };
  const expected = { transaction, fullySigned: false };
  expect(signTransaction(transaction, {} as never, {} as never, anyKey)).toEqual(expected);
});

test('a V2 transaction is fully signed if each of its inputs is', () => {
  const inputOf = (policy: SpendPolicy) => ({
    parent: { id: ids[0] },
    satisfiedPolicy: { policy, signatures: [], preimages: [] }
  });
  const open = inputOf({ type: 'above', height: 0n });
  const closed = inputOf({ type: 'above', height: 9n });
  const state = TestChain.create().tip;
  const isSigned = (...inputs: object[]) => {
    const txn = { ...EMPTY_V2_TRANSACTION, fundInputs: [], coinInputs: inputs } as unknown as V2Transaction;
    return signV2Transaction(txn, state, noKeys, verifySignature).fullySigned;
  };
  expect([isSigned(open, open), isSigned(open, closed), isSigned(closed, open)]).toEqual([true, false, false]);
  // Of the tip, not of the next block.
  const { height } = state.index;
  const locks = [height, height + 1].map((from) => inputOf({ type: 'above', height: BigInt(from) }));
  const times = [-1, 0].map((off) => inputOf({ type: 'after', timestamp: BigInt(medianTimestamp(state) + off) }));
  expect([...locks, ...times].map((input) => isSigned(input))).toEqual([true, false, true, false]);
});
