import { describe, expect, test } from 'vitest';
import { fundUnits, hastings } from '$lib/chain/currency/currency';
import type { FileContract, FileContractElement } from '$lib/chain/element/fileContract';
import { ZERO_BLOCK_ID, ZERO_HASH } from '$lib/chain/ids';
import type { Transaction } from '$lib/chain/transaction/transaction';
import {
  EMPTY_SUPPLEMENT,
  EMPTY_TRANSACTION_SUPPLEMENT,
  validateSupplement,
  type BlockSupplement,
  type TransactionSupplement
} from '$lib/consensus/apply/supplement';
import {
  ALICE,
  coins,
  EMPTY_TRANSACTION,
  locksOf,
  signTransaction,
  TestChain,
  testNetwork,
  v1AddressOf
} from './testChain';

/** A chain with a contract whose window ends at this height; V1 is allowed below the require height. */
function chainWithContract(allowHeight: number, windowEnd: bigint, height: number): TestChain {
  const chain = new TestChain(testNetwork(allowHeight));
  chain.growTo(5);
  const coin = chain.coinOf(v1AddressOf(ALICE));
  const payout = coins(100n);
  const shared = [{ value: hastings((payout * 961n) / 1000n), address: v1AddressOf(ALICE) }];
  const contract: FileContract = {
    filesize: 0n,
    fileMerkleRoot: ZERO_HASH,
    windowStart: 8n,
    windowEnd,
    payout,
    validProofOutputs: shared,
    missedProofOutputs: shared,
    unlockHash: v1AddressOf(ALICE),
    revisionNumber: 0n
  };
  const formation: Transaction = {
    ...EMPTY_TRANSACTION,
    coinInputs: [{ parentId: coin.id, unlockConditions: locksOf(ALICE) }],
    coinOutputs: [{ value: hastings(coin.output.value - payout), address: v1AddressOf(ALICE) }],
    fileContracts: [contract]
  };
  chain.add(chain.child({ transactions: [signTransaction(chain, formation, ALICE)] }));
  chain.growTo(height);
  return chain;
}

/** Whether the supplement is valid for a block with this many empty V1 transactions. */
const isValid = (chain: TestChain, supplement: BlockSupplement, count = supplement.transactions.length): boolean => {
  const block = { ...chain.child(), transactions: new Array<Transaction>(count).fill(EMPTY_TRANSACTION) };
  try {
    validateSupplement(chain.network, chain.state, block, supplement);
    return true;
  } catch (error) {
    expect(error).toMatchObject({ code: 'block/supplement' });
    return false;
  }
};
const withParts = (part: Partial<TransactionSupplement>): BlockSupplement => ({
  transactions: [{ ...EMPTY_TRANSACTION_SUPPLEMENT, ...part }],
  expiringFileContracts: []
});

const chain = chainWithContract(100, 12n, 7);
const [contract] = chain.fileContracts as [FileContractElement];
const coin = chain.coins[0]!;
const fund = chain.funds[0]!;
const changed: FileContractElement = { ...contract, fileContract: { ...contract.fileContract, revisionNumber: 1n } };

describe('elements that a V1 block refers to', () => {
  test.each<[string, BlockSupplement, BlockSupplement]>([
    [
      'coins',
      withParts({ coinInputs: [coin] }),
      withParts({ coinInputs: [coin, { ...coin, output: { ...coin.output, value: hastings(1n) } }] })
    ],
    [
      'funds',
      withParts({ fundInputs: [fund] }),
      withParts({ fundInputs: [fund, { ...fund, output: { ...fund.output, value: fundUnits(1n) } }] })
    ],
    [
      'revised contracts',
      withParts({ revisedFileContracts: [contract] }),
      withParts({ revisedFileContracts: [contract, changed] })
    ],
    [
      'proven contracts',
      withParts({ storageProofs: [{ fileContract: contract, windowId: ZERO_BLOCK_ID }] }),
      withParts({ storageProofs: [{ fileContract: changed, windowId: ZERO_BLOCK_ID }] })
    ],
    [
      'expiring contracts',
      { transactions: [], expiringFileContracts: [contract] },
      { transactions: [], expiringFileContracts: [contract, changed] }
    ]
  ])('%s must match the accumulator', (_, given, false_) => {
    expect(isValid(chain, given)).toBe(true);
    expect(isValid(chain, false_)).toBe(false);
  });

  test('are listed for each transaction', () => {
    expect(isValid(chain, withParts({}), 1)).toBe(true);
    expect(isValid(chain, withParts({}), 2)).toBe(false);
    expect(isValid(chain, withParts({}), 0)).toBe(false);
  });
});

describe('from the require height on', () => {
  // Allowed from 7, required from 8.
  const before = chainWithContract(7, 12n, 7);
  const at = chainWithContract(7, 12n, 8);

  test.each<[string, (chain: TestChain) => BlockSupplement]>([
    ['transactions', () => withParts({})],
    ['expiring contracts', (chain) => ({ transactions: [], expiringFileContracts: chain.fileContracts })]
  ])('%s must not be supplemented', (_, supplement) => {
    expect(isValid(before, supplement(before))).toBe(true);
    expect(isValid(at, supplement(at))).toBe(false);
    expect(isValid(at, EMPTY_SUPPLEMENT)).toBe(true);
  });
});
