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

/** The allowance and the renter's settings, in the units of `RenterStatus`. Left out: unchanged. */
const settingsFields = {
  /** Must be given, with `period`, where there is no allowance yet. */
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
  /** No two hosts of one subnet. */
  checkforipviolation: optionalFlag
};

const MINUTE_MS = 60_000;
const slow = { access: 'password', timeoutMs: 10 * MINUTE_MS } as const;

export const renterRoutes = {
  status: get('/renter', json(renterStatus)),
  configure: post('/renter', form(settingsFields), nothing, { access: 'password', timeoutMs: MINUTE_MS }),
  cancelAllowance: post('/renter/allowance/cancel', empty, nothing, { access: 'password', timeoutMs: MINUTE_MS }),
  /** Updates what a directory says of its contents; exactly one of `siapath` and `rootsiapath`. */
  bubble: post(
    '/renter/bubble',
    form({
      /** Relative to the renter's own root. */
      siapath: optionalText,
      rootsiapath: optionalStrictFlag,
      force: optionalStrictFlag,
      recursive: optionalBoolean
    }),
    nothing,
    { timeoutMs: 10 * MINUTE_MS }
  ),
  /** Forgets files that nothing can bring back. */
  clean: post('/renter/clean', empty, nothing, slow),
  cancelContract: post('/renter/contract/cancel', form({ id: requiredHash<FileContractId>() }), nothing, {
    access: 'password',
    timeoutMs: MINUTE_MS
  }),
  /** `destination` is an absolute path on the daemon's machine, or with `remote` a name; real daemons know no `remote`. */
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
  /** As the document has it; real daemons answer 491 and have {@link renterRoutes.backups} instead. */
  uploadedBackups: post('/renter/uploadedbackups', empty, json(uploadedBackups), {
    access: 'password',
    effect: 'read',
    timeoutMs: MINUTE_MS
  }),
  /** Not in the document: how real daemons list, create and restore the backups that hosts keep. */
  backups: get('/renter/backups', json(backupStatus), { access: 'password', timeoutMs: MINUTE_MS }),
  createBackup: post('/renter/backups/create', form({ name: requiredText('name not specified') }), nothing, slow),
  restoreBackup: post('/renter/backups/restore', form({ name: requiredText('name not specified') }), nothing, slow),
  /** Disabled, expired, recoverable and inactive ones only when asked for. */
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

/** The first call, or the second where the daemon does not know the first. */
async function either<T>(first: () => Promise<T>, second: () => Promise<T>): Promise<T> {
  try {
    return await first();
  } catch (error) {
    if (!(error instanceof HttpError) || !UNKNOWN_PATH.includes(error.status)) throw error;
    return second();
  }
}

/**
 * The backups that hosts keep, whichever of the two calls the daemon has.
 * @throws {AppError} of the document's call, where the daemon has neither
 */
export const listUploadedBackups = (client: RenterClient, options?: CallOptions): Promise<UploadedBackup[]> =>
  either(
    async () => (await client.backups({}, options)).backups,
    () => client.uploadedBackups({}, options)
  );

/** Backs up to hosts under a name, whichever of the two calls the daemon has. */
export const backUpToHosts = (client: RenterClient, name: string): Promise<void> =>
  either(
    () => client.createBackup({ body: { name } }),
    () => client.backup({ body: { destination: name, remote: true } })
  );

/** Brings back the files of a backup that hosts keep, whichever of the two calls the daemon has. */
export const restoreFromHosts = (client: RenterClient, name: string): Promise<void> =>
  either(
    () => client.restoreBackup({ body: { name } }),
    () => client.recoverBackup({ body: { source: name, remote: true } })
  );
