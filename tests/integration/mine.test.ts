import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDaemon } from '$lib/api/daemon/client';
import { isUnanswered } from '$lib/api/http/errors';
import { agentName, OUR_DIALECT } from '$lib/api/dialect';
import { createMiningServer } from '$lib/api/mining-server/client';
import { createTips } from '$lib/api/quarry/tips';
import { createWalletServer } from '$lib/api/wallet-server/client';
import { WALLET_SERVER_PREFIX } from '$lib/api/wallet-server/routes';
import { blockReward } from '$lib/chain/network/rewards';
import { createJsGrinder } from '$lib/mining/grinder/jsGrinder';
import { systemScheduler } from '$lib/async/scheduler';
import { mine, type MiningEvent } from '$lib/mining/session/session';
import { createNode, type EmbeddedNode } from '$lib/server/node/node';
import { DEV_ADDRESSES, networkPreset, TEST_GENESIS_TIMESTAMP } from '$lib/server/node/network/presets';
import { fromEvents } from '$lib/server/tips/nextTip';
import { broadcastTips } from '$lib/server/tips/tipBroadcast';
import { openWorkSource } from '$lib/services/mining/sources/openWorkSource';
import type { MiningServices } from '$lib/services/mining/sources/services';
import type { WorkChoice } from '$lib/services/mining/workChoice';

// The complete path from work to accepted block, in one process: the session, the real clients and the embedded node.
const PASSWORD = 'secret';
let node: EmbeddedNode;
let services: MiningServices;

// Every hash is a solution, and V2 starts slowly: heights 1 and 2 are V1 only, 3 and 4 may contain both, from 5 on V2
// only.
const { network: testNetwork, genesis } = networkPreset('test', TEST_GENESIS_TIMESTAMP);
const transition = {
  genesis,
  network: {
    ...testNetwork,
    hardforkV2: { allowHeight: 3, requireHeight: 5, finalCutHeight: 7, ephemeralOutputHeight: 0 }
  }
};

beforeEach(async () => {
  node = await createNode({ network: transition, dataDir: ':memory:', password: PASSWORD });
  const headers = { Authorization: `Basic ${btoa(`:${PASSWORD}`)}`, 'User-Agent': agentName(OUR_DIALECT) };
  const options = { fetch: (request: Request) => node.fetch(request), headers };
  services = {
    daemon: createDaemon({ ...options, baseUrl: 'http://node' }),
    wallet: createWalletServer({ ...options, baseUrl: `http://node${WALLET_SERVER_PREFIX}` }),
    mining: createMiningServer({ ...options, baseUrl: `http://node${WALLET_SERVER_PREFIX}` }),
    tips: createTips({
      fetch: async () => new Response(broadcastTips(fromEvents(() => node.tip, node.onTip))()),
      baseUrl: 'http://quarry'
    }),
    nowMs: Date.now,
    randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
    scheduler: systemScheduler
  };
});
afterEach(() => node.close());

type Settled = Extract<MiningEvent, { type: 'settled' }>;

async function mineBlocks(choice: WorkChoice, count: number): Promise<Settled[]> {
  const settled: Settled[] = [];
  const session = mine({
    source: openWorkSource(services, choice),
    engines: ['js'],
    openGrinder: async () => createJsGrinder(),
    power: () => 1,
    scheduler: systemScheduler,
    randomNonce: () => 0xffff_ffff_ffff_0000n,
    isUnanswered,
    signal: new AbortController().signal
  });
  for await (const event of session) {
    if (event.type === 'notice' && event.error) throw event.error;
    if (event.type === 'settled' && settled.push(event) === count) return settled;
  }
  return settled;
}

test('across the V2 heights, blocks mined for the node are accepted and pay its address', async () => {
  const settled = await mineBlocks({ kind: 'daemon' }, 9);
  expect(settled.map(({ outcome }) => outcome.kind)).toEqual(Array(9).fill('accepted'));
  expect(settled.flatMap(({ payouts }) => payouts.map(({ address }) => address))).toEqual(
    Array(9).fill(node.payoutAddress)
  );
  expect(node.tip.height).toBeGreaterThanOrEqual(9);
  expect((await services.daemon.miner.status()).blocksMined).toBeGreaterThanOrEqual(9);
});

test('across the V2 heights, blocks built in the tab are accepted and pay the whole reward to its address', async () => {
  const address = DEV_ADDRESSES.policy;
  const settled = await mineBlocks({ kind: 'wallet', address }, 9);
  const network = await services.wallet.network();
  expect(settled.map(({ work, outcome, payouts }) => [work.height, outcome.kind, payouts])).toEqual(
    [1, 2, 3, 4, 5, 6, 7, 8, 9].map((height) => [
      height,
      'accepted',
      [{ value: blockReward(network, height), address }]
    ])
  );
  const { immatureCoins } = await services.wallet.balance({ params: { address } });
  expect(immatureCoins).toBeGreaterThanOrEqual(settled.reduce((sum, { payouts }) => sum + payouts[0]!.value, 0n));
});

test.each([
  ['the address of the mining server', undefined],
  ['an address of our own', DEV_ADDRESSES.policy]
])('across the V2 heights, blocks of the mining server are accepted and pay %s', async (_, address) => {
  const settled = await mineBlocks({ kind: 'mining', address }, 9);
  expect(settled.map(({ work, outcome, payouts }) => [work.height, outcome.kind, payouts[0]?.address])).toEqual(
    [1, 2, 3, 4, 5, 6, 7, 8, 9].map((height) => [height, 'accepted', address ?? node.payoutAddress])
  );
  // Each block contains this tab's random mark, so that no two miners search the same block.
  const { v2, transactions } = await services.wallet.block({ params: { idOrHeight: '9' } });
  expect([...transactions, ...(v2?.transactions ?? [])]).toHaveLength(1);
});
