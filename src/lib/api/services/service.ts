import type { ChainIndex } from '$lib/chain/element/elements';
import type { RouteTable } from '../http/route';
import type { TransportOptions } from '../http/transport';
import type { ServiceCheck } from './check/check';
import type { Payout, ServiceId } from './ids';

/**
 * One service, described once: settings, stored connections, sign-in, the connection form and its check, the proxy and
 * mining derive from it. Code that only some of them need is loaded when it is: a page that shows a form needs no schemas.
 */
export type Service = HttpService | StratumService;

interface BaseService {
  /** In what Quarry's server says of it. */
  readonly name: string;
  /** An address as people may have it, for the form. */
  readonly exampleUrl: string;
  /** Whom its work pays; absent where it gives none. */
  readonly work?: Payout;
}

/** A server with an HTTP API, a password and a dialect. */
export interface HttpService extends BaseService {
  readonly protocol: 'http';
  /** A node: it takes the embedded node's place, and its password opens Quarry. The others are extras. */
  readonly isNode: boolean;
  /** Where it keeps its API below its address, which people give with or without it. */
  readonly apiPath: '' | '/api';
  /** Where the embedded node answers as this service. */
  readonly embeddedPath: string;
  /** It wants to see an agent of its own in User-Agent, which whoever started it may have changed. */
  readonly hasAgent: boolean;
  /** A GET whose answer shows the dialect, or the services whose dialect it shares because nothing of it does. */
  readonly dialect: { readonly probePath: string } | { readonly sharedWith: readonly ServiceId[] };
  /** The oldest version whose answers Quarry can read. */
  readonly oldestVersion?: readonly [major: number, minor: number, patch: number];
  /** Every endpoint of it that pages may use. */
  loadTables(): Promise<readonly RouteTable[]>;
  /**
   * Whether it takes the password that the options send.
   * @throws {AppError} it cannot say
   */
  acceptsPassword(options: TransportOptions): Promise<boolean>;
  /** The reader of its tip, where it has one. */
  openTip?(options: TransportOptions): Promise<(signal: AbortSignal) => Promise<ChainIndex>>;
  loadCheck(): Promise<ServiceCheck>;
}

/** A mining pool: an address, and an account that it counts work for. */
export interface StratumService extends BaseService {
  readonly protocol: 'stratum';
  readonly work: 'shares';
}
