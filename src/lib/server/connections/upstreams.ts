import type { HttpServiceId } from '$lib/api/services/services';
import type { ServiceId } from '$lib/api/services/ids';
import type { NextTip } from '../tips/tipStream';
import type { Upstream } from '../http/upstream';

/** The services behind one connection; one without an address is not there. */
export interface Upstreams {
  readonly services: Readonly<Partial<Record<HttpServiceId, Upstream>>>;
  /** How their tips are learnt, given the service's password. */
  readonly nextTip: Readonly<Partial<Record<ServiceId, (password: string) => NextTip>>>;
}
