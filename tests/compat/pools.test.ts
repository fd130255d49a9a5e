import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NETWORK_DIALECT, OUR_DIALECT, translateJsonKeys } from '$lib/api/dialect';
import { block as blockJson } from '$lib/api/schemas/blocks';
import { encodeJson } from '$lib/api/schemas/codec';
import { network as networkJson } from '$lib/api/schemas/network';
import type { Block } from '$lib/chain/block/block';
import { hastings } from '$lib/chain/currency/currency';
import { UNASSIGNED_LEAF_INDEX, type CoinElement } from '$lib/chain/element/elements';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { v2CoinOutputId, v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import { unixSeconds } from '$lib/chain/time';
import { stringifyJson, type JsonValue } from '$lib/codec/json';
import { AppError } from '$lib/errors';
import { expect, test } from '../e2e/support/app';
import { limitMs } from '../support/limits';
import {
  ALICE,
  coins,
  signV2Transaction,
  TestChain,
  testNetwork,
  v2AddressOf,
  v2InputOf
} from '../unit/consensus/testChain';
import { TestServer, walletServerBinary } from './walletServer';

// The embedded node and a real wallet server get the same transactions and the same two branches, and their pools are
// compared after each step. Permitted differences are listed in docs/differences.md, under "One chain".

test.skip(!walletServerBinary, 'the wallet server could not be installed');

const FEE = coins(1n);
const OWNER = v2AddressOf(ALICE);

/** Pays the coin back to its owner, less the fee. */
function payment(parent: CoinElement, fee = FEE): V2Transaction {
  const value = hastings(parent.output.value - fee);
  const txn = { ...EMPTY_V2_TRANSACTION, coinOutputs: [{ value, address: OWNER }], minerFee: fee };
  return signV2Transaction({ ...txn, coinInputs: [v2InputOf(parent, ALICE)] }, ALICE);
}

/** The payment's output, before it is confirmed. */
const ephemeral = (txn: V2Transaction): CoinElement => ({
  stateElement: { leafIndex: UNASSIGNED_LEAF_INDEX, merkleProof: [] },
  id: v2CoinOutputId(v2TransactionId(txn), 0),
  output: txn.coinOutputs[0]!,
  maturityHeight: 0n
});

let theirs: TestServer;
let ours: TestServer;
let file: string;

/** A chain that both servers receive block by block. */
class Branch {
  readonly chain = new TestChain(testNetwork(1));

  private constructor(private readonly blocks: readonly Block[]) {
    for (const block of blocks) this.chain.add(block);
  }

  /** A chain whose owner has ten coins. */
  static async begin(): Promise<Branch> {
    const branch = new Branch([]);
    const parent = branch.chain.coinOf(OWNER);
    const output = { value: hastings(parent.output.value / 10n), address: OWNER };
    const coinOutputs = Array.from({ length: 10 }, () => output);
    const txn = { ...EMPTY_V2_TRANSACTION, coinInputs: [v2InputOf(parent, ALICE)], coinOutputs };
    return branch.with([signV2Transaction(txn, ALICE)]);
  }

  get coins(): readonly CoinElement[] {
    return this.chain.coins.filter(({ output }) => output.address === OWNER);
  }

  /** One more block, here and on both servers. @param delay seconds, so that branches differ */
  async with(v2transactions: readonly V2Transaction[] = [], delay = 0): Promise<Branch> {
    const child = this.chain.child({ v2transactions });
    const block = this.chain.committed({ ...child, timestamp: unixSeconds(child.timestamp + delay) });
    for (const { client } of [theirs, ours]) await client.broadcastBlock({ body: block }).catch(ignoreRefusal);
    return new Branch([...this.blocks, block]);
  }

  /** Adds empty blocks. */
  async grow(length: number, delay = 1): Promise<void> {
    if (length > 0) await (await this.with([], delay)).grow(length - 1);
  }
}

async function offer(...v2Transactions: V2Transaction[]): Promise<void> {
  for (const { client } of [theirs, ours]) {
    const basis = await client.tip({});
    await client.broadcast({ body: { basis, transactions: [], v2Transactions } }).catch(ignoreRefusal);
  }
}

/** A server without peers responds with 500 even if it accepts; the tip and the pool are compared instead. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof AppError)) throw error;
}

async function pools(): Promise<{ theirs: string[]; ours: string[] }> {
  const [their, our] = await Promise.all([theirs.client.poolTransactions({}), ours.client.poolTransactions({})]);
  expect(our.basis).toEqual(their.basis);
  return { theirs: idsOf(...their.v2Transactions), ours: idsOf(...our.v2Transactions) };
}

const idsOf = (...txns: readonly V2Transaction[]): string[] => txns.map(v2TransactionId).toSorted();

test.beforeEach(async () => {
  test.setTimeout(limitMs(120_000));
  const { network, genesis } = new TestChain(testNetwork(1));
  const written = { network: encodeJson(networkJson, network), genesis: encodeJson(blockJson, genesis) };
  file = join(tmpdir(), `quarry-pools-${process.pid}.json`);
  await writeFile(file, stringifyJson(translateJsonKeys(written as JsonValue, OUR_DIALECT, NETWORK_DIALECT)));
  theirs = await TestServer.start({ file });
  ours = await TestServer.startEmbedded({ file });
});

test.afterEach(async () => {
  await ours?.end();
  await theirs?.end();
  await rm(file, { force: true });
});

test('after a reverted tip, payments with a fee and a valid proof return to the pool', async () => {
  const fork = await Branch.begin();
  const [first, second] = fork.coins.map((coin) => payment(coin));
  const unpaid = payment(fork.coins[2]!, hastings(0n));
  const child = payment(ephemeral(first!));
  await fork.with([first!, second!, unpaid, child]);
  await fork.grow(2);
  const returned = idsOf(first!, second!, child);
  expect(await pools()).toEqual({ theirs: returned, ours: returned });
});

test('after two reverted blocks, only the tip’s payments return, and none whose proof its parent changed', async () => {
  const fork = await Branch.begin();
  const left = await fork.with([payment(fork.coins[0]!)]);
  await left.with([payment(left.coins[0]!)]);
  await fork.grow(3);
  expect(await pools()).toEqual({ theirs: [], ours: [] });
});

test('our pool keeps transactions that depend on a reverted or unconfirmed payment', async () => {
  const fork = await Branch.begin();
  const [confirmed, waiting] = fork.coins.map((coin) => payment(coin));
  const child = payment(ephemeral(waiting!));
  await offer(waiting!, child);
  const both = idsOf(waiting!, child);
  expect(await pools()).toEqual({ theirs: both, ours: both });

  const left = await fork.with([confirmed!]);
  expect(await pools()).toEqual({ theirs: idsOf(waiting!), ours: both });
  const paid = left.coins.find(({ id }) => id === v2CoinOutputId(v2TransactionId(confirmed!), 0))!;
  const next = payment(paid);
  await offer(next);
  await fork.grow(2);
  expect(await pools()).toEqual({
    theirs: idsOf(confirmed!, waiting!),
    ours: idsOf(confirmed!, waiting!, child, next)
  });
});
