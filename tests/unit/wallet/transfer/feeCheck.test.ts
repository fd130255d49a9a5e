import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hastings } from '$lib/chain/currency/currency';
import { parseHastings } from '$lib/chain/currency/currencyText';
import { EMPTY_V2_TRANSACTION } from '$lib/chain/transaction/v2Transaction';
import { assessFee, requireFee, requireTransferFee, type FeeFacts } from '$lib/wallet/transfer/feeCheck';
import { unsignedBytes } from '$lib/wallet/transfer/signatureHashes';
import type { Transfer } from '$lib/wallet/transfer/transfer';
import { ALICE, BOB, v2AddressOf, v2InputOf } from '../../consensus/testChain';

/** One coin at the lowest rate: weight 1000 at 10^19 hastings is 0.01 SC. */
const plain = {
  fee: parseHastings('0.01 SC'),
  weight: 1000,
  sent: parseHastings('1 SC'),
  spent: parseHastings('1 MS')
};
const of = (changes: Record<string, string | number>): FeeFacts => ({
  ...plain,
  ...Object.fromEntries(
    Object.entries(changes).map(([key, value]) => [key, typeof value === 'number' ? value : parseHastings(value)])
  )
});

describe('the rating of a fee', () => {
  test.each([
    ['the lowest rate', {}, 'normal', []],
    ['a hundred times the lowest rate', { fee: '1 SC', sent: '10 SC' }, 'normal', []],
    ['slightly above that', { fee: '1.001 SC', sent: '20 SC' }, 'high', ['rate']],
    ['ten thousand times the lowest rate', { fee: '100 SC', sent: '1 KS' }, 'high', ['rate', 'amount']],
    ['slightly above that', { fee: '100.001 SC', sent: '100 KS' }, 'extreme', ['rate', 'amount']],
    ['a heavy transaction at a fair rate', { fee: '10 SC', weight: 1_000_000, sent: '1 KS' }, 'normal', []],
    ['a heavy transaction, more than 10 SC', { fee: '10.1 SC', weight: 1_000_000, sent: '1 KS' }, 'high', ['amount']],
    ['a tenth of the payment', { sent: '0.1 SC' }, 'normal', []],
    ['more than a tenth of the payment', { sent: '0.0999 SC' }, 'high', ['share']],
    ['most of a small payment', { sent: '0.001 SC' }, 'high', ['share']],
    [
      'more than a quarter of the coins spent',
      { fee: '1.1 SC', weight: 100_000, sent: '3 SC', spent: '4.3 SC' },
      'extreme',
      ['share']
    ],
    ['most of a small payment, from many coins', { fee: '1.1 SC', weight: 100_000, sent: '1 SC' }, 'high', ['share']],
    ['ten times the recommendation', { recommended: '1000000000000000000 H' }, 'normal', []],
    ['more than that', { recommended: '999999999999999999 H' }, 'high', ['recommended']],
    // Observed cases: one fund unit sent with a fee of a million coins, and a consolidation that burned half.
    [
      'fund units, with all coins as fee',
      { fee: '1 MS', sent: '0 SC', spent: '1 MS' },
      'extreme',
      ['rate', 'amount', 'share']
    ],
    [
      'a consolidation that burns half',
      { fee: '5 SC', weight: 30_000, sent: '0 SC', spent: '10 SC' },
      'extreme',
      ['share']
    ],
    [
      'a consolidation that costs a hundredth',
      { fee: '0.1 SC', weight: 10_000, sent: '0 SC', spent: '10 SC' },
      'normal',
      []
    ]
  ] as const)('%s', (_, changes, level, reasons) => {
    expect(assessFee(of(changes))).toEqual({ level, reasons });
  });
});

const amount = fc.bigInt({ min: 0n, max: 10n ** 32n }).map(hastings);
const weight = fc.integer({ min: 1, max: 1_000_000 });

test('a server’s recommendation never silences a warning', () => {
  fc.assert(
    fc.property(amount, weight, amount, amount, (fee, of, sent, recommended) => {
      const rank = { normal: 0, high: 1, extreme: 2 } as const;
      const alone = assessFee({ fee, weight: of, sent, spent: sent });
      const advised = assessFee({ fee, weight: of, sent, spent: sent, recommended });
      expect(rank[advised.level]).toBeGreaterThanOrEqual(rank[alone.level]);
    })
  );
});

test('a higher fee is never rated lower', () => {
  fc.assert(
    fc.property(amount, amount, weight, amount, amount, (fee, more, of, sent, spent) => {
      const rank = { normal: 0, high: 1, extreme: 2 } as const;
      const lower = assessFee({ fee, weight: of, sent, spent });
      const higher = assessFee({ fee: hastings(fee + more), weight: of, sent, spent });
      expect(rank[higher.level]).toBeGreaterThanOrEqual(rank[lower.level]);
    })
  );
});

describe('a fee that needs confirmation when signing', () => {
  /** Spends this many coins in one input, all except the fee to Bob. */
  function paying(spent: string, fee: string): Transfer {
    const [value, minerFee] = [parseHastings(spent), parseHastings(fee)];
    const parent = {
      id: '11'.repeat(32) as never,
      output: { value, address: v2AddressOf(ALICE) },
      maturityHeight: 0n,
      stateElement: { leafIndex: 0n, merkleProof: [] }
    };
    return {
      generation: 'v2',
      network: 'test',
      basis: { height: 5, id: '00'.repeat(32) as never },
      signatures: [],
      preimages: [],
      transaction: {
        ...EMPTY_V2_TRANSACTION,
        coinInputs: [v2InputOf(parent, ALICE)],
        coinOutputs: [{ value: hastings(value - minerFee), address: v2AddressOf(BOB) }],
        minerFee
      }
    };
  }

  test.each([
    // A signer with nothing but a key does not know the weight of the signatures, so there is no bound by rate.
    ['100 SC of a million', '1 MS', '100 SC', true, false],
    ['slightly more', '1 MS', '100.001 SC', false, false],
    ['far more, also by rate', '1 MS', '1000 SC', false, false],
    ['a quarter of the coins', '8 SC', '2 SC', true, true],
    ['more than a quarter', '8 SC', '2.001 SC', true, false],
    ['most of a small amount', '1.2 SC', '1 SC', true, true]
  ])('%s', (_, spent, fee, keySigns, walletSigns) => {
    const transfer = paying(spent, fee);
    const message = { generation: transfer.generation, unsigned: unsignedBytes(transfer) } as const;
    const refused = expect.objectContaining({ code: 'wallet/fee-not-confirmed' }) as Error;
    const typed = parseHastings(fee);
    for (const [check, isTaken] of [
      [(confirmed?: typeof typed) => requireFee(message, confirmed), keySigns],
      [(confirmed?: typeof typed) => requireTransferFee(transfer, confirmed), walletSigns]
    ] as const) {
      expect(() => check(typed)).not.toThrow();
      if (isTaken) expect(() => check()).not.toThrow();
      else for (const other of [undefined, hastings(typed - 1n)]) expect(() => check(other)).toThrow(refused);
    }
  });
});
