/**
 * A wallet with 100 outputs compared with one with 100,000: following a block, planning a payment, assembling a proof.
 * `node --import ./scripts/ts.mjs bench/wallet.ts [runs]` prints medians of interleaved runs with minimum and maximum,
 * in milliseconds.
 */
import { runAtOnce } from '$lib/async/stepQueue';
import { hastings } from '$lib/chain/currency/currency';
import type { CoinOutputId, Hash256 } from '$lib/chain/ids';
import { merkleNode } from '$lib/chain/merkle';
import { proofLength } from '$lib/chain/proof/merkleProof';
import type { ElementAccumulator } from '$lib/chain/block/state';
import { unixSeconds } from '$lib/chain/time';
import { decodeHex, encodeHex } from '$lib/codec/bytes';
import { policyOfKey, type AddressBook } from '$lib/wallet/keys/account';
import { holdingsOf, stateElementOf, type WalletCache } from '$lib/wallet/sync/cache';
import { deriveKeyPair } from '$lib/wallet/keys/keyring';
import { planSpend } from '$lib/wallet/spend/plan';
import { changedNodes, ProofForest } from '$lib/wallet/sync/proofForest';
import type { Seed } from '$lib/wallet/keys/seed';
import { policyAddress } from '$lib/chain/policy/policyAddress';
import type { Network } from '$lib/chain/network/network';
import { networkPreset } from '$lib/server/node/network/presets';

const RUNS = Number(process.argv[2] ?? 7);
const SIZES = [100, 100_000];
/** Leaves changed by a full block of small payments. */
const CHANGED_LEAVES = 1000;
const NUM_LEAVES = (1n << 24n) + 12_345n;

const network: Network = networkPreset('dev', unixSeconds(1_700_000_000)).network;
const { publicKey } = deriveKeyPair(new Uint8Array(32) as Uint8Array as Seed, 0n);
const policy = policyOfKey(publicKey, 'pk');
const address = policyAddress(policy);
const addresses: AddressBook = new Map([[address, { address, policy, label: '', isChange: false, createdAtMs: 0 }]]);

const TREE_HEIGHT = 24;
const changedPlaces = Array.from({ length: CHANGED_LEAVES }, (_, i) => BigInt(i) * 16_411n + 5n);

/** A tree with 2^24 leaves: real nodes above the changed leaves, synthetic ones elsewhere. */
const tree = new Map<string, Hash256>();
function nodeAt(height: number, place: bigint): Hash256 {
  return tree.get(`${height}:${place}`) ?? ((place * 64n + BigInt(height)).toString(16).padStart(64, '0') as Hash256);
}
let level = changedPlaces;
for (let height = 1; height <= TREE_HEIGHT; height++) {
  level = [...new Set(level.map((place) => place >> 1n))];
  for (const place of level) {
    const children = [2n * place, 2n * place + 1n].map((child) => decodeHex(nodeAt(height - 1, child)));
    tree.set(`${height}:${place}`, encodeHex(merkleNode(children[0]!, children[1]!)) as Hash256);
  }
}
const siblingsOf = (leaf: bigint): Hash256[] =>
  Array.from({ length: proofLength(leaf, NUM_LEAVES) }, (_, height) => nodeAt(height, (leaf >> BigInt(height)) ^ 1n));
const elements: ElementAccumulator = {
  numLeaves: NUM_LEAVES,
  trees: Array.from({ length: TREE_HEIGHT + 1 }, (_, height) =>
    height === TREE_HEIGHT ? nodeAt(height, 0n) : undefined
  )
};

/** A wallet with outputs spread across the accumulator. */
function walletOf(size: number): WalletCache {
  const leaves = Array.from({ length: size }, (_, i) => (BigInt(i) * (1n << 24n)) / BigInt(size));
  const forest = new ProofForest(new Map(), [], NUM_LEAVES);
  for (const leafIndex of leaves) forest.add({ leafIndex, merkleProof: siblingsOf(leafIndex) });
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

const changedLeaves = changedPlaces.map((leafIndex) => ({
  leafIndex,
  merkleProof: siblingsOf(leafIndex),
  leafHash: nodeAt(0, leafIndex)
}));
const update = { treeGrowth: new Map(), numLeaves: NUM_LEAVES };

const tasks: Record<string, (cache: WalletCache) => void> = {
  'follow a block': (cache) => {
    const places = Array.from(cache.coins.values(), ({ leafIndex }) => leafIndex!);
    const forest = new ProofForest(cache.nodes, places, cache.numLeaves);
    const changed = runAtOnce(changedNodes(new Map([[TREE_HEIGHT, changedLeaves]]), elements));
    if (changed === undefined) throw new Error('the leaves are not those of the tree');
    forest.apply(update, changed);
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
