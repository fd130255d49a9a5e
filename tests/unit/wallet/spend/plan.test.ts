import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { VOID_ADDRESS, type Address } from '$lib/chain/address';
import { fundUnits, hastings, type FundUnits } from '$lib/chain/currency/currency';
import type { CoinOutputId, FundOutputId, Hash256 } from '$lib/chain/ids';
import { ZERO_SIGNATURE } from '$lib/chain/keys/keys';
import { policyAddress } from '$lib/chain/policy/policyAddress';
import type { SpendPolicy } from '$lib/chain/policy/policy';
import { transactionWeight, v2TransactionWeight } from '$lib/chain/block/weight';
import { AppError } from '$lib/errors';
import { policyOfKey, type AddressBook, type KeyForm } from '$lib/wallet/keys/account';
import type { Holdings, OwnedCoin, OwnedFund } from '$lib/wallet/sync/coins';
import { buildTransfer } from '$lib/wallet/spend/buildTransfer';
import { planConsolidation } from '$lib/wallet/spend/consolidation';
import { feeBounds, planSpend, type SpendPlan, type SpendRequest } from '$lib/wallet/spend/plan';
import { anyOf, thresholdOfKeys } from '$lib/wallet/policy/policyTree';
import { heaviestSatisfied, signedWeight } from '$lib/wallet/transfer/signedWeight';
import { transferInputs } from '$lib/wallet/transfer/transfer';
import { COIN, coins, testNetwork } from '../../consensus/testChain';
import { ownAddress, seedWallet } from '../support';

const wallet = seedWallet(7);
const stranger = seedWallet(8);
const TO = stranger.address(0, 'pk');
const CHANGE = wallet.address(3, 'pk');
const RATE = hastings(10n ** 19n);
const NETWORK = testNetwork(100);
const V1_TIP = 50;
const V2_TIP = 150;

const idOf = (i: number) => i.toString(16).padStart(64, '0');
const coinAt = (i: number, value: bigint, address: Address, maturityHeight = 0n): OwnedCoin => ({
  id: idOf(i) as CoinOutputId,
  output: { value: hastings(value), address },
  maturityHeight,
  leafIndex: BigInt(i)
});
const fundAt = (i: number, value: bigint, address: Address): OwnedFund => ({
  id: idOf(1000 + i) as FundOutputId,
  output: { value: fundUnits(value), address },
  claimStart: hastings(0n),
  leafIndex: BigInt(1000 + i)
});
const holdings = (
  values: readonly bigint[],
  rest: { height?: number; form?: KeyForm; funds?: OwnedFund[] } = {}
): Holdings => ({
  basis: { height: rest.height ?? V2_TIP, id: idOf(99) as Holdings['basis']['id'] },
  coins: values.map((value, i) => coinAt(i, value, wallet.address(i % 3, rest.form ?? 'uc'))),
  funds: rest.funds ?? [],
  fundTaxRevenue: hastings(0n)
});
const request = (rest: Partial<SpendRequest>): SpendRequest => ({
  holdings: holdings([coins(10n), coins(20n), coins(5n)]),
  addresses: wallet.book,
  network: NETWORK,
  recipients: [{ address: TO, coins: coins(1n) }],
  feePerWeight: RATE,
  changeAddress: CHANGE,
  ...rest
});

const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n);
const totalIn = ({ transfer }: SpendPlan, kind: 'coin' | 'fund') =>
  sum(transferInputs(transfer).map((input) => (input.kind === kind ? input.output.value : 0n)));
const outputsOf = ({ transfer: { transaction } }: SpendPlan) => ({
  coins: sum(transaction.coinOutputs.map(({ value }) => value)),
  funds: sum(transaction.fundOutputs.map(({ value }) => value))
});

const inputsOf = ({ transfer }: SpendPlan) => transferInputs(transfer);
const changeOf = ({ transfer: { transaction } }: SpendPlan) => ({
  coins: transaction.coinOutputs.find(({ address }) => address === CHANGE)?.value,
  funds: transaction.fundOutputs.find(({ address }) => address === CHANGE)?.value
});

/** The invariants of every plan. */
function expectSound(plan: SpendPlan, asked: SpendRequest): void {
  const out = outputsOf(plan);
  expect(totalIn(plan, 'coin')).toBe(out.coins + plan.fee);
  expect(totalIn(plan, 'fund')).toBe(out.funds);
  const { transaction } = plan.transfer;
  for (const { value } of [...transaction.coinOutputs, ...transaction.fundOutputs]) expect(value).toBeGreaterThan(0n);
  const ids = transferInputs(plan.transfer).map(({ id }) => id as string);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) {
    expect(asked.excluded?.has(id) ?? false).toBe(false);
    expect(asked.only?.has(id) ?? true).toBe(true);
  }
  const moment = { height: asked.holdings.basis.height, medianTimestamp: 0 };
  expect(plan.weight).toBe(signedWeight(plan.transfer, moment));
  expect(plan.fee).toBeGreaterThanOrEqual(asked.feePerWeight * BigInt(plan.weight));
}

