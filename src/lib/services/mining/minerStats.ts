import type { Scheduler } from '$lib/async/scheduler';
import { hastings } from '$lib/chain/currency/currency';
import { targetFromBytes, workOf } from '$lib/chain/target';
import { decodeHex } from '$lib/codec/bytes';
import { HashRateMeter } from '$lib/mining/metrics/hashRate';
import { ShareRate } from '$lib/mining/metrics/shareRate';
import {
  NO_FIGURES,
  NO_POOL,
  NO_RATES,
  type BlockCounters,
  type DeviceFigures,
  type FoundBlock,
  type MinerFigures
} from './minerFigures';
import type { MinerEvent } from './runMiner';
import { TimerDrift } from './timerDrift';

const FOUND_KEPT = 100;
const SHARE_SECONDS_KEPT = 3600;
const NO_DEVICE: DeviceFigures = { hashesPerSecond: 0, hashes: 0n };

interface StatsDeps {
  /** The monotonic clock of dispatches. */
  readonly scheduler: Pick<Scheduler, 'now'>;
  /** Milliseconds since 1970. */
  readonly nowMs: () => number;
  /** Whether the page is hidden. */
  readonly isHidden: () => boolean;
}

/** Work of one engine since it was started. */
class DeviceMeter {
  readonly #meter = new HashRateMeter();
  #hashes = 0n;

  add(hashes: bigint, startedAtMs: number, completedAtMs: number): void {
    this.#meter.add(Number(hashes), startedAtMs, completedAtMs);
    this.#hashes += hashes;
  }

  figures(nowMs: number): DeviceFigures {
    return { hashesPerSecond: this.#meter.rates(nowMs).minute, hashes: this.#hashes };
  }
}

/** Aggregates miner events into statistics. */
export class MinerStats {
  readonly #clocks: StatsDeps;
  readonly #meter = new HashRateMeter();
  readonly #shareRate = new ShareRate();
  readonly #drift = new TimerDrift();
  /** By the engine's index in its team. */
  #devices: DeviceMeter[] = [];
  /** Counted per dispatch, published once a second. */
  #hashes = 0n;
  #figures = NO_FIGURES;

  constructor(clocks: StatsDeps) {
    this.#clocks = clocks;
  }

  begin(): void {
    this.#meter.start();
    this.#drift.start();
    this.#change({ throttling: undefined });
  }

  take(event: MinerEvent): MinerFigures {
    switch (event.type) {
      case 'session':
        // Pool statistics start with a session.
        this.#shareRate.start(this.#clocks.scheduler.now());
        return event.choice.kind === 'pool' ? this.#change(NO_POOL) : this.#figures;
      case 'engine':
        this.#devices = [];
        return this.#figures;
      case 'hashed': {
        // The chart uses Unix time, dispatches use the page's monotonic clock. Times in the future are clamped: a
        // page's clock may stop while the computer sleeps, a worker's may not.
        const agoMs = Math.max(0, this.#clocks.scheduler.now() - event.completedAtMs);
        const completedAtMs = this.#clocks.nowMs() - agoMs;
        const startedAtMs = completedAtMs - event.dispatchMs;
        this.#meter.add(Number(event.hashes), startedAtMs, completedAtMs);
        (this.#devices[event.member ?? 0] ??= new DeviceMeter()).add(event.hashes, startedAtMs, completedAtMs);
        this.#hashes += event.hashes;
        return this.#figures;
      }
      case 'best': {
        // Each run has its own best share.
        const { bestHash } = this.#figures;
        if (bestHash && bestHash.id <= event.id) return this.#figures;
        return this.#change({ bestHash: { id: event.id, difficulty: workOf(targetFromBytes(decodeHex(event.id))) } });
      }
      case 'invalid':
        return this.#count('invalid');
      case 'settled': {
        const found = [foundBlock(event, this.#clocks.nowMs()), ...this.#figures.found].slice(0, FOUND_KEPT);
        return this.#count(event.outcome.kind, { found });
      }
      case 'share':
        return this.#takeShare(event);
      default:
        return this.#figures;
    }
  }

  /** Once a second. @param withShares connected to a pool */
  tick(withShares: boolean): MinerFigures {
    const nowMs = this.#clocks.nowMs();
    const history = this.#meter.history(nowMs);
    this.#change({
      rates: this.#meter.rates(nowMs),
      totalHashes: this.#hashes,
      devices: Array.from(this.#devices, (device) => device?.figures(nowMs) ?? NO_DEVICE),
      throttling: this.#drift.tick({
        nowMs: this.#clocks.scheduler.now(),
        isHidden: this.#clocks.isHidden(),
        hashes: this.#hashes
      }),
      history: {
        tSeconds: history.map(({ second }) => second),
        hashesPerSecond: history.map(({ hashes }) => hashes)
      }
    });
    if (withShares) this.#tickShares(nowMs);
    return this.#figures;
  }

  /** Mining has stopped. */
  end(): MinerFigures {
    return this.#change({ totalHashes: this.#hashes, rates: NO_RATES, devices: [] });
  }

  #takeShare({ work, answer }: Extract<MinerEvent, { type: 'share' }>): MinerFigures {
    const { shares } = this.#figures;
    const key = answer.kind === 'rejected' ? SHARE_KEYS[answer.fault] : answer.kind;
    if (answer.kind === 'accepted') {
      this.#shareRate.add(Number(workOf(targetFromBytes(work.target))), this.#clocks.scheduler.now());
    }
    return this.#change({
      shares: { ...shares, [key]: shares[key] + 1 },
      ...(answer.kind === 'rejected' && { shareRefusal: { fault: answer.fault, reason: answer.reason } })
    });
  }

  #tickShares(nowMs: number): void {
    const { shareHistory, rates } = this.#figures;
    const { tSeconds, proven, measured } = shareHistory;
    const second = Math.floor(nowMs / 1000);
    if (tSeconds.at(-1) === second) return;
    this.#change({
      shareHistory: {
        tSeconds: [...tSeconds, second].slice(-SHARE_SECONDS_KEPT),
        proven: [...proven, this.#shareRate.rate(this.#clocks.scheduler.now())].slice(-SHARE_SECONDS_KEPT),
        measured: [...measured, rates.minute].slice(-SHARE_SECONDS_KEPT)
      }
    });
  }

  #count(kind: keyof BlockCounters, change: Partial<MinerFigures> = {}): MinerFigures {
    const { counters } = this.#figures;
    return this.#change({ ...change, counters: { ...counters, [kind]: counters[kind] + 1 } });
  }

  #change(change: Partial<MinerFigures>): MinerFigures {
    return (this.#figures = { ...this.#figures, ...change });
  }
}

function foundBlock(
  { id, work, outcome, payouts }: Extract<MinerEvent, { type: 'settled' }>,
  atMs: number
): FoundBlock {
  return {
    id,
    height: work.height,
    atMs,
    outcome: outcome.kind,
    ...(outcome.kind === 'rejected' && { problem: outcome.error }),
    ...(payouts[0] && {
      reward: hastings(payouts.reduce((sum, { value }) => sum + value, 0n)),
      paidTo: payouts[0].address
    })
  };
}

const SHARE_KEYS = {
  duplicate: 'duplicate',
  'low-difficulty': 'lowDifficulty',
  unauthorized: 'unauthorized',
  other: 'other'
} as const;
