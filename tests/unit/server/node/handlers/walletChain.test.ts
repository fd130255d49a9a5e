import { expect, test } from 'vitest';
import { walletChainHandlers, type WalletChainParts } from '$lib/server/node/handlers/walletChain';
import type { PeerNetwork } from '$lib/server/node/peers/peerNetwork';

const NOW_MS = 1_763_000_000_000;

/** @param parts of which the handler under test needs only some */
const handlers = (parts: object) =>
  walletChainHandlers({
    store: {},
    chain: {},
    clock: () => NOW_MS,
    startedMs: 0,
    ...parts
  } as unknown as WalletChainParts);

test('a peer to connect is dialed, and refused by a node without connections', async () => {
  const dialed: string[] = [];
  const peers = { connect: async (address: string) => void dialed.push(address) } as unknown as PeerNetwork;
  const request = { body: '192.0.2.1:9981' } as never;
  await handlers({ peers }).connectPeer(request, {} as never);
  expect(dialed).toEqual(['192.0.2.1:9981']);
  await expect(handlers({}).connectPeer(request, {} as never)).rejects.toMatchObject({
    code: 'wallet-server/no-peers-to-add'
  });
});

test.each([
  [3 * 60 * 60, false],
  [3 * 60 * 60 + 1, true]
])('a tip of %i s is too old: %s', (ageS, isTooOld) => {
  const { health } = handlers({ chain: { state: { prevTimestamps: [NOW_MS / 1000 - ageS] } } });
  const answer = () => health({} as never, {} as never);
  if (isTooOld) expect(answer).toThrow(expect.objectContaining({ code: 'wallet-server/tip-too-old' }));
  else expect(answer()).toBeUndefined();
});