test('the largest coin is selected to the last hasting', () => {
  const near = COIN * 1_000n;
  const plan = planSpend(request({ holdings: holdings([near, near + 1n, near - 1n]) }));
  expect(inputsOf(plan).map(({ output }) => output.value)).toEqual([near + 1n]);
});

test('coins worth less than the cost of spending them are not tried', () => {
  const dust = Array.from({ length: 1_000 }, () => 1n);
  const base = 300n * RATE;
  const many = request({
    holdings: holdings([coins(10n), ...dust]),
    recipients: [{ address: TO, coins: hastings(coins(10n) - base) }]
  });
  const error = expect.objectContaining({ code: 'wallet/insufficient-funds', spendable: coins(10n) }) as Error;
  // Each further coin would be tried together with all larger ones.
  expect(() => planSpend(many)).toThrow(error);
});

describe('any payment', () => {
  const anyValue = fc.bigInt({ min: 1n, max: 1000n * COIN });
  const anyRequest = fc.record({
    values: fc.array(anyValue, { minLength: 1, maxLength: 12 }),
    amounts: fc.array(fc.bigInt({ min: 1n, max: 500n * COIN }), { minLength: 1, maxLength: 5 }),
    rate: fc.bigInt({ min: 0n, max: 10n ** 21n }).map(hastings),
    height: fc.constantFrom(V1_TIP, V2_TIP),
    sendMax: fc.option(fc.constant(0), { nil: undefined }),
    frozen: fc.uniqueArray(fc.nat(11), { maxLength: 3 })
  });

  test('conserves every hasting, pays recipients exactly, and uses no more inputs than needed', () => {
    let planned = 0;
    let refused = 0;
    fc.assert(
      fc.property(anyRequest, ({ values, amounts, rate, height, sendMax, frozen }) => {
        const asked = request({
          holdings: holdings(values, { height }),
          recipients: amounts.map((amount, i) => ({ address: stranger.address(i % 4, 'uc'), coins: hastings(amount) })),
          feePerWeight: rate,
          sendMax,
          excluded: new Set(frozen.map(idOf))
        });
        let plan: SpendPlan;
        try {
          plan = planSpend(asked);
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
          expect((error as AppError).code).toBe('wallet/insufficient-funds');
          const available = sum(values.filter((_, i) => !frozen.includes(i)));
          const cost = rate * 400n * BigInt(values.length + amounts.length + 1);
          expect(available).toBeLessThan(sum(amounts) + cost + 1n);
          refused++;
          return;
        }
        planned++;
        expectSound(plan, asked);
        expect(plan.transfer.generation).toBe(height === V1_TIP ? 'v1' : 'v2');
        plan.transfer.transaction.coinOutputs.slice(0, amounts.length).forEach(({ value }, i) => {
          if (i !== sendMax) expect(value).toBe(amounts[i]);
        });
        if (sendMax === undefined) {
          const withoutIt = totalIn(plan, 'coin') - inputsOf(plan).at(-1)!.output.value;
          expect(withoutIt).toBeLessThan(sum(amounts) + plan.fee);
        } else {
          expect(changeOf(plan).coins).toBeUndefined();
        }
        expect(planSpend(asked)).toEqual(plan);
      }),
      { numRuns: 300 }
    );
    expect(planned).toBeGreaterThan(60);
    expect(refused).toBeGreaterThan(10);
  });
});

