import { NotConfiguredError, UnauthorizedError } from '$lib/api/http/errors';
import type { HttpRequest, HttpResponse } from '$lib/api/http/message';
import { exchangeOf } from '$lib/api/http/request';
import type { RouteTable } from '$lib/api/http/route';
import { CONNECTION_HEADER } from '$lib/api/quarry/connectionHeader';
import { newestBlockRoutes, type BlockSummary } from '$lib/api/quarry/newestBlocks';
import { POOL_PATH } from '$lib/api/quarry/pool';
import type { tipRoutes } from '$lib/api/quarry/tips';
import type { ServiceId } from '$lib/api/services/ids';
import type { HttpService } from '$lib/api/services/service';
import { SERVICES, type HttpServiceId } from '$lib/api/services/services';
import { memoize } from '$lib/chain/memoize';
import type { Sealer, Session } from '../auth/session';
import { ServerRefusal } from '../errors';
import { addressesOf } from '../http/addresses';
import type { CallEnd } from '../http/callEnd';
import { toResponse } from '../http/fetchMessages';
import { proxy, refusal } from '../http/proxy';
import type { Upstream } from '../http/upstream';
import type { PoolTarget } from '../pool/bridge';
import { NO_POOL_PASSWORD } from '../pool/pageLine';
import { answerTips } from '../tips/tips';
import { credentialOf, START_ID, type StoredConnection } from './connection';
import { consensusOf, NewestBlocks } from './newestBlocks';
import type { ConnectionStore } from './store';
import type { Upstreams } from './upstreams';

/** Requests of pages to the services of a connection: the one that the page names, by default the session's. */
export interface ServiceRequests {
  /** Forwards a page's request; its path is relative to the service. */
  pass(service: HttpServiceId, request: HttpRequest, session: Session | undefined): Promise<HttpResponse>;
  /** Streams the tips of a service, as lines of `GET /tips/:service` or `GET /tips/:service/work`. */
  followTips(
    request: Request,
    route: keyof typeof tipRoutes,
    service: ServiceId,
    session: Session | undefined
  ): Response;
  /**
   * The pool of a connection, by default the selected one.
   * @throws {AppError} not signed in, or no pool
   */
  poolOf(session: Session | undefined, id: string | undefined): PoolTarget;
  /**
   * The newest blocks of the connection's daemon.
   * @throws {AppError} no daemon, or it cannot be read
   */
  newestBlocks(request: Request, session: Session): Promise<readonly BlockSummary[]>;
}

export interface ServiceRequestParts {
  readonly connections: Pick<ConnectionStore, 'find' | 'get'>;
  /** The startup connection. */
  readonly start: StoredConnection;
  readonly upstreamsOf: (connection: StoredConnection) => Upstreams;
  readonly sealer: Pick<Sealer, 'untilEnd'>;
  /** Calls that have not ended yet are added here. */
  readonly underWay: Set<CallEnd>;
}

const DEFAULT_TIMEOUT_MS = 15_000;

/** The session's connection; the startup connection if another session removed it. */
export const selectedConnection = (
  connections: Pick<ConnectionStore, 'find'>,
  start: StoredConnection,
  session: Session | undefined
): StoredConnection => connections.find(session?.selected ?? START_ID) ?? start;

/** Loaded on the first request to the service. */
const tablesOf = memoize(({ loadTables }: Pick<HttpService, 'loadTables'>): Promise<readonly RouteTable[]> =>
  loadTables()
);

export function createServiceRequests(parts: ServiceRequestParts): ServiceRequests {
  const { connections, start, upstreamsOf, sealer, underWay } = parts;
  const newestBlocksOf = memoize((_daemon: Upstream) => new NewestBlocks());

  /** Undefined if another session removed the connection that the page names. */
  const connectionFor = (named: string | undefined, session: Session | undefined): StoredConnection | undefined =>
    named === undefined ? selectedConnection(connections, start, session) : connections.find(named);

  return {
    async pass(service, request, session) {
      const connection = connectionFor(request.headers[CONNECTION_HEADER], session);
      if (!connection) return removed();
      const upstream = upstreamsOf(connection).services[service];
      if (!upstream) return refusal(new NotConfiguredError({ method: request.method, path: request.path }, 503, ''));
      const target = { tables: await tablesOf(SERVICES[service]), upstream, timeoutMs: DEFAULT_TIMEOUT_MS, underWay };
      return proxy(target, request, passwordIn(session, connection, service));
    },
    followTips(request, route, service, session) {
      const connection = connectionFor(namedBy(request), session);
      if (!connection) return toResponse(removed());
      return answerTips(request, route, {
        service,
        tips: upstreamsOf(connection).tips[service],
        password: passwordIn(session, connection, service),
        ended: session && sealer.untilEnd(session)
      });
    },
    poolOf(session, id) {
      const about = { method: 'GET', path: POOL_PATH };
      if (!session) throw new UnauthorizedError(about, 401, 'Sign in to Quarry first');
      const connection = id === undefined ? selectedConnection(connections, start, session) : connections.get(id);
      if (!connection.pool) throw new NotConfiguredError(about, 503, '');
      const password = credentialOf(connection, 'pool', session) ?? NO_POOL_PASSWORD;
      const ended = sealer.untilEnd(session);
      return { ...connection.pool, password, ended, ...(connection !== start && { resolve: addressesOf }) };
    },
    async newestBlocks(request, session) {
      const connection = connectionFor(namedBy(request), session);
      if (!connection) throw new ServerRefusal('connection/unknown', {});
      const { daemon } = upstreamsOf(connection).services;
      const password = passwordIn(session, connection, 'daemon');
      const about = exchangeOf(newestBlockRoutes.list);
      if (!daemon) throw new NotConfiguredError(about, 503, '');
      if (password === undefined) throw new UnauthorizedError(about, 401, 'Sign in to Quarry first');
      return newestBlocksOf(daemon).read(consensusOf(daemon, password), request.signal);
    }
  };
}

/** Undefined if not signed in, or if the session has none for the service. */
const passwordIn = (
  session: Session | undefined,
  connection: StoredConnection,
  service: ServiceId
): string | undefined => session && credentialOf(connection, service, session);

const namedBy = ({ headers }: Request): string | undefined => headers.get(CONNECTION_HEADER) ?? undefined;

const removed = (): HttpResponse => refusal(new ServerRefusal('connection/unknown', {}));
