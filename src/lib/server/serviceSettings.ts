import { DIALECTS, type Dialect } from '$lib/api/dialect';
import type { ServiceId } from '$lib/api/services/ids';
import { SERVICES } from '$lib/api/services/services';
import type { HttpService } from '$lib/api/services/service';
import type { PoolSettings, RemoteSettings, ServiceSettings } from '$lib/api/services/settings';
import type { SettingErrorCode } from '$lib/api/quarry/errors';
import type { AppError } from '$lib/errors';

/** A service's settings as entered in the environment or on the Connections page. */
export interface WrittenSettings {
  readonly url: string;
  readonly dialect?: string;
  readonly agent?: string;
  readonly user?: string;
}

/** Creates the error for a problem with a field. */
export type Refuse = (field: keyof WrittenSettings, fault: SettingErrorCode) => AppError;

/** Validates a service's settings. @returns their stored form */
export function readSettings(id: ServiceId, written: WrittenSettings, refuse: Refuse): ServiceSettings {
  const service = SERVICES[id];
  return { [id]: service.protocol === 'http' ? readRemote(service, written, refuse) : readPool(written, refuse) };
}

function readRemote({ apiPath }: HttpService, written: WrittenSettings, refuse: Refuse): RemoteSettings {
  const agent = written.agent?.trim() || undefined;
  // It is sent in a header; anything else would break the request.
  if (agent !== undefined && !/^[\x20-\x7e]{1,200}$/.test(agent)) {
    throw refuse('agent', 'connection/agent-characters');
  }
  const url = readServerUrl(written.url, refuse);
  return {
    url: url.endsWith(apiPath) ? url : url + apiPath,
    dialect: readDialect(written.dialect, refuse),
    agent
  };
}

/** Without a trailing slash; http unless a scheme is written. */
function readServerUrl(text: string, refuse: Refuse): string {
  const written = text.trim();
  const url = URL.parse(/^https?:|:\/\//i.test(written) ? written : `http://${written}`);
  if (!url || !['http:', 'https:'].includes(url.protocol)) throw refuse('url', 'connection/url-not-http');
  if (url.username !== '' || url.password !== '') {
    throw refuse('url', 'connection/url-with-password');
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

/** Undefined if the dialect is to be detected. */
export function readDialect(text: string | undefined, refuse: Refuse): Dialect | undefined {
  if (!text || text === 'auto') return undefined;
  const dialect = DIALECTS.find((known) => known === text);
  if (!dialect) throw refuse('dialect', 'connection/dialect-unknown');
  return dialect;
}

const POOL_SCHEMES = ['stratum+tcp:', 'stratum+ssl:', 'stratum+tls:'];

function readPool({ url, user = '' }: WrittenSettings, refuse: Refuse): PoolSettings {
  const settings = { url: readPoolUrl(url, refuse), user: user.trim() };
  if (settings.user === '') throw refuse('user', 'connection/user-missing');
  return settings;
}

/** A pool's address: scheme, host and port, nothing else. */
function readPoolUrl(text: string, refuse: Refuse): string {
  const url = URL.parse(text.trim());
  const isWhole = url && POOL_SCHEMES.includes(url.protocol) && url.hostname !== '' && url.port !== '';
  if (!isWhole || url.username !== '' || url.password !== '' || !['', '/'].includes(url.pathname)) {
    throw refuse('url', 'connection/url-not-stratum');
  }
  return `${url.protocol}//${url.host}`;
}

/** A service's address in its stored form, independent of its other settings. */
export const readAddress = (id: ServiceId, url: string, refuse: Refuse): string => {
  const service = SERVICES[id];
  return service.protocol === 'http' ? readRemote(service, { url }, refuse).url : readPoolUrl(url, refuse);
};

/** The services of a connection that have an address, with the address. */
export const addressesIn = (settings: ServiceSettings): { readonly id: ServiceId; readonly url: string }[] =>
  (Object.keys(SERVICES) as ServiceId[]).flatMap((id) => (settings[id] ? [{ id, url: settings[id].url }] : []));
