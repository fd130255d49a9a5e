import type { TransportOptions } from '$lib/api/http/transport';
import type { WalletServer } from '$lib/api/wallet-server/client';
import type { Address } from '$lib/chain/address';
import { toAppError, type AppError } from '$lib/errors';
import { readOtherServers, walletServerOf, type OtherServer } from '$lib/services/otherServers';
import { Live } from '../reactive/live.svelte';
import { compareTips, totalsAt, type AddressTotals, type TipComparison } from '$lib/services/light/secondServer';

/** Another server's view of the chain. */
export interface Opinion {
  readonly other: OtherServer;
  readonly tips?: TipComparison;
  /** Why it could not be read. */
  readonly problem?: AppError;
}

export interface OpinionDeps {
  readonly ours: WalletServer;
  /** The other servers; read again each time. */
  readonly readOthers: (signal: AbortSignal) => Promise<readonly OtherServer[]>;
  readonly nowMs: () => number;
}

const LATE_AFTER_MS = 45_000;

/** Compares the views of all configured wallet servers. */
export class SecondOpinion {
  readonly opinions: Live<readonly Opinion[]>;
  readonly #deps: OpinionDeps;

  constructor(deps: OpinionDeps) {
    this.#deps = deps;
    this.opinions = new Live((signal) => this.#read(signal), deps.nowMs, LATE_AFTER_MS);
  }

  /**
   * Total balance of the addresses at both servers, ours first. Reveals to the other server that the addresses belong
   * together.
   */
  compareTotals(
    { server }: OtherServer,
    addresses: readonly Address[],
    signal: AbortSignal = new AbortController().signal
  ): Promise<[ours: AddressTotals, theirs: AddressTotals]> {
    return Promise.all([totalsAt(this.#deps.ours, addresses, signal), totalsAt(server, addresses, signal)]);
  }

  async #read(signal: AbortSignal): Promise<Opinion[]> {
    const others = await this.#deps.readOthers(signal);
    return Promise.all(
      others.map(async (other): Promise<Opinion> => {
        try {
          return { other, tips: await compareTips(this.#deps.ours, other.server, signal) };
        } catch (error) {
          return { other, problem: toAppError(error) };
        }
      })
    );
  }
}

/** The second opinion of a tab: the wallet servers of all other connections. */
export const openSecondOpinion = (transport: TransportOptions): SecondOpinion =>
  new SecondOpinion({
    ours: walletServerOf(transport),
    readOthers: (signal) => readOtherServers(transport, signal),
    nowMs: Date.now
  });
