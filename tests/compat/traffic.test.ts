import { expect, test } from 'playwright/test';
import { createDaemon } from '$lib/api/daemon/client';
import { agentName, NETWORK_DIALECT } from '$lib/api/dialect';
import { hastings } from '$lib/chain/currency/currency';
import { unixSeconds } from '$lib/chain/time';
import type { V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import { basicAuthorization } from '$lib/server/http/upstream';
import { ContractTraffic, largestCoin } from '../support/contractTraffic';
import { addressOf, coins, HOST, paidBy, RENTER } from '../support/contracts';
import { limitMs } from '../support/limits';
import { API_PASSWORD, isStandIn, TestServer, walletServerBinary } from './walletServer';

/*
 * Twelve hours, by block timestamps, of the embedded node and a real wallet server as peers: every ten minutes, one of
 * them gets a payment and a contract formation, revision or renewal, and the other confirms them, with reorganizations
 * both ways in between. A ban would end the connection for a day.
 */
test.skip(!walletServerBinary || isStandIn, 'the wallet server could not be installed');

const BLOCKS = 72;
const BLOCK_SECONDS = 600;
const FORK_EVERY = 10;
const FEE = 10n ** 22n;
const PATIENCE = { timeout: limitMs(60_000) };

let ours: TestServer;
let theirs: TestServer;
let time = unixSeconds(0);

test.beforeAll(async () => {
  ours = await TestServer.startEmbedded('private-easy');
  theirs = await TestServer.start('private-easy');
  time = unixSeconds(Math.floor(Date.now() / 1000) - (BLOCKS + FORK_EVERY) * BLOCK_SECONDS);
});
test.afterAll(async () => {
  await ours?.end();
  await theirs?.end();
});

const mine = (server: TestServer, blocks = 1) =>
  server.mine(blocks, undefined, () => (time = unixSeconds(time + BLOCK_SECONDS)));
const tips = async () => [(await ours.tip()).id, (await theirs.tip()).id];
const poolSizes = () =>
  Promise.all([ours, theirs].map(async ({ client }) => (await client.poolTransactions({})).v2Transactions.length));

/** Waits until both have one tip and empty pools, and serve addresses as of that tip. */
async function settled(): Promise<void> {
  await expect
    .poll(
      connected(async () => new Set(await tips()).size),
      PATIENCE
    )
    .toBe(1);
  await expect.poll(connected(poolSizes), PATIENCE).toEqual([0, 0]);
  await Promise.all([ours.indexed(), theirs.indexed()]);
}

const broadcast = async ({ client }: TestServer, ...v2Transactions: V2Transaction[]) =>
  client.broadcast({ body: { basis: await client.tip({}), transactions: [], v2Transactions } });

/**
 * Makes the call while they are connected. The wallet server's library drops connections now and then
 * (docs/decisions/0027) and redials only after five minutes, so this redials immediately. A banned node would be
 * refused.
 */
const connected =
  <T>(ask: () => Promise<T>) =>
  async (): Promise<T> => {
    if ((await theirs.client.peers({})).length === 0) await connect();
    return ask();
  };

/**
 * Broadcasts the transactions to one node and waits until both have them. Like a wallet, it rebroadcasts meanwhile:
 * messages in flight are lost when a connection ends.
 */
async function offer(payer: TestServer, ...transactions: V2Transaction[]): Promise<void> {
  const offered = async () => {
    for (const transaction of transactions) await broadcast(payer, transaction);
    return poolSizes();
  };
  const { length } = transactions;
  await expect.poll(connected(offered), { ...PATIENCE, intervals: [250, 5_000] }).toEqual([length, length]);
}

/** Dials one at a time: two simultaneous connections may each close the other. */
async function connect(): Promise<void> {
  const isConnected = async () => (await theirs.client.peers({})).length > 0;
  const dial = () => theirs.client.connectPeer({ body: ours.peerAddress! }).then(() => true, isConnected);
  await expect.poll(dial, PATIENCE).toBe(true);
}

/** Runs `meanwhile` while they are disconnected. */
async function apart(meanwhile: () => Promise<void>): Promise<void> {
  const { gateway } = createDaemon({
    fetch,
    baseUrl: ours.url,
    headers: { 'user-agent': agentName(NETWORK_DIALECT), authorization: basicAuthorization(API_PASSWORD) }
  });
  await gateway.changeBlocklist({ body: { action: 'set', addresses: ['127.0.0.1'] } });
  await expect.poll(async () => (await theirs.client.peers({})).length, PATIENCE).toBe(0);
  await meanwhile();
  await gateway.changeBlocklist({ body: { action: 'set', addresses: [] } });
  await connect();
}

test('twelve hours of payments and contracts end on one chain without a ban', async () => {
  test.setTimeout(limitMs(600_000));
  await mine(ours, 5);
  await connect();
  await settled();
  const value = coins(100_000n);
  const funding = { coinOutputs: [{ value, address: addressOf(HOST) }] };
  await broadcast(theirs, paidBy(await largestCoin(theirs.client, RENTER), RENTER, value, funding));
  await mine(theirs);
  await settled();

  const contracts = new ContractTraffic();
  const paid: string[] = [];
  let forks = 0;
  for (let round = 1; (await ours.tip()).height < BLOCKS; round++) {
    const [finder, payer] = round % 2 === 0 ? [ours, theirs] : [theirs, ours];
    const payment = paidBy(await largestCoin(payer.client, RENTER), RENTER, FEE, { minerFee: hastings(FEE) });
    paid.push(v2TransactionId(payment));
    await offer(payer, payment, await contracts.next(payer.client));
    if (round % FORK_EVERY < 2) {
      // Each confirms them in its own block, and the payer's branch becomes the longer one.
      await apart(async () => {
        await mine(finder);
        await mine(payer, 3);
      });
      forks++;
    } else {
      await mine(finder);
    }
    await settled();
    await contracts.confirm(payer.client);
  }
  expect(forks).toBeGreaterThanOrEqual(6);
  expect(Math.min(...Object.values(contracts.confirmed))).toBeGreaterThanOrEqual(8);
  for (const { client } of [ours, theirs]) {
    for (const id of paid) expect(await client.event({ params: { id: id as never } })).toMatchObject({ id });
    expect(await client.peers({})).toHaveLength(1);
  }
  expect(await ours.client.tipState({})).toEqual(await theirs.client.tipState({}));
});