describe('the fee', () => {
  test.each([
    ['uc', 266 + 2 * 48],
    ['pk', 218 + 2 * 48]
  ] as const)('of one %s input and two outputs has weight %i', (form, weight) => {
    const plan = planSpend(request({ holdings: holdings([coins(10n)], { form }) }));
    expect(plan.weight).toBe(weight);
    expect(plan.fee).toBe(RATE * BigInt(weight));
    expect(changeOf(plan).coins).toBe(coins(9n) - plan.fee);
  });

  test('of V1 is rate times encoded length, including fee and signature', () => {
    const plan = planSpend(request({ holdings: holdings([coins(10n)], { height: V1_TIP }) }));
    expect(plan.fee).toBe(RATE * BigInt(plan.weight));
    expect(plan.weight).toBeGreaterThan(400);
    const { transfer } = plan;
    expect(transfer.generation === 'v1' && transactionWeight(transfer.transaction)).toBeLessThan(plan.weight);
  });

  test('may be overridden, within bounds', () => {
    const { fee: recommended, weight } = planSpend(request({}));
    const { lowest, highest } = feeBounds(RATE, weight);
    expect([lowest, highest]).toEqual([recommended / 10n, recommended * 100n]);
    for (const feeOverride of [lowest, highest]) expect(planSpend(request({ feeOverride })).fee).toBe(feeOverride);
    expectSound(planSpend(request({ feeOverride: highest })), request({}));
    for (const [feeOverride, code] of [
      [hastings(lowest - 1n), 'wallet/fee-too-low'],
      [hastings(highest + 1n), 'wallet/fee-too-high']
    ] as const) {
      expect(() => planSpend(request({ feeOverride }))).toThrow(
        expect.objectContaining({ code, fee: feeOverride, lowest, highest })
      );
    }
  });

  test.each([1n, 10n ** 18n, 10n ** 23n, 10n ** 30n])(
    'of a quiet network is possible at a server’s rate of %s',
    (rate) => {
      const { fee: feeOverride } = planSpend(request({}));
      expect(planSpend(request({ feePerWeight: hastings(rate), feeOverride })).fee).toBe(feeOverride);
    }
  );

  test('set by the user allows change of any size, and requires no coin for the weight', () => {
    // Paying for the weight would require the second coin.
    const values = [coins(10n), coins(5n)];
    const feeOverride = hastings(RATE * 100n);
    const plan = planSpend(
      request({
        holdings: holdings(values),
        recipients: [{ address: TO, coins: hastings(coins(10n) - feeOverride - 1n) }],
        feeOverride
      })
    );
    expect([plan.fee, changeOf(plan).coins, inputsOf(plan).length]).toEqual([feeOverride, 1n, 1]);
  });

  // The weight of V1 change is its number of bytes: eight from 256^7 on, and one less below that, which can make the
  // change larger.
  test.each([
    ['falls with the weight of its change', 0n, 0n],
    ['is the higher of two if the change matches its weight at neither', 1n, 1n]
  ])('of V1 %s', (_, more, surplus) => {
    const rate = hastings(1000n);
    const amount = coins(1n);
    const withRest = (rest: bigint) =>
      planSpend(
        request({
          holdings: holdings([amount + rest], { height: V1_TIP }),
          recipients: [{ address: TO, coins: amount }],
          feePerWeight: rate
        })
      );
    const edge = 256n ** 7n;
    const eightBytes = withRest(2n * edge).weight;
    const plan = withRest(edge + rate * BigInt(eightBytes - 1) - 1n + more);
    expect(plan.weight).toBe(eightBytes - 1);
    expect(plan.fee).toBe(rate * (BigInt(plan.weight) + surplus));
  });
});

describe('coins that pay the exact amount', () => {
  test.each([
    ['at no fee', { feePerWeight: hastings(0n), recipients: [{ address: TO, coins: coins(30n) }] }],
    [
      'with a custom fee',
      { feeOverride: coins(1n), feePerWeight: hastings(10n ** 21n), recipients: [{ address: TO, coins: coins(29n) }] }
    ]
  ])('%s leave the others alone', (_, rest) => {
    const plan = planSpend(request(rest));
    expect([inputsOf(plan).length, changeOf(plan).coins]).toEqual([2, undefined]);
  });

  test('one coin pays the fee for fund units, none without a fee', () => {
    const funds = [fundAt(0, 5n, wallet.address(0, 'uc'))];
    const asked = { holdings: holdings([coins(10n)], { funds }), recipients: [{ address: TO, funds: fundUnits(5n) }] };
    const kinds = (rate: bigint) =>
      inputsOf(planSpend(request({ ...asked, feePerWeight: hastings(rate) }))).map(({ kind }) => kind);
    expect(kinds(RATE)).toEqual(['coin', 'fund']);
    expect(kinds(0n)).toEqual(['fund']);
  });
});

describe('change', () => {
  const exactFee = (weight: number) => RATE * BigInt(weight);

  test('is omitted if nothing remains', () => {
    const amount = coins(10n) - exactFee(266 + 48);
    const plan = planSpend(
      request({ holdings: holdings([coins(10n)]), recipients: [{ address: TO, coins: hastings(amount) }] })
    );
    expect(changeOf(plan).coins).toBeUndefined();
    expect(plan.fee).toBe(exactFee(266 + 48));
    expect(plan.transfer.transaction.coinOutputs).toHaveLength(1);
  });

  test('worth less than the cost of spending it goes to the fee', () => {
    const dust = exactFee(200);
    const amount = coins(10n) - exactFee(266 + 48) - dust;
    const plan = planSpend(
      request({ holdings: holdings([coins(10n)]), recipients: [{ address: TO, coins: hastings(amount) }] })
    );
    expect(changeOf(plan).coins).toBeUndefined();
    expect(plan.fee).toBe(exactFee(266 + 48) + dust);
  });

  test.each([
    [0n, undefined],
    [1n, exactFee(266) + 1n]
  ])('of %i hastings above the cost of spending it', (more, change) => {
    const rest = exactFee(266 + 2 * 48) + exactFee(266) + more;
    const plan = planSpend(
      request({ holdings: holdings([coins(10n)]), recipients: [{ address: TO, coins: hastings(coins(10n) - rest) }] })
    );
    expect([changeOf(plan).coins, plan.fee]).toEqual([change, rest - (change ?? 0n)]);
  });
});

