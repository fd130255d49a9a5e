/**
 * Server behavior under sustained load: `npm run bench -- held --minutes 60`, measured only on request.
 *
 * A built server in its own process, with its embedded node on a private network with a block every ten seconds. From
 * this process, 200 mining tabs use it like pages do, each running the app's own session: streaming tips, fetching
 * work, finding solutions by hashing, submitting them, and looking for them in the chain. In addition, 2,000 tip
 * streams represent tabs that do not mine. Every ten seconds the server's resident memory is sampled, and every five
 * minutes its memory after garbage collection; their growth per hour is the slope of a line through the samples after
 * the first quarter. Then, on another server, a pool of 20,000 payments is filled and mined.
 */
import { easyNetwork } from '../tests/support/easyNetwork';
import { figureOf, quantile, report, type Figure, type Measurement } from './figures.ts';
import { floodPool } from './held/flood.ts';
import { startServer, type MemorySample } from './held/server.ts';
import { mineInTabs, openIdleStreams, TAB_RATE } from './held/tabs.ts';

const TABS = 200;
const STREAMS = 2_000;
/** Of the development network. */
const BLOCK_SECONDS = 10;
/** Expected number of hashes by all tabs within one block interval. */
const HASHES = BigInt(TABS * TAB_RATE * BLOCK_SECONDS);
const POOL = 20_000;
const WARM_UP = 0.25;

export const measure: Measurement = async ({ minutes }) => {
  // Stored now, so that a later failure does not lose an hour's figures.
  report(await tabsAndStreams(minutes));
  return pool();
};

async function tabsAndStreams(minutes: number): Promise<Figure[]> {
  const server = await startServer(easyNetwork('dev', HASHES));
  try {
    const ended = new AbortController();
    const before = (await server.wallet.tip({})).height;
    const breaks = await openIdleStreams(server, STREAMS, ended.signal);
    setTimeout(() => ended.abort(), minutes * 60_000);
    const samples = server.sampleMemory();
    const mined = await mineInTabs(server, TABS, ended.signal);
    for (const [reason, count] of breaks) console.error(`${count} streams broke: ${reason}`);
    const broken = breaks.values().reduce((sum, count) => sum + count, 0);
    for (const reason of new Set(mined.lost)) console.error(`lost: ${reason}`);
    const gained = (await server.wallet.tip({})).height - before;
    if (gained < mined.accepted) throw new Error(`${mined.accepted} blocks accepted, ${gained} in the chain`);
    const how = `${TABS} mining tabs and ${STREAMS.toLocaleString('en')} idle tip streams for ${minutes} minutes, all in one process separate from the server; ${gained} blocks, one every ${BLOCK_SECONDS} s`;
    const { newWorkMs } = mined;
    if (newWorkMs.length === 0) throw new Error('no block was found in the time');
    const spread = { least: quantile(newWorkMs, 0), most: quantile(newWorkMs, 1) };
    const resident = settled(samples.resident);
    const live = settled(samples.live);
    return [
      one('held_lost_solutions', mined.lost.length, 'solutions', `${how}; rejected or without an outcome`),
      one('held_stale_percent', (100 * mined.stale) / mined.submitted, '%', `${how}; share of submitted solutions`),
      one('held_broken_streams', broken, 'streams', how),
      {
        ...one('held_new_work_p50_ms', quantile(newWorkMs, 0.5), 'ms', newWork(how)),
        ...between(spread.least, spread.most, newWorkMs.length)
      },
      {
        ...one('held_new_work_p99_ms', quantile(newWorkMs, 0.99), 'ms', newWork(how)),
        ...between(spread.least, spread.most, newWorkMs.length)
      },
      figureOf('held_memory_mb', megabytes(resident), {
        unit: 'MB',
        how: `${how}; resident, excluding the first quarter`
      }),
      one('held_memory_mb_per_h', slopePerHour(resident), 'MB/h', `${how}; ${line}`),
      // Short runs have too few samples.
      ...(live.length < 3
        ? []
        : [
            figureOf('held_live_mb', megabytes(live), { unit: 'MB', how: `${how}; ${collected}` }),
            one('held_live_mb_per_h', slopePerHour(live), 'MB/h', `${how}; ${collected}; ${line}`)
          ])
    ];
  } finally {
    await server.stop();
  }
}

async function pool(): Promise<Figure[]> {
  const { inSeconds, outSeconds, blocks, megabytes } = await floodPool(POOL);
  const how = `${POOL.toLocaleString('en')} payments with one input and one output, submitted in batches of 100`;
  const mined = `${how}, then mined in ${blocks} blocks`;
  return [
    one('held_pool_in_s', inSeconds, 's', how),
    one('held_pool_out_s', outSeconds, 's', mined),
    {
      ...one(
        'held_pool_memory_mb',
        megabytes.full,
        'MB',
        `${mined}; resident when full; min and max are before and after`
      ),
      ...between(megabytes.before, megabytes.after, 1)
    }
  ];
}

const one = (name: string, value: number, unit: string, how: string): Figure => figureOf(name, [value], { unit, how });
const newWork = (how: string) => `${how}; from submitting a solution until another tab works on top of it`;
const between = (least: number, most: number, runs: number) => {
  const { min } = figureOf('', [least], { unit: '', how: '' });
  const { max } = figureOf('', [most], { unit: '', how: '' });
  return { min, max, runs };
};

const line = 'least squares, excluding the first quarter';
const collected = 'main-thread heap and buffers after garbage collection, every five minutes';
const settled = (samples: readonly MemorySample[]) => samples.slice(Math.floor(samples.length * WARM_UP));
const megabytes = (samples: readonly MemorySample[]) => samples.map((sample) => sample.megabytes);

/** Slope of the least-squares line through the samples. */
function slopePerHour(samples: readonly MemorySample[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(samples.map(({ seconds }) => seconds)), mean(samples.map(({ megabytes }) => megabytes))];
  const above = samples.reduce((sum, { seconds, megabytes }) => sum + (seconds - x) * (megabytes - y), 0);
  const below = samples.reduce((sum, { seconds }) => sum + (seconds - x) ** 2, 0);
  return (3600 * above) / below;
}
