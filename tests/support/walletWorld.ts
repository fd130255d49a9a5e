import { expect, vi } from 'vitest';
import type { Address } from '$lib/chain/address';
import { hastings } from '$lib/chain/currency/currency';
import { openChannel } from '$lib/storage/channel';
import { openMemoryDatabase } from '$lib/storage/openDatabase';
import type { Database } from '$lib/storage/database';
import { WalletStore } from '$lib/storage/walletStore';
import { openWalletTabs } from '$lib/storage/walletTabs';
import type { WalletServer } from '$lib/api/wallet-server/client';
import type { OpenWalletTabs } from '$lib/services/wallet/ports';
import type { WalletState } from '$lib/state/wallet/wallet.svelte';
import { stateElementOf } from '$lib/wallet/sync/cache';
import { Wallets, type WalletsDeps } from '$lib/state/wallet/wallets.svelte';
import { unixSeconds } from '$lib/chain/time';
import type { Block } from '$lib/chain/block/block';
import type { ChainState } from '$lib/chain/block/state';
import type { V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { applyBlock } from '$lib/consensus/apply/applyBlock';
import { EMPTY_SUPPLEMENT } from '$lib/consensus/apply/supplement';
import { buildTemplate } from '$lib/mining/work/template';
import { openNode, type OpenNode } from './node';
import { solveBlock } from './solve';
import { openTestKeystore } from './inProcessKeys';
import { limitMs } from './limits';

/** A browser with its own database and keys, in this process, connected to a node. */
export interface Browser {
  readonly wallets: Wallets;
  readonly database: Database;
}

/** Stubs the page globals that state classes use. */
export function stubPage(): void {
  vi.stubGlobal('addEventListener', () => undefined);
}

/** The wallets of a tab: its own keys, and a database and channels that it may share with others. */
export function openTestWallets(
  server: WalletServer,
  database: Database,
  pollMs: number,
  openTabs: OpenWalletTabs,
  isOwnNode = false,
  provenAt: WalletsDeps['provenAt'] = () => 'off'
): Wallets {
  return new Wallets({
    server,
    openHome: async (onwarning) => {
      if (database.warning) onwarning(database.warning);
      const store = new WalletStore(database);
      const load = (id: string) => store.loadVault(id);
      const replace = (id: string, before: Uint8Array, next: Uint8Array) => store.replaceVault(id, before, next);
      return { store, keystore: openTestKeystore({ load, replace }).keystore };
    },
    openTabs,
    openChannel,
    isOwnNode,
    provenAt,
    // The user may never answer the browser's prompt.
    askToPersist: () => new Promise(() => undefined),
    readStorage: async () => ({ persisted: true }),
    newId: () => crypto.randomUUID(),
    randomBytes,
    nowMs: Date.now,
    pollMs,
    prioritize: (work) => work()
  });
}

let browsers = 0;

/** @param server the server the browser is connected to */
export function openBrowser(
  server: WalletServer,
  database: Database = openMemoryDatabase(),
  pollMs = 10,
  isOwnNode = false
): Browser {
  // Each browser has its own channels, like tabs of different browsers.
  const name = `browser-${++browsers}`;
  const wallets = openTestWallets(
    server,
    database,
    pollMs,
    (walletId, onnews) => openWalletTabs(`${name}-${walletId}`, onnews, undefined),
    isOwnNode
  );
  return { wallets, database };
}

/** Waits until the condition holds; fails with its description. */
export async function until(what: string, holds: () => boolean | Promise<boolean>, timeoutMs = 10_000): Promise<void> {
  const endMs = Date.now() + limitMs(timeoutMs);
  while (!(await holds())) {
    if (Date.now() > endMs) throw new Error(`timed out: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Waits until the wallet has reached the node's tip and read its pool. */
export const inStep = (wallet: WalletState, { node }: OpenNode): Promise<void> =>
  until('wallet synced', () => wallet.status.step === 'following' && wallet.index?.id === node.tip.id);

const randomBytes = (n: number) => crypto.getRandomValues(new Uint8Array(n));
const now = () => unixSeconds(Math.floor(Date.now() / 1000));

/** Mines blocks that pay an address and contain the pool's transactions. */
export async function mineTo({ wallet }: OpenNode, address: Address, count = 1): Promise<void> {
  const network = await wallet.network();
  for (let i = 0; i < count; i++) {
    const state = await wallet.tipState();
    const { transactions, v2Transactions } = await wallet.poolTransactions();
    const { block } = buildTemplate({ network, state, transactions, v2Transactions }, address, now(), randomBytes);
    await wallet.broadcastBlock({ body: solveBlock(network, state, block) });
  }
}

/** A branch on top of a state, not submitted: its first block holds the transactions, the others are empty. */
export async function branchFrom(
  { wallet }: OpenNode,
  from: ChainState,
  address: Address,
  length: number,
  time = now(),
  content: readonly V2Transaction[] = []
) {
  const network = await wallet.network();
  const blocks: Block[] = [];
  let state = from;
  for (let i = 0; i < length; i++) {
    const v2Transactions = i === 0 ? content : [];
    const parts = { network, state, transactions: [], v2Transactions };
    const solved = solveBlock(network, state, buildTemplate(parts, address, time, randomBytes).block);
    blocks.push(solved);
    ({ state } = applyBlock(network, state, solved, EMPTY_SUPPLEMENT));
  }
  return blocks;
}

/** Everything a wallet shows of the chain, to compare two wallets. */
export async function viewOf(wallet: WalletState) {
  const events = await Array.fromAsync(wallet.lists.allEvents());
  const coins = await wallet.holdings().then((held) => held.coins.toSorted((a, b) => (a.id < b.id ? -1 : 1)));
  const { index, balance, counts } = wallet;
  const cache = await wallet.cache();
  const proofs = coins.map(({ leafIndex }) => leafIndex !== undefined && stateElementOf(cache, leafIndex));
  return { index, balance, counts: { ...counts, addresses: 0 }, events, coins, proofs };
}

export const PASSWORD = 'correct horse';
/** The phrase whose first key owns a development chain's genesis coins. */
export const DEV_PHRASE = `${'abandon '.repeat(11)}about`;

/** A node, browsers connected to it, and wallets that are followed until the end. */
export class World {
  readonly #stops: (() => void)[] = [];

  private constructor(readonly node: OpenNode) {}

  static async open(options?: Parameters<typeof openNode>[0]): Promise<World> {
    return new World(await openNode(options));
  }

  async end(): Promise<void> {
    for (const stop of this.#stops) stop();
    await this.node.node.close();
  }

  browser(server: WalletServer = this.node.wallet): Browser {
    return openBrowser(server);
  }

  /** The wallet, followed and synced. */
  async followed({ wallets }: Browser, id: string): Promise<WalletState> {
    const wallet = await wallets.open(id);
    this.follow(wallet);
    await inStep(wallet, this.node);
    return wallet;
  }

  follow(wallet: WalletState): void {
    this.#stops.push(wallet.follow());
  }

  async created(browser: Browser = this.browser()) {
    const phrase = await browser.wallets.newPhrase();
    const id = await browser.wallets.create({ name: 'new', phrase, password: PASSWORD });
    return { browser, phrase, id, wallet: await this.followed(browser, id) };
  }

  async restored(phrase: string = DEV_PHRASE, browser: Browser = this.browser()): Promise<WalletState> {
    const id = await browser.wallets.restore({ name: 'restored', phrase, password: PASSWORD });
    return this.followed(browser, id);
  }

  mine(address: Address, count = 1): Promise<void> {
    return mineTo(this.node, address, count);
  }

  inStep(...wallets: readonly WalletState[]): Promise<unknown> {
    return Promise.all(wallets.map((wallet) => inStep(wallet, this.node)));
  }
}

/** Composes, signs and broadcasts; returns the flow while it waits for confirmation. */
export async function send(wallet: WalletState, to: Address, coins: bigint | 'max') {
  const flow = wallet.send();
  const amount = coins === 'max' ? ({ unit: 'max' } as const) : ({ unit: 'coins', coins: hastings(coins) } as const);
  await flow.compose({ recipients: [{ address: to, ...amount }] });
  expect(flow.status).toMatchObject({ step: 'reviewing' });
  await flow.confirm();
  expect(flow.status).toMatchObject({ step: 'following' });
  return flow;
}
