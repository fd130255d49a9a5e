import type { Hastings } from '$lib/chain/currency/currency';
import type { TransportOptions } from '$lib/api/http/transport';
import { createSigningServer, type SigningServer } from '$lib/api/signing-server/client';
import type { SigningKey, SigningSeed } from '$lib/api/signing-server/schemas';
import type { PublicKey } from '$lib/chain/keys/keys';
import type { PaymentChain } from '$lib/services/wallet/otherChain';
import { holdsAny, readKeys, readSeeds, signWithServer } from '$lib/services/wallet/signingServer';
import type { Transfer } from '$lib/wallet/transfer/transfer';
import { Live } from '../reactive/live.svelte';

/** A server that stores seeds: it provides signatures; the page decides what is signed. */
export class SigningServerState {
  /** Its seeds, without their phrases. */
  readonly seeds = new Live((signal) => readSeeds(this.#server, signal));
  readonly #server: SigningServer;

  constructor(server: SigningServer) {
    this.#server = server;
  }

  /** Sends a phrase to the server. If the server already has the seed, returns the existing one. */
  async importPhrase(phrase: string): Promise<SigningSeed> {
    const seed = await this.#server.importSeed({ body: { phrase } });
    await this.seeds.refreshAnew();
    return seed;
  }

  /** Derives the next keys; only derived keys can sign. */
  async derive(id: string, count: number): Promise<void> {
    await this.#server.deriveKeys({ params: { id }, body: { count } });
    await this.seeds.refreshAnew();
  }

  /** All derived keys of a seed, by index. @throws {WrongServerAddressError} */
  keysOf(id: string, signal?: AbortSignal): Promise<SigningKey[]> {
    return readKeys(this.#server, id, signal);
  }

  /** Whether it can add a signature of one of these keys. */
  holdsAny(keys: ReadonlySet<PublicKey>, signal: AbortSignal): Promise<boolean> {
    return holdsAny(this.#server, keys, signal);
  }

  /**
   * Adds the signatures of the server's keys to a transfer.
   * @throws {OtherChainError | NoServerKeyError | WrongServerSignatureError}
   */
  sign(
    transfer: Transfer,
    context: PaymentChain,
    candidates: ReadonlySet<PublicKey>,
    confirmedFee?: Hastings
  ): Promise<Transfer> {
    return signWithServer(this.#server, transfer, context, candidates, confirmedFee);
  }
}

/**
 * The signing server behind Quarry's own server.
 * @param own transport to Quarry's server
 */
export const openSigningServer = (own: TransportOptions): SigningServerState =>
  new SigningServerState(createSigningServer({ ...own, baseUrl: '/api/signing' }));
