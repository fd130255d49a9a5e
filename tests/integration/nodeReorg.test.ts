import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { blockId, type Block } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import { hastings } from '$lib/chain/currency/currency';
import { policyAddress } from '$lib/chain/policy/policyAddress';
import { inputSigHash } from '$lib/chain/transaction/sigHash';
import { sign } from '$lib/chain/keys/sign';
import type { ChainState } from '$lib/chain/block/state';
import { unixSeconds } from '$lib/chain/time';
import { EMPTY_TRANSACTION } from '$lib/chain/transaction/transaction';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import { applyBlock } from '$lib/consensus/apply/applyBlock';
import { EMPTY_SUPPLEMENT } from '$lib/consensus/apply/supplement';
import { buildTemplate } from '$lib/mining/work/template';
import { DEV_ADDRESSES } from '$lib/server/node/network/presets';
import { deriveKeyPair } from '$lib/wallet/keys/keyring';
import { seedFromPhrase } from '$lib/wallet/keys/seed';
import { mine, openNode, type OpenNode } from '../support/node';
import { solveBlock } from '../support/solve';

const key = deriveKeyPair(seedFromPhrase(`${'abandon '.repeat(11)}about`), 0n);
const policy = { type: 'pk', publicKey: key.publicKey } as const;
const COIN = 10n ** 24n;
const at = (address: typeof DEV_ADDRESSES.policy) => ({ params: { address } });

let open: OpenNode;
beforeEach(async () => {
  open = await openNode();
  await mine(open, 4);
});
afterEach(() => open.node.close());

/** A branch of `length` blocks without payments on top of a state. */
async function branch(from: ChainState, length: number): Promise<Block[]> {
  const network = await open.wallet.network();
  const blocks: Block[] = [];
  let state = from;
  for (let i = 0; i < length; i++) {
    const parts = { network, state, transactions: [], v2Transactions: [] };
    const now = unixSeconds(Math.floor(Date.now() / 1000));
    const { block } = buildTemplate(parts, DEV_ADDRESSES.unlockConditions, now, (n) =>
      crypto.getRandomValues(new Uint8Array(n))
    );
    const solved = solveBlock(network, state, block);
    blocks.push(solved);
    ({ state } = applyBlock(network, state, solved, EMPTY_SUPPLEMENT));
  }
  return blocks;
}

async function payment(): Promise<V2Transaction> {
  const { outputs } = await open.wallet.coinOutputs(at(DEV_ADDRESSES.policy));
  const parent = outputs[0]!;
  const unsigned: V2Transaction = {
    ...EMPTY_V2_TRANSACTION,
    coinInputs: [{ parent, satisfiedPolicy: { policy, signatures: [], preimages: [] } }],
    coinOutputs: [{ value: hastings(parent.output.value - COIN), address: policyAddress(policy) }],
    minerFee: hastings(COIN)
  };
  const signatures = [sign(key.privateKey, inputSigHash(unsigned))];
  return { ...unsigned, coinInputs: [{ parent, satisfiedPolicy: { policy, signatures, preimages: [] } }] };
}

const idOf = (block: Block) => blockId(blockHeaderOf(block));
const submit = (body: Block) => open.wallet.broadcastBlock({ body });

