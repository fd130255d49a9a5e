import { expect, test } from 'vitest';
import { VOID_ADDRESS } from '$lib/chain/address';
import type { ChainState } from '$lib/chain/block/state';
import type { BlockId, CoinOutputId, FileContractId, FundOutputId } from '$lib/chain/ids';
import { EMPTY_TRANSACTION, type Transaction } from '$lib/chain/transaction/transaction';
import { supplementTransaction } from '$lib/server/node/chain/supplement';
import type { ChainStore } from '$lib/server/node/store/store';

const unlockConditions = { timelock: 0n, publicKeys: [], signaturesRequired: 0n };
const WINDOW_START = 7n;

/** A store with existing elements, a gone contract only as resolved; it marks whatever it proves. */
function storeWith({ hasWindow = true } = {}): ChainStore {
  const element = (id: string) => ({ id, fileContract: { windowStart: WINDOW_START } });
  const outputs = { unspent: (id: string) => (id === 'there' ? element(id) : undefined) };
  const getV1 = (id: string) =>
    id === 'unknown' ? undefined : { element: element(id), resolved: id === 'gone' ? 5 : undefined };
  return {
    coins: outputs,
    funds: outputs,
    contracts: { getV1 },
    blocks: { bestAt: (height: number) => (hasWindow ? (`block ${height}` as BlockId) : undefined) },
    prove: (found: object, numLeaves: bigint) => ({ ...found, provenAt: numLeaves })
  } as unknown as ChainStore;
}
const state = { elements: { numLeaves: 9n } } as ChainState;
const proven = { id: 'there', provenAt: 9n };

const spending = (id: string): Transaction => ({
  ...EMPTY_TRANSACTION,
  coinInputs: [{ parentId: id as CoinOutputId, unlockConditions }],
  fundInputs: [{ parentId: id as FundOutputId, unlockConditions, claimAddress: VOID_ADDRESS }],
  fileContractRevisions: [{ parentId: id as FileContractId } as Transaction['fileContractRevisions'][number]],
  storageProofs: [{ parentId: id as FileContractId, leaf: new Uint8Array(64), proof: [] }]
});

test('existing elements are included with their proofs, a storage proof with the block before the window', () => {
  expect(supplementTransaction(storeWith(), state, spending('there'))).toMatchObject({
    coinInputs: [proven],
    fundInputs: [proven],
    revisedFileContracts: [proven],
    storageProofs: [{ fileContract: proven, windowId: 'block 6' }]
  });
});

test.each(['gone', 'unknown'])('elements that are %s are left out', (id) => {
  expect(supplementTransaction(storeWith(), state, spending(id))).toEqual({
    coinInputs: [],
    fundInputs: [],
    revisedFileContracts: [],
    storageProofs: []
  });
});

test('a storage proof before its window has no block to select its leaf', () => {
  const { storageProofs } = supplementTransaction(storeWith({ hasWindow: false }), state, spending('there'));
  expect(storageProofs).toEqual([]);
});
