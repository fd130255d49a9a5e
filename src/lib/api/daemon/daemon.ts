import * as z from 'zod/mini';
import { shortText } from '../schemas/scalars';
import { empty, form, get, json, nothing, post } from '../http/route';
import { parametersOf } from './shapes/parameters';
import { allowance } from './shapes/allowance';
import { record } from './shapes/record';
import { bignum, int, list, missingAs, seconds, target, u64 } from './shapes/values';

/** An alert of the daemon. */
export const alert = record(
  {
    cause: z.string(),
    message: z.string(),
    module: shortText,
    /** `info`, `warning`, `error` or `critical`. */
    severity: z.string()
  },
  { message: 'msg' }
);
export type Alert = z.output<typeof alert>;

/** `alerts` contains all alerts, most severe first. */
export const alerts = record({
  alerts: list(alert),
  criticalAlerts: list(alert),
  errorAlerts: list(alert),
  warningAlerts: list(alert),
  infoAlerts: list(alert)
});
export type Alerts = z.output<typeof alerts>;

/** Network parameters; times in seconds, sizes in bytes, fractions as text such as `39/1000`. */
export const constants = record(
  {
    blockFrequency: int,
    blockSizeLimit: int,
    extremeFutureThreshold: int,
    futureThreshold: int,
    genesisTimestamp: seconds,
    maturityDelay: int,
    medianTimestampWindow: int,
    fundCount: bignum,
    fundPortion: z.string(),
    targetWindow: missingAs(int, 0),
    /** Whole coins, not hastings. */
    initialCoinbase: int,
    /** Whole coins, not hastings. */
    minimumCoinbase: int,
    rootTarget: target,
    rootDepth: target,
    defaultAllowance: z.optional(allowance),
    maxTargetAdjustmentUp: missingAs(shortText, ''),
    maxTargetAdjustmentDown: missingAs(shortText, ''),
    /** Hastings in one coin. */
    coinPrecision: bignum
  },
  { fundCount: 'svcfundcount', fundPortion: 'svcfundportion', coinPrecision: 'svccoinprecision' }
);

/** Speeds in bytes per second, 0 means unlimited; modules by name, true when running. */
export const settings = record({
  maxDownloadSpeed: u64,
  maxUploadSpeed: u64,
  modules: z.record(z.string(), z.boolean())
});

/** A byte array according to the API documentation, text in real daemons; both are accepted. */
const stackText = z.codec(z.union([z.string(), z.array(z.number())]), z.string(), {
  decode: (given) => (typeof given === 'string' ? given : new TextDecoder().decode(Uint8Array.from(given))),
  encode: (stack) => [...new TextEncoder().encode(stack)]
});
const stack = record({ stack: stackText });

const release = record({ available: z.boolean(), version: shortText });
const version = record({
  version: shortText,
  gitRevision: missingAs(shortText, ''),
  buildTime: missingAs(shortText, '')
});

/** 64 MB of text according to the API documentation, each byte as a number of up to three digits and a comma. */
const MAX_STACK_ANSWER = 4 * 64_000_000 + 1_000;

export const daemonRoutes = {
  alerts: get('/daemon/alerts', json(alerts)),
  constants: get('/daemon/constants', json(constants)),
  settings: get('/daemon/settings', json(settings)),
  configure: post('/daemon/settings', form(parametersOf<'POST /daemon/settings'>()), nothing),
  stack: get('/daemon/stack', json(stack), { maxBytes: MAX_STACK_ANSWER }),
  /** Responds immediately; the process ends a few seconds later. */
  stop: get('/daemon/stop', nothing, { access: 'password', effect: 'write' }),
  latestRelease: get('/daemon/update', json(release), { timeoutMs: 60_000 }),
  installRelease: post('/daemon/update', empty, nothing, { timeoutMs: 600_000 }),
  version: get('/daemon/version', json(version))
};