describe('send max', () => {
  test.each([V1_TIP, V2_TIP])('leaves nothing, at height %i', (height) => {
    const asked = request({ holdings: holdings([coins(10n), coins(20n), 12345n * COIN + 1n], { height }), sendMax: 0 });
    const plan = planSpend(asked);
    expectSound(plan, asked);
    expect(plan.fee).toBe(RATE * BigInt(plan.weight));
    expect(inputsOf(plan)).toHaveLength(3);
    expect(outputsOf(plan).coins).toBe(coins(30n) + 12345n * COIN + 1n - plan.fee);
  });

  test('pays the remainder after the others, without uneconomical coins', () => {
    const recipients = [
      { address: TO, coins: coins(4n) },
      { address: stranger.address(1, 'pk'), coins: hastings(0n) }
    ];
    const plan = planSpend(request({ holdings: holdings([coins(10n), RATE * 200n]), recipients, sendMax: 1 }));
    expect(inputsOf(plan)).toHaveLength(1);
    expect(plan.transfer.transaction.coinOutputs[1]!.value).toBe(coins(6n) - plan.fee);
  });

  test.each([
    ['slightly more than the fee', 1n],
    ['no more than the fee', 0n]
  ])('of a coin worth %s', (_, left) => {
    const fee = RATE * BigInt(266 + 48);
    const asked = request({ holdings: holdings([fee + left]), sendMax: 0 });
    if (left > 0n) expect(outputsOf(planSpend(asked)).coins).toBe(left);
    else {
      expect(() => planSpend(asked)).toThrow(
        expect.objectContaining({ code: 'wallet/insufficient-funds', required: fee + 1n, spendable: fee })
      );
    }
  });

  test.each([V1_TIP, V2_TIP])('spends coins worth more than their own weight, at height %i', (height) => {
    // A rate at which the fees for one and two inputs have the same number of bytes.
    const feePerWeight = hastings(2n * RATE);
    const planWith = (...values: bigint[]) =>
      planSpend(request({ holdings: holdings([coins(10n), ...values], { height }), sendMax: 0, feePerWeight }));
    const cost = feePerWeight * BigInt(planWith(coins(9n)).weight - planWith().weight);
    expect([cost, cost + 1n].map((value) => inputsOf(planWith(value)).length)).toEqual([1, 2]);
  });

  test('to a nonexistent recipient pays the others as requested', () => {
    expect(planSpend(request({ sendMax: 5 }))).toEqual(planSpend(request({})));
  });

  test('uses as many of thousands of coins as fit', () => {
    const many = Array.from({ length: 5000 }, () => coins(1n));
    const plan = planSpend(request({ holdings: holdings(many), sendMax: 0 }));
    expect(plan.weight).toBeLessThan(1_000_000);
    expect(inputsOf(plan).length).toBeGreaterThan(3000);
  });
});

