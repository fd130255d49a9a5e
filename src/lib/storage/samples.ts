import type { Database, WriteTransaction } from './database';
import type { SampleRow } from './tables';
import type { SampleStorage } from '$lib/services/history/ports';
import { type SampleTier, DAY_MS, TIERS, type Sample } from '$lib/services/history/samples';

const TIER_NAMES = Object.keys(TIERS) as SampleTier[];

/** Maximum deletions per write; after a long pause several writes complete the pruning. */
const MAX_DELETED = 50;

/**
 * Samples of values for which nodes keep no history. Stored in three tiers, coarser for longer: a bucket holds the
 * newest value of each series in its interval, unmodified, so that sums and averages stay correct.
 */
export class SampleStore implements SampleStorage {
  readonly #database: Database;
  /** Separates the samples of different chains. */
  readonly #scope: string;

  constructor(database: Database, scope: string) {
    this.#database = database;
    this.#scope = scope;
  }

  add(sample: Sample): Promise<void> {
    return this.#database.write(['samples'], async (at) => {
      for (const tier of TIER_NAMES) {
        await this.#merge(at, tier, sample);
        await this.#prune(at, tier, sample.atMs);
      }
    });
  }

  /** Samples of a tier since a time, oldest first. */
  async read(tier: SampleTier, sinceMs: number): Promise<Sample[]> {
    const prefix = [this.#scope, tier];
    const after = [...prefix, Math.floor(sinceMs / TIERS[tier].everyMs) - 1];
    const rows = await this.#database.read(['samples'], (at) => at.range('samples', { prefix, after }));
    return rows.filter(({ atMs }) => atMs >= sinceMs).map(({ atMs, values }) => ({ atMs, values }));
  }

  /** Approximate time of the oldest stored sample, milliseconds since 1970. */
  async beginMs(): Promise<number | undefined> {
    const first = async (tier: SampleTier) => {
      const query = { prefix: [this.#scope, tier], limit: 1 };
      const [row] = await this.#database.read(['samples'], (at) => at.range('samples', query));
      return row && row.bucket * TIERS[tier].everyMs;
    };
    const day = await first('day');
    const hour = await first('hour');
    // Hours are more precise, unless the first ones have been pruned.
    return day !== undefined && hour !== undefined && hour - day < DAY_MS ? hour : day;
  }

  async #merge(at: WriteTransaction, tier: SampleTier, { atMs, values }: Sample): Promise<void> {
    const bucket = Math.floor(atMs / TIERS[tier].everyMs);
    const known = await at.get('samples', [this.#scope, tier, bucket]);
    const row: SampleRow = { scope: this.#scope, tier, bucket, atMs, values: { ...known?.values, ...values } };
    // If the clock was set back, newer values must not be overwritten by older ones.
    if (!known || known.atMs <= atMs) await at.put('samples', row);
  }

  async #prune(at: WriteTransaction, tier: SampleTier, nowMs: number): Promise<void> {
    const { everyMs, kept } = TIERS[tier];
    const oldest = Math.floor(nowMs / everyMs) - kept;
    const rows = await at.range('samples', { prefix: [this.#scope, tier], limit: MAX_DELETED });
    for (const { bucket } of rows) {
      if (bucket <= oldest) await at.delete('samples', [this.#scope, tier, bucket]);
    }
  }
}
