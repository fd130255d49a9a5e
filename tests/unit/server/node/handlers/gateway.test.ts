import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PeerError } from '$lib/peers/errors';
import { gatewayHandlers } from '$lib/server/node/handlers/gateway';
import type { PeerNetwork } from '$lib/server/node/peers/peerNetwork';
import { ChainStore } from '$lib/server/node/store/store';

let store: ChainStore;
beforeEach(() => (store = new ChainStore(':memory:')));
afterEach(() => store.close());

/** Connects to an address. @returns the addresses that were dialed */
async function connect(netaddress: string, failure?: PeerError, isAlone = false): Promise<string[]> {
  const dialed: string[] = [];
  const peers = {
    address: '192.0.2.9:9981',
    connect: async (address: string) => {
      dialed.push(address);
      if (failure) throw failure;
    }
  } as unknown as PeerNetwork;
  const handlers = gatewayHandlers({ settings: store.settings, startedMs: 0, ...(!isAlone && { peers }) });
  await handlers.connect({ params: { netaddress } } as never, {} as never);
  return dialed;
}

describe('a node to connect', () => {
  test.each(['192.0.2.1:9981', '192.0.2.1:1', '192.0.2.1:65535', '[2001:db8::1]:9981'])(
    'is dialed: %s',
    async (address) => {
      expect(await connect(address)).toEqual([address]);
    }
  );

  test.each([
    ['no port', '192.0.2.1', 'gateway/address-invalid'],
    ['port 0', '192.0.2.1:0', 'gateway/address-invalid'],
    ['a port that is too high', '192.0.2.1:65536', 'gateway/address-invalid'],
    ['no host', ':9981', 'gateway/address-invalid'],
    ['an invalid name', 'no name:9981', 'gateway/address-invalid'],
    ['the unspecified address', '[::]:9981', 'gateway/address-invalid'],
    ['a name', 'node.example:9981', 'gateway/address-is-name'],
    ['our own address', '192.0.2.9:9981', 'gateway/own-address']
  ])('is rejected: %s', async (_, address, code) => {
    await expect(connect(address)).rejects.toMatchObject({ code });
  });

  test('is rejected by a node without peers', async () => {
    await expect(connect('192.0.2.1:9981', undefined, true)).rejects.toMatchObject({ code: 'gateway/no-connections' });
  });

  test.each([
    ['peers/already-connected', 'gateway/already-connected'],
    ['peers/same-id', 'gateway/own-address'],
    ['peers/unreachable', 'gateway/peer-unreachable']
  ] as const)('that fails is reported: %s', async (fault, code) => {
    await expect(connect('192.0.2.1:9981', new PeerError(fault, 'why'))).rejects.toMatchObject({ code });
  });
});

test.each<[boolean, readonly string[]]>([
  [false, []],
  [false, ['127.0.0.1:9981', '192.168.0.7:9981', '[fd00::7]:9981']],
  [true, ['192.168.0.7:9981', '203.0.113.7:9981']]
])('online is %s with the peers %j', async (online, addresses) => {
  const traffic = { received: 0, sent: 0 };
  const connected = addresses.map((address) => ({ address, version: '2.0.0', inbound: false, traffic }));
  const peers = { address: '192.0.2.9:9981', peers: connected } as unknown as PeerNetwork;
  const handlers = gatewayHandlers({ settings: store.settings, startedMs: 0, peers });
  expect(await handlers.status({} as never, {} as never)).toMatchObject({ online });
});
