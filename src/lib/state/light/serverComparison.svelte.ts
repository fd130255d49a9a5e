import type { TransportOptions } from '$lib/api/http/transport';
import type { WalletServer } from '$lib/api/wallet-server/client';
import type { Address } from '$lib/chain/address';
import { toAppError, type AppError } from '$lib/errors';
import { readOtherServers, walletServerOf, type OtherServer } from '$lib/services/otherServers';
import { Live } from '../reactive/live.svelte';
import { compareTips, totalsAt, type AddressTotals, type TipComparison } from '$lib/services/light/secondServer';

/** Another server's view of the chain. */
export interface ComparedServer {
  readonly other: OtherServer;
  readonly tips?: TipComparison;
  /** Why it could not be read. */
  readonly problem?: AppError;
}

export interface ComparisonDeps {
  readonly ours: WalletServer;
  /** The other servers; read again each time. */
  readonly readOthers: (signal: AbortSignal) => Promise<readonly OtherServer[]>;
  readonly nowMs: () => number;
}

const LATE_AFTER_MS = 45_000;

/** Compares the views of all configured wallet servers. */
export class ServerComparison {
  readonly servers: Live<readonly ComparedServer[]>;
  readonly #deps: ComparisonDeps;

  constructor(deps: ComparisonDeps) {
    this.#deps = deps;
    this.servers = new Live((signal) => this.#read(signal), deps.nowMs, LATE_AFTER_MS);
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

  async #read(signal: AbortSignal): Promise<ComparedServer[]> {
    const others = await this.#deps.readOthers(signal);
    return Promise.all(
      others.map(async (other): Promise<ComparedServer> => {
        try {
          return { other, tips: await compareTips(this.#deps.ours, other.server, signal) };
        } catch (error) {
          return { other, problem: toAppError(error) };
        }
      })
    );
  }
}

/** Compares the tab's wallet server with those of all other connections. */
export const openServerComparison = (transport: TransportOptions): ServerComparison =>
  new ServerComparison({
    ours: walletServerOf(transport),
    readOthers: (signal) => readOtherServers(transport, signal),
    nowMs: Date.now
  });
