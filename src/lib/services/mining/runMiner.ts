import { isUnanswered } from '$lib/api/http/errors';
import type { Scheduler } from '$lib/async/scheduler';
import type { EngineKind, Grinder } from '$lib/mining/grinder/grinder';
import { mine, type MiningEvent } from '$lib/mining/session/session';
import type { ShareSource, WorkSource } from '$lib/mining/work/workSource';
import type { WorkChoice } from './workChoice';

export type MinerEvent =
  /** A session starts with this choice; the following events belong to it. */
  { readonly type: 'session'; readonly choice: WorkChoice } | MiningEvent;

export interface MinerRun {
  /** The work to mine; undefined stops mining. */
  readonly choice: () => Promise<WorkChoice | undefined>;
  /** Engines to try in order. */
  readonly engines: () => Promise<readonly EngineKind[]>;
  readonly openSource: (choice: WorkChoice) => WorkSource | ShareSource;
  readonly openGrinder: (kind: EngineKind) => Promise<Grinder>;
  /** Duty cycle of the engine, in (0, 1]. */
  readonly power: () => number;
  readonly scheduler: Scheduler;
  readonly randomNonce: () => bigint;
  /** Requested for each session; aborts when the choices change, to start a session with the new ones. */
  readonly renewal: () => AbortSignal;
}

/** Mines until the signal aborts, one session after another. @throws {NoEngineError} no engine is left */
export async function* runMiner(run: MinerRun, stopped: AbortSignal): AsyncGenerator<MinerEvent> {
  const { openSource, openGrinder, power, scheduler, randomNonce } = run;
  while (!stopped.aborted) {
    const signal = AbortSignal.any([stopped, run.renewal()]);
    const choice = await run.choice();
    if (choice === undefined) return;
    yield { type: 'session', choice };
    const engines = await run.engines();
    const source = openSource(choice);
    yield* mine({ source, engines, openGrinder, power, scheduler, randomNonce, isUnanswered, signal, stopped });
  }
}
