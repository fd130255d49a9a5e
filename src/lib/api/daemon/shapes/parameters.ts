import { asText } from '../../http/route';
import type { DAEMON_BOUNDS } from '../../parameterBounds';
import type { JsonCodec } from '../../schemas/codec';
import type { TextKind, ValueOfKind } from './readParameters';

type Rows = typeof DAEMON_BOUNDS;
type ValueOf<B> = B extends { kind: infer Kind extends TextKind } ? ValueOfKind<Kind> : never;
type CodecOf<B> = JsonCodec<B extends { missing: string } ? ValueOf<B> : ValueOf<B> | undefined>;

/**
 * The parameters that the table of bounds has for a route, typed by its rows. Clients write values as text, whatever
 * their bounds, so that pages do without the table; the embedded node reads them by `boundedRoutes`.
 */
export const parametersOf = <Route extends keyof Rows>() =>
  asText as unknown as { readonly [Name in keyof Rows[Route]]: CodecOf<Rows[Route][Name]> };
