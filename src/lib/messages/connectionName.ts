import type { Connection } from '$lib/api/quarry/connections';
import { m } from './ui';

/** The name of a connection; the server has one for its own node, too, but in English only. */
export const connectionName = ({ name, fixed, embedded }: Pick<Connection, 'name' | 'fixed' | 'embedded'>): string =>
  fixed && embedded ? m.header.ownNode : name;
