import type { Daemon } from '$lib/api/daemon/client';
import type { DaemonBlock } from '$lib/api/daemon/consensus';
import { NotConfiguredError } from '$lib/api/http/errors';
import { undefinedIfNotFound } from '$lib/api/http/undefinedIfNotFound';
import type { WalletServer } from '$lib/api/wallet-server/client';
import { blockId, type Block } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { BlockId } from '$lib/chain/ids';
import type { Height } from '$lib/chain/time';
import { type AppError, toAppError } from '$lib/errors';

/** A block as far as servers return it. */
export interface KnownBlock {
  readonly id: BlockId;
  readonly height: Height;
  readonly block: Block;
  /** Expected number of hashes for the next block; from daemons only. */
  readonly childDifficulty: bigint | undefined;
  /** Whether `block` includes its V2 transactions; daemons do not have them. */
  readonly isWhole: boolean;
  /** Why it is incomplete although a wallet server is configured. */
  readonly problem: AppError | undefined;
}

export interface ChainSources {
  readonly daemon: Pick<Daemon, 'consensus'>;
  /** Has blocks of both versions; undefined if not configured. */
  readonly wallet: WalletServer | undefined;
}

const MAX_KEPT = 64;
/** Limits by number and by transactions: a few full blocks take as much memory as many small ones. */
const MAX_TRANSACTIONS_KEPT = 10_000;

/** Reads blocks from the daemon and the wallet server, with a cache: blocks are immutable. */
export class ChainReader {
  readonly #sources: ChainSources;
  /** Least recently used first. */
  readonly #kept = new Map<BlockId, KnownBlock>();

  constructor(sources: ChainSources) {
    this.#sources = sources;
  }

  get hasWallet(): boolean {
    return this.#sources.wallet !== undefined;
  }

  /** The block with an id, on any branch; undefined if no server has it. */
  async byId(id: BlockId, signal?: AbortSignal): Promise<KnownBlock | undefined> {
    const kept = this.#kept.get(id);
    return kept ? this.#keep(kept) : this.#read({ id }, id, signal);
  }

  /** The best chain's block at a height; undefined above the tip. */
  byHeight(height: Height, signal?: AbortSignal): Promise<KnownBlock | undefined> {
    return this.#read({ height }, String(height), signal);
  }

  /**
   * The tip, from the daemon or else the wallet server.
   * @throws {AppError} from neither
   */
  async tip(signal?: AbortSignal): Promise<ChainIndex> {
    const { daemon, wallet } = this.#sources;
    try {
      const { height, currentBlock } = await daemon.consensus.status({}, { signal });
      return { height, id: currentBlock };
    } catch (error) {
      signal?.throwIfAborted();
      if (!wallet) throw error;
      return wallet.tip({}, { signal }).catch((walletError: unknown) => {
        throw isAbsent(error) ? walletError : error;
      });
    }
  }

  /** Cached blocks, most recently used first. */
  recent(): readonly KnownBlock[] {
    return [...this.#kept.values()].reverse();
  }

  async #read(
    query: { id: BlockId } | { height: Height },
    idOrHeight: string,
    signal?: AbortSignal
  ): Promise<KnownBlock | undefined> {
    const { daemon, wallet } = this.#sources;
    const [reported, whole] = await Promise.allSettled([
      undefinedIfNotFound(daemon.consensus.block({ query }, { signal })),
      wallet ? undefinedIfNotFound(wallet.block({ params: { idOrHeight } }, { signal })) : undefined
    ]);
    signal?.throwIfAborted();
    const fromDaemon = reported.status === 'fulfilled' ? reported.value : undefined;
    const fromWallet = whole.status === 'fulfilled' ? whole.value : undefined;
    const walletProblem = whole.status === 'rejected' ? toAppError(whole.reason) : undefined;
    if (fromDaemon) return this.#keep(merge(fromDaemon, fromWallet, walletProblem));
    if (fromWallet) {
      const id = blockId(blockHeaderOf(fromWallet));
      const height = fromWallet.v2?.height ?? (await heightOf(query, fromWallet, wallet!, signal));
      if (height !== undefined) {
        return { id, height, block: fromWallet, childDifficulty: undefined, isWhole: true, problem: undefined };
      }
    }
    if (reported.status === 'rejected' && !(wallet && isAbsent(reported.reason))) throw toAppError(reported.reason);
    if (reported.status === 'rejected' && walletProblem) throw walletProblem;
    return undefined;
  }

  #keep(known: KnownBlock): KnownBlock {
    this.#kept.delete(known.id);
    // A block without its V2 part is read again next time.
    if (known.isWhole || !this.hasWallet) this.#kept.set(known.id, known);
    let transactions = [...this.#kept.values()].reduce((sum, kept) => sum + transactionCount(kept), 0);
    for (const [id, oldest] of this.#kept) {
      if (this.#kept.size <= MAX_KEPT && transactions <= MAX_TRANSACTIONS_KEPT) break;
      this.#kept.delete(id);
      transactions -= transactionCount(oldest);
    }
    return known;
  }
}

/** The connection has no daemon; this is not an error. */
const isAbsent = (error: unknown): boolean => error instanceof NotConfiguredError;

/** V1 blocks do not contain their height; a wallet server's state for them does. */
async function heightOf(
  query: { id: BlockId } | { height: Height },
  { parentId }: Block,
  wallet: WalletServer,
  signal?: AbortSignal
): Promise<Height | undefined> {
  if ('height' in query) return query.height;
  const found = await undefinedIfNotFound(wallet.checkpoint({ params: { idOrHeight: query.id } }, { signal }));
  if (!found) return undefined;
  // Some servers return the state before the block, others the one after it.
  const { index } = found.state;
  return index.id === parentId ? index.height + 1 : index.height;
}

/** Transactions of both generations. */
export const transactionCount = ({ block }: Pick<KnownBlock, 'block'>): number =>
  block.transactions.length + (block.v2?.transactions.length ?? 0);

function merge(reported: DaemonBlock, whole: Block | undefined, problem: AppError | undefined): KnownBlock {
  const { id, height, difficulty, parentId, nonce, timestamp, minerPayouts, transactions } = reported;
  const v1: Block = { parentId, nonce, timestamp, minerPayouts, transactions };
  // The two servers may be on different branches: only the same block is merged.
  const same = whole && blockId(blockHeaderOf(whole)) === id ? whole : undefined;
  return { id, height, block: same ?? v1, childDifficulty: difficulty, isWhole: same !== undefined, problem };
}
