import type { FileContractId } from '$lib/chain/ids';
import { createClient } from '../http/client';
import { HttpError } from '../http/errors';
import { empty, form, get, json, nothing, post, type CallOptions } from '../http/route';
import type { TransportOptions } from '../http/transport';
import { loadDaemonErrors } from './loadErrors';
import {
  optionalAmount,
  optionalBig,
  optionalBoolean,
  optionalFlag,
  optionalFloat,
  optionalInt,
  optionalStrictFlag,
  optionalText,
  requiredHash,
  requiredText
} from './shapes/parameters';
import { backupStatus, renterContracts, renterStatus, uploadedBackups, type UploadedBackup } from './renterSchemas';

export type { Allowance } from './shapes/allowance';
export type {
  RecoverableContract,
  RenterContract,
  RenterContracts,
  RenterFinancialMetrics,
  RenterStatus,
  UploadedBackup
} from './renterSchemas';

/** Allowance and renter settings, in the units of `RenterStatus`; omitted ones stay unchanged. */
const settingsFields = {
  /** Required together with `period` when no allowance is set. */
  funds: optionalAmount,
  hosts: optionalBig,
  period: optionalBig,
  renewwindow: optionalBig,
  expectedstorage: optionalBig,
  expectedupload: optionalBig,
  expecteddownload: optionalBig,
  expectedredundancy: optionalFloat,
  maxperiodchurn: optionalBig,
  maxrpcprice: optionalAmount,
  maxcontractprice: optionalAmount,
  maxdownloadbandwidthprice: optionalAmount,
  maxsectoraccessprice: optionalAmount,
  maxstorageprice: optionalAmount,
  maxuploadbandwidthprice: optionalAmount,
  maxuploadspeed: optionalInt,
  maxdownloadspeed: optionalInt,
  streamcachesize: optionalBig,
  /** Allow one host per subnet only. */
  checkforipviolation: optionalFlag
};

const MINUTE_MS = 60_000;
const slow = { access: 'password', timeoutMs: 10 * MINUTE_MS } as const;

export const renterRoutes = {
  status: get('/renter', json(renterStatus)),
  configure: post('/renter', form(settingsFields), nothing, { access: 'password', timeoutMs: MINUTE_MS }),
  cancelAllowance: post('/renter/allowance/cancel', empty, nothing, { access: 'password', timeoutMs: MINUTE_MS }),
  /** Refreshes a directory's metadata; exactly one of `siapath` and `rootsiapath`. */
  bubble: post(
    '/renter/bubble',
    form({
      /** Relative to the renter's root directory. */
      siapath: optionalText,
      rootsiapath: optionalStrictFlag,
      force: optionalStrictFlag,
      recursive: optionalBoolean
    }),
    nothing,
    { timeoutMs: 10 * MINUTE_MS }
  ),
  /** Removes files that cannot be recovered. */
  clean: post('/renter/clean', empty, nothing, slow),
  cancelContract: post('/renter/contract/cancel', form({ id: requiredHash<FileContractId>() }), nothing, {
    access: 'password',
    timeoutMs: MINUTE_MS
  }),
  /** `destination` is an absolute path on the daemon's machine, or a name with `remote`, which real daemons lack. */
  backup: post(
    '/renter/backup',
    form({ destination: requiredText('destination not specified'), remote: optionalFlag }),
    nothing,
    slow
  ),
  /** `source` as `destination` of `backup`. */
  recoverBackup: post(
    '/renter/recoverbackup',
    form({ source: requiredText('source not specified'), remote: optionalFlag }),
    nothing,
    slow
  ),
  /** The documented call; real daemons respond 491 and offer {@link renterRoutes.backups} instead. */
  uploadedBackups: post('/renter/uploadedbackups', empty, json(uploadedBackups), {
    access: 'password',
    effect: 'read',
    timeoutMs: MINUTE_MS
  }),
  /** Undocumented: how real daemons list, create and restore backups stored on hosts. */
  backups: get('/renter/backups', json(backupStatus), { access: 'password', timeoutMs: MINUTE_MS }),
  createBackup: post('/renter/backups/create', form({ name: requiredText('name not specified') }), nothing, slow),
  restoreBackup: post('/renter/backups/restore', form({ name: requiredText('name not specified') }), nothing, slow),
  /** Disabled, expired, recoverable and inactive contracts only on request. */
  contracts: get('/renter/contracts', json(renterContracts), {
    query: {
      disabled: optionalStrictFlag,
      expired: optionalStrictFlag,
      recoverable: optionalStrictFlag,
      inactive: optionalStrictFlag
    },
    timeoutMs: MINUTE_MS
  })
};

/** A typed client of the renter module. */
export const createRenterClient = (options: TransportOptions) => createClient(renterRoutes, options, loadDaemonErrors);
export type RenterClient = ReturnType<typeof createRenterClient>;

const UNKNOWN_PATH = [404, 405, 491];

/** The first call, or the second if the daemon does not have the first. */
async function either<T>(first: () => Promise<T>, second: () => Promise<T>): Promise<T> {
  try {
    return await first();
  } catch (error) {
    if (!(error instanceof HttpError) || !UNKNOWN_PATH.includes(error.status)) throw error;
    return second();
  }
}

/**
 * The backups stored on hosts, by whichever call the daemon has.
 * @throws {AppError} of the documented call, if the daemon has neither
 */
export const listUploadedBackups = (client: RenterClient, options?: CallOptions): Promise<UploadedBackup[]> =>
  either(
    async () => (await client.backups({}, options)).backups,
    () => client.uploadedBackups({}, options)
  );

/** Creates a backup on hosts, by whichever call the daemon has. */
export const backUpToHosts = (client: RenterClient, name: string): Promise<void> =>
  either(
    () => client.createBackup({ body: { name } }),
    () => client.backup({ body: { destination: name, remote: true } })
  );

/** Restores a backup from hosts, by whichever call the daemon has. */
export const restoreFromHosts = (client: RenterClient, name: string): Promise<void> =>
  either(
    () => client.restoreBackup({ body: { name } }),
    () => client.recoverBackup({ body: { source: name, remote: true } })
  );