describe('a fee taken from the amounts', () => {
  const others = [TO, stranger.address(1, 'pk'), stranger.address(2, 'pk')];
  const pay = (amounts: readonly bigint[], feeFrom: readonly number[], rest: Partial<SpendRequest> = {}) =>
    request({
      recipients: amounts.map((amount, i) => ({ address: others[i]!, coins: hastings(amount) })),
      feeFrom,
      ...rest
    });
  const received = ({ transfer }: SpendPlan) => transfer.transaction.coinOutputs.map(({ value }) => value as bigint);

  test.each([V1_TIP, V2_TIP])('costs the sender exactly the amount, at height %i', (height) => {
    const asked = pay([coins(10n)], [0], { holdings: holdings([coins(25n)], { height }) });
    const plan = planSpend(asked);
    expectSound(plan, asked);
    expect(received(plan)).toEqual([coins(10n) - plan.fee, coins(15n)]);
    expect(plan.fee).toBe(RATE * BigInt(plan.weight));
  });

  test('pays out a whole balance', () => {
    const plan = planSpend(pay([coins(35n)], [0]));
    expect([received(plan), inputsOf(plan).length]).toEqual([[coins(35n) - plan.fee], 3]);
    expect(() => planSpend(pay([coins(35n) + 1n], [0]))).toThrow(
      expect.objectContaining({ code: 'wallet/insufficient-funds', required: coins(35n) + 1n, spendable: coins(35n) })
    );
  });

  test('is divided equally, the first payer covers the remainder; the others get their full amounts', () => {
    const [a, b, c] = received(
      planSpend(pay([coins(1n), coins(2n), coins(3n)], [0, 2], { feeOverride: hastings(RATE * 700n + 1n) }))
    );
    expect([a, b, c]).toEqual([coins(1n) - RATE * 350n - 1n, coins(2n), coins(3n) - RATE * 350n]);
  });

  test('is reduced by uneconomical change', () => {
    const rest = RATE * 200n;
    const plan = planSpend(pay([coins(10n) - rest], [0], { holdings: holdings([coins(10n)]) }));
    expect(received(plan)).toEqual([coins(10n) - plan.fee]);
    expect(plan.fee).toBe(RATE * BigInt(plan.weight));
  });

  test('requires a higher amount', () => {
    const small = RATE * 10n;
    expect(() => planSpend(pay([coins(1n), small], [0, 1]))).toThrow(
      expect.objectContaining({ code: 'wallet/amount-below-fee', index: 1, amount: small })
    );
    expect(received(planSpend(pay([coins(1n), small], [0])))[1]).toBe(small);
  });

  test('respects the bounds of a custom fee', () => {
    const { lowest, highest } = feeBounds(RATE, planSpend(pay([coins(1n)], [0])).weight);
    expect(received(planSpend(pay([coins(1n)], [0], { feeOverride: highest })))[0]).toBe(coins(1n) - highest);
    for (const feeOverride of [hastings(lowest - 1n), hastings(highest + 1n)])
      expect(() => planSpend(pay([coins(1n)], [0], { feeOverride }))).toThrow(
        expect.objectContaining({ code: expect.stringMatching(/^wallet\/fee-too-/) })
      );
  });

  test('with send-max is paid by its recipient, for fund units alone by the sender', () => {
    const max = planSpend(pay([coins(1n), 0n], [0], { sendMax: 1 }));
    expect(received(max)).toEqual([coins(1n), coins(34n) - max.fee]);
    const units = planSpend(
      request({
        holdings: holdings([coins(10n)], { funds: [fundAt(0, 5n, wallet.address(0, 'uc'))] }),
        recipients: [{ address: TO, funds: fundUnits(5n) }],
        feeFrom: [0]
      })
    );
    expect(received(units)).toEqual([coins(10n) - units.fee]);
  });

  test('conserves every hasting: payers get their amounts less the fee, the others the exact amounts', () => {
    const anyAmount = fc.bigInt({ min: 1n, max: 500n * COIN });
    let planned = 0;
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 1n, max: 1000n * COIN }), { minLength: 1, maxLength: 8 }),
        fc.array(fc.record({ amount: anyAmount, pays: fc.boolean() }), { minLength: 1, maxLength: 3 }),
        fc.bigInt({ min: 0n, max: 10n ** 21n }).map(hastings),
        fc.constantFrom(V1_TIP, V2_TIP),
        (values, recipients, feePerWeight, height) => {
          const amounts = recipients.map(({ amount }) => amount);
          const feeFrom = recipients.flatMap(({ pays }, i) => (pays ? [i] : []));
          fc.pre(feeFrom.length > 0);
          const asked = pay(amounts, feeFrom, { holdings: holdings(values, { height }), feePerWeight });
          let plan: SpendPlan;
          try {
            plan = planSpend(asked);
          } catch (error) {
            const { code } = error as AppError;
            expect(code).toBe(sum(values) < sum(amounts) ? 'wallet/insufficient-funds' : 'wallet/amount-below-fee');
            return;
          }
          planned++;
          expectSound(plan, asked);
          const taken = amounts.map((amount, i) => amount - received(plan)[i]!);
          const shares = feeFrom.map((i) => taken[i]!);
          taken.forEach((part, i) => feeFrom.includes(i) || expect(part).toBe(0n));
          expect(sum(shares)).toBeLessThanOrEqual(plan.fee);
          // The sender spends the amounts, and at most a remainder not worth an output.
          expect(totalIn(plan, 'coin') - (changeOf(plan).coins ?? 0n)).toBe(sum(amounts) + plan.fee - sum(shares));
          if (changeOf(plan).coins !== undefined) expect(sum(shares)).toBe(plan.fee);
          for (const share of shares.slice(1)) expect(shares[0]! - share).toBeLessThan(BigInt(shares.length));
          expect(new Set(shares.slice(1)).size).toBeLessThanOrEqual(1);
        }
      ),
      { numRuns: 300 }
    );
    expect(planned).toBeGreaterThan(60);
  });
});

