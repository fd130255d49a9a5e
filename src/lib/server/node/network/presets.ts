import type { Address } from '$lib/chain/address';
import { VOID_ADDRESS } from '$lib/chain/address';
import type { Block } from '$lib/chain/block/block';
import { FUND_COUNT, HASTINGS_PER_COIN, fundUnits, hastings } from '$lib/chain/currency/currency';
import { ZERO_BLOCK_ID } from '$lib/chain/ids';
import type { Network } from '$lib/chain/network/network';
import { type Target, MAX_TARGET, targetOf } from '$lib/chain/target';
import { unixSeconds, type UnixSeconds } from '$lib/chain/time';
import type { Transaction } from '$lib/chain/transaction/transaction';
import { mainPreset } from './public/main';
import type { PublicPreset } from './public/publicPreset';
import { zenPreset } from './public/zen';

/** A chain's parameters and its genesis block; for public networks also their peers and checkpoints. */
export type NetworkPreset = Pick<PublicPreset, 'network' | 'genesis'> & Partial<PublicPreset>;

/** The chains that the embedded node can run; `main` and `zen` are public networks. */
export const PRESET_NAMES = ['dev', 'dev-v1', 'test', 'main', 'zen'] as const;
export type PresetName = (typeof PRESET_NAMES)[number];

/**
 * Owners of the coins and fund units in a development chain's genesis: key 0 of the phrase "abandon" eleven times and
 * "about", half at the unlock-conditions address, half at the policy address. The key is public.
 */
export const DEV_ADDRESSES = {
  unlockConditions: 'a2a3773f76136bdb05a0ff79a0f4fcc2826436794f8db36db6408355c5ca32345002db43c2eb' as Address,
  policy: '0f7566abd3931e4d9c99c3a3478bba2a02bdad1167abff0c0058e08f9d4cac24aada79406e2c' as Address
};

const NS_PER_SECOND = 1_000_000_000n;

/** What distinguishes the development presets. */
interface DevelopmentRules {
  readonly name: string;
  readonly intervalSeconds: bigint;
  readonly initialTarget: Target;
  readonly v2: Pick<Network['hardforkV2'], 'allowHeight' | 'requireHeight' | 'finalCutHeight'>;
}

// Four million hashes: two seconds on a software GPU adapter, less on anything better. From there difficulty changes by
// at most 0.4% per block: a much lower start would produce thousands of fast blocks, a much higher one would take too
// long to come down.
const DEV_TARGET = targetOf(1n << 22n);

// The first hundreds of blocks are fast, until difficulty matches the machine's hash rate. Difficulty is also pulled
// toward a schedule, which starts early by about that lead; otherwise blocks would be slow for hours afterwards.
const HEAD_START_SECONDS = 3_000;

const DEVELOPMENT: Readonly<Record<Exclude<PresetName, keyof typeof PUBLIC>, DevelopmentRules>> = {
  dev: {
    name: 'dev',
    intervalSeconds: 10n,
    initialTarget: DEV_TARGET,
    v2: { allowHeight: 1, requireHeight: 2, finalCutHeight: 3 }
  },
  'dev-v1': {
    name: 'dev-v1',
    intervalSeconds: 10n,
    initialTarget: DEV_TARGET,
    v2: { allowHeight: 40, requireHeight: 60, finalCutHeight: 80 }
  },
  test: {
    name: 'test',
    intervalSeconds: 600n,
    initialTarget: MAX_TARGET,
    v2: { allowHeight: 1, requireHeight: 2, finalCutHeight: 3 }
  }
};

const PUBLIC = { main: mainPreset, zen: zenPreset };

const isPublicName = (name: PresetName): name is keyof typeof PUBLIC => name in PUBLIC;

/**
 * Parameters and genesis block of a preset.
 * @param genesisTimestamp start of the chain. Difficulty is pulled toward the schedule that begins there, so a chain
 *   for mining should begin when it is first used. Those of public networks are fixed.
 */
export function networkPreset(name: PresetName, genesisTimestamp: UnixSeconds): NetworkPreset {
  if (isPublicName(name)) return PUBLIC[name]();
  return {
    network: developmentNetwork(DEVELOPMENT[name], genesisTimestamp),
    genesis: developmentGenesis(genesisTimestamp)
  };
}

/** Genesis of the test chain: long ago, so that its blocks are always late and difficulty stays minimal. */
export const TEST_GENESIS_TIMESTAMP = unixSeconds(1_735_689_600);

function developmentNetwork(rules: DevelopmentRules, genesisTimestamp: UnixSeconds): Network {
  const { name, intervalSeconds, initialTarget, v2 } = rules;
  const blockInterval = intervalSeconds * NS_PER_SECOND;
  return {
    name,
    initialCoinbase: hastings(300_000n * HASTINGS_PER_COIN),
    minimumCoinbase: hastings(30_000n * HASTINGS_PER_COIN),
    initialTarget,
    blockInterval,
    maturityDelay: 10,
    hardforkDevAddr: { height: 1, oldAddress: VOID_ADDRESS, newAddress: VOID_ADDRESS },
    hardforkTax: { height: 1 },
    hardforkStorageProof: { height: 1 },
    hardforkOak: { height: 1, fixHeight: 1, genesisTimestamp: unixSeconds(genesisTimestamp - HEAD_START_SECONDS) },
    // Work and time of one block at the initial target: the initial hash rate estimate, replaced by measurements within
    // a few blocks.
    hardforkASIC: { height: 1, oakTime: blockInterval, oakTarget: initialTarget, nonceFactor: 1009n },
    // No foundation on a development chain, hence no subsidy.
    hardforkFoundation: { height: 1, primaryAddress: VOID_ADDRESS, failsafeAddress: VOID_ADDRESS },
    hardforkV2: { ...v2, ephemeralOutputHeight: 0 }
  };
}

const GENESIS_COINS = hastings(500_000n * HASTINGS_PER_COIN);
const GENESIS_UNITS = fundUnits(FUND_COUNT / 2n);

function developmentGenesis(timestamp: UnixSeconds): Block {
  const owners = [DEV_ADDRESSES.unlockConditions, DEV_ADDRESSES.policy];
  const allocation: Transaction = {
    coinInputs: [],
    coinOutputs: owners.map((address) => ({ value: GENESIS_COINS, address })),
    fileContracts: [],
    fileContractRevisions: [],
    storageProofs: [],
    fundInputs: [],
    fundOutputs: owners.map((address) => ({ value: GENESIS_UNITS, address })),
    minerFees: [],
    arbitraryData: [],
    signatures: []
  };
  return { parentId: ZERO_BLOCK_ID, nonce: 0n, timestamp, minerPayouts: [], transactions: [allocation] };
}
