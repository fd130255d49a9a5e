import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { VOID_ADDRESS, type Address } from '$lib/chain/address';
import { fundUnits, hastings, type FundUnits } from '$lib/chain/currency/currency';
import type { CoinOutputId, FundOutputId } from '$lib/chain/ids';
import { policyAddress } from '$lib/chain/policy/policyAddress';
import type { SpendPolicy } from '$lib/chain/policy/policy';
import { transactionWeight, v2TransactionWeight } from '$lib/chain/block/weight';
import { AppError } from '$lib/errors';
import { policyOfKey, type AddressBook, type KeyForm } from '$lib/wallet/keys/account';
import type { Holdings, OwnedCoin, OwnedFund } from '$lib/wallet/sync/coins';
import { feeBounds, planConsolidation, planSpend, type SpendPlan, type SpendRequest } from '$lib/wallet/spend/plan';
import { thresholdOfKeys } from '$lib/wallet/policy/policyTree';
import { signedWeight } from '$lib/wallet/transfer/signedWeight';
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

/** Invariants of every plan. */
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
  ] as const)('of one %s input and two outputs weighs %i', (form, weight) => {
    const plan = planSpend(request({ holdings: holdings([coins(10n)], { form }) }));
    expect(plan.weight).toBe(weight);
    expect(plan.fee).toBe(RATE * BigInt(weight));
    expect(changeOf(plan).coins).toBe(coins(9n) - plan.fee);
  });

  test('of V1 is rate times the encoded length, fee and signature included', () => {
    const plan = planSpend(request({ holdings: holdings([coins(10n)], { height: V1_TIP }) }));
    expect(plan.fee).toBe(RATE * BigInt(plan.weight));
    expect(plan.weight).toBeGreaterThan(400);
    const { transfer } = plan;
    expect(transfer.generation === 'v1' && transactionWeight(transfer.transaction)).toBeLessThan(plan.weight);
  });

  test('may be overridden, within bounds', () => {
    const { fee: recommended } = planSpend(request({}));
    const { lowest, highest } = feeBounds(recommended);
    const own = planSpend(request({ feeOverride: highest }));
    expect(own.fee).toBe(highest);
    expectSound(own, request({}));
    expect(() => planSpend(request({ feeOverride: hastings(lowest - 1n) }))).toThrow(
      expect.objectContaining({ code: 'wallet/fee-too-low', lowest })
    );
    expect(() => planSpend(request({ feeOverride: hastings(highest + 1n) }))).toThrow(
      expect.objectContaining({ code: 'wallet/fee-too-high', highest })
    );
  });
});

describe('coins that pay exactly', () => {
  test.each([
    ['at no fee', { feePerWeight: hastings(0n), recipients: [{ address: TO, coins: coins(30n) }] }],
    [
      'with the fee that was asked for',
      { feeOverride: coins(1n), feePerWeight: hastings(10n ** 21n), recipients: [{ address: TO, coins: coins(29n) }] }
    ]
  ])('%s leave the others alone', (_, rest) => {
    const plan = planSpend(request(rest));
    expect([inputsOf(plan).length, changeOf(plan).coins]).toEqual([2, undefined]);
  });

  test('one coin pays for fund units, which take none at no fee', () => {
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

  test('is omitted when nothing remains', () => {
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

  test('uses as many of thousands of coins as fit', () => {
    const many = Array.from({ length: 5000 }, () => coins(1n));
    const plan = planSpend(request({ holdings: holdings(many), sendMax: 0 }));
    expect(plan.weight).toBeLessThan(1_000_000);
    expect(inputsOf(plan).length).toBeGreaterThan(3000);
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

  test('send-max with a separate claim address', () => {
    const plan = planSpend(pay(0n, { sendMax: 0, claimAddress: wallet.address(2, 'pk') }));
    expect(changeOf(plan).funds).toBeUndefined();
    expect(outputsOf(plan).funds).toBe(1000n);
    expect(plan.transfer.transaction.fundInputs.map(({ claimAddress }) => claimAddress)).toEqual([
      wallet.address(2, 'pk'),
      wallet.address(2, 'pk')
    ]);
  });

  test('before V2 only those locked by unlock conditions', () => {
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
  });

  test.each([
    ['immature', only(pk, { maturityHeight: BigInt(V2_TIP + 1) })],
    ['without a known proof', only(pk, { leafIndex: undefined })],
    ['without a policy', only(undefined)],
    ['at an address that is not ours', { ...only(pk), addresses: new Map() }],
    ['with a policy of another address', only(pk, { output: { value: coins(10n), address: VOID_ADDRESS } })],
    ['frozen', { ...only(pk), excluded: new Set([idOf(1)]) }],
    ['not among the chosen', { ...only(pk), only: new Set([idOf(2)]) }],
    ['locked to a later height', only(locked({ type: 'above', height: BigInt(V2_TIP + 1) }))],
    ['locked to an unknown time', only(locked({ type: 'after', timestamp: 1n }))]
  ])('%s', (_, asked) => {
    expect(() => planSpend(asked)).toThrow(
      expect.objectContaining({ code: 'wallet/insufficient-funds', spendable: 0n })
    );
  });
});

describe('refused', () => {
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

  test('of a single output throws', () => {
    expect(() => planConsolidation(ask([coins(9n), RATE]))).toThrow(
      expect.objectContaining({ code: 'wallet/nothing-to-consolidate' })
    );
  });
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
