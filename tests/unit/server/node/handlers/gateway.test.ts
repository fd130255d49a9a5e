import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PeerError } from '$lib/peers/errors';
import { gatewayHandlers } from '$lib/server/node/handlers/gateway';
import type { PeerNetwork } from '$lib/server/node/peers/peerNetwork';
import { ChainStore } from '$lib/server/node/store/store';

let store: ChainStore;
beforeEach(() => (store = new ChainStore(':memory:')));
afterEach(() => store.close());

/** Connects to an address. @returns the addresses that were dialed */
async function connect(netaddress: string, failure?: Error, isAlone = false): Promise<string[]> {
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
    const address = '192.0.2.1:9981';
    const refused = { code: 'gateway/no-connections', data: { address } };
    await expect(connect(address, undefined, true)).rejects.toMatchObject(refused);
  });

  test.each([
    ['peers/already-connected', 'gateway/already-connected'],
    ['peers/same-id', 'gateway/own-address'],
    ['peers/unreachable', 'gateway/peer-unreachable']
  ] as const)('that fails is reported: %s', async (fault, code) => {
    await expect(connect('192.0.2.1:9981', new PeerError(fault, 'why'))).rejects.toMatchObject({ code });
  });

  test('is not blamed for a fault of ours', async () => {
    const fault = new TypeError('a fault');
    await expect(connect('192.0.2.1:9981', fault)).rejects.toBe(fault);
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

describe('a node', () => {
  const options = { signal: new AbortController().signal };
  const request = <Body>(body: Body) => ({ params: {}, query: {}, body });
  let blocked: readonly string[];
  const peer = { address: '203.0.113.7:9981', version: '2.0.0', inbound: true, traffic: { received: 5, sent: 7 } };
  const handlersOf = (hasPeers: boolean) => {
    const peers = {
      ...{ address: '192.0.2.9:9981', peers: [peer], traffic: { received: 50, sent: 70 } },
      get blocklist() {
        return blocked;
      },
      setBlocklist: (entries: readonly string[]) => (blocked = entries),
      disconnect: (address: string) => address === peer.address
    } as unknown as PeerNetwork;
    return gatewayHandlers({ settings: store.settings, startedMs: 1_000, ...(hasPeers && { peers }) });
  };
  beforeEach(() => (blocked = []));

  test('shows its peers and their traffic, as far as it has any', async () => {
    const startTime = '1970-01-01T00:00:01.000Z';
    const connected = handlersOf(true);
    expect(await connected.status(request(undefined), options)).toMatchObject({
      netAddress: '192.0.2.9:9981',
      peers: [{ netAddress: peer.address, version: '2.0.0', inbound: true, local: false, received: 5n, sent: 7n }],
      online: true
    });
    expect(await connected.bandwidth(request(undefined), options)).toEqual({ download: 50n, upload: 70n, startTime });
    const alone = handlersOf(false);
    expect(await alone.status(request(undefined), options)).toMatchObject({ netAddress: '', peers: [], online: false });
    expect(await alone.bandwidth(request(undefined), options)).toEqual({ download: 0n, upload: 0n, startTime });
  });

  test('disconnects peers only', async () => {
    const disconnect = async (handlers: ReturnType<typeof handlersOf>, netaddress: string) =>
      handlers.disconnect({ params: { netaddress }, query: {}, body: undefined }, options);
    await expect(disconnect(handlersOf(true), peer.address)).resolves.toBeUndefined();
    const refused = { code: 'gateway/not-a-peer' };
    await expect(disconnect(handlersOf(true), '203.0.113.8:9981')).rejects.toMatchObject(refused);
    await expect(disconnect(handlersOf(false), peer.address)).rejects.toMatchObject(refused);
  });

  test('removes tens of thousands from its blocklist in linear time', async () => {
    const handlers = gatewayHandlers({ settings: store.settings, startedMs: 0 });
    const addresses = Array.from({ length: 100_000 }, (_, i) => `10.${i >> 16}.${(i >> 8) & 255}.${i & 255}`);
    const change = (action: string) => handlers.changeBlocklist({ body: { action, addresses } } as never, {} as never);
    await change('set');
    // CPU time, which does not depend on other load on the machine.
    const before = process.cpuUsage();
    await change('remove');
    expect(process.cpuUsage(before).user).toBeLessThan(1e6);
    expect(await handlers.blocklist({} as never, {} as never)).toEqual({ blocklist: [] });
  });

  test.each([true, false])('has a blocklist, with peers: %s', async (hasPeers) => {
    const handlers = handlersOf(hasPeers);
    const change = async (action: 'append' | 'remove' | 'set', ...addresses: string[]) => {
      await handlers.changeBlocklist(request({ action, addresses }), options);
      return (await handlers.blocklist(request(undefined), options)).blocklist;
    };
    const [a, b, c] = ['192.0.2.1', '192.0.2.2', '192.0.2.3'] as const;
    expect(await change('append', a, b)).toEqual([a, b]);
    expect(await change('append', c)).toEqual([a, b, c]);
    expect(await change('remove', a, c)).toEqual([b]);
    expect(await change('set', c)).toEqual([c]);
    for (const action of ['append', 'remove'] as const) {
      await expect(change(action)).rejects.toMatchObject({ code: 'gateway/no-addresses' });
    }
    expect(await change('set')).toEqual([]);
  });

  test('stores its speed limits', async () => {
    await handlersOf(false).configure(request({ maxdownloadspeed: 5n }), options);
    expect(await handlersOf(true).status(request(undefined), options)).toMatchObject({ maxDownloadSpeed: 5n });
  });
});
