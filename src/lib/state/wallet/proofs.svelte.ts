import { systemScheduler } from '$lib/async/scheduler';
import type { WalletCache } from '$lib/wallet/sync/cache';
import { outputProof, type OutputProof, type ProvenChain, type UnprovenReason } from '$lib/wallet/sync/outputProof';
import type { WalletEvent } from '$lib/wallet/sync/walletEvent';
import { type ProvenTotals, provenBalance } from '$lib/services/light/provenBalance';

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
    this.totals = provenBalance(cache, proofs, wallet.unconfirmed);
  }
}
