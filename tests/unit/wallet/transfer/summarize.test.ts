import { describe, expect, test } from 'vitest';
import { VOID_ADDRESS, type Address } from '$lib/chain/address';
import { fundUnits, hastings, type Hastings } from '$lib/chain/currency/currency';
import type { CoinOutputId } from '$lib/chain/ids';
import type { AddressBook } from '$lib/wallet/keys/account';
import { holdingsOf } from '$lib/wallet/sync/cache';
import { planSpend, type Recipient, type SpendRequest } from '$lib/wallet/spend/plan';
import { unprotectedClaim } from '$lib/wallet/transfer/claimRisk';
import { addressChunks, ownAddresses, summarize, type SpendSummary } from '$lib/wallet/transfer/summarize';
import { transferId, transferInputs, type Transfer } from '$lib/wallet/transfer/transfer';
import { decodeTransfer, encodeTransfer } from '$lib/wallet/transfer/transferText';
import { ALICE, coins, publicKeyOf, testNetwork } from '../../consensus/testChain';
import { FeedChain, Follower, ownAddress, seedWallet } from '../support';
import { policyOfKey } from '$lib/wallet/keys/account';

const RATE = hastings(10n ** 19n);
const stranger = seedWallet(9);
const TO = stranger.address(0, 'pk');
const entries = [
  ownAddress(policyOfKey(publicKeyOf(ALICE), 'uc'), { label: 'savings' }),
  ownAddress(policyOfKey(publicKeyOf(ALICE), 'pk'), { label: 'daily' })
];
const change = ownAddress(policyOfKey(stranger.keys[3]!.publicKey, 'pk'), { isChange: true });
const book: AddressBook = new Map([...entries, change].map((entry) => [entry.address, entry]));

/** The same payment from other outputs. */
function ofOtherCoins(transfer: Transfer): Transfer {
  const other = (id: CoinOutputId): CoinOutputId => `${id.slice(0, -8)}00000000` as CoinOutputId;
  if (transfer.generation === 'v1') {
    const { coinInputs } = transfer.transaction;
    const inputs = coinInputs.map((input) => ({ ...input, parentId: other(input.parentId) }));
    return { ...transfer, transaction: { ...transfer.transaction, coinInputs: inputs } };
  }
  const inputs = transfer.transaction.coinInputs.map((input) => ({
    ...input,
    parent: { ...input.parent, id: other(input.parent.id) }
  }));
  return { ...transfer, transaction: { ...transfer.transaction, coinInputs: inputs } };
}

/** The same transfer, with coins of another owner. */
function ofForeignCoins(transfer: Transfer): Transfer {
  const foreign = <O extends { readonly address: Address }>(output: O): O => ({ ...output, address: TO });
  if (transfer.generation === 'v1') return { ...transfer, spentCoins: transfer.spentCoins.map(foreign) };
  const coinInputs = transfer.transaction.coinInputs.map((input) => ({
    ...input,
    parent: { ...input.parent, output: foreign(input.parent.output) }
  }));
  return { ...transfer, transaction: { ...transfer.transaction, coinInputs } };
}

