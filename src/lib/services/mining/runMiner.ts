import type { Scheduler } from '$lib/async/scheduler';
import type { EngineKind, Grinder } from '$lib/mining/grinder/grinder';
import { mine, type MiningEvent } from '$lib/mining/session/session';
import type { ShareSource, WorkSource } from '$lib/mining/work/workSource';
import type { WorkChoice } from './workChoice';

export type MinerEvent =
  /** A session begins with this choice; the events after it are its own. */
  { readonly type: 'session'; readonly choice: WorkChoice } | MiningEvent;

export interface MinerRun {
  /** What to mine now; undefined ends it. */
  readonly choice: () => WorkChoice | undefined;
  /** Engines to try, best first. */
  readonly engines: () => Promise<readonly EngineKind[]>;
  readonly openSource: (choice: WorkChoice) => WorkSource | ShareSource;
  readonly openGrinder: (kind: EngineKind) => Promise<Grinder>;
  /** Share of time the engine may work, in (0, 1]. */
  readonly power: () => number;
  readonly scheduler: Scheduler;
  readonly randomNonce: () => bigint;
  /** Asked for each session: aborts when choices have changed, and a session with the new ones begins. */
  readonly renewal: () => AbortSignal;
}

/** Mines until the signal, one session after another. @throws {NoEngineError} when no engine is left */
export async function* runMiner(run: MinerRun, stopped: AbortSignal): AsyncGenerator<MinerEvent> {
  const { openSource, openGrinder, power, scheduler, randomNonce } = run;
  while (!stopped.aborted) {
    const signal = AbortSignal.any([stopped, run.renewal()]);
    const choice = run.choice();
    if (choice === undefined) return;
    yield { type: 'session', choice };
    const engines = await run.engines();
    yield* mine({ source: openSource(choice), engines, openGrinder, power, scheduler, randomNonce, signal });
  }
}
