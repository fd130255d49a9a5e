import type { HostClient, StorageFolder } from '$lib/api/daemon/host';
import { toAppError, type AppError } from '$lib/errors';
import type { Live } from '../reactive/live.svelte';
import { usedBytes } from '$lib/services/host/folders';

/** What a folder is told to do. Sizes in bytes. */
export type FolderTask =
  | { readonly kind: 'add'; readonly path: string; readonly size: bigint }
  | { readonly kind: 'resize'; readonly path: string; readonly size: bigint; readonly before: StorageFolder }
  | { readonly kind: 'remove'; readonly path: string; readonly force: boolean; readonly before: StorageFolder };

export interface RunningTask {
  readonly number: number;
  readonly task: FolderTask;
  readonly sinceMs: number;
}

const POLL_MS = 1_000;

/** Work on folders. It may take hours, so it runs beside the page; a daemon answers only when it is done. */
export class FolderWork {
  running = $state.raw<readonly RunningTask[]>([]);

  readonly #host: Pick<HostClient, 'addFolder' | 'removeFolder' | 'resizeFolder'>;
  readonly #folders: Live<readonly StorageFolder[]>;
  #count = 0;
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(
    host: Pick<HostClient, 'addFolder' | 'removeFolder' | 'resizeFolder'>,
    folders: Live<readonly StorageFolder[]>
  ) {
    this.#host = host;
    this.#folders = folders;
  }

  /** Does it. @returns why it was not done; undefined when it was */
  async run(task: FolderTask): Promise<AppError | undefined> {
    const entry = { number: ++this.#count, task, sinceMs: Date.now() };
    this.running = [...this.running, entry];
    // What the daemon says of its folders is the only sign of how far it has come.
    this.#timer ??= setInterval(() => void this.#folders.refresh(), POLL_MS);
    try {
      await this.#send(task);
      return undefined;
    } catch (error) {
      return toAppError(error);
    } finally {
      this.running = this.running.filter(({ number }) => number !== entry.number);
      if (this.running.length === 0) {
        clearInterval(this.#timer);
        this.#timer = undefined;
      }
      await this.#folders.refreshAnew();
    }
  }

  /** The task that this folder is busy with. */
  of(path: string): RunningTask | undefined {
    return this.running.find(({ task }) => task.path === path);
  }

  #send(task: FolderTask): Promise<void> {
    switch (task.kind) {
      case 'add':
        return this.#host.addFolder({ body: { path: task.path, size: task.size } });
      case 'resize':
        return this.#host.resizeFolder({ body: { path: task.path, newsize: task.size } });
      case 'remove':
        return this.#host.removeFolder({ body: { path: task.path, ...(task.force && { force: true }) } });
    }
  }
}

/**
 * How far a folder's task has come, 0 to 1; undefined where nothing tells. Daemons that count say it themselves; of the
 * others the data still to be moved is a sign.
 */
export function taskShare(task: FolderTask | undefined, folder: StorageFolder | undefined): number | undefined {
  if (folder && folder.progressDenominator > 0n) return shareOf(folder.progressNumerator, folder.progressDenominator);
  if (!task || !folder || task.kind === 'add') return undefined;
  const target = task.kind === 'remove' ? 0n : task.size;
  const atStart = usedBytes(task.before);
  const toMove = atStart - target;
  if (toMove <= 0n) return undefined;
  const moved = atStart - usedBytes(folder);
  return moved <= 0n ? undefined : shareOf(moved, toMove);
}

/** As exact as a bar needs, 0 to 1. */
function shareOf(part: bigint, whole: bigint): number {
  const SCALE = 1_000_000n;
  return Math.min(1, Number((part * SCALE) / whole) / Number(SCALE));
}
