import type { HttpServiceId } from '$lib/api/services/services';
import type { ServiceId } from '$lib/api/services/ids';
import type { TipBroadcast } from '../tips/tipBroadcast';
import type { Upstream } from '../http/upstream';

/** The services of a connection; those without an address are absent. */
export interface Upstreams {
  readonly services: Readonly<Partial<Record<HttpServiceId, Upstream>>>;
  /** Tips of the services that have them, given the service's password. */
  readonly tips: Readonly<Partial<Record<ServiceId, (password: string) => TipBroadcast>>>;
}
