import { expect, test } from 'vitest';
import { FUND_COUNT, fundUnits, HASTINGS_PER_COIN, hastings } from '$lib/chain/currency/currency';
import { EMPTY_TRANSACTION } from '$lib/chain/transaction/transaction';
import { EMPTY_V2_TRANSACTION } from '$lib/chain/transaction/v2Transaction';
import { requireClaimAccepted, unprotectedClaim } from '$lib/wallet/transfer/claimRisk';
import type { Transfer } from '$lib/wallet/transfer/transfer';
import { ALICE, BOB, v2AddressOf, v2InputOf } from '../../consensus/testChain';

const base = { network: 'test', basis: { height: 5, id: '00'.repeat(32) as never }, signatures: [], preimages: [] };

/** Moves fund units, each with its count and the tax revenue at the time it was created. */
const moving = (...parents: readonly { count: bigint; claimStart: bigint }[]): Transfer => ({
  ...base,
  generation: 'v2',
  transaction: {
    ...EMPTY_V2_TRANSACTION,
    fundInputs: parents.map(({ count, claimStart }, i) => ({
      ...v2InputOf(
        {
          id: i.toString(16).padStart(64, '0') as never,
          output: { value: fundUnits(count), address: v2AddressOf(ALICE) },
          claimStart: hastings(claimStart),
          stateElement: { leafIndex: 0n, merkleProof: [] }
        },
        ALICE
      ),
      claimAddress: v2AddressOf(BOB)
    }))
  }
});

/** The revenue at which a unit created at zero pays one coin. */
const REVENUE = hastings(HASTINGS_PER_COIN * FUND_COUNT);

test.each<[string, Transfer, bigint | undefined]>([
  ['nothing moved', moving(), undefined],
  ['one unit, one coin', moving({ count: 1n, claimStart: 0n }), HASTINGS_PER_COIN],
  ['slightly less than a coin', moving({ count: 1n, claimStart: FUND_COUNT }), undefined],
  [
    'two inputs, one coin in total',
    moving(...Array(2).fill({ count: 1n, claimStart: REVENUE / 2n })),
    HASTINGS_PER_COIN
  ],
  ['many units', moving({ count: 7n, claimStart: 0n }), 7n * HASTINGS_PER_COIN],
  [
    'a start in the future, which neither pays nor reduces other claims',
    moving({ count: 5n, claimStart: 2n * REVENUE }, { count: 1n, claimStart: 0n }),
    HASTINGS_PER_COIN
  ],
  [
    'V1, whose signatures cover the claim address',
    { ...base, generation: 'v1', transaction: EMPTY_TRANSACTION, spentCoins: [], spentFunds: [] },
    undefined
  ]
])('%s', (_, transfer, claim) => {
  expect(unprotectedClaim(transfer, REVENUE)).toBe(claim);
  const require = (isAccepted: boolean) => () => requireClaimAccepted(transfer, REVENUE, isAccepted);
  expect(require(true)).not.toThrow();
  if (claim === undefined) expect(require(false)).not.toThrow();
  else expect(require(false)).toThrow(expect.objectContaining({ code: 'wallet/claim-not-confirmed' }));
});
