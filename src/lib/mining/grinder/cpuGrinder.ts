import type { Candidate, EngineInfo, GrindProgress, Grinder, GrindWork, NonceRange } from './grinder';
import { nonceAt } from './nonceRange';
import { systemScheduler } from '$lib/async/scheduler';
import type { Scheduler } from '$lib/async/scheduler';
import { prepareSearch } from './search';
import type { Search } from './search';
import { restMs, retune } from './tune';
import type { Tuning } from './tune';

/** Long enough that yielding between slices costs nothing, short enough that an abort takes effect at once. */
const SLICE_LIMITS = { targetMs: 50, granularity: 3, max: 1 << 28 };
/** JavaScript engines run new code slowly at first: small initial slices let the optimized code take over soon. */
const FIRST_SLICE = 3 << 8;

/** A Grinder on the calling thread: slices of a synchronous search, yielding to the event loop between them. */
export function createCpuGrinder(info: EngineInfo, search: Search, scheduler: Scheduler = systemScheduler): Grinder {
  let tuning: Tuning = { nonces: FIRST_SLICE };
  let power = 1;
  let rest = new AbortController();
  const closing = new AbortController();

  async function* grind(
    work: GrindWork,
    range: NonceRange,
    signal: AbortSignal
  ): AsyncGenerator<GrindProgress | Candidate> {
    const job = prepareSearch(work, range.step);
    const ended = AbortSignal.any([signal, closing.signal]);
    let done = 0n;
    while (done < range.count && !ended.aborted) {
      const left = range.count - done;
      const count = left < BigInt(tuning.nonces) ? Number(left) : tuning.nonces;
      const startedAtMs = scheduler.now();
      const { tried, hits } = search(job, nonceAt(range, done), count);
      const completedAtMs = scheduler.now();
      const dispatchMs = completedAtMs - startedAtMs;
      for (const hit of hits) {
        if (ended.aborted) return;
        yield { type: 'candidate', nonce: nonceAt(range, done + BigInt(hit)) };
      }
      if (ended.aborted) return;
      yield { type: 'progress', hashes: BigInt(tried), completedAtMs, dispatchMs };
      done += BigInt(tried);
      tuning = retune(tuning, SLICE_LIMITS, tried, dispatchMs);
      if (power === 1) {
        await scheduler.yield();
      } else {
        rest = new AbortController();
        await scheduler.sleep(restMs(dispatchMs, power), AbortSignal.any([ended, rest.signal]));
      }
    }
  }

  return {
    info,
    grind,
    setPower: (share) => {
      power = share;
      rest.abort();
    },
    close: () => closing.abort()
  };
}
