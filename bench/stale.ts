import { ZERO_BLOCK_ID, type BlockId, type Hash256 } from '$lib/chain/ids';
import { unixSeconds } from '$lib/chain/time';
import { encode } from '$lib/codec/layout';
import { blockHeader, type BlockHeader } from '$lib/chain/block/block';
import type { Candidate, Grinder, GrindProgress } from '$lib/mining/grinder/grinder';
import type { Scheduler } from '$lib/async/scheduler';
import { mine } from '$lib/mining/session/session';
import type { WorkSource } from '$lib/mining/work/workSource';
import { randomFrom } from '../tests/support/randomFrom';
import { figureOf, type Figure } from './figures.ts';

const HOUR_MS = 3_600_000;
const BLOCK_MS = 10_000;
/** As in the pipeline: dispatches queued on the device, and the duration of each. */
const DEPTH = 3;
const DISPATCH_MS = 25;
const HASHES_PER_MS = 1_000_000;

/**
 * Simulates an hour of the real mining session with a fake clock, node and GPU: blocks arrive at random, every ten
 * seconds on average; tips arrive with the measured delays; and dispatches still queued when work ends are wasted.
 * @param latenciesMs measured times from a tip to work on it
 */
export async function staleShare(latenciesMs: readonly number[]): Promise<Figure> {
  const clock = new Clock();
  const random = randomFrom(1);
  const node = new Node(clock, () => latenciesMs[random(latenciesMs.length)]!);
  const intervalMs = () => -Math.log(1 - random(2 ** 32) / 2 ** 32) * BLOCK_MS;
  for (let atMs = 0; atMs < HOUR_MS; atMs += intervalMs()) clock.at(atMs, () => node.extend());
  const gpu = new Gpu(clock);
  const stop = new AbortController();
  clock.at(HOUR_MS, () => stop.abort());
  const session = mine({
    source: node,
    engines: ['webgpu'],
    openGrinder: async () => gpu,
    power: () => 1,
    scheduler: clock,
    randomNonce: () => 0n,
    isUnanswered: () => false,
    signal: stop.signal
  });
  const running = (async () => {
    for await (const _ of session);
  })();
  await clock.run(HOUR_MS + 1000);
  await running;
  return figureOf('stale_share', [(100 * gpu.lost) / (gpu.useful + gpu.lost)], {
    unit: '%',
    how: 'hashes computed for work known to be stale: the real mining session over an hour of simulated time, blocks every 10 s, three dispatches of 25 ms queued on the GPU'
  });
}

interface Happening {
  readonly atMs: number;
  readonly act: () => void;
}

/** Time advances when nothing else happens. */
class Clock implements Scheduler {
  #nowMs = 0;
  readonly #events: Happening[] = [];

  now = () => this.#nowMs;
  yield = () => new Promise<void>((resolve) => setImmediate(resolve));
  sleep = (ms: number, signal: AbortSignal) =>
    new Promise<void>((resolve) => {
      this.at(this.#nowMs + ms, resolve);
      signal.addEventListener('abort', () => resolve(), { once: true });
    });

  at(atMs: number, act: () => void): void {
    this.#events.push({ atMs, act });
  }

  async run(untilMs: number): Promise<void> {
    for (;;) {
      // Lets all consequences of the last event happen first.
      for (let i = 0; i < 4; i++) await this.yield();
      const next = this.#events.reduce<Happening | undefined>(
        (first, event) => (first === undefined || event.atMs < first.atMs ? event : first),
        undefined
      );
      if (next === undefined || next.atMs > untilMs) return;
      this.#events.splice(this.#events.indexOf(next), 1);
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      next.act();
    }
  }
}

class Node implements WorkSource {
  #height = -1;
  #tell = () => {};
  #works = 0;

  constructor(
    readonly clock: Clock,
    readonly latencyMs: () => number
  ) {}

  get #tip() {
    const id = (this.#height < 0 ? ZERO_BLOCK_ID : this.#height.toString(16).padStart(64, 'a')) as BlockId;
    return { height: this.#height, id };
  }

  extend(): void {
    this.#height++;
    this.clock.at(this.clock.now() + this.latencyMs(), () => this.#tell());
  }

  async *followTip(signal: AbortSignal) {
    while (!signal.aborted) {
      const told = new Promise<void>((resolve) => {
        this.#tell = resolve;
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
      yield this.#tip;
      await told;
    }
  }

  async getWork() {
    const decoded: BlockHeader = {
      parentId: this.#tip.id,
      nonce: 0n,
      timestamp: unixSeconds(1_700_000_000),
      commitment: (++this.#works).toString(16).padStart(64, '0') as Hash256
    };
    const target = new Uint8Array(32);
    return { header: encode(blockHeader, decoded), target, decoded, nonceFactor: 1009n, height: this.#height + 1 };
  }

  getTip = async () => this.#tip;
  getBlockIdAt = async () => undefined;
  getPayouts = async () => [];
  submit = async () => ({ accepted: true as const });
}

/** Dispatches of equal length, DEPTH of them queued; dispatches still queued when a search ends run anyway. */
class Gpu implements Grinder {
  readonly info = { kind: 'webgpu', label: 'made up' } as const;
  useful = 0;
  lost = 0;
  #freeAtMs = 0;

  constructor(readonly clock: Clock) {}

  async *grind(_: unknown, __: unknown, signal: AbortSignal): AsyncGenerator<GrindProgress | Candidate> {
    const completions: number[] = [];
    const submit = () => {
      this.#freeAtMs = Math.max(this.#freeAtMs, this.clock.now()) + DISPATCH_MS;
      completions.push(this.#freeAtMs);
    };
    while (completions.length < DEPTH) submit();
    for (;;) {
      await new Promise<void>((resolve) => {
        this.clock.at(completions[0]!, resolve);
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
      if (signal.aborted) {
        // The part of the running dispatch before the cancellation was useful.
        const begunAtMs = completions[0]! - DISPATCH_MS;
        this.useful += HASHES_PER_MS * Math.max(0, this.clock.now() - begunAtMs);
        this.lost += HASHES_PER_MS * (this.#freeAtMs - Math.max(begunAtMs, this.clock.now()));
        return;
      }
      completions.shift();
      submit();
      const hashes = HASHES_PER_MS * DISPATCH_MS;
      this.useful += hashes;
      yield { type: 'progress', hashes: BigInt(hashes), completedAtMs: this.clock.now(), dispatchMs: DISPATCH_MS };
    }
  }

  setPower(): void {}
  close(): void {}
}
