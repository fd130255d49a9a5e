import type { Allowance } from '$lib/api/daemon/shapes/allowance';
import type { renterRoutes } from '$lib/api/daemon/renter';
import type { RequestOf } from '$lib/api/http/route';
import { badRequest } from '../http/answerError';
import { DEFAULT_ALLOWANCE, NO_PRICE_LIMITS } from './allowance';
import type { RenterSettings, RenterState } from './state';

/** The least a network lets people ask for. */
export interface AllowanceLimits {
  readonly hosts: number;
  readonly renewWindow: bigint;
}

/** Of the main network and of test networks like it. */
export const STANDARD_LIMITS: AllowanceLimits = { hosts: 20, renewWindow: 288n };
/** Of networks people develop on. */
export const DEVELOPMENT_LIMITS: AllowanceLimits = { hosts: 1, renewWindow: 1n };

type Given = RequestOf<typeof renterRoutes.configure>['body'];

/**
 * What `POST /renter` changes, checked as a whole.
 * @returns `cancel` when funds and period are both set to zero
 * @throws {AnswerError} anything is wrong; then nothing should be changed
 */
export function readSettings(
  given: Given,
  state: RenterState,
  limits: AllowanceLimits
): Partial<RenterSettings> | 'cancel' {
  const { maxdownloadspeed, maxuploadspeed, streamcachesize, checkforipviolation } = given;
  if ((maxdownloadspeed ?? 0) < 0 || (maxuploadspeed ?? 0) < 0) {
    throw badRequest('unable to set renter settings: bandwidth limits cannot be negative');
  }
  if (given.funds === 0n && given.period === 0n) return 'cancel';
  const allowance = readAllowance(given, state.allowance, limits);
  return {
    ...(allowance && { allowance }),
    ...(maxdownloadspeed !== undefined && { maxDownloadSpeed: maxdownloadspeed }),
    ...(maxuploadspeed !== undefined && { maxUploadSpeed: maxuploadspeed }),
    ...(streamcachesize !== undefined && { streamCacheSize: safeNumber(streamcachesize) }),
    ...(checkforipviolation !== undefined && { checkIpViolation: checkforipviolation })
  };
}

/** Undefined when nothing of it is given. */
function readAllowance(given: Given, current: Allowance | undefined, limits: AllowanceLimits): Allowance | undefined {
  const changes: Partial<Allowance> = defined({
    funds: given.funds,
    hosts: given.hosts === undefined ? undefined : safeNumber(given.hosts),
    period: given.period,
    renewWindow: given.renewwindow,
    expectedStorage: given.expectedstorage,
    expectedUpload: given.expectedupload,
    expectedDownload: given.expecteddownload,
    expectedRedundancy: given.expectedredundancy,
    maxPeriodChurn: given.maxperiodchurn,
    maxRpcPrice: given.maxrpcprice,
    maxContractPrice: given.maxcontractprice,
    maxDownloadBandwidthPrice: given.maxdownloadbandwidthprice,
    maxSectorAccessPrice: given.maxsectoraccessprice,
    maxStoragePrice: given.maxstorageprice,
    maxUploadBandwidthPrice: given.maxuploadbandwidthprice
  });
  if (Object.keys(changes).length === 0) return undefined;
  if (current === undefined) {
    if (changes.funds === undefined) throw badRequest("funds needs to be set if it hasn't been set before");
    if (changes.period === undefined) throw badRequest("period needs to be set if it hasn't been set before");
  }
  const halfPeriod = (changes.period ?? 0n) / 2n;
  const usual = {
    ...DEFAULT_ALLOWANCE,
    ...NO_PRICE_LIMITS,
    renewWindow: halfPeriod > limits.renewWindow ? halfPeriod : limits.renewWindow
  };
  const allowance = { ...(current ?? usual), ...changes };
  requireNonZero(allowance);
  if (allowance.hosts < limits.hosts) {
    throw badRequest(`insufficient number of hosts, need at least ${limits.hosts} but have ${allowance.hosts}`);
  }
  if (allowance.renewWindow < limits.renewWindow) {
    throw badRequest(
      `renew window is too small, must be at least ${limits.renewWindow} blocks but have ${allowance.renewWindow} blocks`
    );
  }
  return allowance;
}

function requireNonZero(allowance: Allowance): void {
  const names = {
    funds: 'funds',
    hosts: 'hosts',
    period: 'period',
    renewWindow: 'renew window',
    expectedStorage: 'expected storage',
    expectedUpload: 'expected upload',
    expectedDownload: 'expected download',
    expectedRedundancy: 'expected redundancy'
  } as const;
  for (const [field, name] of Object.entries(names)) {
    if (!(allowance[field as keyof typeof names] > 0)) throw badRequest(`${name} must be non-zero`);
  }
}

/** Counts beyond what a number holds are cut: nobody has that many. */
const safeNumber = (count: bigint): number => Number(count < MAX_SAFE ? count : MAX_SAFE);
const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

const defined = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
