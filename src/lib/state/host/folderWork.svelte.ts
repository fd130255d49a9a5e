import type { HostClient, StorageFolder } from '$lib/api/daemon/host';
import type { Live } from '../reactive/live.svelte';
import type { FolderTask } from '$lib/services/host/folderTasks';

export interface RunningTask {
  readonly number: number;
  readonly task: FolderTask;
  readonly sinceMs: number;
}

const POLL_MS = 1_000;

/** Folder operations. They may take hours, so they outlive the page; a daemon responds only when one is complete. */
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

  /** Runs the operation. @throws {AppError} the daemon refused it, or did not respond */
  async run(task: FolderTask): Promise<void> {
    const entry = { number: ++this.#count, task, sinceMs: Date.now() };
    this.running = [...this.running, entry];
    // The folder list is the only source of progress.
    this.#timer ??= setInterval(() => void this.#folders.refresh(), POLL_MS);
    try {
      await this.#send(task);
    } finally {
      this.running = this.running.filter(({ number }) => number !== entry.number);
      if (this.running.length === 0) {
        clearInterval(this.#timer);
        this.#timer = undefined;
      }
      await this.#folders.refreshAnew();
    }
  }

  /** The running operation on this folder. */
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
