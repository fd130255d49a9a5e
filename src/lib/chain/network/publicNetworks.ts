import type { Address } from '../address';
import { VOID_ADDRESS } from '../address';
import { HASTINGS_PER_COIN, hastings } from '../currency/currency';
import type { BlockId } from '../ids';
import { MAX_TARGET, meetsTarget, parseTarget } from '../target';
import { unixSeconds, type Height, type UnixSeconds } from '../time';
import type { Network } from './network';

/** The consensus parameters of the main network. */
export const MAINNET: Network = {
  name: 'mainnet',
  initialCoinbase: hastings(300_000n * HASTINGS_PER_COIN),
  minimumCoinbase: hastings(30_000n * HASTINGS_PER_COIN),
  initialTarget: parseTarget(`00000000${'20'.padEnd(56, '0')}`),
  blockInterval: 600_000_000_000n,
  maturityDelay: 144,
  hardforkDevAddr: {
    height: 10_000,
    oldAddress: '7d0c44f7664e2d34e53efde0661a6f628ec9264785ae8e3cd7c973e8d190c3c97b5e3ecbc567' as Address,
    newAddress: 'f371c70bce9eb8979cd5099f599ec4e4fcb14e0afcf31f9791e03e6496a4c0b358c98279730b' as Address
  },
  hardforkTax: { height: 21_000 },
  hardforkStorageProof: { height: 100_000 },
  hardforkOak: { height: 135_000, fixHeight: 139_000, genesisTimestamp: unixSeconds(1_433_600_000) },
  hardforkASIC: {
    height: 179_000,
    oakTime: 120_000_000_000_000n,
    oakTarget: parseTarget(`${'0'.repeat(16)}${'20'.padEnd(48, '0')}`),
    nonceFactor: 1009n
  },
  hardforkFoundation: {
    height: 298_000,
    primaryAddress: '053b2def3cbdd078c19d62ce2b4f0b1a3c5e0ffbeeff01280efb1f8969b2f5bb4fdc680f0807' as Address,
    failsafeAddress: '27c22a6c6e6645802a3b8fa0e5374657438ef12716d2205d3e866272de1b644dbabd53d6d560' as Address
  },
  hardforkV2: {
    allowHeight: 526_000,
    requireHeight: 530_000,
    finalCutHeight: 552_100,
    ephemeralOutputHeight: 583_000
  }
};

/** The consensus parameters of the public test network since its restart in August 2025. */
export const ZEN: Network = {
  name: 'zen',
  initialCoinbase: hastings(300_000n * HASTINGS_PER_COIN),
  minimumCoinbase: hastings(300_000n * HASTINGS_PER_COIN),
  initialTarget: parseTarget('00000001'.padEnd(64, '0')),
  blockInterval: 600_000_000_000n,
  maturityDelay: 144,
  hardforkDevAddr: { height: 1, oldAddress: VOID_ADDRESS, newAddress: VOID_ADDRESS },
  hardforkTax: { height: 2 },
  hardforkStorageProof: { height: 5 },
  hardforkOak: { height: 10, fixHeight: 12, genesisTimestamp: unixSeconds(1_755_216_000) },
  hardforkASIC: {
    height: 20,
    oakTime: 10_000_000_000_000n,
    oakTarget: parseTarget('00000001'.padEnd(64, '0')),
    nonceFactor: 100_900_000n
  },
  hardforkFoundation: {
    height: 30,
    primaryAddress: '053b2def3cbdd078c19d62ce2b4f0b1a3c5e0ffbeeff01280efb1f8969b2f5bb4fdc680f0807' as Address,
    failsafeAddress: VOID_ADDRESS
  },
  hardforkV2: { allowHeight: 40, requireHeight: 50, finalCutHeight: 1_008, ephemeralOutputHeight: 48_000 }
};

/** Public networks by the id of their genesis block. */
const PUBLIC: ReadonlyMap<BlockId, Network> = new Map([
  ['25f6e3b9295a61f69fcb956aca9f0076234ecf2e02d399db5448b6e22f26e81c' as BlockId, MAINNET],
  ['172fb3d508c86ac628f93c3362ba60312251466c77d63a8c99ea87717e4112c3' as BlockId, ZEN]
]);

/**
 * Lower bound on the work of any block of a public network since V2, as a power of two with a wide margin: block
 * 530,000 of the main network took 2^64 hashes, block 50 of the test network 2^28. A block with less is forged.
 */
const LEAST_WORK_BITS: ReadonlyMap<string, bigint> = new Map([
  ['mainnet', 52n],
  ['zen', 24n]
]);

interface Place {
  readonly height: Height;
  readonly id: BlockId;
}

/**
 * Whether the block's work is plausible for the network; private networks have no bound, nor has the time before V2. V1
 * blocks after it have as much work as V2 ones.
 */
export const hasPlausibleWork = ({ name, hardforkV2 }: Network, { height, id }: Place): boolean =>
  height < hardforkV2.allowHeight || meetsTarget(id, MAX_TARGET >> (LEAST_WORK_BITS.get(name) ?? 0n));

/** The parameters of a public network, known without asking a server; undefined for other genesis blocks. */
export const publicNetwork = (genesis: BlockId): Network | undefined => PUBLIC.get(genesis);

/** The parameters of the public network whose genesis block has this timestamp, which is all that daemons report. */
export const publicNetworkSince = (genesisTimestamp: UnixSeconds): Network | undefined =>
  [...PUBLIC.values()].find(({ hardforkOak }) => hardforkOak.genesisTimestamp === genesisTimestamp);

/** The parameters of the public network with this name; undefined for any other name. */
export const publicNetworkNamed = (name: string): Network | undefined =>
  [...PUBLIC.values()].find((network) => network.name === name);

/** The genesis block of the public network with this name; undefined for any other name. */
export const publicGenesis = (name: string): BlockId | undefined =>
  [...PUBLIC].find(([, network]) => network.name === name)?.[0];
