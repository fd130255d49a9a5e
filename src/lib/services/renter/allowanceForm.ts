import { HttpError } from '$lib/api/http/errors';
import type { Allowance, RenterStatus } from '$lib/api/daemon/renter';
import { hastings, MAX_HASTINGS } from '$lib/chain/currency/currency';
import type { Unit } from '$lib/chain/currency/quantity';
import { MAX_INT64 } from '$lib/api/parameterBounds';
import type { AppError } from '$lib/errors';
import type { Plan } from './estimate';
import type { RenterChange } from './renterChange';

/**
 * The renter's settings in the form: hastings, blocks, bytes, bytes per block, bytes per second. Undefined if the node
 * has no value or does not report it.
 */
export interface AllowanceSettings {
  funds: bigint | undefined;
  period: bigint | undefined;
  renewWindow: bigint | undefined;
  hosts: bigint | undefined;
  expectedStorage: bigint | undefined;
  expectedUpload: bigint | undefined;
  expectedDownload: bigint | undefined;
  /** Thousandths. */
  redundancy: bigint | undefined;
  maxUploadSpeed: bigint | undefined;
  maxDownloadSpeed: bigint | undefined;
  streamCacheSize: bigint | undefined;
  /** Allow only one host per subnet. */
  ipViolationCheck: boolean | undefined;
}
export type AllowanceKey = keyof AllowanceSettings;

/** Base: thousandths. */
export const TIMES: Unit = { symbol: 'times', one: 'time', numerator: 1_000n, denominator: 1n };
export const HOSTS: Unit = { symbol: 'hosts', one: 'host', numerator: 1n, denominator: 1n };
export const CHUNKS: Unit = { symbol: 'chunks', one: 'chunk', numerator: 1n, denominator: 1n };

/** Times, sizes and counts are 64-bit integers in daemons. */
const MAX_COUNT = MAX_INT64;

/** The form's limits. Nodes of public networks require more hosts and a longer window. */
export const ALLOWANCE_LIMITS = {
  funds: { min: 1n, max: MAX_HASTINGS },
  period: { min: 1n, max: MAX_COUNT },
  renewWindow: { min: 1n, max: MAX_COUNT },
  hosts: { min: 1n, max: MAX_COUNT },
  expectedStorage: { min: 1n, max: MAX_COUNT },
  expectedUpload: { min: 1n, max: MAX_COUNT },
  expectedDownload: { min: 1n, max: MAX_COUNT },
  redundancy: { min: 1_000n, max: 1_000_000n },
  maxUploadSpeed: { min: 0n, max: MAX_COUNT },
  maxDownloadSpeed: { min: 0n, max: MAX_COUNT },
  streamCacheSize: { min: 1n, max: MAX_COUNT }
} as const satisfies Partial<Record<AllowanceKey, { min: bigint; max: bigint }>>;

/** Minimum values on public networks (measured). */
export const USUAL_MIN = { hosts: 20n, renewWindow: 288n } as const;

/** Daemons accept any number: huge ones are clamped, but remain above the form's limit. */
const thousandths = (number: number): bigint =>
  BigInt(Math.round(Math.min(number, Number.MAX_SAFE_INTEGER / 1_000) * 1_000));

export const hasAllowance = ({ funds, period }: Pick<Allowance, 'funds' | 'period'>): boolean =>
  funds > 0n || period > 0n;

/** The form's values of the settings; without an allowance its zeros are unset values. */
export function settingsOf({ settings }: Pick<RenterStatus, 'settings'>): AllowanceSettings {
  const { allowance } = settings;
  const isSet = hasAllowance(allowance);
  const own = (value: bigint) => (isSet || value > 0n ? value : undefined);
  return {
    funds: own(allowance.funds),
    period: own(allowance.period),
    renewWindow: own(allowance.renewWindow),
    hosts: own(allowance.hosts),
    expectedStorage: own(allowance.expectedStorage),
    expectedUpload: own(allowance.expectedUpload),
    expectedDownload: own(allowance.expectedDownload),
    redundancy: own(thousandths(allowance.expectedRedundancy)),
    maxUploadSpeed: settings.maxUploadSpeed,
    maxDownloadSpeed: settings.maxDownloadSpeed,
    streamCacheSize: settings.streamCacheSize,
    ipViolationCheck: settings.ipViolationCheck
  };
}

