import { hastings, fundUnits, type FundUnits, type Hastings } from '$lib/chain/currency/currency';
import { systemScheduler } from '$lib/async/scheduler';
import type { WalletCache } from '$lib/wallet/sync/cache';
import { isMature, spentBy } from '$lib/wallet/sync/coins';
import { outputProof, type OutputProof, type ProvenChain, type UnprovenReason } from '$lib/wallet/sync/outputProof';
import type { WalletEvent } from '$lib/wallet/sync/walletEvent';

/** The parts of a balance that are proven. */
export interface ProvenTotals {
  readonly spendable: Hastings;
  readonly immature: Hastings;
  readonly funds: FundUnits;
  /** Outputs that are proven, of how many. */
  readonly proven: number;
  readonly outputs: number;
}

/** What is used of a wallet. */
interface Holder {
  readonly unconfirmed: readonly WalletEvent[];
  cache(): Promise<WalletCache>;
}

/** Judged at one go; then the page may draw. */
const AT_ONCE = 100;
/** Passes in a moment: what was judged before holds until then. */
const SHORT: readonly UnprovenReason[] = ['checking', 'behind'];

/** What is proven of everything a wallet holds, judged anew as the chain goes on. */
export class WalletProofs {
  /** Undefined while nothing was judged. */
  totals = $state.raw<ProvenTotals>();
  #proofs = $state.raw<ReadonlyMap<string, OutputProof>>(new Map());
  #why = $state.raw<UnprovenReason>('checking');

  /** Why what was not judged is not proven. */
  get why(): UnprovenReason {
    return this.#why;
  }

  /** What is proven of an output of the wallet. */
  of(id: string): OutputProof {
    return this.#proofs.get(id) ?? { state: 'unproven', why: this.#why };
  }

  /**
   * Judges everything the wallet holds.
   * @param chain as checked at the wallet's index, or why nothing is
   */
  async judge(wallet: Holder, chain: ProvenChain | UnprovenReason, signal: AbortSignal): Promise<void> {
    if (typeof chain === 'string') {
      this.#why = chain;
      if (SHORT.includes(chain)) return;
      this.#proofs = new Map();
      this.totals = undefined;
      return;
    }
    const cache = await wallet.cache();
    const proofs = new Map<string, OutputProof>();
    const outputs = [...cache.coins.values(), ...cache.funds.values()];
    for (const [i, output] of outputs.entries()) {
      if (i % AT_ONCE === AT_ONCE - 1) await systemScheduler.yield();
      if (signal.aborted) return;
      proofs.set(output.id, outputProof(cache, output, chain));
    }
    this.#why = 'checking';
    this.#proofs = proofs;
    this.totals = totalsOf(cache, proofs, wallet.unconfirmed);
  }
}

function totalsOf(
  { coins, funds, index }: WalletCache,
  proofs: ReadonlyMap<string, OutputProof>,
  pool: readonly WalletEvent[]
): ProvenTotals {
  const spent = spentBy(pool);
  const isProven = ({ id }: { readonly id: string }): boolean => proofs.get(id)?.state === 'proven';
  const totals = { spendable: 0n, immature: 0n, funds: 0n };
  for (const coin of coins.values()) {
    if (!isProven(coin)) continue;
    if (!isMature(coin, index.height)) totals.immature += coin.output.value;
    else if (!spent.has(coin.id)) totals.spendable += coin.output.value;
  }
  for (const fund of funds.values()) if (isProven(fund)) totals.funds += fund.output.value;
  return {
    spendable: hastings(totals.spendable),
    immature: hastings(totals.immature),
    funds: fundUnits(totals.funds),
    proven: [...proofs.values()].filter(({ state }) => state === 'proven').length,
    outputs: coins.size + funds.size
  };
}