describe('fund units', () => {
  const funds = [fundAt(0, 300n, wallet.address(0, 'pk')), fundAt(1, 700n, wallet.address(1, 'uc'))];
  const pay = (amount: bigint, rest: Partial<SpendRequest> = {}) =>
    request({
      holdings: holdings([coins(10n)], { funds }),
      recipients: [{ address: TO, funds: fundUnits(amount) as FundUnits }],
      ...rest
    });

  test('are selected largest first, with change; coins pay the fee, claims go to the change address', () => {
    const plan = planSpend(pay(500n));
    expectSound(plan, pay(500n));
    expect(changeOf(plan).funds).toBe(200n);
    expect(changeOf(plan).coins).toBe(coins(10n) - plan.fee);
    expect(plan.transfer.transaction.fundInputs.map(({ claimAddress }) => claimAddress)).toEqual([CHANGE]);
  });

  test.each([
    [699n, 1, 1n],
    [700n, 1, undefined],
    [701n, 2, 299n],
    [1000n, 2, undefined]
  ])('%i use the outputs that they need, and no more', (amount, inputs, change) => {
    const plan = planSpend(pay(amount));
    expectSound(plan, pay(amount));
    expect([plan.transfer.transaction.fundInputs.length, changeOf(plan).funds]).toEqual([inputs, change]);
  });

  test('and coins are paid together, each to its recipient', () => {
    const recipients = [
      { address: TO, funds: fundUnits(300n) },
      { address: stranger.address(1, 'pk'), coins: coins(2n) },
      { address: stranger.address(2, 'pk'), funds: fundUnits(0n) }
    ];
    const asked = pay(0n, { recipients, sendMax: 2 });
    const plan = planSpend(asked);
    expectSound(plan, asked);
    const { coinOutputs, fundOutputs } = plan.transfer.transaction;
    expect(fundOutputs).toEqual([
      { address: TO, value: 300n },
      { address: stranger.address(2, 'pk'), value: 700n }
    ]);
    expect(coinOutputs).toEqual([
      { address: stranger.address(1, 'pk'), value: coins(2n) },
      { address: CHANGE, value: coins(8n) - plan.fee }
    ]);
  });

  test('fail if nothing is left for the recipient of the remainder', () => {
    const recipients = [
      { address: TO, funds: fundUnits(1000n) },
      { address: TO, funds: fundUnits(0n) }
    ];
    expect(() => planSpend(pay(0n, { recipients, sendMax: 1 }))).toThrow(
      expect.objectContaining({ code: 'wallet/insufficient-funds', unit: 'funds', required: 1001n, spendable: 1000n })
    );
  });

  test('send-max with a separate claim address', () => {
    const plan = planSpend(pay(0n, { sendMax: 0, claimAddress: wallet.address(2, 'pk') }));
    expect(changeOf(plan).funds).toBeUndefined();
    expect(outputsOf(plan).funds).toBe(1000n);
    expect(plan.transfer.transaction.fundInputs.map(({ claimAddress }) => claimAddress)).toEqual([
      wallet.address(2, 'pk'),
      wallet.address(2, 'pk')
    ]);
  });

  test('before V2 must be locked by unlock conditions', () => {
    const v1 = { ...pay(700n).holdings, basis: holdings([], { height: V1_TIP }).basis };
    expect(planSpend(pay(700n, { holdings: v1 })).transfer.generation).toBe('v1');
    expect(() => planSpend(pay(701n, { holdings: v1 }))).toThrow(
      expect.objectContaining({ code: 'wallet/insufficient-funds', unit: 'funds', spendable: 700n })
    );
  });
});

describe('outputs that cannot be spent', () => {
  const only = (policy: SpendPolicy | undefined, coin: Partial<OwnedCoin> = {}): SpendRequest => {
    const known = policy ?? policyOfKey(wallet.keys[0]!.publicKey, 'pk');
    const address = policyAddress(known);
    const book: AddressBook = new Map([[address, { ...ownAddress(known), policy }]]);
    return request({
      addresses: book,
      holdings: { ...holdings([]), coins: [{ ...coinAt(1, coins(10n), address), ...coin }] }
    });
  };
  const pk = policyOfKey(wallet.keys[0]!.publicKey, 'pk');
  const locked = (lock: SpendPolicy): SpendPolicy => ({ type: 'thresh', n: 2, of: [lock, pk] });

  test('the same output without the obstacle', () => {
    expect(inputsOf(planSpend(only(pk)))).toHaveLength(1);
    expect(inputsOf(planSpend(only(locked({ type: 'above', height: BigInt(V2_TIP) }))))).toHaveLength(1);
    const timed = { ...only(locked({ type: 'after', timestamp: 9n })), medianTimestamp: 10 };
    expect(inputsOf(planSpend(timed))).toHaveLength(1);
  });

  test.each([
    ['immature', only(pk, { maturityHeight: BigInt(V2_TIP + 1) })],
    ['without a known proof', only(pk, { leafIndex: undefined })],
    ['without a policy', only(undefined)],
    ['at a foreign address', { ...only(pk), addresses: new Map() }],
    ['with the policy of another address', only(pk, { output: { value: coins(10n), address: VOID_ADDRESS } })],
    ['frozen', { ...only(pk), excluded: new Set([idOf(1)]) }],
    ['not among the selected', { ...only(pk), only: new Set([idOf(2)]) }],
    ['locked until a later height', only(locked({ type: 'above', height: BigInt(V2_TIP + 1) }))],
    ['locked until an unknown time', only(locked({ type: 'after', timestamp: 1n }))],
    ['locked until now', { ...only(locked({ type: 'after', timestamp: 10n })), medianTimestamp: 10 }]
  ])('%s', (_, asked) => {
    expect(() => planSpend(asked)).toThrow(
      expect.objectContaining({ code: 'wallet/insufficient-funds', spendable: 0n })
    );
  });
});