describe('a branch', () => {
  test('with equal work coexists with the best chain, one more block replaces it', async () => {
    const fork = await open.wallet.tipState();
    await mine(open, 2);
    const tip = open.node.tip;
    const blocks = await branch(fork, 3);
    await submit(blocks[0]!);
    await submit(blocks[1]!);
    expect(open.node.tip).toEqual(tip);
    // The state after a side-branch block does not exist until the branch is validated.
    await expect(open.wallet.checkpoint({ params: { idOrHeight: idOf(blocks[1]!) } })).rejects.toMatchObject({
      code: 'wallet-server/block-not-found'
    });
    await submit(blocks[2]!);
    expect(open.node.tip).toEqual({ height: 7, id: idOf(blocks[2]!) });
    expect(await open.daemon.miner.status()).toMatchObject({ blocksMined: 4, staleBlocksMined: 2 });

    const { reverted, applied } = await open.wallet.updates({ params: { index: tip } });
    expect(reverted.map(({ state }) => state.index.height)).toEqual([5, 4]);
    expect(applied.map(({ block }) => idOf(block))).toEqual(blocks.map(idOf));
    expect(await open.daemon.consensus.block({ query: { id: tip.id } })).toMatchObject({ height: 6 });
  });

  // Blocks before the payment: with 4, the branch completes the tree that contains its coin, with 6 it does not.
  test.each([
    [4, 'stay out: the proof in the reverted block is invalid on the branch', false],
    [6, 'return to the pool: the proof in the reverted block is valid on the branch', true]
  ])('removes payments from the chain, and after %i blocks they %s', async (blocks, _, returns) => {
    await mine(open, blocks - 4);
    const fork = await open.wallet.tipState();
    const txn = await payment();
    await open.wallet.broadcast({ body: { basis: open.node.tip, transactions: [], v2Transactions: [txn] } });
    await mine(open);
    expect((await open.wallet.poolTransactions()).v2Transactions).toEqual([]);
    const before = await open.wallet.balance(at(DEV_ADDRESSES.policy));
    expect(before.coins).toBe(499_999n * COIN);

    for (const block of await branch(fork, 2)) await submit(block);
    expect(await open.wallet.balance(at(DEV_ADDRESSES.policy))).toMatchObject({ coins: 500_000n * COIN });
    const pool = await open.wallet.poolTransactions();
    expect(pool.basis).toEqual(open.node.tip);
    expect(pool.v2Transactions.map(v2TransactionId)).toEqual(returns ? [v2TransactionId(txn)] : []);
    await mine(open);
    expect((await open.wallet.balance(at(DEV_ADDRESSES.policy))).coins).toBe(returns ? before.coins : 500_000n * COIN);
  });

  test('with an invalid block changes nothing, and cannot be extended', async () => {
    const fork = await open.wallet.tipState();
    await mine(open);
    const tip = open.node.tip;
    const [first, second] = await branch(fork, 2);
    const network = await open.wallet.network();
    // Its header is valid; what it spends does not exist.
    const thief = await payment();
    const stolen = {
      ...thief,
      coinInputs: [{ ...thief.coinInputs[0]!, satisfiedPolicy: { policy, signatures: [], preimages: [] } }]
    };
    const parts = { network, state: fork, transactions: [], v2Transactions: [stolen] };
    const { block } = buildTemplate(parts, DEV_ADDRESSES.policy, first!.timestamp, (n) => new Uint8Array(n));
    const bad = solveBlock(network, fork, block);
    await submit(bad);
    expect(open.node.tip).toEqual(tip);
    const child = solveBlock(
      network,
      { ...fork, index: { height: fork.index.height + 1, id: idOf(bad) } },
      {
        ...second!,
        parentId: idOf(bad)
      }
    );
    await expect(submit(child)).rejects.toMatchObject({
      status: 500,
      serverMessage: expect.stringMatching(/^block is invalid: block [0-9a-f]{64} extends an invalid block/)
    });
    expect(open.node.tip).toEqual(tip);
    await expect(submit(bad)).rejects.toMatchObject({
      serverMessage: `block is invalid: block ${idOf(bad)} is invalid`
    });
    await mine(open);
    expect(open.node.tip.height).toBe(tip.height + 1);
  });
});

describe.each<[string, string, (block: Block) => Block]>([
  [
    'V1 transaction',
    'block supplement is invalid: incorrect number of transactions',
    (block) => ({ ...block, transactions: [EMPTY_TRANSACTION] })
  ],
  [
    'V2 transaction',
    'commitment hash mismatch',
    (block) => ({
      ...block,
      v2: { ...block.v2!, transactions: [{ ...EMPTY_V2_TRANSACTION, arbitraryData: Uint8Array.of(1) }] }
    })
  ]
])('a block with a %s that its header does not commit to, where V1 is over', (_, problem, tampered) => {
  test('is refused, and the right block is accepted', async () => {
    const [right] = await branch(await open.wallet.tipState(), 1);
    expect(idOf(tampered(right!))).toBe(idOf(right!));
    await expect(submit(tampered(right!))).rejects.toMatchObject({
      serverMessage: `block is invalid: ${problem}`
    });
    await submit(right!);
    expect(open.node.tip.id).toBe(idOf(right!));
  });

  test('on a side branch leaves the branch valid', async () => {
    const blocks = await branch(await open.wallet.tipState(), 2);
    await mine(open);
    await submit(tampered(blocks[0]!));
    await expect(submit(blocks[1]!)).rejects.toMatchObject({
      serverMessage: expect.stringContaining(`extends an invalid block: ${problem}`)
    });
    for (const block of blocks) await submit(block);
    expect(open.node.tip.id).toBe(idOf(blocks[1]!));
  });
});
