import { describe, expect, test } from 'vitest';
import { fundUnits, hastings } from '$lib/chain/currency/currency';
import { rowsByAddress, type AddressRows } from '$lib/services/wallet/addresses';
import type { AddressRow } from '$lib/services/wallet/records';
import {
  composeClaim,
  composeConsolidation,
  composePayment,
  type ComposeRequest
} from '$lib/services/wallet/send/compose';
import type { SpendableFunds } from '$lib/services/wallet/send/spendableWallet';
import { holdingsOf } from '$lib/wallet/sync/cache';
import { paidAddresses, transferInputs, type Transfer } from '$lib/wallet/transfer/transfer';
import { BOB, coins, v2AddressOf } from '../../../consensus/testChain';
import { FeedChain, Follower, seedWallet } from '../../../wallet/support';

const signal = new AbortController().signal;
const RATE = hastings(10n ** 19n);
const TO = v2AddressOf(BOB);
const wallet = seedWallet(7, 6);
const [FIRST, SECOND, NEXT] = [wallet.address(0, 'pk'), wallet.address(1, 'pk'), wallet.address(2, 'uc')];
/** The first two keys are in use. */
const rows: AddressRows = rowsByAddress(
  [...wallet.book.values()].map((entry): AddressRow => {
    const isUsed = entry.key!.index < 2;
    return { ...entry, walletId: 'w', shown: isUsed, used: isUsed };
  })
);

/** Rewards for the first two keys, two for the second; all mature. */
const chain = new FeedChain();
for (const payee of [FIRST, SECOND, SECOND]) chain.add({}, payee);
for (let i = 0; i < 4; i++) chain.add();
const { cache } = new Follower(chain, rows);
const fund = {
  id: 'fe'.repeat(32),
  output: { value: fundUnits(7n), address: FIRST },
  claimStart: hastings(0n),
  leafIndex: 0n
};
const holdings = holdingsOf(cache);

const funds = (changes: Partial<SpendableFunds> = {}): SpendableFunds => ({
  network: chain.network,
  addresses: rows,
  moment: { height: chain.state.index.height, medianTimestamp: 1_800_000_000 },
  fundTaxRevenue: hastings(0n),
  isOwnNode: false,
  hasSeed: true,
  holdings,
  frozen: new Set(),
  excluded: new Set(),
  feePerWeight: RATE,
  ...changes
});
const pay = (request: Partial<ComposeRequest>, changes?: Partial<SpendableFunds>) =>
  composePayment(
    funds(changes),
    { recipients: [{ address: TO, unit: 'coins', coins: coins(5n) }], ...request },
    signal
  );
const outputsOf = ({ transaction }: Transfer) => transaction.coinOutputs.map(({ address, value }) => [address, value]);
const feeOf = (transfer: Transfer): bigint => (transfer.generation === 'v2' ? transfer.transaction.minerFee : -1n);
const spent = (transfer: Transfer) => transferInputs(transfer).reduce((sum, { output }) => sum + output.value, 0n);

describe('a payment', () => {
  test('pays its recipients and the next address of the wallet', async () => {
    const transfer = await pay({});
    const [first, change] = outputsOf(transfer);
    expect(first).toEqual([TO, coins(5n)]);
    expect(change).toEqual([NEXT, spent(transfer) - coins(5n) - feeOf(transfer)]);
    expect(feeOf(transfer)).toBeGreaterThan(0n);
    expect(transfer.basis).toEqual(chain.state.index);
  });

  test.each([
    [41, 'the next address', true],
    [42, 'where it came from, as a wallet restored from its words would not find the next address', false]
  ])('after %i addresses without a gap that were not paid, returns its change to %s', async (shown, _, isNext) => {
    const many = seedWallet(7, shown + 1);
    const addresses = rowsByAddress(
      [...many.book.values()].map((entry): AddressRow => {
        const { index } = entry.key!;
        return { ...entry, walletId: 'w', shown: index < shown, used: index < 2 };
      })
    );
    const [, change] = outputsOf(await pay({}, { addresses }));
    if (isNext) expect(change![0]).toBe(many.address(shown, 'uc'));
    else expect([FIRST, SECOND]).toContain(change![0]);
  });

  test('returns its change to a given address', async () => {
    expect(outputsOf(await pay({ changeAddress: FIRST }))[1]![0]).toBe(FIRST);
  });

  test('of the remainder, after another recipient’s amount', async () => {
    const recipients = [
      { address: FIRST, unit: 'coins', coins: coins(5n) },
      { address: TO, unit: 'max' }
    ] as const;
    const transfer = await pay({ recipients });
    expect(transferInputs(transfer).length).toBe(3);
    expect(outputsOf(transfer)).toEqual([
      [FIRST, coins(5n)],
      [TO, spent(transfer) - coins(5n) - feeOf(transfer)]
    ]);
  });

  test('of fund units', async () => {
    const recipients = [{ address: TO, unit: 'funds', funds: fundUnits(3n) }] as const;
    const { transaction } = await pay({ recipients }, { holdings: { ...holdings, funds: [fund as never] } });
    expect(transaction.fundOutputs).toEqual([
      { value: 3n, address: TO },
      { value: 4n, address: NEXT }
    ]);
  });

  test('costs the recommended fee, unless a multiple of it or a fee is chosen', async () => {
    const recommended = feeOf(await pay({}));
    expect(feeOf(await pay({}, { feePerWeight: hastings(2n * RATE) }))).toBe(2n * recommended);
    expect(feeOf(await pay({ feeFactor: 3n }))).toBe(3n * recommended);
    expect(feeOf(await pay({ feeOverride: hastings(recommended + 5n) }))).toBe(recommended + 5n);
  });

  test('deducts its fee from the amount of a given recipient', async () => {
    const transfer = await pay({ feeFrom: [0] });
    expect(outputsOf(transfer)[0]).toEqual([TO, coins(5n) - feeOf(transfer)]);
  });

  test('spends only selected outputs, and no excluded ones', async () => {
    const [chosen, other, third] = holdings.coins;
    const inputs = async (request: Partial<ComposeRequest>, changes?: Partial<SpendableFunds>) =>
      transferInputs(await pay(request, changes)).map(({ id }) => id);
    for (const coin of [chosen!, other!, third!]) expect(await inputs({ only: new Set([coin.id]) })).toEqual([coin.id]);
    expect(await inputs({}, { excluded: new Set([chosen!.id, other!.id]) })).toEqual([third!.id]);
  });
});

