import type { Daemon } from '$lib/api/daemon/client';
import { toAppError, type AppError } from '$lib/errors';

interface StopDeps {
  readonly daemon: Pick<Daemon, 'daemon'>;
  /** The node is part of Quarry's server, which reports when it has stopped. */
  readonly embedded: boolean;
}

const POLL_MS = 500;
/** A connection may fail for other reasons; a stopped node fails repeatedly. */
const MISSES = 2;
/** Errors of the stop call when the node ends before its response arrives. */
const GONE_MIDWAY = ['api/unreachable', 'api/connection-closed'];

/**
 * Stops the node. The call returns at once and the node exits a few seconds later, so this waits until it no longer
 * responds.
 * @throws {AppError} the node rejected the call
 */
export async function stopNode({ daemon, embedded }: StopDeps): Promise<void> {
  const isGone = ({ code }: AppError) => code === (embedded ? 'api/stopped' : 'api/unreachable');
  try {
    await daemon.daemon.stop();
  } catch (error) {
    const problem = toAppError(error);
    if (!isGone(problem) && !GONE_MIDWAY.includes(problem.code)) throw problem;
  }
  for (let misses = 0; misses < MISSES;) {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    try {
      await daemon.daemon.version();
      misses = 0;
    } catch (error) {
      misses = isGone(toAppError(error)) ? misses + 1 : 0;
    }
  }
}
