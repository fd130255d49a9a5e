import { describe, expect, test } from 'vitest';
import type { BlockId } from '$lib/chain/ids';
import type { Network } from '$lib/chain/network/network';
import { networkKind } from '$lib/chain/network/knownNetworks';
import { hasPlausibleWork, MAINNET, publicGenesis, publicNetwork } from '$lib/chain/network/publicNetworks';
import { blockReward, foundationSubsidy } from '$lib/chain/network/rewards';
import { formatTarget, MAX_TARGET } from '$lib/chain/target';
import { generationAt } from '$lib/chain/transaction/generation';
import type { JsonValue } from '$lib/codec/json';
import { decodeNetwork, loadVectors } from '../../consensus/vectors';
import { v1AddressOf, ALICE, testNetwork } from '../../consensus/testChain';

const { genesis } = loadVectors<{ genesis: Record<string, { header: { id: BlockId }; network: JsonValue }> }>('header');
const OTHER = 'ab'.repeat(32) as BlockId;

// The vectors predate a height for the fork that fixed ephemeral outputs.
test.each([
  ['mainnet', 583_000],
  ['zen', 48_000]
])('the constants of %s match the reference', (name, ephemeralOutputHeight) => {
  const { header, network: json } = genesis[name]!;
  const network = decodeNetwork(json);
  expect(publicNetwork(header.id)).toEqual({
    ...network,
    hardforkV2: { ...network.hardforkV2, ephemeralOutputHeight }
  });
  expect(publicGenesis(name)).toBe(header.id);
});

test('an unknown genesis block or name belongs to no public network', () => {
  expect(publicNetwork(OTHER)).toBeUndefined();
  expect(publicGenesis('dev')).toBeUndefined();
});

test.each<[string, BlockId, string | undefined, string]>([
  ['the main network', genesis.mainnet!.header.id, undefined, 'main'],
  ['the main network under another name', genesis.mainnet!.header.id, 'dev', 'main'],
  ['the test network', genesis.zen!.header.id, 'zen', 'test'],
  ['a development network', OTHER, 'dev', 'dev'],
  ['a development network of V1', OTHER, 'dev-v1', 'dev'],
  ['a chain without a name', OTHER, undefined, 'private'],
  ['a chain with the name of the main network', OTHER, 'mainnet', 'private']
])('%s', (_, id, name, kind) => {
  expect(networkKind(id, name)).toBe(kind);
});

describe('the minimum work of a block', () => {
  const place = ({ hardforkV2 }: Network, number: bigint, height = hardforkV2.allowHeight) => ({
    height,
    id: formatTarget(number) as string as BlockId
  });
  const zen = publicNetwork(genesis.zen!.header.id)!;

  test.each([
    ['2^52 hashes on the main network', MAINNET, 52n],
    ['2^24 hashes on the test network', zen, 24n]
  ])('is %s', (_, network, bits) => {
    expect(hasPlausibleWork(network, place(network, MAX_TARGET >> bits))).toBe(true);
    expect(hasPlausibleWork(network, place(network, (MAX_TARGET >> bits) + 1n))).toBe(false);
  });

  test('does not exist before V2', () => {
    expect(hasPlausibleWork(MAINNET, place(MAINNET, MAX_TARGET, MAINNET.hardforkV2.allowHeight - 1))).toBe(true);
  });

  test('does not exist on other networks', () => {
    expect(hasPlausibleWork({ ...MAINNET, name: 'mine' }, place(MAINNET, MAX_TARGET))).toBe(true);
  });
});

test.each([
  [MAINNET.hardforkV2.allowHeight - 2, 'v1'],
  [MAINNET.hardforkV2.allowHeight - 1, 'v2']
])('a transaction created on a tip of height %i is %s', (tip, generation) => {
  expect(generationAt(MAINNET, tip)).toBe(generation);
});

test.each([
  [0, 300_000n],
  [269_999, 30_001n],
  [270_000, 30_000n],
  [270_001, 30_000n]
])('block %i pays %d coins', (height, coins) => {
  expect(blockReward(MAINNET, height)).toBe(coins * 10n ** 24n);
});

test.each([
  [9, 10, undefined],
  [10, 10, 52_560n],
  [11, 10, undefined],
  [10 + 4379, 10, undefined],
  [10 + 4380, 10, 4380n],
  [10 + 2 * 4380, 10, 4380n],
  // A month before the fork is not a month after it.
  [10, 10 + 4380, undefined]
])('in block %i, with the fork at height %i, the foundation gets the subsidy of %s blocks', (height, fork, blocks) => {
  const network = testNetwork();
  const forked = { ...network, hardforkFoundation: { ...network.hardforkFoundation, height: fork } };
  const subsidy = foundationSubsidy(forked, v1AddressOf(ALICE), height);
  expect(subsidy).toBe(blocks === undefined ? undefined : blocks * 30_000n * 10n ** 24n);
});
