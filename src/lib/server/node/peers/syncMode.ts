import { SYNC_MODES, type SyncMode } from '$lib/api/daemon/shapes/syncMode';
import type { SettingsTable } from '../store/settings';

const KEY = 'peers.syncMode';

/** The synchronization mode that the user chose, persisted across restarts. */
export class StoredSyncMode {
  readonly #settings: SettingsTable;
  #value: SyncMode;

  constructor(settings: SettingsTable) {
    const stored = settings.get(KEY);
    this.#settings = settings;
    this.#value = SYNC_MODES.find((mode) => mode === stored) ?? 'running';
  }

  get value(): SyncMode {
    return this.#value;
  }

  set value(mode: SyncMode) {
    this.#settings.set(KEY, mode);
    this.#value = mode;
  }
}
