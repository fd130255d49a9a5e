import { describe, expect, test, vi } from 'vitest';
import type { ConstructRequest } from '$lib/api/wallet-server/walletSchemas';
import { VOID_ADDRESS } from '$lib/chain/address';
import { fundUnits, hastings } from '$lib/chain/currency/currency';
import { walletConstructHandlers } from '$lib/server/node/handlers/walletConstruct';
import { OutputReservedError, Reservations } from '$lib/server/node/wallet/reservations';
import type { CoinOutputId } from '$lib/chain/ids';
import { EMPTY_TRANSACTION } from '$lib/chain/transaction/transaction';
import { DEV_ADDRESSES } from '$lib/server/node/network/presets';

const { policy: address, unlockConditions: other } = DEV_ADDRESSES;
const NOTHING: ConstructRequest = { coins: [], funds: [], changeAddress: address };
const [ALLOW_HEIGHT, REQUIRE_HEIGHT] = [10, 20];

/** The answer to a request, or its refusal, with a tip of this height. */
async function answered(
  route: 'construct' | 'constructV2' | 'fund' | 'fundUnits',
  height: number,
  body: object,
  changes: object = {}
): Promise<unknown> {
  const network = { hardforkV2: { allowHeight: ALLOW_HEIGHT, requireHeight: REQUIRE_HEIGHT } };
  const parts = {
    store: { wallets: { get: (id: number) => (id === 7 ? {} : undefined) } },
    chain: { network, tip: { height }, state: { index: { height }, elements: { numLeaves: 0n } } },
    pool: { settled: async () => undefined },
    ...changes
  };
  const handlers = walletConstructHandlers(parts as unknown as Parameters<typeof walletConstructHandlers>[0]);
  try {
    return await handlers[route]({ params: { id: '7' }, query: {}, body } as never, {} as never);
  } catch (error) {
    return error;
  }
}

test.each([
  ['constructV2', ALLOW_HEIGHT - 2, 'wallet-server/v2-not-yet'],
  ['constructV2', ALLOW_HEIGHT - 1, 'wallet-server/change-address-missing'],
  ['construct', REQUIRE_HEIGHT - 2, 'wallet-server/change-address-missing'],
  ['construct', REQUIRE_HEIGHT - 1, 'wallet-server/v1-over']
] as const)('%s for the block after height %i is refused with %s', async (route, height, code) => {
  // Also refused for its change address, but later.
  const body = { ...NOTHING, changeAddress: VOID_ADDRESS };
  expect(await answered(route, height, body)).toMatchObject({ code });
});

test.each<[string, Partial<ConstructRequest>, string, string, number]>([
  ['no coins', { coins: [{ value: hastings(0n), address }] }, 'zero-output', 'coin', 0],
  ['no fund units', { funds: [{ value: fundUnits(0n), address }] }, 'zero-output', 'fund', 0],
  ['coins to nobody', { coins: [{ value: hastings(1n), address: VOID_ADDRESS }] }, 'void-output', 'coin', 0],
  [
    'fund units to nobody beside others',
    { funds: [address, VOID_ADDRESS].map((to) => ({ value: fundUnits(1n), address: to })) },
    'void-output',
    'fund',
    1
  ]
])('a payment of %s is refused, whichever version', async (_, outputs, problem, kind, index) => {
  const expected = { code: `wallet-server/${problem}`, data: { kind, index } };
  for (const [route, height] of [
    ['construct', 0],
    ['constructV2', REQUIRE_HEIGHT]
  ] as const) {
    expect(await answered(route, height, { ...NOTHING, ...outputs })).toMatchObject(expected);
  }
});