describe('rejected', () => {
  test.each([
    ['nobody', request({ recipients: [] }), 'wallet/no-recipient'],
    ['nothing', request({ recipients: [{ address: TO, coins: hastings(0n) }] }), 'wallet/zero-amount'],
    ['more than there is', request({ recipients: [{ address: TO, coins: coins(35n) }] }), 'wallet/insufficient-funds'],
    [
      'more outputs than a transaction holds',
      request({
        holdings: holdings(Array.from({ length: 5000 }, () => coins(1n))),
        recipients: [{ address: TO, coins: coins(4500n) }]
      }),
      'wallet/transaction-too-large'
    ]
  ])('paying %s', (_, asked, code) => {
    expect(() => planSpend(asked)).toThrow(expect.objectContaining({ code }));
  });

  test('a zero amount is reported with its recipient', () => {
    const recipients = [
      { address: TO, coins: coins(1n) },
      { address: TO, funds: fundUnits(0n) }
    ];
    expect(() => planSpend(request({ recipients }))).toThrow(
      expect.objectContaining({ code: 'wallet/zero-amount', index: 1 })
    );
  });

  test('an excessive amount is reported with the total required, including the fee for all coins', () => {
    expect(() => planSpend(request({ recipients: [{ address: TO, coins: coins(35n) }] }))).toThrow(
      expect.objectContaining({
        unit: 'coins',
        required: coins(35n) + RATE * BigInt(3 * 266 + 48),
        spendable: coins(35n)
      })
    );
  });
});

describe('outputs of equal value', () => {
  const funds = [3, 1, 2].map((i) => fundAt(i, 5n, wallet.address(0, 'uc')));
  const equal = [3, 1, 2].map((i) => coinAt(i, coins(10n), wallet.address(0, 'uc')));

  test('are spent in the order of their ids', () => {
    const plan = planSpend(
      request({
        holdings: { ...holdings([], { funds }), coins: equal },
        recipients: [
          { address: TO, coins: coins(15n) },
          { address: TO, funds: fundUnits(10n) }
        ]
      })
    );
    expect(inputsOf(plan).map(({ id }) => id as string)).toEqual([idOf(1), idOf(2), idOf(1001), idOf(1002)]);
  });
});

