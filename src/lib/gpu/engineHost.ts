import { toAppError, toErrorMessage } from '$lib/errors';
import type { Grinder, KernelKind, KernelTuning } from '$lib/mining/grinder/grinder';
import type { FromWorker, ToWorker } from '$lib/mining/grinder/protocol';

/**
 * The worker's side of the protocol: one engine, opened on request, and its jobs.
 * @param open creates the engine @param post sends a message to the page
 */
export function createEngineHost(
  open: (kind: KernelKind, tuned: KernelTuning) => Promise<Grinder>,
  post: (message: FromWorker) => void
): { receive(message: ToWorker): void } {
  let grinder: Grinder | undefined;
  const jobs = new Map<number, AbortController>();

  const reportFailure = (error: unknown, jobId?: number) => {
    post({ type: 'failed', jobId, error: toErrorMessage(toAppError(error)) });
  };

  async function grind({ jobId, work, range }: Extract<ToWorker, { type: 'grind' }>, engine: Grinder): Promise<void> {
    const abort = new AbortController();
    jobs.set(jobId, abort);
    try {
      for await (const event of engine.grind(work, range, abort.signal)) {
        if (event.type === 'candidate') {
          post({ type: 'candidate', jobId, nonce: event.nonce });
        } else {
          const { hashes, completedAtMs, dispatchMs } = event;
          post({ type: 'progress', jobId, hashes, completedAtMs, dispatchMs });
        }
      }
      if (!abort.signal.aborted) post({ type: 'finished', jobId });
    } catch (error) {
      reportFailure(error, jobId);
    } finally {
      jobs.delete(jobId);
    }
  }

  return {
    receive(message) {
      switch (message.type) {
        case 'open':
          open(message.kind, message).then((opened) => {
            grinder = opened;
            post({ type: 'opened', info: opened.info });
          }, reportFailure);
          break;
        case 'grind':
          if (grinder) void grind(message, grinder);
          break;
        case 'abort':
          jobs.get(message.jobId)?.abort();
          break;
        case 'power':
          grinder?.setPower(message.share);
          break;
        case 'close':
          grinder?.close();
      }
    }
  };
}
