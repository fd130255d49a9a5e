import { expect, test } from 'vitest';
import { VOID_ADDRESS } from '$lib/chain/address';
import type { Block } from '$lib/chain/block/block';
import { fundUnits, hastings } from '$lib/chain/currency/currency';
import type { BlockId, CoinOutputId, FileContractId, FundOutputId } from '$lib/chain/ids';
import { EMPTY_TRANSACTION, type Transaction } from '$lib/chain/transaction/transaction';
import { claimOutputId, coinOutputId, fundOutputId, minerOutputId } from '$lib/chain/transaction/transactionIds';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import {
  v2ClaimOutputId,
  v2CoinOutputId,
  v2ContractOutputId,
  v2FundOutputId,
  v2TransactionId
} from '$lib/chain/transaction/v2TransactionIds';
import { blockOutputs } from '$lib/wallet/sync/blockOutputs';
import { ALICE, BOB, v1AddressOf, v2AddressOf } from '../../consensus/testChain';

const [ours, theirs] = [v2AddressOf(ALICE), v1AddressOf(BOB)];
const own = new Set([ours]);
const index = { height: 7, id: '77'.repeat(32) as BlockId };
const unlockConditions = { timelock: 0n, publicKeys: [], signaturesRequired: 0n };
const coinId = (i: number) => i.toString(16).padStart(64, 'c') as CoinOutputId;
const fundId = (i: number) => i.toString(16).padStart(64, 'f') as FundOutputId;

// One of each kind to us and one to someone else, so that the position matters.
const coinOutputs = [theirs, ours].map((address) => ({ value: hastings(1n), address }));
const fundOutputs = [ours, theirs, ours].map((address) => ({ value: fundUnits(1n), address }));
const v1: Transaction = {
  ...EMPTY_TRANSACTION,
  coinInputs: [{ parentId: coinId(1), unlockConditions }],
  coinOutputs,
  fundInputs: [ours, theirs].map((claimAddress, i) => ({ parentId: fundId(i), unlockConditions, claimAddress })),
  fundOutputs
};
const stateElement = { leafIndex: 0n, merkleProof: [] };
const satisfiedPolicy = { policy: { type: 'above', height: 0n }, signatures: [], preimages: [] } as const;
const v2: V2Transaction = {
  ...EMPTY_V2_TRANSACTION,
  coinInputs: [
    { parent: { id: coinId(2), output: coinOutputs[0]!, maturityHeight: 0n, stateElement }, satisfiedPolicy }
  ],
  coinOutputs,
  fundInputs: [theirs, ours].map((claimAddress, i) => ({
    parent: { id: fundId(2 + i), output: fundOutputs[0]!, claimStart: hastings(0n), stateElement },
    claimAddress,
    satisfiedPolicy
  })),
  fundOutputs
};
/** A V2 transaction that pays us only its claim. */
const claiming: V2Transaction = {
  ...EMPTY_V2_TRANSACTION,
  fundInputs: [{ ...v2.fundInputs[1]!, parent: { ...v2.fundInputs[1]!.parent, id: fundId(9) } }],
  fundOutputs: [{ value: fundUnits(1n), address: VOID_ADDRESS }]
};

const block = (v2Transactions?: readonly V2Transaction[]): Block =>
  ({
    minerPayouts: coinOutputs,
    transactions: v2Transactions ? [] : [v1],
    ...(v2Transactions && { v2: { transactions: v2Transactions } })
  }) as unknown as Block;

test('a block creates its payouts and the V1 outputs to us, and spends all its inputs', () => {
  const { created, spent } = blockOutputs(index, block(), own);
  expect([...created].sort()).toEqual(
    [
      minerOutputId(index.id, 1),
      coinOutputId(v1, 1),
      fundOutputId(v1, 0),
      fundOutputId(v1, 2),
      claimOutputId(fundId(0))
    ].sort()
  );
  expect([...spent].sort()).toEqual([coinId(1), fundId(0), fundId(1)].sort());
});

test('the same for V2', () => {
  const { created, spent } = blockOutputs(index, block([v2, claiming]), own);
  const id = v2TransactionId(v2);
  expect([...created].sort()).toEqual(
    [
      minerOutputId(index.id, 1),
      v2CoinOutputId(id, 1),
      v2FundOutputId(id, 0),
      v2FundOutputId(id, 2),
      v2ClaimOutputId(fundId(3)),
      v2ClaimOutputId(fundId(9))
    ].sort()
  );
  expect([...spent].sort()).toEqual([coinId(2), fundId(2), fundId(3), fundId(9)].sort());
});

test('the same for payouts of V2 contracts', () => {
  const [toUs, toThem] = [coinOutputs[1]!, coinOutputs[0]!];
  const parentOf = (digit: string) => ({
    id: digit.repeat(64) as FileContractId,
    fileContract: { renterOutput: toThem, hostOutput: toUs }
  });
  const renewal = { finalRenterOutput: toUs, finalHostOutput: toThem };
  const resolving = {
    ...EMPTY_V2_TRANSACTION,
    fileContractResolutions: [
      { parent: parentOf('1'), resolution: { type: 'expiration' } },
      { parent: parentOf('2'), resolution: { type: 'storageProof' } },
      { parent: parentOf('3'), resolution: { type: 'renewal', renewal } }
    ]
  } as unknown as V2Transaction;
  expect([...blockOutputs(index, block([resolving]), own).created].sort()).toEqual(
    [
      minerOutputId(index.id, 1),
      v2ContractOutputId(parentOf('1').id, 'host'),
      v2ContractOutputId(parentOf('2').id, 'host'),
      v2ContractOutputId(parentOf('3').id, 'renter')
    ].sort()
  );
});

test('of a block that pays us nothing, only the inputs are included', () => {
  const { created, spent } = blockOutputs(index, block([v2]), new Set([VOID_ADDRESS]));
  expect([created.size, spent.size]).toEqual([0, 3]);
});
