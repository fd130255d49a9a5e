import type { Address } from '$lib/chain/address';
import { hastings } from '$lib/chain/currency/currency';
import type { Network } from '$lib/chain/network/network';
import { parseTarget } from '$lib/chain/target';
import { unixSeconds } from '$lib/chain/time';

/** The main network's constants. */
export const MAINNET: Network = {
  name: 'mainnet',
  initialCoinbase: hastings(300_000n * 10n ** 24n),
  minimumCoinbase: hastings(30_000n * 10n ** 24n),
  initialTarget: parseTarget(`0000000020${'0'.repeat(54)}`),
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
    oakTarget: parseTarget(`000000000000000020${'0'.repeat(46)}`),
    nonceFactor: 1009n
  },
  hardforkFoundation: {
    height: 298_000,
    primaryAddress: '053b2def3cbdd078c19d62ce2b4f0b1a3c5e0ffbeeff01280efb1f8969b2f5bb4fdc680f0807' as Address,
    failsafeAddress: '27c22a6c6e6645802a3b8fa0e5374657438ef12716d2205d3e866272de1b644dbabd53d6d560' as Address
  },
  hardforkV2: { allowHeight: 526_000, requireHeight: 530_000, finalCutHeight: 552_100, ephemeralOutputHeight: 583_000 }
};