describe.each([
  ['V1', 100],
  ['V2', 1]
] as const)('%s', (generation, allowHeight) => {
  const chain = new FeedChain(testNetwork(allowHeight));
  const wallet = new Follower(chain, book);
  const planned = (recipients: Recipient[], rest: Partial<SpendRequest> = {}) =>
    planSpend({
      holdings: holdingsOf(wallet.cache),
      addresses: book,
      network: chain.network,
      recipients,
      feePerWeight: RATE,
      changeAddress: change.address,
      ...rest
    });
  const review = (transfer: Transfer, paidBefore: Address[] = [], feePerWeight = RATE): SpendSummary =>
    summarize(transfer, { addresses: book, paidBefore: new Set(paidBefore), feePerWeight });

  test('contains recipients, change and fee', () => {
    const plan = planned([
      { address: TO, coins: coins(7n) },
      { address: stranger.address(1, 'uc'), funds: fundUnits(10n) }
    ]);
    const summary = review(plan.transfer, [TO]);
    expect(summary).toMatchObject({
      id: transferId(plan.transfer),
      generation: generation.toLowerCase(),
      network: 'test',
      fee: plan.fee,
      weight: plan.weight,
      sent: coins(7n),
      sentFunds: 10n,
      claims: [change.address],
      warnings: []
    });
    expect(summary.recipients).toEqual([
      { address: TO, chunks: addressChunks(TO), coins: coins(7n), own: false, label: '', warnings: [] },
      expect.objectContaining({ funds: 10n, warnings: ['new'] })
    ]);
    const { coinOutputs, fundOutputs } = plan.transfer.transaction;
    expect(summary.change.map((output) => output.coins ?? output.funds)).toEqual(
      [...coinOutputs, ...fundOutputs].filter(({ address }) => address === change.address).map(({ value }) => value)
    );
    const ours = { chunks: addressChunks(change.address), own: true, label: '', warnings: [] };
    expect(summary.change).toMatchObject([ours, ours]);
    expect(summary.inputs).toEqual(
      transferInputs(plan.transfer).map(({ id, kind, output: { address, value } }) => ({
        id,
        address,
        [kind === 'coin' ? 'coins' : 'funds']: value,
        own: true,
        label: book.get(address)!.label
      }))
    );
    const label = generation === 'V1' ? 'savings' : expect.stringMatching(/savings|daily/);
    expect(summary.inputs[0]!.label).toEqual(label);
  });

  test('lists every paid address that it marks as own', () => {
    const recipients = [
      { address: TO, coins: coins(1n) },
      { address: entries[0]!.address, coins: coins(2n) },
      { address: stranger.address(1, 'uc'), funds: fundUnits(10n) }
    ];
    const ours = (rest: Partial<SpendRequest>) => ownAddresses(review(planned(recipients, rest).transfer));
    const paid = [change.address, change.address, entries[0]!.address];
    expect(ours({})).toEqual([...paid, change.address]);
    expect(ours({ claimAddress: entries[1]!.address })).toEqual([...paid, entries[1]!.address]);
    expect(ours({ claimAddress: TO })).toEqual(paid);
  });

  test('warns of a fee that a server inflated beyond all bounds', () => {
    const dear = planned([{ address: TO, coins: coins(300n) }], { feePerWeight: hastings(2n * 10n ** 23n) });
    expect(review(dear.transfer)).toMatchObject({ warnings: ['extreme-fee'], feeCheck: { level: 'extreme' } });
  });

  test('is the same on another device', () => {
    const { transfer } = planned([{ address: TO, coins: coins(7n) }]);
    expect(review(decodeTransfer(encodeTransfer(transfer)))).toEqual(review(transfer));
  });

  test.each([
    ['own', [{ address: entries[0]!.address, coins: coins(1n) }], [['own']]],
    ['void', [{ address: VOID_ADDRESS, coins: coins(1n) }], [['void']]],
    ['new', [{ address: TO, coins: coins(1n) }], [['new']]],
    [
      'repeated',
      [
        { address: TO, coins: coins(1n) },
        { address: TO, coins: coins(2n) }
      ],
      [
        ['new', 'repeated'],
        ['new', 'repeated']
      ]
    ]
  ])('warns of %s addresses', (_, recipients, warnings) => {
    expect(review(planned(recipients).transfer).recipients.map((output) => output.warnings)).toEqual(warnings);
  });

  test('warns of a high fee relative to the amount and to the recommendation', () => {
    const fee = planned([{ address: TO, coins: coins(1n) }]).fee;
    const tiny = planned([{ address: TO, coins: hastings(fee * 9n) }]);
    expect(review(tiny.transfer).warnings).toEqual(['high-fee']);
    const dear = planned([{ address: TO, coins: coins(900n) }], { feeOverride: hastings(fee * 11n) });
    expect(review(dear.transfer).warnings).toEqual(['high-fee']);
    expect(review(dear.transfer, [], hastings(RATE * 2n)).warnings).toEqual([]);
  });

  test('warns of a fee that may never be confirmed, also where no server is asked', () => {
    const paying = (rate: bigint) =>
      planned([{ address: TO, coins: coins(9n) }], { feePerWeight: hastings(rate) }).transfer;
    for (const recommended of [undefined, hastings(RATE / 2n), RATE]) {
      expect(review(paying(0n), [], recommended).warnings).toEqual(['low-fee']);
      expect(review(paying(RATE / 10n - 1n), [], recommended).warnings).toEqual(['low-fee']);
      expect(review(paying(RATE / 10n), [], recommended).warnings).toEqual([]);
    }
    expect(review(paying(RATE), [], hastings(RATE * 11n)).warnings).toEqual(['low-fee']);
  });

  test('warns of an address that resembles a known one', () => {
    const { transfer } = planned([{ address: TO, coins: coins(1n) }]);
    const known = entries[0]!.address;
    const summary = summarize(transfer, {
      addresses: book,
      paidBefore: new Set(),
      resembled: new Map([[TO, known]])
    });
    expect(summary.recipients).toMatchObject([{ warnings: ['new', 'look-alike'], resembles: known }]);
  });

  test('warns of a second payment while an earlier one may still be mined', () => {
    const { transfer } = planned([{ address: TO, coins: coins(1n) }]);
    const warnings = (earlier: Transfer) =>
      summarize(transfer, { addresses: book, paidBefore: new Set([TO]), outstanding: [earlier] }).warnings;
    const elsewhere = planned([{ address: stranger.address(2, 'pk'), coins: coins(1n) }]).transfer;
    expect(warnings(ofOtherCoins(transfer))).toEqual(['paid-twice']);
    // The payment itself, one that excludes it, and another wallet's payment.
    const instead = planned([{ address: TO, coins: coins(2n) }]).transfer;
    for (const earlier of [transfer, instead, ofOtherCoins(elsewhere)]) expect(warnings(earlier)).toEqual([]);
  });

  test('on a device that has not read the chain, an output is own, paid before, or not known to be', () => {
    const { transfer } = planned([{ address: TO, coins: coins(1n) }]);
    const { recipients, change } = summarize(transfer, { addresses: book, paidBefore: new Set(), isBehind: true });
    expect(recipients.map(({ warnings }) => warnings)).toEqual([['unknown']]);
    expect(change).toHaveLength(1);
    const strange = summarize(transfer, { addresses: new Map(), paidBefore: new Set(), isBehind: true });
    expect(strange.recipients.map(({ warnings }) => warnings)).toEqual([['unknown'], ['unknown']]);
    const known = summarize(transfer, { addresses: book, paidBefore: new Set([TO]), isBehind: true });
    expect(known.recipients.map(({ warnings }) => warnings)).toEqual([[]]);
  });

  test('warns of foreign inputs and claims', () => {
    const { transfer } = planned([{ address: TO, funds: fundUnits(1n) }], { claimAddress: TO });
    expect(review(transfer).warnings).toEqual(['foreign-claim']);
    expect(summarize(transfer, { addresses: new Map(), paidBefore: new Set() }).warnings).toEqual([
      'unknown-input',
      'foreign-claim'
    ]);
  });

  test('warns of one foreign input among our own', () => {
    const { transfer } = planned([{ address: TO, funds: fundUnits(1n) }]);
    expect(review(transfer).warnings).toEqual([]);
    const { inputs, warnings } = review(ofForeignCoins(transfer));
    expect(inputs.map(({ own }) => own)).toEqual([false, true]);
    expect(warnings).toContain('unknown-input');
  });

  test('reports which claims no signature covers', () => {
    const { transfer } = planned([{ address: TO, funds: fundUnits(10n) }]);
    const claim = (fundTaxRevenue?: Hastings) => {
      const summary = summarize(transfer, { addresses: book, paidBefore: new Set(), fundTaxRevenue });
      return 'unprotectedClaim' in summary ? summary.unprotectedClaim : 'none';
    };
    const revenue = coins(1_000_000n);
    expect([claim(), claim(hastings(0n))]).toEqual(['none', 'none']);
    expect(claim(revenue)).toEqual(generation === 'V1' ? 'none' : unprotectedClaim(transfer, revenue));
  });

  test('tampering changes the id, or is reported', () => {
    const { transfer } = planned([{ address: TO, coins: coins(7n) }]);
    const [first, ...rest] = transfer.transaction.coinOutputs;
    const coinOutputs = [{ ...first!, address: stranger.address(2, 'pk') }, ...rest];
    const redirected = { ...transfer, transaction: { ...transfer.transaction, coinOutputs } } as Transfer;
    expect(review(redirected).id).not.toBe(review(transfer).id);
    expect(review(redirected).recipients[0]!.address).toBe(stranger.address(2, 'pk'));
    const richer = [{ ...first!, value: hastings(first!.value + 1n) }, ...rest];
    const unbalanced = { ...transfer, transaction: { ...transfer.transaction, coinOutputs: richer } } as Transfer;
    expect(review(unbalanced)).toMatchObject({ warnings: ['unsound'], fault: 'unbalanced' });
  });

  test('arbitrary data is reported', () => {
    const { transfer } = planned([{ address: TO, coins: coins(7n) }]);
    const data = new Uint8Array([1, 2, 3]);
    const arbitraryData = transfer.generation === 'v1' ? [data] : data;
    const carrying = { ...transfer, transaction: { ...transfer.transaction, arbitraryData } } as Transfer;
    expect(review(carrying).warnings).toEqual(['data']);
  });
});

test('an address in groups of four', () => {
  expect(addressChunks(VOID_ADDRESS)).toHaveLength(19);
  expect(addressChunks(TO).join('')).toBe(TO);
});