describe('with a full pool', () => {
  const TIP_HEIGHT = ALLOW_HEIGHT;
  const FEE = 2_000n * 10n ** 21n;
  const payment = { ...NOTHING, coins: [{ value: hastings(5n), address }] };
  const COIN_ID = 'aa'.repeat(32);
  const standard = { type: 'uc', unlockConditions: { timelock: 0n, publicKeys: [], signaturesRequired: 0n } };

  interface Wallet {
    readonly coin?: bigint;
    readonly maturityHeight?: number;
    /** Each has 10. */
    readonly fundIds?: readonly string[];
    readonly spendPolicy?: object | undefined;
    /** Spent by an unconfirmed transaction. */
    readonly pooled?: string;
    readonly reservations?: Reservations;
  }

  /** The answer of a wallet with one coin, and fund units. */
  function paid(route: 'construct' | 'constructV2' | 'fund' | 'fundUnits', body: object, wallet: Wallet) {
    const { coin = 0n, maturityHeight = 0, fundIds = [], pooled, reservations = new Reservations(() => 0) } = wallet;
    const spendPolicy = 'spendPolicy' in wallet ? wallet.spendPolicy : standard;
    const element = (id: string, value: bigint) => ({
      element: { id, output: { value, address }, maturityHeight: BigInt(maturityHeight) }
    });
    const spender = { ...EMPTY_TRANSACTION, fundInputs: [{ parentId: pooled, ...standard }] };
    const entries = pooled === undefined ? [] : [{ version: 1, txn: spender }];
    return answered(route, TIP_HEIGHT, body, {
      store: {
        wallets: { get: () => ({}), address: () => ({ spendPolicy }) },
        coins: { unspentOfWallet: () => [element(COIN_ID, coin)] },
        funds: { unspentOfWallet: () => fundIds.map((id) => element(id, 10n)) },
        blocks: { bestAt: () => undefined },
        prove: (proven: object) => ({ ...proven, stateElement: { leafIndex: 0n, merkleProof: [] } })
      },
      pool: { settled: async () => undefined, entries, generation: 0, weight: 2_990_000 },
      reservations
    });
  }

  test.each([
    [5n, []],
    [6n, [{ value: 1n, address: other }]]
  ])('5 hastings are funded with a coin of %i, with its change if there is some', async (coin, change) => {
    const [input, output] = [{ parentId: 'cc'.repeat(32) }, { value: 7n, address }];
    const transaction = { coinInputs: [input], coinOutputs: [output] };
    const reservations = new Reservations(() => 0);
    const answer = await paid('fund', { transaction, amount: 5n, changeAddress: other }, { coin, reservations });
    const funded = { coinInputs: [input, { parentId: COIN_ID }], coinOutputs: [output, ...change] };
    expect(answer).toMatchObject({ transaction: funded, toSign: [COIN_ID] });
    expect(reservations.has(COIN_ID)).toBe(true);
  });

  test.each([
    [10n, []],
    [9n, [{ value: 1n, address }]]
  ])('%i fund units are added to a transaction, with their change if there is some', async (amount, change) => {
    const [given, id] = [{ parentId: 'cc'.repeat(32) }, 'bb'.repeat(32)];
    const transaction = { fundInputs: [given], fundOutputs: [{ value: 7n, address: other }] };
    const reservations = new Reservations(() => 0);
    const body = { transaction, amount, changeAddress: address, claimAddress: other };
    const answer = await paid('fundUnits', body, { fundIds: [id], reservations });
    const fundInputs = [given, { parentId: id, claimAddress: other }];
    const fundOutputs = [...transaction.fundOutputs, ...change];
    expect(answer).toMatchObject({ transaction: { fundInputs, fundOutputs }, toSign: [id] });
    expect(reservations.has(id)).toBe(true);
    const claimed = await paid('fundUnits', { ...body, claimAddress: VOID_ADDRESS }, { fundIds: [id] });
    expect(claimed).toMatchObject({ transaction: { fundInputs: [given, { claimAddress: address }] } });
  });

  test.each([1n, 2n])(
    'a V1 transaction has the %i signatures to make that a policy of three keys requires',
    async (count) => {
      const key = { algorithm: 'ed25519', key: new Uint8Array(32) };
      const unlockConditions = { timelock: 0n, publicKeys: [key, key, key], signaturesRequired: count };
      const answer = await paid('construct', payment, {
        coin: 5n + FEE,
        spendPolicy: { type: 'uc', unlockConditions }
      });
      const signatures = [0n, 1n].slice(0, Number(count)).map((publicKeyIndex) => ({ publicKeyIndex }));
      expect(answer).toMatchObject({ transaction: { signatures } });
    }
  );

  describe.each(['construct', 'constructV2'] as const)('%s', (route) => {
    test.each([
      [0n, [5n]],
      [1n, [5n, 1n]]
    ])('pays its fee, and change of %i', async (change, values) => {
      const answer = await paid(route, payment, { coin: 5n + FEE + change, fundIds: ['bb'.repeat(32)] });
      const coinOutputs = values.map((value) => ({ value, address }));
      expect(answer).toMatchObject({ estimatedFee: FEE, transaction: { coinOutputs, fundInputs: [] } });
    });

    test('spends no coin that is worth too little or has not matured', async () => {
      const refused = { code: 'wallet-server/insufficient-funds' };
      expect(await paid(route, payment, { coin: 4n + FEE })).toMatchObject(refused);
      expect(await paid(route, payment, { coin: 5n + FEE, maturityHeight: TIP_HEIGHT + 1 })).toMatchObject(refused);
      expect(await paid(route, payment, { coin: 5n + FEE, maturityHeight: TIP_HEIGHT })).toMatchObject({
        estimatedFee: FEE
      });
    });

    test('reserves as many fund units as needed, none that are reserved or spent, and claims to the change address', async () => {
      const [reserved, pooled, free, spare] = ['bb', 'cc', 'dd', 'ee'].map((byte) => byte.repeat(32)) as [
        string,
        string,
        string,
        string
      ];
      const reservations = new Reservations(() => 0);
      reservations.reserve([reserved]);
      const body = { coins: [], funds: [{ value: fundUnits(10n), address }], changeAddress: other };
      const fundIds = [reserved, pooled, free, spare];
      const answer = await paid(route, body, { coin: FEE, fundIds, pooled, reservations });
      const spent = route === 'construct' ? { parentId: free } : { parent: { id: free } };
      const fundInputs = [{ ...spent, claimAddress: other }];
      expect(answer).toMatchObject({ transaction: { fundInputs, fundOutputs: body.funds } });
      const ids = [COIN_ID, ...fundIds];
      expect(ids.filter((id) => reservations.has(id))).toEqual([COIN_ID, reserved, free]);
    });

    test('spends no coin whose policy is unknown', async () => {
      const answer = await paid(route, payment, { coin: 5n + FEE, spendPolicy: undefined });
      expect(answer).toMatchObject({ code: 'wallet-server/policy-unknown', data: { address } });
      // V1 has no other policies.
      const key = await paid(route, payment, { coin: 5n + FEE, spendPolicy: { type: 'above', height: 0n } });
      const expected = route === 'construct' ? { code: 'wallet-server/policy-unknown' } : { estimatedFee: FEE };
      expect(key).toMatchObject(expected);
    });

    test('refuses to pay nobody, whether or not there are coins', async () => {
      const refused = { code: 'wallet-server/no-recipients' };
      expect(await paid(route, NOTHING, {})).toMatchObject(refused);
      expect(await paid(route, NOTHING, { coin: FEE })).toMatchObject({ refusal: refused });
    });
  });
});

