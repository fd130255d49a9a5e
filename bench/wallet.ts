/**
 * A wallet of 100 outputs beside one of 100,000: following a block, planning a payment, putting a proof together.
 * `node --import ./scripts/ts.mjs bench/wallet.ts [runs]` prints medians of interleaved runs with minimum and maximum,
 * in milliseconds.
 */
import { hastings } from '../src/lib/chain/currency';
import type { CoinOutputId, Hash256 } from '../src/lib/chain/ids';
import { proofLength } from '../src/lib/chain/merkleProof';
import { unixSeconds } from '../src/lib/chain/time';
import { policyOfKey, type AddressBook } from '../src/lib/wallet/account';
import { holdingsOf, stateElementOf, type WalletCache } from '../src/lib/wallet/cache';
import { deriveKeyPair } from '../src/lib/wallet/keyring';
import { planSpend } from '../src/lib/wallet/plan';
import { ProofForest } from '../src/lib/wallet/proofForest';
import type { Seed } from '../src/lib/wallet/seed';
import { policyAddress } from '../src/lib/chain/policyAddress';
import type { Network } from '../src/lib/chain/network';
import { networkPreset } from '../src/lib/server/devnode/network';

const RUNS = Number(process.argv[2] ?? 7);
const SIZES = [100, 100_000];
/** As many as a full block of small payments changes. */
const CHANGED_LEAVES = 1000;
const NUM_LEAVES = (1n << 24n) + 12_345n;

const network: Network = networkPreset('dev', unixSeconds(1_700_000_000)).network;
const { publicKey } = deriveKeyPair(new Uint8Array(32) as Uint8Array as Seed, 0n);
const policy = policyOfKey(publicKey, 'pk');
const address = policyAddress(policy);
const addresses: AddressBook = new Map([[address, { address, policy, label: '', isChange: false, createdAtMs: 0 }]]);

const hashOf = (leaf: bigint, height: number): Hash256 =>
  ((leaf >> BigInt(height)) * 64n + BigInt(height)).toString(16).padStart(64, '0') as Hash256;
const siblingsOf = (leaf: bigint): Hash256[] =>
  Array.from({ length: proofLength(leaf, NUM_LEAVES) }, (_, height) => hashOf(leaf ^ (1n << BigInt(height)), height));

/** A wallet whose outputs are spread over the accumulator. */
function walletOf(size: number): WalletCache {
  const leaves = Array.from({ length: size }, (_, i) => (BigInt(i) * (1n << 24n)) / BigInt(size));
  const forest = new ProofForest(new Map(), [], NUM_LEAVES);
  for (const leafIndex of leaves) forest.follow({ leafIndex, merkleProof: siblingsOf(leafIndex) });
  const coins = leaves.map((leafIndex, i) => {
    const id = i.toString(16).padStart(64, '0') as CoinOutputId;
    const output = { address, value: hastings(BigInt(1 + (i % 90)) * 10n ** 24n) };
    return [id, { id, output, maturityHeight: 0n, leafIndex }] as const;
  });
  return {
    index: { height: 1000, id: '00'.repeat(32) as never },
    numLeaves: NUM_LEAVES,
    fundTaxRevenue: hastings(0n),
    coins: new Map(coins),
    funds: new Map(),
    nodes: forest.finish().nodes
  };
}

const changed = Array.from({ length: CHANGED_LEAVES }, (_, i) => {
  const leafIndex = BigInt(i) * 16_411n + 5n;
  return { leafIndex, merkleProof: siblingsOf(leafIndex), leafHash: hashOf(leafIndex, 0) };
});
const update = { updatedLeaves: new Map([[24, changed]]), treeGrowth: new Map(), numLeaves: NUM_LEAVES };

const tasks: Record<string, (cache: WalletCache) => void> = {
  'follow a block': (cache) => {
    const places = Array.from(cache.coins.values(), ({ leafIndex }) => leafIndex!);
    const forest = new ProofForest(cache.nodes, places, cache.numLeaves);
    forest.apply(update);
    forest.finish();
  },
  'plan a payment': (cache) => {
    planSpend({
      holdings: holdingsOf(cache),
      addresses,
      network,
      recipients: [{ address, coins: hastings(500n * 10n ** 24n) }],
      feePerWeight: hastings(10n ** 19n),
      changeAddress: address
    });
  },
  'build a proof': (cache) => void stateElementOf(cache, 0n)
};

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

const wallets = SIZES.map((size) => ({ size, cache: walletOf(size) }));
for (const { size, cache } of wallets) console.log(`${size} outputs, ${cache.nodes.size} nodes`);
for (const [name, run] of Object.entries(tasks)) {
  const times = wallets.map((): number[] => []);
  for (let i = 0; i < RUNS; i++) {
    wallets.forEach(({ cache }, at) => {
      const from = performance.now();
      run(cache);
      times[at]!.push(performance.now() - from);
    });
  }
  for (const [at, { size }] of wallets.entries()) {
    const own = times[at]!;
    const [least, most] = [Math.min(...own), Math.max(...own)].map((value) => value.toFixed(2));
    console.log(`${name.padEnd(16)} ${String(size).padStart(7)}  ${median(own).toFixed(2)} (${least}–${most})`);
  }
}
