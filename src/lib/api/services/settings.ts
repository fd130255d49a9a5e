import * as z from 'zod/mini';
import { DIALECTS } from '../dialect';
import { SERVICE_IDS, type ServiceId } from './ids';
import { isHttp, type HttpServiceId, type StratumServiceId } from './services';

/** Where a server is, and how it is spoken to. */
export const remoteSettings = z.object({
  /** `http://host:port/path`, with the path of its API or without. */
  url: z.string(),
  /** Found out by asking when left out. */
  dialect: z.optional(z.enum(DIALECTS)),
  /** What the server wants to see in User-Agent besides the usual words. */
  agent: z.optional(z.string())
});
export type RemoteSettings = Readonly<z.output<typeof remoteSettings>>;

/** Where a pool is, and whom it counts work for. */
export const poolSettings = z.object({
  /** `stratum+tcp://host:port`, or `stratum+ssl` or `stratum+tls` */
  url: z.string(),
  user: z.string()
});
export type PoolSettings = Readonly<z.output<typeof poolSettings>>;

/** The services of a connection; one without an address is left out. */
export type ServiceSettings = { readonly [Id in HttpServiceId]?: RemoteSettings } & {
  readonly [Id in StratumServiceId]?: PoolSettings;
};

type SettingsShape = { [Id in HttpServiceId]: z.ZodMiniOptional<typeof remoteSettings> } & {
  [Id in StratumServiceId]: z.ZodMiniOptional<typeof poolSettings>;
};

/** The fields of {@link ServiceSettings}, for schemas that hold them. */
export const settingsShape = Object.fromEntries(
  SERVICE_IDS.map((id: ServiceId) => [id, z.optional(isHttp(id) ? remoteSettings : poolSettings)])
) as unknown as SettingsShape;
