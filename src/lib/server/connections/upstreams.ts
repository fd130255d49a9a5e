import type { HttpServiceId } from '$lib/api/services/services';
import type { ServiceId } from '$lib/api/services/ids';
import type { NextTip } from '../tips/tipStream';
import type { Upstream } from '../http/upstream';

/** The services of a connection; those without an address are absent. */
export interface Upstreams {
  readonly services: Readonly<Partial<Record<HttpServiceId, Upstream>>>;
  /** How tips are followed, given the service's password. */
  readonly nextTip: Readonly<Partial<Record<ServiceId, (password: string) => NextTip>>>;
}
