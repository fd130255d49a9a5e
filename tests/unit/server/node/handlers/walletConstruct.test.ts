import { describe, expect, test } from 'vitest';
import type { ConstructRequest } from '$lib/api/wallet-server/walletSchemas';
import { VOID_ADDRESS } from '$lib/chain/address';
import { fundUnits, hastings } from '$lib/chain/currency/currency';
import { walletConstructHandlers } from '$lib/server/node/handlers/walletConstruct';
import { OutputReservedError } from '$lib/server/node/wallet/reservations';
import type { CoinOutputId } from '$lib/chain/ids';
import { DEV_ADDRESSES } from '$lib/server/node/network/presets';

const { policy: address } = DEV_ADDRESSES;
const NOTHING: ConstructRequest = { coins: [], funds: [], changeAddress: address };
const [ALLOW_HEIGHT, REQUIRE_HEIGHT] = [10, 20];

/** The refusal of a request, with a tip of this height. */
async function refused(
  route: 'construct' | 'constructV2',
  height: number,
  body: ConstructRequest,
  changes: object = {}
): Promise<unknown> {
  const network = { hardforkV2: { allowHeight: ALLOW_HEIGHT, requireHeight: REQUIRE_HEIGHT } };
  const parts = {
    store: { wallets: { get: (id: number) => (id === 7 ? {} : undefined) } },
    chain: { network, state: { index: { height } } },
    pool: { settled: async () => undefined },
    ...changes
  };
  const handlers = walletConstructHandlers(parts as unknown as Parameters<typeof walletConstructHandlers>[0]);
  try {
    await handlers[route]({ params: { id: '7' }, query: {}, body } as never, {} as never);
    return undefined;
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
  expect(await refused(route, height, body)).toMatchObject({ code });
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
    expect(await refused(route, height, { ...NOTHING, ...outputs })).toMatchObject(expected);
  }
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
    expect(await refused('construct', REQUIRE_HEIGHT, NOTHING, parts)).toBe(FAULT);
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
