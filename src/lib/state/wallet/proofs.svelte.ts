import { untrack } from 'svelte';
import { systemScheduler } from '$lib/async/scheduler';
import type { WalletCache } from '$lib/wallet/sync/cache';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { Height } from '$lib/chain/time';
import { outputProof, type OutputProof, type ProvenChain, type UnprovenReason } from '$lib/wallet/sync/outputProof';
import type { WalletEvent } from '$lib/wallet/sync/walletEvent';
import { type ProvenTotals, type UnspendableAddresses, provenBalance } from '$lib/services/light/provenBalance';
import type { LightClient } from '../light/lightClient.svelte';

/** The wallet interface in use. */
interface Holder extends UnspendableAddresses {
  /** The block that it shows. */
  readonly index: ChainIndex | undefined;
  readonly unconfirmed: readonly WalletEvent[];
  /** Ids of outputs excluded from payments. */
  readonly frozen: ReadonlySet<string>;
  cache(): Promise<WalletCache>;
}

interface FollowedHolder extends Holder {
  /** Incremented whenever its outputs may have changed. */
  readonly revision: number;
}

/** Outputs per batch; the page can render between batches. */
const AT_ONCE = 100;
/** Transient reasons, during which earlier results are kept. */
const SHORT: readonly UnprovenReason[] = ['checking', 'behind'];

/** Proof status of a wallet's outputs, updated as the chain advances. */
export class WalletProofs {
  /** Undefined before the first evaluation. */
  totals = $state.raw<ProvenTotals>();
  /** The header after this block commits to the verified outputs; undefined before the first evaluation. */
  height = $state.raw<Height>();
  #proofs = $state.raw<ReadonlyMap<string, OutputProof>>(new Map());
  #why = $state.raw<UnprovenReason>('checking');

  /** Why outputs without a result are unproven. */
  get why(): UnprovenReason {
    return this.#why;
  }

  /** Proof status of an output of the wallet. */
  of(id: string): OutputProof {
    return this.#proofs.get(id) ?? { state: 'unproven', why: this.#why };
  }

  /** Re-evaluates whenever the wallet or the verified chain changes. Call during component initialization. */
  follow(wallet: FollowedHolder, light: () => Pick<LightClient, 'provenAt'> | undefined): void {
    const chain = $derived(light()?.provenAt(wallet.index) ?? 'off');
    // Compared by value, so that an update without changes does not verify all outputs again.
    const chainKey = $derived(
      typeof chain === 'string'
        ? chain
        : `${wallet.index?.id ?? ''} ${chain.committed.height} ${chain.elements.numLeaves}`
    );
    $effect(() => {
      void [chainKey, wallet.revision];
      const abort = new AbortController();
      // On failure, the last results are kept.
      untrack(() => this.evaluate(wallet, chain, abort.signal)).catch(() => undefined);
      return () => abort.abort();
    });
    $effect(() => {
      void [wallet.unconfirmed, wallet.frozen, wallet.timeLocked, wallet.watched];
      untrack(() => this.#recount(wallet)).catch(() => undefined);
    });
  }

  /**
   * Evaluates all outputs of the wallet.
   * @param chain the verified chain at the wallet's index, or why there is none
   */
  async evaluate(wallet: Holder, chain: ProvenChain | UnprovenReason, signal: AbortSignal): Promise<void> {
    if (typeof chain === 'string') {
      this.#why = chain;
      if (SHORT.includes(chain)) return this.#recount(wallet);
      this.#proofs = new Map();
      this.totals = undefined;
      this.height = undefined;
      return;
    }
    const { index } = wallet;
    const cache = await wallet.cache();
    // Its outputs are already at the next block, which it shows soon; their proofs are for that block.
    if (cache.index.id !== index?.id) return;
    const proofs = new Map<string, OutputProof>();
    const outputs = [...cache.coins.values(), ...cache.funds.values()];
    for (const [i, output] of outputs.entries()) {
      if (i % AT_ONCE === AT_ONCE - 1) await systemScheduler.yield();
      if (signal.aborted) return;
      proofs.set(output.id, outputProof(cache, output, chain));
    }
    this.#why = 'checking';
    this.#proofs = proofs;
    this.height = chain.committed.height;
    this.totals = provenBalance(cache, proofs, wallet.unconfirmed, wallet.frozen, wallet);
  }

  /** Applies the last results to the outputs as they are now: those that came since are not verified. */
  async #recount(wallet: Holder): Promise<void> {
    if (this.totals === undefined) return;
    const cache = await wallet.cache();
    if (this.totals === undefined || cache.index.id !== wallet.index?.id) return;
    this.totals = provenBalance(cache, this.#proofs, wallet.unconfirmed, wallet.frozen, wallet);
  }
}
