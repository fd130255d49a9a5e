import type { Service } from '$lib/api/connections';
import type { TipService } from '$lib/api/tips';
import type { NextTip } from './tipStream';
import type { Upstream } from './upstream';

/** The services behind one profile; one without an address is not there. */
export interface Upstreams extends Readonly<Partial<Record<Service, Upstream>>> {
  /** How their tips are learnt, given the service's password. */
  readonly nextTip: Readonly<Partial<Record<TipService, (password: string) => NextTip>>>;
}
