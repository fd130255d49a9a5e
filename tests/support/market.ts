import type { BlockId } from '$lib/chain/ids';
import { unixSeconds } from '$lib/chain/time';
import type { ChainClock } from '$lib/server/node/simulation/chainClock';
import { Market, marketWorld } from '$lib/server/node/market/market';
import type { Moment } from '$lib/server/node/simulation/simulationPart';
import { renterPart } from '$lib/server/node/renter/renter';

const GENESIS = 1_735_689_600;
const INTERVAL_SECONDS = 600;

/** A chain of heights only, which a test grows and forks. Block ids encode their height and branch. */
export class FakeChain implements ChainClock {
  readonly #seed: string;
  /** The first height of each branch. */
  #branches: { readonly from: number; readonly name: string }[] = [{ from: 0, name: 'main' }];
  #height = 0;

  constructor(seed = 'seed') {
    this.#seed = seed;
  }

  readonly first = 0;

  get genesisId(): BlockId {
    return this.#idAt(0);
  }

  get tip() {
    return { height: this.#height, id: this.#idAt(this.#height) };
  }

  at(height: number): Moment | undefined {
    if (height > this.#height) return undefined;
    return { height, id: this.#idAt(height), timestamp: unixSeconds(GENESIS + height * INTERVAL_SECONDS) };
  }

  grow(blocks: number): void {
    this.#height += blocks;
  }

  /** Reverts the chain to `height`, then adds other blocks up to `tip`. */
  fork(height: number, tip: number, name: string): void {
    this.#branches = [...this.#branches.filter(({ from }) => from <= height), { from: height + 1, name }];
    this.#height = tip;
  }

  #idAt(height: number): BlockId {
    const branch = this.#branches.findLast(({ from }) => from <= height)!;
    return `${this.#seed}/${branch.name}/${height}` as BlockId;
  }
}

/** A market on a fake chain. */
export function openMarket(chain = new FakeChain(), path = ':memory:') {
  const world = marketWorld(chain);
  const renter = renterPart(world);
  return { chain, world, renter, market: new Market({ path, world, parts: [renter] }) };
}
