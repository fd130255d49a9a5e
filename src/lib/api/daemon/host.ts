import { MAX_LIST_ANSWER } from '../answerLimits';
import { createClient } from '../http/client';
import { empty, form, get, json, nothing, post } from '../http/route';
import type { TransportOptions } from '../http/transport';
import { loadDaemonErrors } from './loadErrors';
import { bandwidth } from './gateway';
import { hostStatus, scoreEstimate, storageFolder, storageObligation, type HostInternalSettings } from './hostSchemas';
import { parametersOf } from './shapes/parameters';
import { record } from './shapes/record';
import { list } from './shapes/values';

export type {
  HostFinancialMetrics,
  HostInternalSettings,
  HostStatus,
  ScoreEstimate,
  StorageFolder,
  StorageObligation
} from './hostSchemas';

/**
 * The host settings that can be changed, in the units of {@link HostInternalSettings}; omitted ones remain unchanged.
 */
const settingsFields = parametersOf<'POST /host'>();

type SettingsParameters = {
  -readonly [Key in keyof HostInternalSettings as Lowercase<Key>]?: HostInternalSettings[Key];
};

/** Encodes changed settings as parameters of `configure` and `estimateScore`. */
export const settingsParameters = (changes: Partial<HostInternalSettings>): SettingsParameters =>
  Object.fromEntries(Object.entries(changes).map(([name, value]) => [name.toLowerCase(), value]));

const SLOW_MS = 600_000;

export const hostRoutes = {
  status: get('/host', json(hostStatus)),
  /** Changes either all settings or none. */
  configure: post('/host', form(settingsFields), nothing, { access: 'password', timeoutMs: 60_000 }),
  /** Bytes received from and sent to renters. */
  bandwidth: get('/host/bandwidth', json(bandwidth)),
  /** Announces the host on the chain; accepting contracts is a separate setting. */
  announce: post('/host/announce', form(parametersOf<'POST /host/announce'>()), nothing, {
    access: 'password',
    timeoutMs: 60_000
  }),
  /** All storage obligations, past ones included, unordered. */
  contracts: get('/host/contracts', json(record({ contracts: list(storageObligation) })), {
    timeoutMs: 60_000,
    maxBytes: MAX_LIST_ANSWER
  }),
  contract: get('/host/contracts/:id', json(record({ contract: storageObligation }))),
  folders: get('/host/storage', json(record({ folders: list(storageFolder) })), { maxBytes: MAX_LIST_ANSWER }),
  /**
   * `path` is an existing absolute path on the daemon's machine; `size` is in bytes and not checked against the disk.
   */
  addFolder: post('/host/storage/folders/add', form(parametersOf<'POST /host/storage/folders/add'>()), nothing, {
    access: 'password',
    timeoutMs: SLOW_MS
  }),
  /** Moves the folder's data to other folders; with `force`, data that cannot be moved is lost. */
  removeFolder: post(
    '/host/storage/folders/remove',
    form(parametersOf<'POST /host/storage/folders/remove'>()),
    nothing,
    { access: 'password', timeoutMs: SLOW_MS }
  ),
  /** `newsize` is in bytes; data that no longer fits is moved to other folders. */
  resizeFolder: post(
    '/host/storage/folders/resize',
    form(parametersOf<'POST /host/storage/folders/resize'>()),
    nothing,
    { access: 'password', timeoutMs: SLOW_MS }
  ),
  /** Deletes the sector; the host can no longer serve or prove it. */
  deleteSector: post('/host/storage/sectors/delete/:merkleroot', empty, nothing, {
    access: 'password'
  }),
  /** Score with the host's settings, overridden by the given ones. */
  estimateScore: get('/host/estimatescore', json(scoreEstimate), { query: settingsFields })
};

/** A typed client of the host module. */
export const createHostClient = (options: TransportOptions) => createClient(hostRoutes, options, loadDaemonErrors);
export type HostClient = ReturnType<typeof createHostClient>;
