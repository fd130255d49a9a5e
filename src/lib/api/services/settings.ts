import * as z from 'zod/mini';
import { DIALECTS } from '../dialect';
import { SERVICE_IDS, type ServiceId } from './ids';
import { isHttp, type HttpServiceId, type StratumServiceId } from './services';

/** A server's address and protocol settings. */
export const remoteSettings = z.object({
  /** `http://host:port/path`, with or without the API's path. */
  url: z.string(),
  /** Detected automatically if omitted. */
  dialect: z.optional(z.enum(DIALECTS)),
  /** Required substring of the User-Agent, if not the default. */
  agent: z.optional(z.string())
});
export type RemoteSettings = Readonly<z.output<typeof remoteSettings>>;

/** A pool's address and account. */
export const poolSettings = z.object({
  /** `stratum+tcp://host:port`, or `stratum+ssl` or `stratum+tls` */
  url: z.string(),
  user: z.string()
});
export type PoolSettings = Readonly<z.output<typeof poolSettings>>;

/** The services of a connection; those without an address are omitted. */
export type ServiceSettings = { readonly [Id in HttpServiceId]?: RemoteSettings } & {
  readonly [Id in StratumServiceId]?: PoolSettings;
};

type SettingsShape = { [Id in HttpServiceId]: z.ZodMiniOptional<typeof remoteSettings> } & {
  [Id in StratumServiceId]: z.ZodMiniOptional<typeof poolSettings>;
};

/** The fields of {@link ServiceSettings}, for schemas that contain them. */
export const settingsShape = Object.fromEntries(
  SERVICE_IDS.map((id: ServiceId) => [id, z.optional(isHttp(id) ? remoteSettings : poolSettings)])
) as unknown as SettingsShape;
