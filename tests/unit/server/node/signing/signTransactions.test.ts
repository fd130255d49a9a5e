import { expect, test } from 'vitest';
import type { CoinOutputId, Hash256 } from '$lib/chain/ids';
import { EMPTY_TRANSACTION, type Transaction } from '$lib/chain/transaction/transaction';
import { signTransaction } from '$lib/server/node/signing/signTransactions';

const ids = ['11', '22'].map((byte) => byte.repeat(32));
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
