import type { TransportOptions } from '$lib/api/http/transport';
import { createSigningServer, type SigningServer } from '$lib/api/signing-server/client';
import type { SigningKey, SigningSeed } from '$lib/api/signing-server/schemas';
import type { Hash256 } from '$lib/chain/ids';
import type { PublicKey } from '$lib/chain/keys/keys';
import type { Network } from '$lib/chain/network/network';
import { encodeHex } from '$lib/codec/bytes';
import { addressOfKey, policyOfKey, type KeyForm } from '$lib/wallet/keys/account';
import { signTransfer } from '$lib/wallet/transfer/signing';
import type { Transfer } from '$lib/wallet/transfer/transfer';
import { Live } from '../reactive/live.svelte';
import { NoServerKeyError, WrongServerAddressError, WrongServerSignatureError } from '$lib/services/wallet/errors';
import type { WatchEntry } from '$lib/services/wallet/views';

const PAGE = 100;
/** Where reading ends, whatever the server says: it may not know of offsets. */
const MOST_PAGES = 100;
const FORMS: readonly KeyForm[] = ['uc', 'pk'];

/** A server that keeps seeds: it is asked for signatures, and never what is signed. */
export class SigningServerState {
  /** What it keeps, without the words. */
  readonly seeds = new Live((signal) => this.#seeds(signal));
  readonly #server: SigningServer;

  constructor(server: SigningServer) {
    this.#server = server;
  }

  /** Sends the words to the server. One that has them already names the seed they have. */
  async importPhrase(phrase: string): Promise<SigningSeed> {
    const seed = await this.#server.importSeed({ body: { phrase } });
    await this.seeds.refreshAnew();
    return seed;
  }

  /** Has the next keys derived; only derived keys can sign. */
  async derive(id: string, count: number): Promise<void> {
    await this.#server.deriveKeys({ params: { id }, body: { count } });
    await this.seeds.refreshAnew();
  }

  /** All derived keys of a seed, first one first. @throws {WrongServerAddressError} */
  async keysOf(id: string, signal?: AbortSignal): Promise<SigningKey[]> {
    const all: SigningKey[] = [];
    for await (const keys of this.#keyPages(id, signal)) all.push(...keys);
    for (const { publicKey, address } of all) {
      const isItsOwn = FORMS.some((form) => addressOfKey(publicKey, form) === address);
      if (!isItsOwn) throw new WrongServerAddressError(publicKey, address);
    }
    return all;
  }

  /**
   * The transfer with the signatures of the keys that the server keeps. The server sees hashes only, which are made
   * here of what was reviewed; what it answers is checked against them.
   * @param candidates keys whose signature could help
   * @throws {NoServerKeyError | WrongServerSignatureError}
   */
  async sign(transfer: Transfer, network: Network, candidates: ReadonlySet<PublicKey>): Promise<Transfer> {
    const held = await this.#heldOf(candidates);
    if (held.length === 0) throw new NoServerKeyError();
    let asked = 0;
    const signed = await signTransfer(transfer, network, {
      keyOf: (publicKey) => {
        const index = held.indexOf(publicKey);
        return index < 0 ? undefined : { index, form: 'pk' };
      },
      sign: async ({ index }, sigHash) => {
        asked++;
        const publicKey = held[index];
        if (publicKey === undefined) throw new NoServerKeyError();
        const body = { publicKey, sigHash: encodeHex(sigHash) as Hash256 };
        return (await this.#server.blindSign({ body })).signature;
      }
    });
    // A signature that does not verify is left out of the transfer.
    const fresh = signed.signatures.filter((signature) => !transfer.signatures.includes(signature)).length;
    if (fresh < asked) throw new WrongServerSignatureError();
    return signed;
  }

  async #seeds(signal: AbortSignal): Promise<readonly SigningSeed[]> {
    const all = new Map<string, SigningSeed>();
    for (let i = 0; i < MOST_PAGES; i++) {
      const { seeds } = await this.#server.seeds({ query: { offset: i * PAGE, limit: PAGE } }, { signal });
      for (const seed of seeds) all.set(seed.id, seed);
      if (seeds.length < PAGE) break;
    }
    return [...all.values()];
  }

  async *#keyPages(id: string, signal?: AbortSignal): AsyncGenerator<readonly SigningKey[]> {
    for (let i = 0; i < MOST_PAGES; i++) {
      const query = { offset: i * PAGE, limit: PAGE };
      const { keys } = await this.#server.keys({ params: { id }, query }, { signal });
      yield keys;
      if (keys.length < PAGE) return;
    }
  }

  async #heldOf(candidates: ReadonlySet<PublicKey>): Promise<PublicKey[]> {
    const held = new Set<PublicKey>();
    for (const { id } of await this.#seeds(new AbortController().signal)) {
      for await (const keys of this.#keyPages(id)) {
        for (const { publicKey } of keys) if (candidates.has(publicKey)) held.add(publicKey);
        if (held.size === candidates.size) return [...held];
      }
    }
    return [...held];
  }
}

/** What a wallet watches of the keys: both addresses of each, made here and not taken from the server. */
export const watchedKeys = (keys: readonly Pick<SigningKey, 'publicKey'>[]): WatchEntry[] =>
  keys.flatMap(({ publicKey }, i) =>
    FORMS.map((form) => ({
      address: addressOfKey(publicKey, form),
      policy: policyOfKey(publicKey, form),
      label: `Key ${i}`
    }))
  );

/**
 * The signing server behind Quarry's own server.
 * @param own how this tab reaches that
 */
export const openSigningServer = (own: TransportOptions): SigningServerState =>
  new SigningServerState(createSigningServer({ ...own, baseUrl: '/api/signing' }));
