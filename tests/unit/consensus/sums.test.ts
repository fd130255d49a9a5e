import { describe, expect, test } from 'vitest';
import { fundUnits, hastings, MAX_HASTINGS, type Hastings } from '$lib/chain/currency/currency';
import type { FileContract, V2FileContract, V2FileContractElement } from '$lib/chain/element/fileContract';
import { UNASSIGNED_LEAF_INDEX } from '$lib/chain/element/elements';
import { ZERO_HASH, type FileContractId } from '$lib/chain/ids';
import { ZERO_SIGNATURE } from '$lib/chain/keys/keys';
import type { Transaction } from '$lib/chain/transaction/transaction';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { verifySignature } from '$lib/chain/keys/verifySignature';
import { BlockEffects } from '$lib/consensus/apply/blockEffects';
import { EMPTY_TRANSACTION_SUPPLEMENT } from '$lib/consensus/apply/supplement';
import { v2FileContractTax } from '$lib/consensus/contractTax';
import { validateTransaction } from '$lib/consensus/validate/validateTransaction';
import { validateV2Transaction } from '$lib/consensus/validate/validateV2Transaction';
import {
  ALICE,
  BOB,
  EMPTY_TRANSACTION,
  TestChain,
  locksOf,
  publicKeyOf,
  testNetwork,
  v1AddressOf,
  v2AddressOf
} from './testChain';

// All amounts of a transaction are added up in one sum that must fit a currency value: with the maximum in any field,
// one hasting in any other field is too much.

const codeOf = (act: () => void): string | undefined => {
  try {
    act();
    return undefined;
  } catch (error) {
    return (error as { code: string }).code;
  }
};
const ONE = hastings(1n);
/** Each single fund output may be as large as the total supply. */
const FUND_OUTPUTS: [string, bigint[], string][] = [
  ['all', [10_000n], 'v2/unbalanced-funds'],
  ['all, twice', [10_000n, 10_000n], 'v2/unbalanced-funds'],
  ['one more', [10_001n], 'v2/overflow'],
  ['one, and one more than all', [1n, 10_001n], 'v2/overflow']
];
const NONE = hastings(0n);

describe('the sum of a V1 transaction includes', () => {
  const chain = new TestChain();
  const output = (value: Hastings) => ({ value, address: v1AddressOf(BOB) });
  const contract = (part: Partial<FileContract>): FileContract => ({
    filesize: 0n,
    fileMerkleRoot: ZERO_HASH,
    windowStart: 8n,
    windowEnd: 10n,
    payout: NONE,
    validProofOutputs: [],
    missedProofOutputs: [],
    unlockHash: v1AddressOf(ALICE),
    revisionNumber: 0n,
    ...part
  });
  const revised = (part: Partial<FileContract>) => ({
    ...contract(part),
    parentId: ZERO_HASH as unknown as FileContractId,
    unlockConditions: locksOf(ALICE)
  });
  const places: [string, (value: Hastings) => Partial<Transaction>][] = [
    ['coin outputs', (value) => ({ coinOutputs: [output(value)] })],
    ['fees', (value) => ({ minerFees: [value] })],
    ['payouts of contracts', (value) => ({ fileContracts: [contract({ payout: value })] })],
    [
      'payouts of contracts with a proof',
      (value) => ({ fileContracts: [contract({ validProofOutputs: [output(value)] })] })
    ],
    [
      'payouts of contracts without a proof',
      (value) => ({ fileContracts: [contract({ missedProofOutputs: [output(value)] })] })
    ],
    [
      'payouts of revisions with a proof',
      (value) => ({ fileContractRevisions: [revised({ validProofOutputs: [output(value)] })] })
    ],
    [
      'payouts of revisions without a proof',
      (value) => ({ fileContractRevisions: [revised({ missedProofOutputs: [output(value)] })] })
    ]
  ];
  const verdict = (txn: Transaction) =>
    codeOf(() =>
      validateTransaction(
        { effects: new BlockEffects(chain.network, chain.state), verifySignature },
        txn,
        EMPTY_TRANSACTION_SUPPLEMENT
      )
    );

  test.each(places)('%s', (_, place) => {
    // The other hasting goes where it is not replaced by the field itself.
    const other = 'coinOutputs' in place(ONE) ? { minerFees: [ONE] } : { coinOutputs: [output(ONE)] };
    const greatest = hastings(MAX_HASTINGS);
    expect(verdict({ ...EMPTY_TRANSACTION, ...place(greatest), ...other })).toBe('txn/overflow');
    expect(verdict({ ...EMPTY_TRANSACTION, ...place(hastings(greatest - 1n)), ...other })).not.toBe('txn/overflow');
  });

  test.each(FUND_OUTPUTS)('single fund outputs: %s', (_, values, code) => {
    const fundOutputs = values.map((value) => ({ value: fundUnits(value), address: v1AddressOf(BOB) }));
    expect(verdict({ ...EMPTY_TRANSACTION, fundOutputs })).toBe(code.replace('v2/', 'txn/'));
  });
});

