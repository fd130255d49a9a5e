import { describe, expect, test } from 'vitest';
import type { SigningServer } from '$lib/api/signing-server/client';
import type { PrivateKey } from '$lib/chain/keys/keys';
import { hastings } from '$lib/chain/currency/currency';
import { sign } from '$lib/chain/keys/sign';
import { decodeHex } from '$lib/codec/bytes';
import { medianTimestamp } from '$lib/consensus/state';
import { holdsAny, readKeys, readSeeds, signWithServer, watchedKeys } from '$lib/services/wallet/signingServer';
import { addressOfKey, policyOfKey } from '$lib/wallet/keys/account';
import { holdingsOf } from '$lib/wallet/sync/cache';
import { planSpend } from '$lib/wallet/spend/plan';
import { isComplete } from '$lib/wallet/transfer/finalize';
import { ALICE, coins, publicKeyOf, testNetwork } from '../../consensus/testChain';
import { FeedChain, Follower, ownAddress, seedWallet } from '../../wallet/support';

const aliceKey = publicKeyOf(ALICE);
const book = new Map(
  (['uc', 'pk'] as const).map((form) => {
    const entry = ownAddress(policyOfKey(aliceKey, form));
    return [entry.address, entry];
  })
);
const stranger = seedWallet(3, 130);

/** A server that holds these keys under one seed, in pages, and signs with `signer`. */
function serverOf(privateKeys: readonly PrivateKey[], signer: (key: PrivateKey, hash: Uint8Array) => string = sign) {
  const keys = privateKeys.map((key) => {
    const publicKey = publicKeyOf(key);
    return { publicKey, address: addressOfKey(publicKey, 'uc'), spendPolicy: policyOfKey(publicKey, 'uc') };
  });
  const server = {
    seeds: async ({ query: { offset } }: { query: { offset: number } }) => ({
      seeds: [{ id: '1', lastIndex: keys.length - 1, createdAt: 0 }].slice(offset)
    }),
    keys: async ({ query: { offset, limit } }: { query: { offset: number; limit: number } }) => ({
      keys: keys.slice(offset, offset + limit)
    }),
    blindSign: async ({ body: { publicKey, sigHash } }: { body: { publicKey: string; sigHash: string } }) => {
      const index = keys.findIndex((key) => key.publicKey === publicKey);
      return { signature: signer(privateKeys[index]!, decodeHex(sigHash)) };
    }
  };
  return { keys, server: server as unknown as SigningServer };
}

function unsigned(allowHeight: number) {
  const chain = new FeedChain(testNetwork(allowHeight));
  const { transfer } = planSpend({
    holdings: holdingsOf(new Follower(chain, book).cache),
    addresses: book,
    network: chain.network,
    recipients: [{ address: stranger.address(0, 'pk'), coins: coins(3n) }],
    feePerWeight: hastings(10n ** 19n),
    changeAddress: [...book.keys()][0]!,
    medianTimestamp: medianTimestamp(chain.state)
  });
  const moment = { height: chain.state.index.height, medianTimestamp: medianTimestamp(chain.state) };
  return { transfer, network: chain.network, moment };
}

describe.each([
  ['V1', 100],
  ['V2', 1]
] as const)('%s', (generation, allowHeight) => {
  const { transfer, network, moment } = unsigned(allowHeight);
  const wanted = new Set([aliceKey]);

  test('completes a transfer with a key on its second page', async () => {
    const { server } = serverOf([...stranger.keys.map(({ privateKey }) => privateKey), ALICE]);
    const signed = await signWithServer(server, transfer, { network }, wanted);
    expect(signed.generation).toBe(generation.toLowerCase());
    expect({ ...signed, signatures: [] }).toEqual(transfer);
    expect(isComplete(signed, network, moment)).toBe(true);
  });

  test('a signature for something else is rejected', async () => {
    const { server } = serverOf([ALICE], (key) => sign(key, new Uint8Array(32)));
    await expect(signWithServer(server, transfer, { network }, wanted)).rejects.toMatchObject({
      code: 'signing/wrong-signature'
    });
  });

  test('nothing is signed for a wallet server that is known to be on another chain', async () => {
    const { server } = serverOf([ALICE]);
    await expect(signWithServer(server, transfer, { network, isOtherChain: true }, wanted)).rejects.toMatchObject({
      code: 'send/other-chain'
    });
  });

  test('a server without the key reports that', async () => {
    const { server } = serverOf([stranger.keys[0]!.privateKey]);
    await expect(signWithServer(server, transfer, { network }, wanted)).rejects.toMatchObject({
      code: 'signing/no-key'
    });
  });
});

