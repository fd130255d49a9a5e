import { afterEach, expect, test } from 'vitest';
import { hastings } from '$lib/chain/currency/currency';
import type { Hash256 } from '$lib/chain/ids';
import type { V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import { TEST_GENESIS_TIMESTAMP } from '$lib/server/node/network/presets';
import { ContractTraffic, largestCoin } from '../support/contractTraffic';
import { addressOf, coins, HOST, paidBy, RENTER } from '../support/contracts';
import { freePort } from '../support/freePort';
import { limitMs } from '../support/limits';
import { mine, openNode, type OpenNode } from '../support/node';
import { temporaryFolder } from '../support/temporary';

/*
 * Twelve hours of three nodes, on their clock: a block every ten minutes with a payment and a contract formation,
 * revision or renewal, found by each of them in turn, with reorganizations and restarts in between.
 */
const BLOCKS = 72;
const BLOCK_MS = 600_000;
const FORK_EVERY = 11;
const RESTART_EVERY = 7;
const FEE = 10n ** 22n;
const TIMEOUT = { timeout: limitMs(30_000) };

let nowMs = TEST_GENESIS_TIMESTAMP * 1_000;
const nodes: OpenNode[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const { node } of nodes) await node.close();
});

const broadcast = (v2Transactions: V2Transaction[], { node, wallet }: OpenNode) =>
  wallet.broadcast({ body: { basis: node.tip, transactions: [], v2Transactions } });

/** Sends the renter's largest coin back to it. @returns the transaction's id */
async function pay(open: OpenNode) {
  const payment = paidBy(await largestCoin(open.wallet, RENTER), RENTER, FEE, { minerFee: hastings(FEE) });
  await broadcast([payment], open);
  return v2TransactionId(payment);
}

/** Gives the host of the contracts its coin. */
async function fundHost(open: OpenNode): Promise<void> {
  const value = coins(100_000n);
  const coin = await largestCoin(open.wallet, RENTER);
  await broadcast([paidBy(coin, RENTER, value, { coinOutputs: [{ value, address: addressOf(HOST) }] })], open);
}

async function mineOne(node: OpenNode): Promise<void> {
  nowMs += BLOCK_MS;
  await mine(node);
}

const poolsOf = (all: readonly OpenNode[]) =>
  Promise.all(all.map(async ({ wallet }) => (await wallet.poolTransactions()).v2Transactions.length));

/** Waits until all have the heaviest tip and empty pools. */
async function settled(): Promise<void> {
  await expect.poll(() => new Set(nodes.map(({ node }) => node.tip.id)).size, TIMEOUT).toBe(1);
  await expect.poll(() => poolsOf(nodes), TIMEOUT).toEqual(nodes.map(() => 0));
}

test(
  'twelve hours of traffic end on one chain, with every payment and contract and without a ban',
  async () => {
    const addresses = await Promise.all([1, 2, 3].map(async () => `127.0.0.1:${await freePort()}`));
    const open = async (i: number): Promise<OpenNode> =>
      openNode({
        dataDir: folders[i]!,
        clock: () => nowMs,
        peers: { listen: addresses[i]!, peers: addresses.filter((_, j) => j !== i), discover: false }
      });
    for (const i of addresses.keys()) {
      folders.push(temporaryFolder('traffic'));
      nodes.push(await open(i));
    }
    const connected = () =>
      expect.poll(() => nodes.every(({ node }) => node.peers!.peers.length >= nodes.length - 1), TIMEOUT).toBe(true);
    await connected();
    await mineOne(nodes[0]!);
    await settled();
    await fundHost(nodes[0]!);
    await mineOne(nodes[0]!);
    await settled();
    const contracts = new ContractTraffic();
    const paid: Awaited<ReturnType<typeof pay>>[] = [];
    let [forks, restarts] = [0, 0];
    for (let round = 1; nodes[0]!.node.tip.height < BLOCKS; round++) {
      const finder = nodes[round % nodes.length]!;
      const payer = nodes[(round + 1) % nodes.length]!;
      paid.push(await pay(payer));
      await broadcast([await contracts.next(payer.wallet)], payer);
      await expect.poll(() => poolsOf(nodes), TIMEOUT).toEqual(nodes.map(() => 2));
      if (round % FORK_EVERY === 0) {
        // One mines a block alone, with the payment and the contract, which the others confirm in blocks of their own.
        finder.node.peers!.setMode('stopped');
        await mineOne(finder);
        for (let i = 0; i < 3; i++) await mineOne(payer);
        finder.node.peers!.setMode('running');
        forks++;
      } else {
        await mineOne(finder);
      }
      await settled();
      await contracts.confirm(payer.wallet);
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
    expect(Math.min(...Object.values(contracts.confirmed))).toBeGreaterThanOrEqual(10);
    const state = await nodes[0]!.wallet.tipState();
    for (const { node, wallet } of nodes) {
      expect(node.peers!.bans).toEqual([]);
      expect(await wallet.tipState()).toEqual(state);
      for (const id of paid)
        expect(await wallet.event({ params: { id: id as string as Hash256 } })).toMatchObject({ id });
    }
  },
  limitMs(120_000)
);
