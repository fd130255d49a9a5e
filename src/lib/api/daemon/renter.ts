import { MAX_LIST_ANSWER } from '../answerLimits';
import { createClient } from '../http/client';
import { HttpError } from '../http/errors';
import { empty, form, get, json, nothing, post, type CallOptions } from '../http/route';
import type { TransportOptions } from '../http/transport';
import { loadDaemonErrors } from './loadErrors';
import { parametersOf } from './shapes/parameters';
import { backupStatus, renterContracts, renterStatus, uploadedBackups, type UploadedBackup } from './renterSchemas';

export type { Allowance } from './shapes/allowance';
export type {
  MemoryManager,
  MemoryStatus,
  RecoverableContract,
  RenterContract,
  RenterContracts,
  RenterFinancialMetrics,
  RenterStatus,
  UploadedBackup
} from './renterSchemas';

const MINUTE_MS = 60_000;
const slow = { access: 'password', timeoutMs: 10 * MINUTE_MS } as const;

export const renterRoutes = {
  status: get('/renter', json(renterStatus)),
  /** The allowance and the settings, in the units of `RenterStatus`; omitted ones remain unchanged. */
  configure: post('/renter', form(parametersOf<'POST /renter'>()), nothing, {
    access: 'password',
    timeoutMs: MINUTE_MS
  }),
  cancelAllowance: post('/renter/allowance/cancel', empty, nothing, { access: 'password', timeoutMs: MINUTE_MS }),
  /** Refreshes a directory's metadata; exactly one of `siapath` and `rootsiapath`. */
  bubble: post(
    '/renter/bubble',
    /** `siapath` is relative to the renter's own root. */
    form(parametersOf<'POST /renter/bubble'>()),
    nothing,
    { timeoutMs: 10 * MINUTE_MS }
  ),
  /** Removes files that cannot be recovered. */
  clean: post('/renter/clean', empty, nothing, slow),
  cancelContract: post('/renter/contract/cancel', form(parametersOf<'POST /renter/contract/cancel'>()), nothing, {
    access: 'password',
    timeoutMs: MINUTE_MS
  }),
  /**
   * `destination` is an absolute path on the daemon's machine or, with `remote`, a name; real daemons do not support
   * `remote`.
   */
  backup: post('/renter/backup', form(parametersOf<'POST /renter/backup'>()), nothing, slow),
  /** `source` is like `destination` of `backup`. */
  recoverBackup: post('/renter/recoverbackup', form(parametersOf<'POST /renter/recoverbackup'>()), nothing, slow),
  /** The documented call; real daemons respond 491 and offer `GET /renter/backups` instead. */
  uploadedBackups: post('/renter/uploadedbackups', empty, json(uploadedBackups), {
    access: 'password',
    effect: 'read',
    timeoutMs: MINUTE_MS
  }),
  /** Undocumented: how real daemons list, create and restore backups stored on hosts. */
  backups: get('/renter/backups', json(backupStatus), { access: 'password', timeoutMs: MINUTE_MS }),
  createBackup: post('/renter/backups/create', form(parametersOf<'POST /renter/backups/create'>()), nothing, slow),
  restoreBackup: post('/renter/backups/restore', form(parametersOf<'POST /renter/backups/restore'>()), nothing, slow),
  /** Disabled, expired, recoverable and inactive contracts are included only on request. */
  contracts: get('/renter/contracts', json(renterContracts), {
    query: parametersOf<'GET /renter/contracts'>(),
    timeoutMs: MINUTE_MS,
    maxBytes: MAX_LIST_ANSWER
  })
};

/** A typed client of the renter module. */
export const createRenterClient = (options: TransportOptions) => createClient(renterRoutes, options, loadDaemonErrors);
export type RenterClient = ReturnType<typeof createRenterClient>;

const UNKNOWN_PATH = [404, 405, 491];

/** The first call, or the second if the daemon does not support the first. */
async function either<T>(first: () => Promise<T>, second: () => Promise<T>): Promise<T> {
  try {
    return await first();
  } catch (error) {
    if (!(error instanceof HttpError) || !UNKNOWN_PATH.includes(error.status)) throw error;
    return second();
  }
}

/**
 * The backups stored on hosts, using whichever call the daemon supports.
 * @throws {AppError} the documented call's error, if the daemon supports neither
 */
export const listUploadedBackups = (client: RenterClient, options?: CallOptions): Promise<UploadedBackup[]> =>
  either(
    async () => (await client.backups({}, options)).backups,
    () => client.uploadedBackups({}, options)
  );

/** Creates a backup on hosts, using whichever call the daemon supports. */
export const backUpToHosts = (client: RenterClient, name: string): Promise<void> =>
  either(
    () => client.createBackup({ body: { name } }),
    () => client.backup({ body: { destination: name, remote: true } })
  );

/** Restores a backup from hosts, using whichever call the daemon supports. */
export const restoreFromHosts = (client: RenterClient, name: string): Promise<void> =>
  either(
    () => client.restoreBackup({ body: { name } }),
    () => client.recoverBackup({ body: { source: name, remote: true } })
  );