test('fund units are paid from selected coins', async () => {
  const [coin] = holdings.coins;
  const recipients = [{ address: TO, unit: 'funds', funds: fundUnits(3n) } as const];
  const own = { holdings: { ...holdings, funds: [fund as never] } };
  const transfer = await pay({ recipients, only: new Set([coin!.id]) }, own);
  expect(transferInputs(transfer).map(({ id }) => id)).toEqual([coin!.id, fund.id]);
});

describe('the change of a wallet without keys', () => {
  const watching = (list: AddressRow[], changes: Partial<SpendableFunds> = {}) =>
    funds({ hasSeed: false, addresses: rowsByAddress(list.map(({ key: _, ...row }) => row)), ...changes });
  const all = [...rows.values()];

  test('goes to the address that is spent from first', async () => {
    const transfer = await pay({}, watching(all));
    expect(outputsOf(transfer)[1]![0]).toBe(transferInputs(transfer)[0]!.output.address);
  });

  test('goes to a shown address with a policy if no coin is left', async () => {
    const nothing = { excluded: new Set(holdings.coins.map(({ id }) => id as string)) };
    const [bare, spendable] = [{ ...all[0]!, policy: undefined }, all[1]!];
    await expect(pay({}, watching([bare, spendable], nothing))).rejects.toMatchObject({
      code: 'wallet/insufficient-funds'
    });
    await expect(pay({}, watching([bare], nothing))).rejects.toMatchObject({ code: 'wallet/no-address' });
    await expect(pay({}, watching([{ ...spendable, shown: false, used: false }], nothing))).rejects.toMatchObject({
      code: 'wallet/no-address'
    });
  });
});

describe('small coins', () => {
  test('are merged to the next address', async () => {
    const transfer = await composeConsolidation(funds(), undefined, signal);
    expect(transferInputs(transfer).length).toBe(3);
    expect(outputsOf(transfer)).toEqual([[NEXT, spent(transfer) - feeOf(transfer)]]);
  });

  test('are merged if they are selected', async () => {
    const only = new Set(holdings.coins.slice(0, 2).map(({ id }) => id as string));
    const transfer = await composeConsolidation(funds(), only, signal);
    expect(new Set(transferInputs(transfer).map(({ id }) => id as string))).toEqual(only);
  });
});

test('a claim moves all fund units to the next address, and pays out there', async () => {
  const other = { ...fund, id: 'fd'.repeat(32), output: { ...fund.output, value: fundUnits(5n) } };
  const transfer = await composeClaim(funds({ holdings: { ...holdings, funds: [fund, other] as never } }), signal);
  expect(transfer.transaction.fundOutputs).toEqual([{ value: 12n, address: NEXT }]);
  expect(transfer.transaction.fundInputs.map(({ claimAddress }) => claimAddress)).toEqual([NEXT, NEXT]);
  expect(new Set(paidAddresses(transfer))).toEqual(new Set([NEXT]));
});

test('a claim leaves out fund units that cannot be spent now', async () => {
  const at = (id: string, address: string) => ({ ...fund, id: id.repeat(32), output: { ...fund.output, address } });
  const unspendable = [at('fd', TO), at('fc', FIRST)];
  const held = {
    holdings: { ...holdings, funds: [fund, ...unspendable] as never },
    excluded: new Set(['fc'.repeat(32)])
  };
  const transfer = await composeClaim(funds(held), signal);
  expect(transfer.transaction.fundOutputs).toEqual([{ value: 7n, address: NEXT }]);
  const none = composeClaim(
    funds({ holdings: { ...holdings, funds: unspendable as never }, excluded: held.excluded }),
    signal
  );
  await expect(none).rejects.toMatchObject({ code: 'wallet/insufficient-funds', unit: 'funds' });
});
