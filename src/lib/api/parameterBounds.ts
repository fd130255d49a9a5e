import { MAX_HASTINGS } from '$lib/chain/currency/currency';

// The bounds of every documented parameter in a path, query or form. The node's parsing derives from these rows
// (`daemon/boundedRoutes`, `wallet-server/query`), and tests/integration/parameterBounds.test.ts tests the limits.

/**
 * The format of a parameter:
 * - `int`, `uint`: 64-bit integers; `count`: an unsigned integer that is only compared
 * - `amount`: hastings; `wholeAmount`: hastings in decimal digits, with nothing after them
 * - `number`: may have a fraction; `decimal`: an integer in decimal digits, with nothing after them
 * - `text`: any text without null bytes; `hash`: 64 hexadecimal characters; `hex`: any even number of them
 * - flags, by accepted spellings: `flag`: set by what begins with 1, t or true, cleared by anything else; `strictFlag`:
 *   true and false; `anyFlag`: also 1, 0, t and f; `exactFlag`: set only by true
 * - `texts`: a list of texts in a JSON body
 */
export type ParameterKind =
  | 'int'
  | 'uint'
  | 'count'
  | 'amount'
  | 'wholeAmount'
  | 'number'
  | 'decimal'
  | 'text'
  | 'hash'
  | 'hex'
  | 'flag'
  | 'strictFlag'
  | 'anyFlag'
  | 'exactFlag'
  | 'texts';

/** A parameter's bounds and their source. */
export interface Bounds {
  readonly kind: ParameterKind;
  readonly unit: string;
  /** The value for numbers, the length in UTF-16 code units for texts, the number of items for lists. */
  readonly smallest: bigint | number;
  readonly largest: bigint | number;
  /** The length of a list's longest text. */
  readonly longest?: number;
  readonly source: string;
  /**
   * Daemons have a specific error for values that are too large, so parsing accepts them and the handler rejects them.
   */
  readonly refusedBy?: 'handler';
  /** A daemon's error text if the parameter is missing; optional parameters have none. */
  readonly missing?: string;
  /** Whether an empty value clears the setting; of other parameters, it counts as absent, as in daemons. */
  readonly clearable?: true;
}

export const MAX_INT64 = (1n << 63n) - 1n;
export const MAX_UINT64 = (1n << 64n) - 1n;
/** The longest path that most systems accept. */
const MAX_PATH = 4096;
/** A name of 253 characters, brackets, a colon and a port. */
const MAX_ADDRESS = 261;
const HASH = 64;

const row = <const B extends Bounds>(bounds: B): B => bounds;
const uint = <const Unit extends string>(unit: Unit, smallest = 0n) =>
  row({ kind: 'uint', unit, smallest, largest: MAX_UINT64, source: 'daemon: uint64' });
const text = <const Unit extends string>(unit: Unit, largest: number) =>
  row({ kind: 'text', unit, smallest: 0, largest, source: 'ours: no length was measured' });
const flag = <const Kind extends ParameterKind>(kind: Kind) =>
  row({ kind, unit: 'flag', smallest: 0, largest: 1, source: 'daemon: measured spellings' });
const amount = row({
  kind: 'amount',
  unit: 'hastings',
  smallest: 0n,
  largest: MAX_HASTINGS,
  source: 'chain: amounts have 128 bits'
});
/** As daemons read a renter's amounts: `1e25` is an error there, not 1. */
const wholeAmount = row({ ...amount, kind: 'wholeAmount' });
/** Bytes per second; 0 means unlimited. */
const speed = row({ kind: 'int', unit: 'bytes per second', smallest: 0n, largest: MAX_INT64, source: 'daemon: int64' });
const speeds = { maxdownloadspeed: speed, maxuploadspeed: speed };
const netaddress = text('host:port', MAX_ADDRESS);
const folderSize = row({
  kind: 'uint',
  unit: 'bytes',
  smallest: 256n << 20n,
  largest: 16n << 50n,
  source: 'document: limits',
  refusedBy: 'handler',
  missing: 'EOF'
});
const backupName = row({ ...text('name', 96), refusedBy: 'handler', missing: 'name not specified' });
const peerAddress = { ...netaddress, missing: '' };
const hash = row({ kind: 'hash', unit: 'hexadecimal', smallest: HASH, largest: HASH, source: 'document: hash' });
const required = <B extends Bounds, const Missing extends string>(bounds: B, missing: Missing) => ({
  ...bounds,
  missing
});
const path = (missing: string) => required(text('absolute path', MAX_PATH), missing);
const clearable = <B extends Bounds>(bounds: B) => ({ ...bounds, clearable: true as const });
const noHash = 'encoded value has the wrong length to be a hash';

const hostSettings = {
  acceptingcontracts: flag('flag'),
  maxdownloadbatchsize: uint('bytes'),
  maxduration: uint('blocks'),
  maxrevisebatchsize: uint('bytes'),
  /** Empty: detected automatically. */
  netaddress: clearable(netaddress),
  windowsize: uint('blocks'),
  collateral: amount,
  collateralbudget: amount,
  maxcollateral: amount,
  minbaserpcprice: amount,
  mincontractprice: amount,
  minsectoraccessprice: amount,
  mindownloadbandwidthprice: amount,
  minstorageprice: amount,
  minuploadbandwidthprice: amount,
  /** Seconds, although real daemons respond in nanoseconds: larger values would be decoded as nanoseconds. */
  ephemeralaccountexpiry: row({
    kind: 'uint',
    unit: 'seconds',
    smallest: 0n,
    largest: 999_999_999n,
    source: 'ours: 31 years'
  }),
  maxephemeralaccountbalance: amount,
  maxephemeralaccountrisk: amount,
  /** Rounded to whole pages, so the limit is the largest whole page in a uint64. */
  registrysize: row({
    kind: 'uint',
    unit: 'bytes',
    smallest: 0n,
    largest: MAX_UINT64 - (MAX_UINT64 % 16_384n),
    source: 'daemon: uint64, in pages of 16 KiB'
  }),
  /** Empty: the default location. */
  customregistrypath: clearable(text('absolute path', MAX_PATH))
};

