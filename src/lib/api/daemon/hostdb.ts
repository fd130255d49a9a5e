import * as z from 'zod/mini';
import { CodecError } from '$lib/codec/errors';
import { MAX_LIST_ANSWER } from '../answerLimits';
import { createClient } from '../http/client';
import { get, json, nothing, post } from '../http/route';
import { converted, type JsonCodec } from '../schemas/codec';
import { timestamp } from '../schemas/scalars';
import type { TransportOptions } from '../http/transport';
import { loadDaemonErrors } from './loadErrors';
import { hostKey } from './shapes/hostKey';
import { offerNames, offerShape } from './shapes/hostOffer';
import { parametersOf } from './shapes/parameters';
import { record, reshaped } from './shapes/record';
import { bignum, float, int, list, missingAs, u64 } from './shapes/values';

const scan = record({ success: z.boolean(), timestamp });
export type HostScan = z.output<typeof scan>;

/** Newest first, as documented; real daemons return oldest first. */
const scanHistory: JsonCodec<HostScan[]> = converted(
  list(scan),
  (scans) => {
    const isOldestFirst = (scans[0]?.timestamp ?? 0) < (scans.at(-1)?.timestamp ?? 0);
    return (isOldestFirst ? scans.toReversed() : scans).toSorted((a, b) => b.timestamp - a.timestamp);
  },
  (scans) => scans
);

/** A host's entry: its offer and track record. */
export const hostdbEntry = reshaped(
  record(
    {
      ...offerShape,
      /** Height of its first announcement. */
      firstSeen: int,
      /** Nanoseconds, up to the last update of the history. */
      historicDowntime: u64,
      /** Nanoseconds, up to the last update of the history. */
      historicUptime: u64,
      scanHistory,
      /** Decays over time, hence fractional. */
      historicFailedInteractions: float,
      historicSuccessfulInteractions: float,
      recentFailedInteractions: float,
      recentSuccessfulInteractions: float,
      /** Height. */
      lastHistoricUpdate: int,
      /** At most one IPv4 and one IPv6 subnet; hosts with more are not used. */
      ipNets: list(z.string()),
      lastIpNetChange: timestamp,
      /** `<algorithm>:<hex>` */
      publicKey: hostKey,
      /** Excluded by the filter. */
      filtered: missingAs(z.boolean(), false)
    },
    offerNames
  ),
  (wire) => ({ ...wire, publickey: wire.publickey ?? wire.publickeystring }),
  (wire) => ({ ...wire, publickeystring: z.parse(hostKey, wire.publickey) })
);
export type HostdbEntry = z.output<typeof hostdbEntry>;

/** The score is approximately the product of the factors. Scores are comparable only within one database. */
export const scoreBreakdown = reshaped(
  record({
    score: bignum,
    /** Probability of being picked, in percent; not a factor. */
    conversionRate: float,
    /** 1, or 0 if the host accepts no contracts. */
    acceptContractAdjustment: float,
    ageAdjustment: float,
    basePriceAdjustment: float,
    burnAdjustment: float,
    collateralAdjustment: float,
    /** 1, or 0 if the host's maximum duration is too short. */
    durationAdjustment: float,
    interactionAdjustment: float,
    priceAdjustment: float,
    storageRemainingAdjustment: float,
    uptimeAdjustment: float,
    versionAdjustment: float
  }),
  (wire) => ({ ...wire, priceadjustment: wire.priceadjustment ?? wire.pricesmultiplier })
);
export type ScoreBreakdown = z.output<typeof scoreBreakdown>;

export const FILTER_MODES = ['whitelist', 'blacklist', 'disable'] as const;
export type FilterMode = (typeof FILTER_MODES)[number];

function parseFilterMode(text: string): FilterMode {
  const mode = FILTER_MODES.find((known) => known === text);
  if (mode === undefined) throw new CodecError(`could not assigned FilterMode from string ${text}`);
  return mode;
}

/** A node whose mode was never set returns `error` here; no filter is active then. */
const shownFilterMode: JsonCodec<FilterMode> = converted(
  z.string(),
  (text) => (text === 'error' ? 'disable' : parseFilterMode(text)),
  (mode) => mode
);

/** The renter's host filter: keys as `<algorithm>:<hex>`; IPs, CIDR ranges or domains. */
const filter = record({ filterMode: shownFilterMode, hosts: list(z.string()), netAddresses: list(z.string()) });
export type HostFilter = z.output<typeof filter>;

/** A host key, encoded as text, the documented form; both forms are decoded. */
export const keyText: JsonCodec<string> = converted(
  z.unknown(),
  (given) => z.parse(hostKey, given),
  (key) => key
);

const filterChange = record({
  filterMode: converted(z.string(), parseFilterMode, (mode) => mode),
  hosts: list(keyText),
  netAddresses: list(z.string())
});

const hostList = json(record({ hosts: list(hostdbEntry) }));
const LONG_LIST_MS = 60_000;

export const hostdbRoutes = {
  /** Whether every known host has been scanned at least once. */
  status: get('/hostdb', json(record({ initialScanComplete: z.boolean() }))),
  /** Active hosts, best first; all of them without `numhosts`. */
  active: get('/hostdb/active', hostList, {
    query: parametersOf<'GET /hostdb/active'>(),
    timeoutMs: LONG_LIST_MS,
    maxBytes: MAX_LIST_ANSWER
  }),
  /** All known hosts, unordered. */
  all: get('/hostdb/all', hostList, { timeoutMs: LONG_LIST_MS, maxBytes: MAX_LIST_ANSWER }),
  /** `pubkey` as `<algorithm>:<hex>`. */
  host: get('/hostdb/hosts/:pubkey', json(record({ entry: hostdbEntry, scoreBreakdown }))),
  filterMode: get('/hostdb/filtermode', json(filter), { maxBytes: MAX_LIST_ANSWER }),
  /** Also replaces contracts with hosts that the filter excludes. */
  setFilterMode: post('/hostdb/filtermode', json(filterChange), nothing, { access: 'password', timeoutMs: 60_000 })
};

/** A typed client of the host database. */
export const createHostdbClient = (options: TransportOptions) => createClient(hostdbRoutes, options, loadDaemonErrors);
export type HostdbClient = ReturnType<typeof createHostdbClient>;
