import { describe, expect, test } from 'vitest';
import type { ChainState } from '$lib/chain/block/state';
import { ZERO_BLOCK_ID } from '$lib/chain/ids';
import { unixSeconds } from '$lib/chain/time';
import { nextDifficulty } from '$lib/consensus/difficulty';
import { genesisState } from '$lib/consensus/state';
import { networkPreset } from '$lib/server/node/network/presets';

/** Uniform in (0, 1], the same in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state + 1) / 2 ** 32;
  };
}

const START = 1_800_000_000;

/** A machine of a given speed mines the preset's chain; its blocks arrive at random, like real ones. */
class SimulatedChain {
  now = START;
  state: ChainState;
  readonly #network;

  constructor(
    preset: 'dev' | 'dev-v1',
    readonly random: () => number
  ) {
    this.#network = networkPreset(preset, unixSeconds(START)).network;
    this.state = genesisState(this.#network);
    this.#append();
  }

  #append(): void {
    const timestamp = unixSeconds(Math.floor(this.now));
    const next = nextDifficulty(this.#network, this.state, timestamp, timestamp);
    this.state = {
      ...this.state,
      ...next,
      index: { height: this.state.index.height + 1, id: ZERO_BLOCK_ID },
      prevTimestamps: [timestamp, ...this.state.prevTimestamps].slice(0, 11)
    };
  }

  /** The expected seconds per block at this speed. */
  expected(hashesPerSecond: number): number {
    return Number(this.state.difficulty) / hashesPerSecond;
  }

  /** Mines for some seconds. @returns the time to the first block, and the mean of all */
  mine(hashesPerSecond: number, seconds: number): { first: number; mean: number } {
    const start = this.now;
    let blocks = 0;
    let first = Infinity;
    while (this.now < start + seconds) {
      this.now += -Math.log(this.random()) * this.expected(hashesPerSecond);
      this.#append();
      blocks++;
      first = Math.min(first, this.now - start);
    }
    return { first, mean: (this.now - start) / blocks };
  }

  pause(seconds: number): void {
    this.now += seconds;
  }
}

const HOUR = 3600;
const SOFTWARE_GPU = 2e6;
const WASM = 10e6;

describe.each(['dev', 'dev-v1'] as const)('the difficulty of %s', (preset) => {
  test('yields the first block within seconds', () => {
    const firsts = Array.from(
      { length: 100 },
      (_, seed) => new SimulatedChain(preset, seeded(seed)).mine(SOFTWARE_GPU, 60).first
    );
    expect(firsts.filter((first) => first > 15)).toHaveLength(0);
  });

  test.each([
    ['a software GPU', SOFTWARE_GPU],
    ['WebAssembly', WASM]
  ])('adapts to %s, with blocks of about ten seconds', (_, pace) => {
    const chain = new SimulatedChain(preset, seeded(1));
    chain.mine(pace, 2 * HOUR);
    const { mean } = chain.mine(pace, 3 * HOUR);
    expect(mean).toBeGreaterThan(7);
    expect(mean).toBeLessThan(14);
  });

  test('recovers after an hour off, and after a day', () => {
    const chain = new SimulatedChain(preset, seeded(2));
    chain.mine(SOFTWARE_GPU, 4 * HOUR);
    chain.pause(HOUR);
    expect(chain.expected(SOFTWARE_GPU)).toBeLessThan(15);
    expect(chain.mine(SOFTWARE_GPU, HOUR).mean).toBeGreaterThan(3);
    chain.pause(24 * HOUR);
    expect(chain.expected(SOFTWARE_GPU)).toBeLessThan(15);
    // It falls for a while, as the pause counts as slow blocks, and then returns to the scheduled level.
    chain.mine(SOFTWARE_GPU, 2 * HOUR);
    const { mean } = chain.mine(SOFTWARE_GPU, HOUR);
    expect(mean).toBeGreaterThan(2.5);
    expect(mean).toBeLessThan(15);
  });
});