/** Addresses and keys, of which addresses are longer. */
const texts = <const Unit extends string>(unit: Unit, largest: number) =>
  row({
    kind: 'texts',
    unit,
    smallest: 0,
    largest,
    longest: MAX_ADDRESS,
    source: 'ours: every answer carries them'
  });

/** Parameters of the node daemon by method and path. Parameters without a row have a schema in their route. */
export const DAEMON_BOUNDS = {
  'GET /consensus/blocks': { id: text('hexadecimal', MAX_PATH), height: row({ ...uint('blocks'), kind: 'count' }) },
  'POST /daemon/settings': speeds,
  'POST /gateway': speeds,
  'POST /gateway/connect/:netaddress': { netaddress: peerAddress },
  'POST /gateway/disconnect/:netaddress': { netaddress: peerAddress },
  'POST /gateway/blocklist': { addresses: texts('addresses', 10_000) },
  'POST /host': hostSettings,
  'GET /host/estimatescore': hostSettings,
  'POST /host/announce': { netaddress },
  'GET /host/contracts/:id': {
    id: row({
      kind: 'hex',
      unit: 'hexadecimal',
      smallest: 2,
      largest: MAX_PATH,
      source: 'daemon: padded or cut',
      missing: ''
    })
  },
  'POST /host/storage/folders/add': {
    // In a daemon's order of checks.
    size: folderSize,
    path: path('storage folder paths must be absolute')
  },
  'POST /host/storage/folders/remove': { path: path('path parameter is required'), force: flag('exactFlag') },
  'POST /host/storage/folders/resize': {
    path: path('path parameter is required'),
    newsize: folderSize
  },
  'POST /host/storage/sectors/delete/:merkleroot': { merkleroot: required(hash, noHash) },
  'GET /hostdb/active': { numhosts: row({ ...uint('hosts'), kind: 'count' }) },
  'POST /hostdb/filtermode': { hosts: texts('keys', 10_000), netaddresses: texts('addresses', 10_000) },
  'POST /renter': {
    /** Required, together with `period`, if there is no allowance yet; both 0 cancel the allowance. */
    funds: row({ ...wholeAmount, smallest: 1n }),
    hosts: uint('hosts', 1n),
    period: uint('blocks', 1n),
    renewwindow: uint('blocks', 1n),
    expectedstorage: uint('bytes', 1n),
    expectedupload: uint('bytes per block', 1n),
    expecteddownload: uint('bytes per block', 1n),
    expectedredundancy: row({
      kind: 'number',
      unit: 'factor',
      smallest: 0.001,
      largest: 1_000_000,
      source: 'ours: a daemon takes any float64, and what follows from it has to stay finite'
    }),
    maxperiodchurn: uint('bytes', 1n),
    maxrpcprice: wholeAmount,
    maxcontractprice: wholeAmount,
    maxdownloadbandwidthprice: wholeAmount,
    maxsectoraccessprice: wholeAmount,
    maxstorageprice: wholeAmount,
    maxuploadbandwidthprice: wholeAmount,
    ...speeds,
    streamcachesize: uint('chunks'),
    /** Allows only one host per subnet. */
    checkforipviolation: flag('flag')
  },
  'POST /renter/bubble': {
    siapath: text('path', MAX_PATH),
    rootsiapath: flag('strictFlag'),
    force: flag('strictFlag'),
    recursive: flag('anyFlag')
  },
  'POST /renter/contract/cancel': { id: required(hash, noHash) },
  'POST /renter/backup': { destination: path('destination not specified'), remote: flag('flag') },
  'POST /renter/recoverbackup': { source: path('source not specified'), remote: flag('flag') },
  'POST /renter/backups/create': { name: backupName },
  'POST /renter/backups/restore': { name: backupName },
  'GET /renter/contracts': {
    disabled: flag('strictFlag'),
    expired: flag('strictFlag'),
    recoverable: flag('strictFlag'),
    inactive: flag('strictFlag')
  }
} satisfies Record<string, Record<string, Bounds>>;

const decimal = (unit: string, smallest: bigint, largest: bigint) =>
  row({ kind: 'decimal', unit, smallest, largest, source: 'wallet server: 64 bits' });

const upTo = (unit: string, largest: number) =>
  row({ kind: 'decimal', unit, smallest: 1, largest, source: 'ours: more would hold everything else up' });

/** Parameters of the wallet server and the signing server, which are uniform across routes. */
export const WALLET_SERVER_BOUNDS = {
  /**
   * Offset and limit of a list. Beyond its end, pages are empty; limits above a server's maximum are reduced to it, as
   * are negative ones, which mean no limit. A negative offset is the start.
   */
  count: decimal('entries', -MAX_INT64 - 1n, MAX_INT64),
  height: decimal('blocks', 0n, MAX_UINT64),
  /** Id of a wallet or a seed. */
  id: decimal('number', -MAX_INT64 - 1n, MAX_INT64),
  /** Blocks per response of the update feed. */
  updates: row({ kind: 'decimal', unit: 'blocks', smallest: 1, largest: 100, source: 'wallet server: measured' }),
  /** Addresses queried, or added to a wallet, in one request. */
  addressesAsked: upTo('addresses', 1000),
  addressesAdded: upTo('addresses', 10_000),
  /** Keys derived in one request. */
  keys: upTo('keys', 1000)
} satisfies Record<string, Bounds>;
