import type { ChainIndex } from '$lib/chain/element/elements';
import type { RouteTable } from '../http/route';
import type { TransportOptions } from '../http/transport';
import type { ServiceCheck } from './check/check';
import type { Payout, ServiceId } from './ids';

/**
 * The descriptor of a service. Settings, stored connections, sign-in, the connection form and check, the proxy and
 * mining derive from it. Code that only some of them need is loaded lazily: a page with a form needs no schemas.
 */
export type Service = HttpService | StratumService;

interface BaseService {
  /** Name in the server's messages. */
  readonly name: string;
  /** Example address for the form. */
  readonly exampleUrl: string;
  /** Whom its work pays; absent if it provides no work. */
  readonly work?: Payout;
}

/** A server with an HTTP API, a password and a dialect. */
export interface HttpService extends BaseService {
  readonly protocol: 'http';
  /** Whether it is a node, which replaces the embedded node and whose password signs in to Quarry. */
  readonly isNode: boolean;
  /** Path of its API; addresses may be entered with or without it. */
  readonly apiPath: '' | '/api';
  /** Path of this service in the embedded node. */
  readonly embeddedPath: string;
  /** Whether it requires a specific User-Agent, which its operator may have changed. */
  readonly hasAgent: boolean;
  /** A GET whose response reveals the dialect or, if there is none, the services with which it shares a dialect. */
  readonly dialect: { readonly probePath: string } | { readonly sharedWith: readonly ServiceId[] };
  /** The oldest supported version. */
  readonly oldestVersion?: readonly [major: number, minor: number, patch: number];
  /** Paths that accept solved blocks, by POST. */
  readonly blockPaths: readonly string[];
  /** All endpoints available to pages. */
  loadTables(): Promise<readonly RouteTable[]>;
  /**
   * Whether it accepts the password in the options.
   * @throws {AppError} the server's response is inconclusive
   */
  acceptsPassword(options: TransportOptions): Promise<boolean>;
  /** Creates the reader of its tip, if it has one. */
  openTip?(options: TransportOptions): Promise<(signal: AbortSignal) => Promise<ChainIndex>>;
  /** Creates the reader of header work, if it has any: 112 bytes, as from `GET /miner/header`. */
  openWork?(options: TransportOptions): Promise<(signal: AbortSignal) => Promise<Uint8Array>>;
  loadCheck(): Promise<ServiceCheck>;
}

/** A mining pool: an address and an account. */
export interface StratumService extends BaseService {
  readonly protocol: 'stratum';
  readonly work: 'shares';
}
