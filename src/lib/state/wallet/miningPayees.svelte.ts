import { untrack } from 'svelte';
import type { Address } from '$lib/chain/address';
import type { PayeeWatch } from '$lib/services/mining/payees';
import { PhraseDueError, WalletElsewhereError } from '$lib/services/wallet/errors';
import { miningAddress, type MiningAddress, type MiningPayee } from '$lib/services/wallet/miningAddress';
import { phraseOverdue } from '$lib/services/wallet/phraseDue';
import type { WalletSummary } from '$lib/services/wallet/views';
import { Persisted } from '../reactive/persisted.svelte';

/** A wallet that syncs as long as it is followed. */
interface OpenPayee extends MiningPayee {
  readonly info: WalletSummary;
  follow(): () => void;
}

interface PayeesDeps {
  readonly list: () => readonly WalletSummary[];
  readonly open: (id: string) => Promise<OpenPayee>;
  /** Reads which chain the server follows, if that is not known. */
  readonly learnChain: () => Promise<void>;
  readonly isElsewhere: (wallet: WalletSummary) => boolean;
  /** Milliseconds since 1970. */
  readonly nowMs: () => number;
}

function parse(stored: unknown): MiningAddress | undefined {
  const { wallet, address } = (stored ?? {}) as Partial<Record<keyof MiningAddress, unknown>>;
  return typeof wallet === 'string' && typeof address === 'string'
    ? { wallet, address: address as Address }
    : undefined;
}

/** Issues addresses for mining payouts. */
export class WalletPayees {
  /** The last issued address, reused until a block has paid it. */
  readonly #last = new Persisted<MiningAddress | undefined>('mining-address', undefined, parse);
  readonly #deps: PayeesDeps;
  /** Sessions by the wallet that they pay. */
  readonly #sessions = new Map<string, Set<PayeeWatch>>();

  constructor(deps: PayeesDeps) {
    this.#deps = deps;
  }

  /** The oldest wallet with keys; without one, the oldest watch-only wallet. */
  get usual(): string | undefined {
    const list = this.#deps.list();
    return (list.find(({ kind }) => kind === 'seed') ?? list[0])?.id;
  }

  /** {@link usual}, once it is known which wallets are on the server's chain. */
  async findUsual(): Promise<string | undefined> {
    await this.#deps.learnChain();
    return this.usual;
  }

  /**
   * @param watch of a session with repeated payouts; omitted for a single payment
   * @throws {UnknownWalletError | WalletElsewhereError | PhraseDueError}
   */
  async issue(id: string, label: string, watch?: PayeeWatch): Promise<Address> {
    const [wallet] = await Promise.all([this.#deps.open(id), this.#deps.learnChain()]);
    // The choice of a payee outlasts a change of the connection.
    if (this.#deps.isElsewhere(wallet.info)) throw new WalletElsewhereError(wallet.info.network);
    const isDue = () => phraseOverdue(wallet.info, this.#deps.nowMs()) !== undefined;
    if (isDue()) throw new PhraseDueError(id);
    const address = await miningAddress(wallet, this.#last.value, label);
    this.#last.value = { wallet: id, address };
    if (watch) this.#add(id, watch);
    if (watch && wallet.info.phrasePending) watchPayee(wallet, isDue, watch);
    return address;
  }

  /** The wallet was removed from this browser, with its keys: nothing more may be mined to it. */
  removed(id: string): void {
    if (this.#last.value?.wallet === id) this.#last.value = undefined;
    const sessions = this.#sessions.get(id) ?? [];
    this.#sessions.delete(id);
    for (const { onrefuse } of sessions) onrefuse();
  }

  #add(id: string, watch: PayeeWatch): void {
    if (watch.ended.aborted) return;
    const sessions = this.#sessions.get(id) ?? new Set();
    this.#sessions.set(id, sessions.add(watch));
    watch.ended.addEventListener('abort', () => sessions.delete(watch), { once: true });
  }
}

/**
 * Syncs a wallet with an unconfirmed phrase until mining ends: mined coins may exceed the amount allowed without one.
 */
function watchPayee(wallet: OpenPayee, isDue: () => boolean, { ended, onrefuse }: PayeeWatch): void {
  if (ended.aborted) return;
  const stop = $effect.root(() => {
    $effect(() => wallet.follow());
    const due = $derived(isDue());
    $effect(() => {
      if (due) untrack(onrefuse);
    });
  });
  ended.addEventListener('abort', stop, { once: true });
}
