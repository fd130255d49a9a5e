import { MethodNotAllowedError, NotFoundError } from '$lib/api/http/errors';
import type { WalletEvent as ServerEvent } from '$lib/api/wallet-server/events';
import type { UnspentCoin, UnspentFund } from '$lib/api/wallet-server/schemas';
import type { WalletServer } from '$lib/api/wallet-server/client';
import { LongListError, RepeatedPagesError } from '$lib/api/wallet-server/unsuitableServer';
import type { Address } from '$lib/chain/address';
import type { ChainIndex } from '$lib/chain/element/elements';

/** A page of outputs with their basis. */
interface OutputPage<T> {
  readonly basis: ChainIndex;
  readonly outputs: readonly T[];
}

interface PageRequest {
  readonly query: { readonly offset: number; readonly limit: number };
}

/** Servers accept a thousand; a hundred keeps requests and responses small. */
const BATCH = 100;
const PAGE = 500;
const AT_ONCE = 6;
/**
 * Maximum number of consecutive pages without anything new. Some are legitimate: an event may be listed once for each
 * of its addresses.
 */
const MAX_STALE_PAGES = BATCH;
/** Number of pages to prefetch. */
const AHEAD = 3;
/** Number of an address's pages that are read while those of other addresses are. */
const SIDE_PAGES = 4;
/**
 * Maximum number of events with their inputs and outputs, or of outputs, of all addresses: about as many as fit into a
 * tab's memory, and a payout in every block for 19 years. Events are not proven, so a server can invent any number.
 */
const MAX_ENTRIES = 1_000_000;

/** What a list's pages contain. */
interface PageContent<Page> {
  readonly ids: (page: Page) => readonly string[];
  /** Counted toward the maximum. */
  readonly entries: (page: Page) => number;
}

/** Entries that some lists may still have, of those that they may have in all. */
interface Room {
  entries: number;
  readonly max: number;
}

/** Runs the work for every item with limited concurrency; results are in order. */
export async function mapSome<T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async () => {
    for (let i = next++; i < items.length; i = next++) results[i] = await run(items[i]!);
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, items.length) }, worker));
  return results;
}

const isMissing = (error: unknown): boolean => error instanceof NotFoundError || error instanceof MethodNotAllowedError;

/** Queries for many addresses: in batches if the server supports them, else one by one. */
export class AddressQueries {
  readonly #server: WalletServer;
  readonly #signal: AbortSignal;
  readonly #maxEntries: number;
  #hasBatches = true;
  #hasCheck = true;

  constructor(server: WalletServer, signal: AbortSignal, maxEntries = MAX_ENTRIES) {
    this.#server = server;
    this.#signal = signal;
    this.#maxEntries = maxEntries;
  }

  /**
   * All events of any of the addresses; an event of several addresses may be returned more than once.
   * @throws {LongListError} while reading, as from the other lists
   */
  events(addresses: readonly Address[]): AsyncGenerator<ServerEvent[]> {
    const { batchEvents, events } = this.#server;
    const options = { signal: this.#signal };
    return this.#pages(
      addresses,
      (list, page) => batchEvents({ body: { addresses: list }, ...page }, options),
      (address, page) => events({ params: { address }, ...page }, options),
      {
        ids: (page) => page.map(({ id }) => id),
        entries: (page) => page.reduce((sum, event) => sum + entriesOf(event), 0)
      }
    );
  }

  /** Unspent mature coins. */
  coins(addresses: readonly Address[]): AsyncGenerator<OutputPage<UnspentCoin>> {
    const { batchCoinOutputs, coinOutputs } = this.#server;
    const options = { signal: this.#signal };
    return this.#pages(
      addresses,
      (list, page) => batchCoinOutputs({ body: { addresses: list }, ...page }, options),
      (address, page) => coinOutputs({ params: { address }, ...page }, options),
      outputPage()
    );
  }

  /** Unspent fund units. */
  funds(addresses: readonly Address[]): AsyncGenerator<OutputPage<UnspentFund>> {
    const { batchFundOutputs, fundOutputs } = this.#server;
    const options = { signal: this.#signal };
    return this.#pages(
      addresses,
      (list, page) => batchFundOutputs({ body: { addresses: list }, ...page }, options),
      (address, page) => fundOutputs({ params: { address }, ...page }, options),
      outputPage()
    );
  }