describe('the sum of a V2 transaction includes', () => {
  const chain = new TestChain(testNetwork(2));
  chain.growTo(6);
  const output = (value: Hastings) => ({ value, address: v2AddressOf(BOB) });
  const contract = (part: Partial<V2FileContract>): V2FileContract => ({
    capacity: 0n,
    filesize: 0n,
    fileMerkleRoot: ZERO_HASH,
    proofHeight: 9n,
    expirationHeight: 11n,
    renterOutput: output(NONE),
    hostOutput: output(NONE),
    missedHostValue: NONE,
    totalCollateral: NONE,
    renterPublicKey: publicKeyOf(ALICE),
    hostPublicKey: publicKeyOf(BOB),
    revisionNumber: 0n,
    renterSignature: ZERO_SIGNATURE,
    hostSignature: ZERO_SIGNATURE,
    ...part
  });
  const parent: V2FileContractElement = {
    id: ZERO_HASH as unknown as FileContractId,
    stateElement: { leafIndex: UNASSIGNED_LEAF_INDEX, merkleProof: [] },
    fileContract: contract({})
  } as V2FileContractElement;
  const renewal = {
    finalRenterOutput: output(NONE),
    finalHostOutput: output(NONE),
    renterRollover: NONE,
    hostRollover: NONE,
    newContract: contract({}),
    renterSignature: ZERO_SIGNATURE,
    hostSignature: ZERO_SIGNATURE
  };
  const renewed = (part: Partial<typeof renewal>): Partial<V2Transaction> => ({
    fileContractResolutions: [{ parent, resolution: { type: 'renewal', renewal: { ...renewal, ...part } } }]
  });
  const parts: [string, (value: Hastings) => Partial<V2FileContract>][] = [
    ['the renter’s output', (value) => ({ renterOutput: output(value) })],
    ['the host’s output', (value) => ({ hostOutput: output(value) })],
    ['the missed value', (missedHostValue) => ({ missedHostValue })],
    ['the collateral', (totalCollateral) => ({ totalCollateral })]
  ];
  const places: [string, (value: Hastings) => Partial<V2Transaction>][] = [
    ['coin outputs', (value) => ({ coinOutputs: [output(value)] })],
    ['the fee', (minerFee) => ({ minerFee })],
    ...parts.flatMap(([name, part]): [string, (value: Hastings) => Partial<V2Transaction>][] => [
      [`${name} of a contract`, (value) => ({ fileContracts: [contract(part(value))] })],
      [`${name} of a revision`, (value) => ({ fileContractRevisions: [{ parent, revision: contract(part(value)) }] })],
      [`${name} of a renewed contract`, (value) => renewed({ newContract: contract(part(value)) })]
    ]),
    ['the final output of the renter', (value) => renewed({ finalRenterOutput: output(value) })],
    ['the final output of the host', (value) => renewed({ finalHostOutput: output(value) })],
    ['the rollover of the renter', (renterRollover) => renewed({ renterRollover })],
    ['the rollover of the host', (hostRollover) => renewed({ hostRollover })]
  ];
  const verdict = (txn: V2Transaction) =>
    codeOf(() =>
      validateV2Transaction({ effects: new BlockEffects(chain.network, chain.state), verifySignature }, txn)
    );

  test.each(places)('%s', (_, place) => {
    const other = 'coinOutputs' in place(ONE) ? { minerFee: ONE } : { coinOutputs: [output(ONE)] };
    const greatest = hastings(MAX_HASTINGS);
    expect(verdict({ ...EMPTY_V2_TRANSACTION, ...place(greatest), ...other })).toBe('v2/overflow');
    expect(verdict({ ...EMPTY_V2_TRANSACTION, ...place(hastings(greatest / 2n)), ...other })).not.toBe('v2/overflow');
  });

  test.each(FUND_OUTPUTS)('single fund outputs: %s', (_, values, code) => {
    const fundOutputs = values.map((value) => ({ value: fundUnits(value), address: v2AddressOf(BOB) }));
    expect(verdict({ ...EMPTY_V2_TRANSACTION, fundOutputs })).toBe(code);
  });

  test('the tax of a contract', () => {
    // 4 % of both outputs on top of the outputs themselves, which alone would fit.
    const most = hastings((MAX_HASTINGS * 98n) / 100n);
    const taxed = contract({ renterOutput: output(most) });
    expect(most + v2FileContractTax(taxed)).toBeGreaterThan(MAX_HASTINGS);
    expect(verdict({ ...EMPTY_V2_TRANSACTION, fileContracts: [taxed] })).toBe('v2/overflow');
  });
});
