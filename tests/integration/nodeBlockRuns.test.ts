import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import type { Block } from '$lib/chain/block/block';
import { hastings } from '$lib/chain/currency/currency';
import { sign } from '$lib/chain/keys/sign';
import type { Signature } from '$lib/chain/keys/keys';
import { inputSigHash } from '$lib/chain/transaction/sigHash';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { unixSeconds } from '$lib/chain/time';
import { buildTemplate } from '$lib/mining/work/template';
import { ChainManager, type TipChange } from '$lib/server/node/chain/chainManager';
import { DEV_ADDRESSES, networkPreset, TEST_GENESIS_TIMESTAMP } from '$lib/server/node/network/presets';
import { SignatureChecker } from '$lib/server/node/signatures/signatureChecker';
import { SignatureWorkers } from '$lib/server/node/signatures/signatureWorkers';
import { ChainStore } from '$lib/server/node/store/store';
import { deriveKeyPair } from '$lib/wallet/keys/keyring';
import { seedFromPhrase } from '$lib/wallet/keys/seed';
import { solveBlock } from '../support/solve';

const key = deriveKeyPair(seedFromPhrase(`${'abandon '.repeat(11)}about`), 0n);
const policy = { type: 'pk', publicKey: key.publicKey } as const;
const preset = networkPreset('test', TEST_GENESIS_TIMESTAMP);
const workers = new SignatureWorkers();
const FEE = hastings(10n ** 20n);
const open: ChainStore[] = [];
afterEach(() => open.splice(0).forEach((store) => store.close()));
afterAll(() => workers.close());

function openChain() {
  const store = new ChainStore(':memory:');
  open.push(store);
  const signatures = new SignatureChecker((checks) => workers.verify(checks));
  const chain = new ChainManager({ store, ...preset, clock: Date.now, signatures });
  const changes: TipChange[] = [];
  chain.onTip((change) => changes.push(change));
  return { store, chain, changes, transactions: vi.spyOn(store, 'transaction') };
}
type Open = ReturnType<typeof openChain>;

function payment({ store, chain }: Open): V2Transaction {
  const [coin] = store.coins.maturePage(DEV_ADDRESSES.policy, chain.tip.height, { offset: 0, limit: 1 });
  const parent = store.prove(coin!.element, chain.state.elements.numLeaves);
  const unsigned: V2Transaction = {
    ...EMPTY_V2_TRANSACTION,
    coinInputs: [{ parent, satisfiedPolicy: { policy, signatures: [], preimages: [] } }],
    coinOutputs: [{ value: hastings(parent.output.value - FEE), address: DEV_ADDRESSES.policy }],
    minerFee: FEE
  };
  return withSignature(unsigned, sign(key.privateKey, inputSigHash(unsigned)));
}

const withSignature = (txn: V2Transaction, signature: Signature): V2Transaction => ({
  ...txn,
  coinInputs: txn.coinInputs.map((input) => ({
    ...input,
    satisfiedPolicy: { ...input.satisfiedPolicy, signatures: [signature] }
  }))
});

function nextBlock({ chain }: Open, v2Transactions: readonly V2Transaction[], seconds = 600): Block {
  const { state, network } = chain;
  const parts = { network, state, transactions: [], v2Transactions };
  const timestamp = unixSeconds(state.prevTimestamps[0]! + seconds);
  const { block } = buildTemplate(parts, DEV_ADDRESSES.policy, timestamp, (n) => new Uint8Array(n));
  return solveBlock(network, state, block);
}

/** Blocks with one payment each, except the first, which has nothing to spend. */
async function mine(miner: Open, count: number, seconds?: number): Promise<Block[]> {
  const blocks: Block[] = [];
  while (blocks.length < count) {
    const block = nextBlock(miner, miner.chain.tip.height === 0 ? [] : [payment(miner)], seconds);
    blocks.push(block);
    await miner.chain.addBlock(block);
  }
  return blocks;
}

describe('consecutive blocks', () => {
  test('are stored in one transaction, with a single tip change for all', async () => {
    const miner = openChain();
    const blocks = await mine(miner, 6);
    const follower = openChain();
    follower.transactions.mockClear();
    await follower.chain.addBlocks(blocks);
    expect(follower.transactions).toHaveBeenCalledTimes(1);
    expect(follower.changes).toEqual([{ tip: miner.chain.tip, reverted: [], applied: blocks }]);
    expect(follower.chain.state).toEqual(miner.chain.state);
    expect(follower.store.changes.lastSeq()).toBe(miner.store.changes.lastSeq());
    const { numLeaves } = miner.chain.state.elements;
    expect(follower.store.tree.roots(numLeaves)).toEqual(miner.store.tree.roots(numLeaves));
    const coins = ({ store }: typeof miner) =>
      store.coins.maturePage(DEV_ADDRESSES.policy, Infinity, { offset: 0, limit: 1000 });
    expect(coins(miner).length).toBeGreaterThan(6);
    expect(coins(follower)).toEqual(coins(miner));
  });

  test('are stored up to the one that breaks a rule', async () => {
    const miner = openChain();
    const blocks = await mine(miner, 3);
    const txn = payment(miner);
    const forged = withSignature(txn, sign(key.privateKey, new Uint8Array(32)));
    const invalid = nextBlock(miner, [forged]);
    const follower = openChain();
    const added = follower.chain.addBlocks([...blocks, invalid, nextBlock(miner, [txn])]);
    await expect(added).rejects.toMatchObject({ code: 'v2/policy-unsatisfied' });
    expect(follower.chain.tip).toEqual(miner.chain.tip);
    expect(follower.changes.flatMap(({ applied }) => applied)).toEqual(blocks);
    await follower.chain.addBlocks([nextBlock(miner, [txn])]);
    expect(follower.chain.tip.height).toBe(4);
  });

  test('are validated as if one by one, including known blocks and forks', async () => {
    const miner = openChain();
    const shared = await mine(miner, 2);
    const other = openChain();
    await other.chain.addBlocks([shared[0]!]);
    await other.chain.addBlocks(shared);
    expect(other.chain.tip).toEqual(miner.chain.tip);
    const [shorter, longer] = [await mine(other, 1, 700), await mine(miner, 3)];
    await other.chain.addBlocks(longer);
    expect(other.chain.state).toEqual(miner.chain.state);
    expect(other.changes.flatMap(({ reverted }) => reverted)).toEqual(shorter);
  });
});
