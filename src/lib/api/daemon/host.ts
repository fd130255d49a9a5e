import type { Hash256 } from '$lib/chain/ids';
import * as z from 'zod/mini';
import { createClient } from '../http/client';
import { empty, form, get, json, nothing, post } from '../http/route';
import { converted } from '../schemas/codec';
import type { TransportOptions } from '../http/transport';
import { loadDaemonErrors } from './loadErrors';
import { bandwidth } from './gateway';
import { hostStatus, scoreEstimate, storageFolder, storageObligation, type HostInternalSettings } from './hostSchemas';
import {
  checkHex,
  optionalAmount,
  optionalBig,
  optionalExactFlag,
  optionalFlag,
  optionalText,
  requiredBig,
  requiredHash,
  requiredText
} from './shapes/parameters';
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

/** The settings a host's owner may change, in the units of {@link HostInternalSettings}. Left out: unchanged. */
const settingsFields = {
  acceptingcontracts: optionalFlag,
  maxdownloadbatchsize: optionalBig,
  maxduration: optionalBig,
  maxrevisebatchsize: optionalBig,
  netaddress: optionalText,
  windowsize: optionalBig,
  collateral: optionalAmount,
  collateralbudget: optionalAmount,
  maxcollateral: optionalAmount,
  minbaserpcprice: optionalAmount,
  mincontractprice: optionalAmount,
  minsectoraccessprice: optionalAmount,
  mindownloadbandwidthprice: optionalAmount,
  minstorageprice: optionalAmount,
  minuploadbandwidthprice: optionalAmount,
  /** Seconds, although real daemons answer in nanoseconds. */
  ephemeralaccountexpiry: optionalBig,
  maxephemeralaccountbalance: optionalAmount,
  maxephemeralaccountrisk: optionalAmount,
  registrysize: optionalBig,
  customregistrypath: optionalText
};

type SettingsParameters = {
  -readonly [Key in keyof HostInternalSettings as Lowercase<Key>]?: HostInternalSettings[Key];
};

/** Changed settings as the parameters of `configure` and `estimateScore`. */
export const settingsParameters = (changes: Partial<HostInternalSettings>): SettingsParameters =>
  Object.fromEntries(Object.entries(changes).map(([name, value]) => [name.toLowerCase(), value]));

const contractId = converted(z.string(), checkHex, (id) => id);
const SLOW_MS = 600_000;

export const hostRoutes = {
  status: get('/host', json(hostStatus)),
  /** Everything is taken over, or nothing. */
  configure: post('/host', form(settingsFields), nothing, { access: 'password', timeoutMs: 60_000 }),
  /** Bytes received from and sent to renters. */
  bandwidth: get('/host/bandwidth', json(bandwidth)),
  /** Says on the chain that the host exists; it takes no contracts by that alone. */
  announce: post('/host/announce', form({ netaddress: optionalText }), nothing, {
    access: 'password',
    timeoutMs: 60_000
  }),
  /** Every obligation there ever was, in no order. */
  contracts: get('/host/contracts', json(record({ contracts: list(storageObligation) })), { timeoutMs: 60_000 }),
  contract: get('/host/contracts/:id', json(record({ contract: storageObligation })), { params: { id: contractId } }),
  folders: get('/host/storage', json(record({ folders: list(storageFolder) }))),
  /** `path` is absolute, on the daemon's machine, and exists; `size` in bytes. Not compared with the disk. */
  addFolder: post(
    '/host/storage/folders/add',
    form({ path: requiredText('storage folder paths must be absolute'), size: requiredBig('EOF') }),
    nothing,
    { access: 'password', timeoutMs: SLOW_MS }
  ),
  /** Moves its data to the other folders; with `force` whatever cannot be moved is lost. */
  removeFolder: post(
    '/host/storage/folders/remove',
    form({ path: requiredText('path parameter is required'), force: optionalExactFlag }),
    nothing,
    { access: 'password', timeoutMs: SLOW_MS }
  ),
  /** `newsize` in bytes; data that no longer fits moves to the other folders. */
  resizeFolder: post(
    '/host/storage/folders/resize',
    form({ path: requiredText('path parameter is required'), newsize: requiredBig('EOF') }),
    nothing,
    { access: 'password', timeoutMs: SLOW_MS }
  ),
  /** The host can neither serve nor prove the sector any more. */
  deleteSector: post('/host/storage/sectors/delete/:merkleroot', empty, nothing, {
    access: 'password',
    params: { merkleroot: requiredHash<Hash256>() }
  }),
  /** With the host's settings, and the given ones in their place. */
  estimateScore: get('/host/estimatescore', json(scoreEstimate), { query: settingsFields })
};

/** A typed client of the host module. */
export const createHostClient = (options: TransportOptions) => createClient(hostRoutes, options, loadDaemonErrors);
export type HostClient = ReturnType<typeof createHostClient>;