describe('the unsigned transaction', () => {
  const owner = policyOfKey(wallet.keys[0]!.publicKey, 'uc');
  const unlockConditions = owner.type === 'uc' ? owner.unlockConditions : expect.fail('unlock conditions');
  const coin = coinAt(4, coins(10n), wallet.address(0, 'uc'), 7n);
  const fund = fundAt(5, 3n, wallet.address(0, 'uc'));
  const planAt = (height: number, feePerWeight: bigint) =>
    planSpend(
      request({
        holdings: { ...holdings([], { height, funds: [fund] }), coins: [coin] },
        recipients: [
          { address: TO, coins: coins(10n) },
          { address: TO, funds: fundUnits(3n) }
        ],
        sendMax: 0,
        feePerWeight: hastings(feePerWeight)
      })
    );
  const outputs = (fee: bigint) => ({
    coinOutputs: [{ address: TO, value: coins(10n) - fee }],
    fundOutputs: [{ address: TO, value: 3n }]
  });

  test.each([0n, RATE])('of V1, at a rate of %i, refers to the outputs it spends', (rate) => {
    const { transfer, fee } = planAt(V1_TIP, rate);
    expect(transfer).toEqual({
      generation: 'v1',
      network: NETWORK.name,
      basis: { height: V1_TIP, id: idOf(99) },
      signatures: [],
      preimages: [],
      spentCoins: [coin.output],
      spentFunds: [fund.output],
      transaction: {
        coinInputs: [{ parentId: coin.id, unlockConditions }],
        fundInputs: [{ parentId: fund.id, unlockConditions, claimAddress: CHANGE }],
        ...outputs(fee),
        fileContracts: [],
        fileContractRevisions: [],
        storageProofs: [],
        minerFees: rate > 0n ? [fee] : [],
        arbitraryData: [],
        signatures: []
      }
    });
  });

  test('of V2 contains them, with leaf indexes and without proofs', () => {
    const { transfer, fee } = planAt(V2_TIP, RATE);
    const satisfiedPolicy = { policy: owner, signatures: [], preimages: [] };
    const placed = ({ id, output, leafIndex }: OwnedCoin | OwnedFund) => ({
      id,
      output,
      stateElement: { leafIndex, merkleProof: [] }
    });
    expect(transfer).toMatchObject({
      generation: 'v2',
      network: NETWORK.name,
      basis: { height: V2_TIP, id: idOf(99) },
      signatures: [],
      preimages: [],
      transaction: {
        coinInputs: [{ parent: { ...placed(coin), maturityHeight: 7n }, satisfiedPolicy }],
        fundInputs: [{ parent: { ...placed(fund), claimStart: 0n }, satisfiedPolicy, claimAddress: CHANGE }],
        ...outputs(fee),
        minerFee: fee
      }
    });
  });

  test('of V1 spends unlock conditions only', () => {
    const spk = policyOfKey(wallet.keys[0]!.publicKey, 'pk');
    const parts = {
      generation: 'v1',
      network: NETWORK,
      basis: holdings([]).basis,
      coins: [{ coin, owner: { ...ownAddress(spk), policy: spk }, weight: 0 }],
      funds: [],
      coinOutputs: [],
      fundOutputs: [],
      fee: hastings(0n),
      claimAddress: CHANGE
    } as const;
    expect(() => buildTransfer(parts)).toThrow(RangeError);
  });
});

describe('consolidation', () => {
  const ask = (values: bigint[], maxInputs?: number) => ({
    holdings: holdings(values),
    addresses: wallet.book,
    network: NETWORK,
    feePerWeight: RATE,
    address: CHANGE,
    ...(maxInputs !== undefined && { maxInputs })
  });

  test('combines the smallest economical coins', () => {
    const plan = planConsolidation(ask([coins(9n), coins(1n), coins(2n), RATE * 100n, coins(3n)], 3));
    expect(totalIn(plan, 'coin')).toBe(coins(6n));
    expect(outputsOf(plan).coins).toBe(coins(6n) - plan.fee);
    expect(plan.fee).toBe(RATE * BigInt(3 * 266 + 48));
    expect(plan.transfer.transaction.coinOutputs).toHaveLength(1);
  });

  test('combines two, and no more than a hundred by default', () => {
    const inputs = (count: number) =>
      inputsOf(planConsolidation(ask(Array.from({ length: count }, (_, i) => coins(BigInt(i + 1)))))).length;
    expect([inputs(2), inputs(100), inputs(101)]).toEqual([2, 100, 100]);
  });

  test('leaves a coin worth exactly the cost of spending it', () => {
    const combined = (value: bigint) => inputsOf(planConsolidation(ask([coins(9n), coins(8n), value]))).length;
    expect([combined(RATE * 266n), combined(RATE * 266n + 1n)]).toEqual([2, 3]);
  });

  test('of a single output throws', () => {
    expect(() => planConsolidation(ask([coins(9n), RATE]))).toThrow(
      expect.objectContaining({ code: 'wallet/nothing-to-consolidate' })
    );
  });
});

test('of two ways to spend, the heavier one counts', () => {
  const ways: SpendPolicy[] = [
    { type: 'h', hash: '00'.repeat(32) as Hash256 },
    { type: 'pk', publicKey: wallet.keys[0]!.publicKey }
  ];
  for (const order of [ways, ways.toReversed()]) {
    const heaviest = heaviestSatisfied(anyOf(...order), { height: 1, medianTimestamp: 0 });
    expect(heaviest).toMatchObject({ signatures: [ZERO_SIGNATURE], preimages: [] });
  }
});

test('an m-of-n address counts its required signatures', () => {
  const policy = thresholdOfKeys(
    2,
    wallet.keys.slice(0, 3).map(({ publicKey }) => publicKey)
  );
  const address = policyAddress(policy);
  const plan = planSpend(
    request({
      addresses: new Map([[address, ownAddress(policy)]]),
      holdings: { ...holdings([]), coins: [coinAt(1, coins(10n), address)] }
    })
  );
  const { transaction } = plan.transfer;
  const bare = plan.transfer.generation === 'v2' ? v2TransactionWeight(plan.transfer.transaction) : 0;
  expect(plan.weight).toBe(bare + 2 * 64);
  expect(transaction.coinInputs).toHaveLength(1);
});