  /** The addresses that the chain has seen. */
  async findUsed(addresses: readonly Address[]): Promise<ReadonlySet<Address>> {
    if (!(await this.#mayBeUsed(addresses))) return new Set();
    const options = { signal: this.#signal };
    const used = await mapSome(addresses, async (address) => {
      const [newest] = await this.#server.events({ params: { address }, query: { limit: 1 } }, options);
      return newest === undefined ? [] : [address];
    });
    return new Set(used.flat());
  }

  /** A single request for all of them: most batches of a discovery have no used address. */
  async #mayBeUsed(addresses: readonly Address[]): Promise<boolean> {
    if (!this.#hasCheck) return true;
    try {
      return (await this.#server.checkAddresses({ body: { addresses } }, { signal: this.#signal })).known;
    } catch (error) {
      if (!isMissing(error)) throw error;
      this.#hasCheck = false;
      return true;
    }
  }

  async *#pages<Page>(
    addresses: readonly Address[],
    ofMany: (addresses: readonly Address[], page: PageRequest) => Promise<Page>,
    ofOne: (address: Address, page: PageRequest) => Promise<Page>,
    content: PageContent<Page>
  ): AsyncGenerator<Page> {
    const room = { entries: this.#maxEntries, max: this.#maxEntries };
    for (let from = 0; from < addresses.length; from += BATCH) {
      const batch = addresses.slice(from, from + BATCH);
      if (this.#hasBatches) {
        try {
          yield* allPages((page) => ofMany(batch, page), content, room);
          continue;
        } catch (error) {
          if (!isMissing(error)) throw error;
          this.#hasBatches = false;
        }
      }
      yield* sideBySide(batch.map((address) => allPages((page) => ofOne(address, page), content, room)));
    }
  }
}

const outputPage = <T extends { readonly id: string }>(): PageContent<OutputPage<T>> => ({
  ids: ({ outputs }) => outputs.map(({ id }) => id),
  entries: ({ outputs }) => outputs.length
});

/** An event, and what it keeps of its transaction. */
function entriesOf({ data }: ServerEvent): number {
  if (data.type !== 'v1Transaction' && data.type !== 'v2Transaction') return 1;
  const { coinInputs, fundInputs, coinOutputs, fundOutputs } = data.transaction;
  return 1 + coinInputs.length + fundInputs.length + coinOutputs.length + fundOutputs.length;
}

/** The pages of several lists, one list after the other; the first pages of the next lists are read meanwhile. */
async function* sideBySide<Page>(lists: readonly AsyncGenerator<Page>[]): AsyncGenerator<Page> {
  for (let from = 0; from < lists.length; from += AT_ONCE) {
    const some = lists.slice(from, from + AT_ONCE);
    const firstPages = await mapSome(some, async (list) => {
      const pages: Page[] = [];
      while (pages.length < SIDE_PAGES) {
        const { done, value } = await list.next();
        if (done) return pages;
        pages.push(value);
      }
      return pages;
    });
    for (const [i, list] of some.entries()) {
      yield* firstPages[i]!;
      yield* list;
    }
  }
}

/**
 * Reads until a page is empty, because page limits differ between servers. While a page is processed, the following
 * ones are prefetched, on the assumption that they are as long as the last two.
 * @param room of this list and others
 * @throws {RepeatedPagesError} the server repeats pages, whatever the offset
 * @throws {LongListError} the lists have more entries than that
 */
async function* allPages<Page>(
  read: (request: PageRequest) => Promise<Page>,
  content: PageContent<Page>,
  room: Room
): AsyncGenerator<Page> {
  const ahead = new Map<number, Promise<Page>>();
  const readFrom = (offset: number) => {
    const page = ahead.get(offset) ?? read({ query: { offset, limit: PAGE } });
    ahead.set(offset, page);
    // The failure of a prefetched page does not matter if the page is never consumed.
    page.catch(() => undefined);
    return page;
  };
  const known = new Set<string>();
  for (let offset = 0, before = 0, stale = 0; ;) {
    const page = await readFrom(offset);
    ahead.delete(offset);
    const ids = content.ids(page);
    room.entries -= content.entries(page);
    if (room.entries < 0) throw new LongListError(room.max);
    const { length } = ids;
    stale = ids.every((id) => known.has(id)) ? stale + 1 : 0;
    if (stale > MAX_STALE_PAGES) throw new RepeatedPagesError();
    for (const id of ids) known.add(id);
    offset += length;
    if (length !== before) ahead.clear();
    else if (length > 0) for (let i = 0; i < AHEAD; i++) void readFrom(offset + i * length);
    before = length;
    yield page;
    if (length === 0) return;
  }
}