/** Suggested initial values of an empty form. */
export function suggestedSettings(allowance: Allowance): Partial<AllowanceSettings> {
  return {
    funds: allowance.funds,
    period: allowance.period,
    renewWindow: allowance.renewWindow,
    hosts: allowance.hosts,
    expectedStorage: allowance.expectedStorage,
    expectedUpload: allowance.expectedUpload,
    expectedDownload: allowance.expectedDownload,
    redundancy: thousandths(allowance.expectedRedundancy)
  };
}

export type AllowanceProblem = 'zeroFunds' | 'missingFunds' | 'zeroPeriod' | 'missingPeriod' | 'windowTooLong';

/**
 * Validation across fields, by field; includes what would cancel the allowance by accident. Limits of single fields are
 * checked by the fields.
 * @param next all values as they would be after saving @param changed the values to be sent
 * @param isSet whether there is an allowance to cancel
 */
export function allowanceProblems(
  next: AllowanceSettings,
  changed: readonly AllowanceKey[],
  isSet: boolean
): Partial<Record<AllowanceKey, AllowanceProblem>> {
  const isAbout = (...keys: AllowanceKey[]) => keys.some((key) => changed.includes(key));
  const problems: Partial<Record<AllowanceKey, AllowanceProblem>> = {};
  const { funds, period, renewWindow } = next;
  const ofAllowance = changed.some((key) => !NOT_OF_ALLOWANCE.includes(key));
  if (funds === 0n) problems.funds = isSet ? 'zeroFunds' : 'missingFunds';
  else if (funds === undefined && ofAllowance) problems.funds = 'missingFunds';
  if (period === 0n) problems.period = isSet ? 'zeroPeriod' : 'missingPeriod';
  else if (period === undefined && ofAllowance) problems.period = 'missingPeriod';
  if (period !== undefined && renewWindow !== undefined && renewWindow > period && isAbout('period', 'renewWindow')) {
    problems.renewWindow = 'windowTooLong';
  }
  return problems;
}

/** Renter settings that require no allowance. */
const NOT_OF_ALLOWANCE: readonly AllowanceKey[] = [
  'maxUploadSpeed',
  'maxDownloadSpeed',
  'streamCacheSize',
  'ipViolationCheck'
];

/** The changed fields as the daemon's parameters. */
export function changeOf(changes: Partial<AllowanceSettings>): RenterChange {
  const { funds, redundancy, maxUploadSpeed, maxDownloadSpeed } = changes;
  const plain = {
    hosts: changes.hosts,
    period: changes.period,
    renewwindow: changes.renewWindow,
    expectedstorage: changes.expectedStorage,
    expectedupload: changes.expectedUpload,
    expecteddownload: changes.expectedDownload,
    streamcachesize: changes.streamCacheSize,
    checkforipviolation: changes.ipViolationCheck
  };
  return {
    ...(Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined)) as typeof plain),
    ...(funds !== undefined && { funds: hastings(funds) }),
    ...(redundancy !== undefined && { expectedredundancy: Number(redundancy) / 1_000 }),
    ...(maxUploadSpeed !== undefined && { maxuploadspeed: maxUploadSpeed }),
    ...(maxDownloadSpeed !== undefined && { maxdownloadspeed: maxDownloadSpeed })
  };
}

const LIMITED = Object.keys(ALLOWANCE_LIMITS) as (keyof typeof ALLOWANCE_LIMITS)[];
const KEYS: readonly AllowanceKey[] = [...LIMITED, 'ipViolationCheck'];

/** The field that caused a daemon's error. */
export const fieldOfRefusal = (error: AppError): AllowanceKey | undefined =>
  error instanceof HttpError ? KEYS.find((key) => key === error.known?.field) : undefined;

/** Storage and traffic implied by the settings; undefined while incomplete, or too large to be saved. */
export function planOf(settings: AllowanceSettings): Plan | undefined {
  const { expectedStorage, expectedUpload, expectedDownload, redundancy, hosts, period } = settings;
  if (expectedStorage === undefined || redundancy === undefined || hosts === undefined || !period) return undefined;
  if (LIMITED.some((key) => (settings[key] ?? 0n) > ALLOWANCE_LIMITS[key].max)) return undefined;
  return {
    storage: expectedStorage,
    upload: expectedUpload ?? 0n,
    download: expectedDownload ?? 0n,
    redundancyThousandths: redundancy,
    hosts,
    period
  };
}
