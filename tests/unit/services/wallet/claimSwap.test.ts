import { expect, test } from 'vitest';
import type { Address } from '$lib/chain/address';
import { fundUnits, hastings } from '$lib/chain/currency/currency';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import { checkClaims } from '$lib/services/wallet/claimSwap';
import type { ClaimSwap, SendRow } from '$lib/services/wallet/records';
import { ALICE, BOB, v2AddressOf, v2InputOf } from '../../consensus/testChain';

const OURS = v2AddressOf(ALICE);
const THIEF = v2AddressOf(BOB);

/** Moves the same fund units, in a different transaction for each fee. */
const moving = (fee: bigint, claimAddress: Address = OURS): V2Transaction => ({
  ...EMPTY_V2_TRANSACTION,
  fundInputs: [
    {
      ...v2InputOf(
        {
          id: '11'.repeat(32) as never,
          output: { value: fundUnits(1n), address: OURS },
          claimStart: hastings(0n),
          stateElement: { leafIndex: 0n, merkleProof: [] }
        },
        ALICE
      ),
      claimAddress
    }
  ],
  minerFee: hastings(fee)
});
const sent = (fee: bigint, claimSwap?: ClaimSwap): SendRow => ({
  walletId: 'w',
  id: v2TransactionId(moving(fee)),
  transfer: {
    generation: 'v2',
    network: 'test',
    basis: { height: 5, id: '00'.repeat(32) as never },
    signatures: [],
    preimages: [],
    transaction: moving(fee)
  },
  atMs: 1,
  claimSwap
});
const inBlock = { address: THIEF, isConfirmed: true };
const inPool = { address: THIEF, isConfirmed: false };

test.each([
  ['the first', [sent(1n), sent(2n)]],
  ['the second', [sent(2n), sent(1n)]]
])('of two payments of the same fund units, %s is detected', (_, rows) => {
  expect(checkClaims(rows, [moving(1n, THIEF)], true)).toEqual([sent(1n, inBlock)]);
});

test.each<[string, ClaimSwap | undefined, Address, boolean, ClaimSwap | 'unchanged' | undefined]>([
  ['seen in a pool', undefined, THIEF, false, inPool],
  ['seen there again', inPool, THIEF, false, 'unchanged'],
  ['seen in a block', inPool, THIEF, true, inBlock],
  ['taken back by a pool', inPool, OURS, false, undefined],
  ['in a block, while the pool denies it', inBlock, OURS, false, 'unchanged'],
  ['in a block and in the pool', inBlock, THIEF, false, 'unchanged'],
  ['in a block, while another block has it as it was sent', inBlock, OURS, true, undefined],
  ['nowhere', undefined, OURS, true, 'unchanged']
])('%s', (_, before, claimAddress, isConfirmed, after) => {
  const changed = after === 'unchanged' ? [] : [sent(1n, after)];
  expect(checkClaims([sent(1n, before)], [moving(1n, claimAddress)], isConfirmed)).toEqual(changed);
});

test('transactions of other fund units are not hashed: a server can list hundreds of thousands', () => {
  const other = moving(3n);
  const [input] = other.fundInputs;
  const parent = { ...input!.parent, id: '22'.repeat(32) as never };
  const unhashed = new Proxy(
    { ...other, fundInputs: [{ ...input!, parent }] },
    {
      get(txn, key) {
        if (key !== 'fundInputs') throw new Error(`${String(key)} is read`);
        return txn.fundInputs;
      }
    }
  );
  expect(checkClaims([sent(1n)], [unhashed, moving(1n, THIEF)], true)).toEqual([sent(1n, inBlock)]);
});
