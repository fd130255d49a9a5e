import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { blockId } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import { hastings } from '$lib/chain/currency/currency';
import type { BlockId } from '$lib/chain/ids';
import { hasPlausibleWork, publicNetwork } from '$lib/chain/network/publicNetworks';
import { unixSeconds } from '$lib/chain/time';
import { isDialable } from '$lib/peers/address';
import type { Block } from '$lib/chain/block/block';
import { EMPTY_V2_TRANSACTION } from '$lib/chain/transaction/v2Transaction';
import { quarterFee, recommendedFee } from '$lib/server/node/pool/fees';
import { readNetworkFile } from '$lib/server/node/network/networkFile';
import { networkPreset } from '$lib/server/node/network/presets';
import { MAINNET } from '../support/networks';
import { loadVectors } from '../support/vectors';
import { mine, openNode } from '../support/node';
import { temporaryFolder } from '../support/temporary';

const directory = temporaryFolder('node');

test('the main network is the real one', async () => {
  const { network, genesis } = networkPreset('main', unixSeconds(0));
  expect(network).toEqual({ ...MAINNET, expiryOrders: expect.any(Map) });
  const vectors = loadVectors<{ genesis: { mainnet: { header: { id: string } } } }>('header');
  expect(blockId(blockHeaderOf(genesis))).toBe(vectors.genesis.mainnet.header.id);
  const { node, wallet } = await openNode({ network: 'main' });
  expect(node.tip.id).toBe(vectors.genesis.mainnet.header.id);
  const state = await wallet.tipState();
  expect(state.difficulty).toBe(34_359_738_367n);
  expect(state.elements.numLeaves).toBe(48n);
  await node.close();
});

describe('public networks', () => {
  test.each([
    ['main', '25f6e3b9295a61f69fcb956aca9f0076234ecf2e02d399db5448b6e22f26e81c', 45, 530_000],
    ['zen', '172fb3d508c86ac628f93c3362ba60312251466c77d63a8c99ea87717e4112c3', 9, 50]
  ] as const)('%s has its genesis, bootstrap nodes and checkpoint', async (name, genesisId, peers, height) => {
    const preset = networkPreset(name, unixSeconds(0));
    expect(blockId(blockHeaderOf(preset.genesis))).toBe(genesisId);
    expect(publicNetwork(genesisId as BlockId)).toEqual({ ...preset.network, expiryOrders: undefined });
    expect(preset.bootstrapPeers).toHaveLength(peers);
    expect(preset.bootstrapPeers?.every(isDialable)).toBe(true);
    expect(preset.checkpoints).toMatchObject([{ height }]);
    // A checkpoint is a block of the network, with plausible work.
    expect(hasPlausibleWork(preset.network, preset.checkpoints![0]!)).toBe(true);
    // An id without work is not; a network with another name has no bound, whatever its name.
    const idle = { height: preset.network.hardforkV2.allowHeight, id: 'ff'.repeat(32) as BlockId };
    expect(hasPlausibleWork(preset.network, idle)).toBe(false);
    expect(hasPlausibleWork({ ...preset.network, name: 'constructor' }, idle)).toBe(true);
  });

  test('the test network’s first state is the real one', async () => {
    const { node, wallet } = await openNode({ network: 'zen' });
    expect(node.tip).toEqual({ height: 0, id: '172fb3d508c86ac628f93c3362ba60312251466c77d63a8c99ea87717e4112c3' });
    const state = await wallet.tipState();
    expect(state.difficulty).toBe((1n << 32n) - 1n);
    expect(state.elements.numLeaves).toBe(3n);
    await node.close();
  });

  test('three main-network blocks expire contracts in the historical order', () => {
    const orders = [...networkPreset('main', unixSeconds(0)).network.expiryOrders!.values()];
    expect(orders.map(({ length }) => length).sort()).toEqual([18, 36, 41]);
    expect(new Set(orders.flat()).size).toBe(95);
    expect(orders.flat().every((id) => /^[0-9a-f]{64}$/.test(id))).toBe(true);
  });
});

test('a private network is read from a file in the real wallet server’s format', async () => {
  const path = join(import.meta.dirname, '../compat/networks/private-d20.json');
  const preset = readNetworkFile(path);
  // The file has no height for the rule about ephemeral outputs.
  const hardforkV2 = { allowHeight: 2, requireHeight: 3, ephemeralOutputHeight: 0 };
  expect(preset.network).toMatchObject({ name: 'simnet-d20', hardforkV2 });
  expect(preset.genesis.transactions[0]!.coinOutputs).toHaveLength(2);
  const { node } = await openNode({ network: preset });
  expect(node.tip.height).toBe(0);
  await node.close();
  expect(() => readNetworkFile(import.meta.filename)).toThrow(expect.objectContaining({ code: 'node/network-file' }));
});