describe('a fault of the node', () => {
  const FAULT = new Error('a fault');

  test('is reported although the request has other problems', async () => {
    const parts = {
      store: {
        wallets: {
          get: () => {
            throw FAULT;
          }
        }
      }
    };
    expect(await answered('construct', REQUIRE_HEIGHT, NOTHING, parts)).toBe(FAULT);
  });

  test.each<[string, Error, object]>([
    ['is not taken for a reserved output', FAULT, FAULT],
    [
      'is not what keeps an output from being reserved twice',
      new OutputReservedError('ab' as CoinOutputId),
      { code: 'wallet-server/output-reserved', data: { id: 'ab' } }
    ]
  ])('%s', (_, failure, expected) => {
    const reserve = () => {
      throw failure;
    };
    const parts = { store: { wallets: { get: () => ({}) } }, reservations: { reserve } };
    const handlers = walletConstructHandlers(parts as unknown as Parameters<typeof walletConstructHandlers>[0]);
    const request = { params: { id: '7' }, query: {}, body: { coinOutputs: ['ab'], fundOutputs: [] } };
    expect(() => handlers.reserve(request as never, {} as never)).toThrow(expect.objectContaining(expected));
  });
});

test('coin and fund outputs are reserved and released together', async () => {
  const reservations = { reserve: vi.fn(), release: vi.fn() };
  const parts = { store: { wallets: { get: () => ({}) } }, reservations };
  const handlers = walletConstructHandlers(parts as unknown as Parameters<typeof walletConstructHandlers>[0]);
  const request = { params: { id: '7' }, query: {}, body: { coinOutputs: ['a', 'b'], fundOutputs: ['c'] } };
  for (const route of ['reserve', 'release'] as const) {
    await handlers[route](request as never, {} as never);
    expect(reservations[route].mock.calls).toEqual([[['a', 'b', 'c']]]);
  }
});
