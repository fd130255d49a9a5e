import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { hastings } from '$lib/chain/currency/currency';
import type { Hash256 } from '$lib/chain/ids';
import { sign } from '$lib/chain/keys/sign';
import { policyAddress } from '$lib/chain/policy/policyAddress';
import { inputSigHash } from '$lib/chain/transaction/sigHash';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import { TEST_GENESIS_TIMESTAMP } from '$lib/server/node/network/presets';
import { deriveKeyPair } from '$lib/wallet/keys/keyring';
import { seedFromPhrase } from '$lib/wallet/keys/seed';
import { freePort } from '../support/freePort';
import { limitMs } from '../support/limits';
import { mine, openNode, type OpenNode } from '../support/node';

/*
 * Twelve hours of three nodes, by their clock: a block every ten minutes with a payment, found by one of them in turn,
 * with reorganisations and restarts in between.
 */
const BLOCKS = 72;
const BLOCK_MS = 600_000;
const FORK_EVERY = 11;
const RESTART_EVERY = 7;
const FEE = 10n ** 22n;
const TIMEOUT = { timeout: limitMs(30_000) };
const key = deriveKeyPair(seedFromPhrase(`${'abandon '.repeat(11)}about`), 0n);
const policy = { type: 'pk', publicKey: key.publicKey } as const;
const address = policyAddress(policy);

let nowMs = TEST_GENESIS_TIMESTAMP * 1_000;
const nodes: OpenNode[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const { node } of nodes) await node.close();
  for (const folder of folders) await rm(folder, { recursive: true });
});

/** Sends the first output of the address back to it. @returns the transaction's id */
async function pay({ wallet, node }: OpenNode) {
  const { outputs } = await wallet.coinOutputs({ params: { address } });
  const parent = outputs[0]!;
  const input = (signatures: ReturnType<typeof sign>[]) => ({
    parent,
    satisfiedPolicy: { policy, signatures, preimages: [] }
  });
  const unsigned: V2Transaction = {
    ...EMPTY_V2_TRANSACTION,
    coinInputs: [input([])],
    coinOutputs: [{ value: hastings(parent.output.value - FEE), address }],
    minerFee: hastings(FEE)
  };
  const signed = { ...unsigned, coinInputs: [input([sign(key.privateKey, inputSigHash(unsigned))])] };
  await wallet.broadcast({ body: { basis: node.tip, transactions: [], v2Transactions: [signed] } });
  return v2TransactionId(signed);
}

async function mineOne(node: OpenNode): Promise<void> {
  nowMs += BLOCK_MS;
  await mine(node);
}

const poolsOf = (all: readonly OpenNode[]) =>
  Promise.all(all.map(async ({ wallet }) => (await wallet.poolTransactions()).v2Transactions.length));

/** All have the heaviest tip, and nobody waits for a block any more. */
async function settled(): Promise<void> {
  await expect.poll(() => new Set(nodes.map(({ node }) => node.tip.id)).size, TIMEOUT).toBe(1);
  await expect.poll(() => poolsOf(nodes), TIMEOUT).toEqual(nodes.map(() => 0));
}

test(
  'twelve hours of traffic end on one chain, with every payment and without a ban',
  async () => {
    const addresses = await Promise.all([1, 2, 3].map(async () => `127.0.0.1:${await freePort()}`));
    const open = async (i: number): Promise<OpenNode> =>
      openNode({
        dataDir: folders[i]!,
        clock: () => nowMs,
        peers: { listen: addresses[i]!, peers: addresses.filter((_, j) => j !== i), discover: false }
      });
    for (const i of addresses.keys()) {
      folders.push(await mkdtemp(join(tmpdir(), 'quarry-traffic-')));
      nodes.push(await open(i));
    }
    const connected = () =>
      expect.poll(() => nodes.every(({ node }) => node.peers!.peers.length >= nodes.length - 1), TIMEOUT).toBe(true);
    await connected();
    const paid: Awaited<ReturnType<typeof pay>>[] = [];
    let [forks, restarts] = [0, 0];
    for (let round = 1; nodes[0]!.node.tip.height < BLOCKS; round++) {
      const finder = nodes[round % nodes.length]!;
      const payer = nodes[(round + 1) % nodes.length]!;
      paid.push(await pay(payer));
      await expect.poll(() => poolsOf(nodes), TIMEOUT).toEqual(nodes.map(() => 1));
      if (round % FORK_EVERY === 0) {
        // One finds blocks for itself, one of them with the payment, which the others confirm elsewhere.
        finder.node.peers!.setMode('stopped');
        await mineOne(finder);
        for (let i = 0; i < 3; i++) await mineOne(payer);
        finder.node.peers!.setMode('running');
        forks++;
      } else {
        await mineOne(finder);
      }
      await settled();
      if (round % RESTART_EVERY === 0) {
        const i = round % nodes.length;
        await nodes[i]!.node.close();
        nodes[i] = await open(i);
        restarts++;
      }
      await connected();
    }
    expect(forks).toBeGreaterThanOrEqual(4);
    expect(restarts).toBeGreaterThanOrEqual(6);
    for (const { node, wallet } of nodes) {
      expect(node.peers!.bans).toEqual([]);
      for (const id of paid)
        expect(await wallet.event({ params: { id: id as string as Hash256 } })).toMatchObject({ id });
    }
  },
  limitMs(120_000)
);
