import { MAX_ANSWER } from '$lib/api/answerLimits';
import { NETWORK_DIALECT, type Dialect } from '$lib/api/dialect';
import { HTTP_SERVICE_IDS, isHttp, SERVICES, type HttpServiceId } from '$lib/api/services/services';
import type { HttpService } from '$lib/api/services/service';
import type { ServiceSettings } from '$lib/api/services/settings';
import { announceDialect } from '../dialect/announceDialect';
import type { ServerFetch } from '../http/guardedFetch';
import { requestGuard } from '../http/requestGuard';
import { tipsOf } from '../tips/tips';
import type { Upstreams } from './upstreams';
import { http, type Upstream } from '../http/upstream';
import { agentOf } from '../dialect/userAgent';

/** Guards against requests that harm a server. */
const GUARDS: Readonly<Partial<Record<HttpServiceId, (upstream: Upstream) => Upstream>>> = { daemon: requestGuard };

/**
 * Creates upstreams for the services of a connection that have an address; sends nothing yet.
 * @param fetch guarded, except for addresses configured at startup
 */
export function createRemoteUpstreams(connection: ServiceSettings, fetch: ServerFetch): Upstreams {
  const services: Partial<Record<HttpServiceId, Upstream>> = {};
  const tips: Record<string, ReturnType<typeof tipsOf>> = {};
  for (const id of HTTP_SERVICE_IDS) {
    const settings = connection[id];
    if (!settings) continue;
    const { dialect, openTip, openWork }: HttpService = SERVICES[id];
    const announced = announceDialect(http(settings.url, agentOf(settings), fetch), {
      dialect: configuredDialect(id, connection),
      probePath: 'probePath' in dialect ? dialect.probePath : '/',
      maxBytes: MAX_ANSWER
    });
    const upstream = GUARDS[id]?.(announced) ?? announced;
    services[id] = upstream;
    if (openTip) tips[id] = tipsOf({ openTip, openWork }, upstream);
  }
  return { services, tips };
}

/** A service's configured dialect, or that of a service it shares its dialect with. */
export function configuredDialect(id: HttpServiceId, connection: ServiceSettings): Dialect | undefined {
  const { dialect } = SERVICES[id];
  const own = connection[id]?.dialect;
  if ('probePath' in dialect) return own;
  const shared = dialect.sharedWith.filter(isHttp).map((other) => connection[other]?.dialect);
  return [own, ...shared].find((known) => known !== undefined) ?? NETWORK_DIALECT;
}
