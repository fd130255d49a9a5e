import { beforeEach, expect, test, vi } from 'vitest';
import { WALLET_SERVER_BOUNDS } from '$lib/api/parameterBounds';
import type { ServerAddress } from '$lib/api/wallet-server/walletSchemas';
import { walletHandlers } from '$lib/server/node/handlers/wallets';

const MAX_ADDRESSES = WALLET_SERVER_BOUNDS.addressesAdded.largest;
const putAddress = vi.fn<(wallet: number, address: ServerAddress) => void>();
beforeEach(() => void putAddress.mockClear());

/** The handlers of a server that has wallet 7 only. */
const handlers = walletHandlers({
  store: {
    wallets: { get: (id: number) => (id === 7 ? {} : undefined), putAddress },
    transaction: (work: () => void) => work()
  }
} as unknown as Parameters<typeof walletHandlers>[0]);
type Route = keyof typeof handlers;
const call = (route: Route, id: string, body: unknown): unknown =>
  handlers[route]({ params: { id }, query: {}, body } as never, {} as never);

test.each<[Route, string]>([
  ['walletAddresses', 'load addresses'],
  ['putAddress', 'add address'],
  ['putAddresses', 'add addresses'],
  ['walletCoinOutputs', 'load coin outputs'],
  ['walletFundOutputs', 'load fund outputs']
])('%s of an unknown wallet is refused with what was to be done: %s', async (route, action) => {
  const expected = { code: 'wallet-server/wallet-not-found', data: { action } };
  expect(() => call(route, '8', [])).toThrow(expect.objectContaining(expected));
});

test('a wallet takes as many addresses at once as the API allows, and no more', () => {
  const addresses = Array.from({ length: MAX_ADDRESSES + 1 }, (_, i) => i);
  call('putAddresses', '7', addresses.slice(1));
  expect(putAddress.mock.calls).toEqual(addresses.slice(1).map((address) => [7, address]));
  putAddress.mockClear();
  const expected = { code: 'wallet-server/too-many-addresses-added', data: { most: MAX_ADDRESSES } };
  expect(() => call('putAddresses', '7', addresses)).toThrow(expect.objectContaining(expected));
  expect(putAddress).not.toHaveBeenCalled();
});
