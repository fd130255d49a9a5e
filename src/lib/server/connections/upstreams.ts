import type { Service } from '$lib/api/quarry/connections';
import type { TipService } from '$lib/api/quarry/tips';
import type { NextTip } from '../tips/tipStream';
import type { Upstream } from '../http/upstream';

/** The services behind one profile; one without an address is not there. */
export interface Upstreams extends Readonly<Partial<Record<Service, Upstream>>> {
  /** How their tips are learnt, given the service's password. */
  readonly nextTip: Readonly<Partial<Record<TipService, (password: string) => NextTip>>>;
}
