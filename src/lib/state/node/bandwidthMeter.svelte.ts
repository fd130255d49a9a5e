import type { Bandwidth } from '$lib/api/daemon/gateway';
import { rateBetween } from '$lib/services/history/counterRates';

/** Bytes per second in each direction. */
export interface Speeds {
  readonly download: number;
  readonly upload: number;
}

const KEPT_MS = 5 * 60_000;
/** Readings further apart leave a gap: an average over that time would look like a measurement. */
const GAP_MS = 15_000;

interface Point {
  readonly atMs: number;
  /** Undefined at first, after a gap, and after a counter reset. */
  readonly speeds: Speeds | undefined;
}

/** Speeds of the last minutes, from the differences of consecutive counter readings. */
export class BandwidthMeter {
  points = $state.raw<readonly Point[]>([]);
  #last: { readonly atMs: number; readonly value: Bandwidth } | undefined;

  /** @param atMs time of the response, milliseconds since 1970 */
  add(value: Bandwidth, atMs: number): void {
    const speeds = this.#last && atMs - this.#last.atMs <= GAP_MS ? between(this.#last, { value, atMs }) : undefined;
    this.#last = { value, atMs };
    // Points after this one are from before the clock was set back.
    const kept = this.points.filter((point) => point.atMs > atMs - KEPT_MS && point.atMs <= atMs);
    this.points = [...kept, { atMs, speeds }];
  }

  /** The latest speeds; undefined before two readings. */
  get now(): Speeds | undefined {
    return this.points.at(-1)?.speeds;
  }

  /** Chart columns: seconds since 1970, bytes per second down and up. */
  get columns(): [time: number[], download: (number | null)[], upload: (number | null)[]] {
    const last = this.points.at(-1);
    if (!last) return [[], [], []];
    const points = [{ atMs: last.atMs - KEPT_MS, speeds: undefined }, ...this.points];
    return [
      points.map(({ atMs }) => atMs / 1000),
      points.map(({ speeds }) => speeds?.download ?? null),
      points.map(({ speeds }) => speeds?.upload ?? null)
    ];
  }
}

function between(
  before: { readonly atMs: number; readonly value: Bandwidth },
  after: { readonly atMs: number; readonly value: Bandwidth }
): Speeds | undefined {
  const rate = (direction: 'download' | 'upload') => {
    const reading = ({ atMs, value }: typeof before) => ({ atMs, total: value[direction], since: value.startTime });
    return rateBetween(reading(before), reading(after));
  };
  const [download, upload] = [rate('download'), rate('upload')];
  return download === undefined || upload === undefined ? undefined : { download, upload };
}
