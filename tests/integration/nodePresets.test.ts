import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { blockId } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import { hastings } from '$lib/chain/currency/currency';
import { unixSeconds } from '$lib/chain/time';
import type { Block } from '$lib/chain/block/block';
import { EMPTY_V2_TRANSACTION } from '$lib/chain/transaction/v2Transaction';
import { recommendedFee } from '$lib/server/node/pool/fees';
import { networkPreset } from '$lib/server/node/network/presets';
import { MAINNET } from '../support/networks';
import { loadVectors } from '../support/vectors';
import { mine, openNode } from '../support/node';

const directory = mkdtempSync(join(tmpdir(), 'quarry-node-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

test('the main network is the real one', async () => {
  const { network, genesis } = networkPreset('mainnet', unixSeconds(0));
  expect(network).toEqual(MAINNET);
  const vectors = loadVectors<{ genesis: { mainnet: { header: { id: string } } } }>('header');
  expect(blockId(blockHeaderOf(genesis))).toBe(vectors.genesis.mainnet.header.id);
  const { node, wallet } = await openNode({ network: 'mainnet' });
  expect(node.tip.id).toBe(vectors.genesis.mainnet.header.id);
  const state = await wallet.tipState();
  expect(state.difficulty).toBe(34_359_738_367n);
  expect(state.elements.numLeaves).toBe(48n);
  await node.close();
});

describe('a data directory', () => {
  test('keeps chain, counters and payout address; each network has its own', async () => {
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

  test('holds the recovery phrase of the payout address, for its owner only', () => {
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
    ['ignores blocks with a quarter of room', [block([10n ** 22n, 1_400_000])], 0, LOW],
    ['is what the cheap quarter of full blocks paid', [full, full, full], 0, 10n ** 21n],
    ['is the median of the blocks', [full, block(), block()], 0, LOW],
    ['grows with the cube of what waits', [block()], 2_990_000, 10n ** 21n]
  ])('%s', (_, blocks, poolWeight, expected) => expect(recommendedFee(blocks, poolWeight)).toBe(expected));
});
