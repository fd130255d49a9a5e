import { daemon } from './daemon';
import { SERVICE_IDS, type Payout, type ServiceId, type WorkServiceId } from './ids';
import { mining } from './mining';
import { pool } from './pool';
import type { HttpService, Service } from './service';
import { signing } from './signing';
import { wallet } from './wallet';

const described = { daemon, wallet, signing, mining, pool } satisfies Record<ServiceId, Service> &
  Record<WorkServiceId, { readonly work: Payout }>;
type Described = typeof described;

type IdsWith<Field> = { [Id in ServiceId]: Described[Id] extends Field ? Id : never }[ServiceId];
/** Services over HTTP, reached through our proxy. */
export type HttpServiceId = IdsWith<{ readonly protocol: 'http' }>;
/** Services with an account instead of an API. */
export type StratumServiceId = IdsWith<{ readonly protocol: 'stratum' }>;

/** All services by id. */
export const SERVICES: { readonly [Id in HttpServiceId]: HttpService } & Readonly<Record<ServiceId, Service>> & {
    readonly [Id in WorkServiceId]: { readonly work: Payout };
  } = described;

export const isHttp = (id: ServiceId): id is HttpServiceId => SERVICES[id].protocol === 'http';
export const HTTP_SERVICE_IDS: readonly HttpServiceId[] = SERVICE_IDS.filter(isHttp);
export const isStratum = (id: ServiceId): id is StratumServiceId => SERVICES[id].protocol === 'stratum';