describe('a data directory', () => {
  test('keeps chain, counters and payout address, separately for each network', async () => {
    const first = await openNode({ dataDir: directory });
    await mine(first, 3);
    const { tip, payoutAddress } = first.node;
    await first.node.close();

    const again = await openNode({ dataDir: directory });
    expect(again.node.tip).toEqual(tip);
    expect(again.node.payoutAddress).toBe(payoutAddress);
    expect((await again.daemon.miner.status()).blocksMined).toBe(3);
    await mine(again);
    await again.node.close();

    const dev = await openNode({ dataDir: directory, network: 'dev' });
    expect(dev.node.tip.height).toBe(0);
    await dev.node.close();
  });

  test('contains the recovery phrase of the payout address, for its owner only', () => {
    const path = join(directory, 'test', 'miner-phrase');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, 'utf8').trim().split(' ')).toHaveLength(12);
  });

  test('a reset starts a new chain with the same payout address', async () => {
    const before = await openNode({ dataDir: directory });
    const { payoutAddress } = before.node;
    await before.node.close();
    const after = await openNode({ dataDir: directory, reset: true });
    expect(after.node.tip.height).toBe(0);
    expect(after.node.payoutAddress).toBe(payoutAddress);
    await after.node.close();
  });

  test('remembers when its chain began', async () => {
    const first = await openNode({ dataDir: directory, network: 'dev-v1', clock: () => 1_700_000_000_000 });
    const { tip } = first.node;
    await first.node.close();
    const later = await openNode({ dataDir: directory, network: 'dev-v1', clock: () => 1_800_000_000_000 });
    expect(later.node.tip).toEqual(tip);
    expect((await later.daemon.consensus.status()).genesisTimestamp).toBe(1_700_000_000);
    await later.node.close();
  });
});

describe('the recommended fee', () => {
  const block = (...transactions: [fee: bigint, weight: number][]): Block => ({
    ...networkPreset('test', unixSeconds(0)).genesis,
    transactions: [],
    v2: {
      height: 1,
      commitment: '0'.repeat(64) as NonNullable<Block['v2']>['commitment'],
      transactions: transactions.map(([fee, weight]) => ({
        ...EMPTY_V2_TRANSACTION,
        minerFee: hastings(fee),
        arbitraryData: new Uint8Array(weight)
      }))
    }
  });
  const LOW = 10n ** 19n;
  const full = block([10n ** 20n, 400_000], [10n ** 21n, 500_000], [10n ** 22n, 1_000_000]);

  test.each([
    ['is the minimum on an idle network', [block()], 0, LOW],
    ['ignores blocks with a quarter of free space', [block([10n ** 22n, 1_400_000])], 0, LOW],
    ['is what the cheapest quarter of full blocks paid', [full, full, full], 0, 10n ** 21n],
    ['is the median of the blocks', [full, block(), block()], 0, LOW],
    ['grows with the cube of the pool’s weight', [block()], 2_990_000, 10n ** 21n]
  ])('%s', (_, blocks, poolWeight, expected) =>
    expect(recommendedFee(blocks.map(quarterFee), poolWeight)).toBe(expected)
  );
});

describe('a private network', () => {
  const text = readFileSync(join(import.meta.dirname, '../compat/networks/private-d20.json'), 'utf8');
  const changed = (given: string, changed: string): string => {
    expect(text).toContain(given);
    const path = join(temporaryFolder('network'), 'network.json');
    writeFileSync(path, text.replace(given, changed));
    return path;
  };

  test.each([
    ['may require V2 as soon as it is allowed', '"requireHeight": 3', '"requireHeight": 2', { requireHeight: 2 }],
    ['may cut off V1 as soon as V2 is required', '"finalCutHeight": 4', '"finalCutHeight": 3', { finalCutHeight: 3 }],
    [
      'keeps its height of the rule about ephemeral outputs',
      '"finalCutHeight": 4',
      '"finalCutHeight": 4, "ephemeralOutputHeight": 7',
      { ephemeralOutputHeight: 7 }
    ]
  ])('%s', (_, given, other, hardforkV2) => {
    expect(readNetworkFile(changed(given, other)).network).toMatchObject({ hardforkV2 });
  });

  test.each([
    ['whose name leads out of the data folder', '"name": "simnet-d20"', '"name": "../simnet-d20"'],
    ['whose name has a backslash', '"name": "simnet-d20"', '"name": "..\\\\simnet-d20"'],
    ['whose blocks have no time between them', '"blockInterval": 600000000000', '"blockInterval": 0'],
    ['whose blocks are years apart', '"blockInterval": 600000000000', '"blockInterval": 100000000000000000'],
    ['whose nonces have the factor 0', '"nonceFactor": 1009', '"nonceFactor": 0'],
    ['whose V1 ends before V2 begins', '"requireHeight": 3', '"requireHeight": 1'],
    ['whose V1 is cut off before V2 is required', '"finalCutHeight": 4', '"finalCutHeight": 2']
  ])('%s is refused', (_, given, other) => {
    const path = changed(given, other);
    expect(() => readNetworkFile(path)).toThrow(expect.objectContaining({ code: 'node/network-file' }));
  });
});
