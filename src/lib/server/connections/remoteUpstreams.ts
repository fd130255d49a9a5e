import { isOk } from '$lib/api/http/message';
import { MAX_ANSWER } from '$lib/api/answerLimits';
import { NETWORK_DIALECT, type Dialect } from '$lib/api/dialect';
import { HTTP_SERVICE_IDS, isHttp, SERVICES, type HttpServiceId } from '$lib/api/services/services';
import type { HttpService } from '$lib/api/services/service';
import type { ServiceSettings } from '$lib/api/services/settings';
import { announceDialect } from '../dialect/announceDialect';
import type { ServerFetch } from '../http/addressCheckedFetch';
import { rejectHarmfulRequests } from '../http/harmfulRequests';
import type { Followers } from '../tips/followers';
import type { TipBroadcast } from '../tips/tipBroadcast';
import { followedServer } from '../tips/tips';
import type { Upstreams } from './upstreams';
import { http, type Upstream } from '../http/upstream';
import { agentOf } from '../dialect/userAgent';

/** Services that some requests would harm. */
const PROTECTIONS: Readonly<Partial<Record<HttpServiceId, (upstream: Upstream) => Upstream>>> = {
  daemon: rejectHarmfulRequests
};

/** Access to the servers of a connection. */
export interface Reach {
  /** Checks addresses that users entered; the ones configured at startup may be any. */
  readonly fetch: ServerFetch;
  readonly followers: Followers;
}

/** Creates upstreams for the services of a connection that have an address; sends nothing yet. */
export function createRemoteUpstreams(connection: ServiceSettings, { fetch, followers }: Reach): Upstreams {
  const services: Partial<Record<HttpServiceId, Upstream>> = {};
  const tips: Record<string, (password: string) => TipBroadcast> = {};
  const nameOf = (id: HttpServiceId) => JSON.stringify([id, connection[id], configuredDialect(id, connection)]);
  const followed = HTTP_SERVICE_IDS.filter((id) => connection[id] && SERVICES[id].openTip).map(nameOf);
  // A block accepted by one of a node's services changes the tips of all of them.
  const onBlock = () => followed.forEach((name) => followers.hasNewBlock(name));
  for (const id of HTTP_SERVICE_IDS) {
    const settings = connection[id];
    if (!settings) continue;
    const { dialect, openTip, openWork }: HttpService = SERVICES[id];
    const announced = announceDialect(http(settings.url, agentOf(settings), fetch), {
      dialect: configuredDialect(id, connection),
      probePath: 'probePath' in dialect ? dialect.probePath : '/',
      maxBytes: MAX_ANSWER
    });
    const upstream = PROTECTIONS[id]?.(announced) ?? announced;
    services[id] = noticeBlocks(upstream, SERVICES[id].blockPaths, onBlock);
    if (!openTip) continue;
    const server = followedServer(nameOf(id), { openTip, openWork }, upstream);
    tips[id] = (password) => followers.follow(server, password);
  }
  return { services, tips };
}

/** Detects blocks that a server accepts. */
const noticeBlocks =
  (upstream: Upstream, blockPaths: readonly string[], onBlock: () => void): Upstream =>
  async (request) => {
    const isBlock = request.method === 'POST' && blockPaths.includes(request.path);
    const response = await upstream(request);
    if (isBlock && isOk(response)) onBlock();
    return response;
  };

/** A service's configured dialect, or that of a service it shares its dialect with. */
export function configuredDialect(id: HttpServiceId, connection: ServiceSettings): Dialect | undefined {
  const { dialect } = SERVICES[id];
  const own = connection[id]?.dialect;
  if ('probePath' in dialect) return own;
  const shared = dialect.sharedWith.filter(isHttp).map((other) => connection[other]?.dialect);
  return [own, ...shared].find((known) => known !== undefined) ?? NETWORK_DIALECT;
}
