import { NotFoundError, ServerError } from '$lib/api/http/errors';
import type { WalletServer } from '$lib/api/wallet-server/client';
import type { ChainUpdates } from '$lib/api/wallet-server/schemas';
import { blockId, type Block } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import type { ChainState } from '$lib/chain/block/state';
import { hastings } from '$lib/chain/currency/currency';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { BlockId } from '$lib/chain/ids';
import type { Address } from '$lib/chain/address';
import type { Network } from '$lib/chain/network/network';
import { testNetwork, type Content } from '../consensus/testChain';
import { FeedChain } from '../wallet/support';

const EXCHANGE = { method: 'GET', path: '/' };
export const notFound = () => new NotFoundError(EXCHANGE, 404, '');
export const serverFailed = (message = '') => new ServerError(EXCHANGE, 500, message);

/** So that a test can replace a call halfway. */
type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

/** A wallet server with a chain that grows and is reorganized; it serves the outputs of all addresses. */
export class ChainServer {
  readonly chain: FeedChain;
  readonly #genesis: ChainState;
  readonly #gone = new Map<BlockId, ChainUpdates['reverted'][number]>();

  constructor(blocks = 0, network: Network = testNetwork(1)) {
    this.chain = new FeedChain(network);
    this.#genesis = this.chain.state;
    this.grow(blocks);
  }

  get state(): ChainState {
    return this.chain.state;
  }

  get tip(): ChainIndex {
    return this.state.index;
  }

  grow(count: number, payee?: Address): void {
    for (let i = 0; i < count; i++) this.chain.add({}, payee);
  }

  add(content: Content, payee?: Address): void {
    this.chain.add(content, payee);
  }

  /** Reverts the last blocks. */
  rewind(count: number): void {
    for (const reverted of this.chain.rewind(count) as ChainUpdates['reverted']) {
      this.#gone.set(idOf(reverted.block), reverted);
    }
  }

  stateAt(height: number): ChainState {
    return height === 0 ? this.#genesis : (this.chain.feed.applied[height - 1]!.state as ChainState);
  }

  blockAt(height: number): Block {
    return height === 0 ? this.chain.chain.genesis : this.chain.feed.applied[height - 1]!.block;
  }

  /** The changes since a block, which may have been reverted. */
  updatesSince(index: ChainIndex, limit: number): ChainUpdates {
    const reverted: ChainUpdates['reverted'][number][] = [];
    let { id } = index;
    while (this.#heightOf(id) === undefined) {
      const gone = this.#gone.get(id);
      if (gone === undefined) throw serverFailed('unknown index');
      reverted.push(gone);
      id = gone.block.parentId;
    }
    const from = this.#heightOf(id)!;
    const applied = this.chain.feed.applied.slice(from, from + limit - reverted.length);
    return { reverted, applied } as unknown as ChainUpdates;
  }

  /** @param changes calls that a test handles itself */
  server(changes: Partial<WalletServer> = {}): Writable<WalletServer> {
    const listed = <E extends { readonly output: { readonly address: Address } }>(
      elements: readonly E[],
      addresses: readonly Address[],
      { offset = 0, limit = 100 }: { offset?: number; limit?: number } = {}
    ) => ({
      basis: this.tip,
      outputs: elements.filter(({ output }) => addresses.includes(output.address)).slice(offset, offset + limit)
    });
    const mature = () => this.chain.chain.coins.filter(({ maturityHeight }) => maturityHeight <= this.tip.height);
    const answers: Partial<WalletServer> = {
      state: async () => ({ version: '', startTime: '', indexMode: 'full' }),
      network: async () => this.chain.network,
      tip: async () => this.tip,
      tipState: async () => this.state,
      indexAt: async ({ params: { height } }) => {
        if (height < 0 || height > this.tip.height) throw notFound();
        return this.stateAt(height).index;
      },
      block: async ({ params }) => this.#withId(this.#place(params.idOrHeight)),
      checkpoint: async ({ params }) => {
        const height = this.#place(params.idOrHeight);
        return { block: this.#withId(height), state: this.stateAt(height) };
      },
      updates: async ({ params, query }) => this.updatesSince(params.index, query?.limit ?? 10),
      batchCoinOutputs: async ({ body, query }) => listed(mature(), body.addresses, query),
      batchFundOutputs: async ({ body, query }) => listed(this.chain.chain.funds, body.addresses, query),
      coinOutput: async ({ params: { id } }) => {
        const coin = this.chain.chain.coins.find((each) => each.id === id);
        if (coin === undefined) throw notFound();
        return coin;
      },
      batchEvents: async () => [],
      poolTransactions: async () => ({ basis: this.tip, transactions: [], v2Transactions: [] }),
      fee: async () => hastings(1n)
    };
    return { ...answers, ...changes } as Writable<WalletServer>;
  }

  #withId(height: number) {
    return { ...this.blockAt(height), id: this.stateAt(height).index.id };
  }

  #heightOf(id: BlockId): number | undefined {
    if (id === this.#genesis.index.id) return 0;
    const found = this.chain.feed.applied.findIndex(({ state }) => state.index.id === id);
    return found < 0 ? undefined : found + 1;
  }

  #place(idOrHeight: string): number {
    const height = /^\d{1,15}$/.test(idOrHeight) ? Number(idOrHeight) : this.#heightOf(idOrHeight as BlockId);
    if (height === undefined || height > this.tip.height) throw notFound();
    return height;
  }
}

/** Records the signal of the last call of each method, which is undefined if it had none. */
export function recordingSignals(server: WalletServer, asked: Map<string, AbortSignal | undefined>): WalletServer {
  const record = ([name, call]: [string, (request: object, options?: { signal?: AbortSignal }) => unknown]) => [
    name,
    (request: object, options?: { signal?: AbortSignal }) => {
      if (!asked.has(name) || asked.get(name) !== undefined) asked.set(name, options?.signal);
      return call(request, options);
    }
  ];
  return Object.fromEntries(Object.entries(server).map((entry) => record(entry as never))) as unknown as WalletServer;
}

const idOf = (block: Block): BlockId => blockId(blockHeaderOf(block));