describe('seeds', () => {
  const all = Array.from({ length: 250 }, (_, i) => ({ id: `${i}`, lastIndex: 0, createdAt: 0 }));
  /** A server with this many seeds, or one that returns the first page every time. */
  function listing(count: number, ignoresOffset = false) {
    const asked: number[] = [];
    const seeds = async ({ query: { offset, limit } }: { query: { offset: number; limit: number } }) => {
      asked.push(offset);
      const from = ignoresOffset ? 0 : offset;
      return { seeds: all.slice(0, count).slice(from, from + limit) };
    };
    return { asked, server: { seeds } as unknown as SigningServer };
  }

  test.each([
    [0, [0]],
    [99, [0]],
    [100, [0, 100]],
    [250, [0, 100, 200]]
  ])('are read a hundred at a time: %i', async (count, pages) => {
    const { asked, server } = listing(count);
    expect(await readSeeds(server)).toEqual(all.slice(0, count));
    expect(asked).toEqual(pages);
  });

  test('are read once each from a server that repeats its first page, without endless requests', async () => {
    const { asked, server } = listing(250, true);
    expect(await readSeeds(server)).toEqual(all.slice(0, 100));
    expect(asked.length).toBe(100);
  });

  test('are searched until all required keys were found', async () => {
    const { transfer, network } = unsigned(1);
    const { server } = serverOf([ALICE]);
    const asked: string[] = [];
    const several = {
      ...server,
      seeds: async () => ({ seeds: all.slice(0, 5) }),
      keys: async (request: { params: { id: string }; query: object }) => {
        asked.push(request.params.id);
        return request.params.id === '2' ? server.keys(request as never) : { keys: [] };
      }
    } as unknown as SigningServer;
    expect((await signWithServer(several, transfer, { network }, new Set([aliceKey]))).signatures.length).toBe(1);
    expect(asked).toEqual(['0', '1', '2']);
  });
});

describe('keys', () => {
  test('are searched for one that the server holds', async () => {
    const { server } = serverOf(stranger.keys.map(({ privateKey }) => privateKey));
    const { publicKey } = stranger.keys.at(-1)!;
    expect(await holdsAny(server, new Set([aliceKey, publicKey]))).toBe(true);
    expect(await holdsAny(server, new Set([aliceKey]))).toBe(false);
    expect(await holdsAny(serverOf([]).server, new Set([aliceKey]))).toBe(false);
  });

  test('are not requested endlessly from a server that repeats its first page', async () => {
    const { server, keys } = serverOf(stranger.keys.slice(0, 100).map(({ privateKey }) => privateKey));
    let asked = 0;
    const repeating = { ...server, keys: async () => (asked++, { keys }) } as unknown as SigningServer;
    await readKeys(repeating, '1');
    expect(asked).toBe(100);
  });

  test('are all read, page by page', async () => {
    const { server, keys } = serverOf(stranger.keys.map(({ privateKey }) => privateKey));
    expect(await readKeys(server, '1')).toEqual(keys);
  });

  test('an address of another key is rejected', async () => {
    const { server, keys } = serverOf([ALICE]);
    keys[0]!.address = stranger.address(0, 'uc');
    await expect(readKeys(server, '1')).rejects.toMatchObject({ code: 'signing/wrong-address' });
  });

  test('both addresses of each are watched', () => {
    const watched = watchedKeys([{ publicKey: aliceKey }], (index) => `key ${index}`);
    expect(watched).toEqual([...book.values()].map(({ address, policy }) => ({ address, policy, label: 'key 0' })));
  });
});
