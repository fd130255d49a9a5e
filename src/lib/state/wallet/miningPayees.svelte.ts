import type { Address } from '$lib/chain/address';
import { PhraseDueError } from '$lib/services/wallet/errors';
import { miningAddress, type MiningAddress, type MiningPayee } from '$lib/services/wallet/miningAddress';
import { isPhraseOverdue } from '$lib/services/wallet/phraseDue';
import type { WalletSummary } from '$lib/services/wallet/views';
import { Persisted } from '../reactive/persisted.svelte';

interface PayeesDeps {
  readonly list: () => readonly WalletSummary[];
  readonly open: (id: string) => Promise<MiningPayee & { readonly info: WalletSummary }>;
  /** Milliseconds since 1970. */
  readonly nowMs: () => number;
}

function parse(stored: unknown): MiningAddress | undefined {
  const { wallet, address } = (stored ?? {}) as Partial<Record<keyof MiningAddress, unknown>>;
  return typeof wallet === 'string' && typeof address === 'string'
    ? { wallet, address: address as Address }
    : undefined;
}

/** Issues the addresses that mining pays. */
export class WalletPayees {
  /** The last address issued, used again until a block has paid it. */
  readonly #last = new Persisted<MiningAddress | undefined>('mining-address', undefined, parse);
  readonly #deps: PayeesDeps;

  constructor(deps: PayeesDeps) {
    this.#deps = deps;
  }

  /** The oldest wallet with keys, else the oldest watch-only one. */
  get usual(): string | undefined {
    const list = this.#deps.list();
    return (list.find(({ kind }) => kind === 'seed') ?? list[0])?.id;
  }

  /** @throws {UnknownWalletError | PhraseDueError} */
  async issue(id: string, label: string): Promise<Address> {
    const wallet = await this.#deps.open(id);
    if (isPhraseOverdue(wallet.info, this.#deps.nowMs())) throw new PhraseDueError(id);
    const address = await miningAddress(wallet, this.#last.value, label);
    this.#last.value = { wallet: id, address };
    return address;
  }
}
