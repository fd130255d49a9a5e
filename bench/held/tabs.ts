import { Agent, get } from 'node:http';
import { isUnanswered } from '$lib/api/http/errors';
import { systemScheduler } from '$lib/async/scheduler';
import type { BlockId } from '$lib/chain/ids';
import type { Grinder } from '$lib/mining/grinder/grinder';
import { createJsGrinder } from '$lib/mining/grinder/jsGrinder';
import { sliceRange } from '$lib/mining/grinder/nonceRange';
import { mine } from '$lib/mining/session/session';
import { daemonSource } from '$lib/services/mining/sources/daemonSource';
import type { HeldServer } from './server.ts';

/** Hashes a tab tries at a time, and the pause after them: a miner so slow that this process can run hundreds. */
const SLICE = 500n;
const PAUSE_MS = 2_000;

/** Hashes per second of one tab. */
export const TAB_RATE = (Number(SLICE) * 1000) / PAUSE_MS;

/** Results of all tabs. */
export interface Mined {
  submitted: number;
  accepted: number;
  stale: number;
  /** Neither accepted nor stale: rejected, or without an outcome. */
  readonly lost: string[];
  /** From submitting a solution until another tab works on top of it, milliseconds. */
  readonly newWorkMs: number[];
}

/** A grinder that really searches, in small slices. */
function slowGrinder(): Grinder {
  const whole = createJsGrinder();
  return {
    ...whole,
    async *grind(work, range, signal) {
      // On new work, other tabs must not wait for this one: they stand for other computers.
      await systemScheduler.sleep(PAUSE_MS * Math.random(), signal);
      for (let from = 0n; from < range.count && !signal.aborted; from += SLICE) {
        yield* whole.grind(work, sliceRange(range, from, SLICE), signal);
        await systemScheduler.sleep(PAUSE_MS * (0.5 + Math.random()), signal);
      }
    }
  };
}

/** Mines in `count` tabs, each running the app's own session over HTTP, until the signal aborts and all have ended. */
export async function mineInTabs({ daemon, tips }: HeldServer, count: number, signal: AbortSignal): Promise<Mined> {
  const mined: Mined = { submitted: 0, accepted: 0, stale: 0, lost: [], newWorkMs: [] };
  const sentAtMs = new Map<BlockId, number>();
  const tab = async () => {
    const waiting = new Set<BlockId>();
    let workedOn: BlockId | undefined;
    const session = mine({
      source: daemonSource({ daemon, tips, nowMs: Date.now }),
      engines: ['js'],
      openGrinder: () => Promise.resolve(slowGrinder()),
      power: () => 1,
      scheduler: systemScheduler,
      randomNonce: () => crypto.getRandomValues(new BigUint64Array(1))[0]!,
      isUnanswered,
      signal
    });
    for await (const event of session) {
      if (event.type === 'work') {
        const { parentId } = event.work.decoded;
        // Work on the same block is refetched from time to time.
        if (parentId === workedOn) continue;
        workedOn = parentId;
        const sentMs = sentAtMs.get(parentId);
        if (sentMs !== undefined) mined.newWorkMs.push(performance.now() - sentMs);
      } else if (event.type === 'submitting') {
        mined.submitted++;
        waiting.add(event.id);
        sentAtMs.set(event.id, performance.now());
      } else if (event.type === 'settled') {
        waiting.delete(event.id);
        if (event.outcome.kind === 'rejected') mined.lost.push(event.outcome.error.message);
        else mined[event.outcome.kind]++;
      }
    }
    for (const id of waiting) mined.lost.push(`no outcome: ${id}`);
  };
  await Promise.all(Array.from({ length: count }, tab));
  return mined;
}

/** Number of broken idle streams, by reason. */
export type Breaks = Map<string, number>;

const OPENED_AT_ONCE = 20;

/**
 * Opens `count` tip streams, like those of idle tabs, until the signal aborts. They are read as raw bytes: a page
 * processes tips on the user's computer, not on the measured one.
 */
export async function openIdleStreams({ streams }: HeldServer, count: number, signal: AbortSignal): Promise<Breaks> {
  const breaks: Breaks = new Map();
  const agent = new Agent({ keepAlive: false, maxSockets: Infinity });
  const follow = (onTip: () => void) =>
    new Promise<string>((resolve) => {
      const asked = get(streams.url, { agent, headers: streams.headers, signal }, (answer) => {
        if (answer.statusCode !== 200) resolve(`status ${answer.statusCode}`);
        answer.on('data', onTip);
        answer.once('close', () => resolve('closed'));
      });
      asked.on('error', (error) => resolve(error.message));
    });
  const open = () =>
    new Promise<void>((resolve) => {
      void (async () => {
        while (!signal.aborted) {
          const reason = await follow(resolve);
          if (signal.aborted) break;
          breaks.set(reason, 1 + (breaks.get(reason) ?? 0));
          await systemScheduler.sleep(1000, signal);
        }
        resolve();
      })();
    });
  for (let i = 0; i < count; i += OPENED_AT_ONCE) await Promise.all(Array.from({ length: OPENED_AT_ONCE }, open));
  return breaks;
}
