import { asText } from '../../http/route';
import type { DAEMON_BOUNDS } from '../../parameterBounds';
import type { JsonCodec } from '../../schemas/codec';
import type { TextKind, ValueOfKind } from './readParameters';

type Rows = typeof DAEMON_BOUNDS;
type ValueOf<B> = B extends { kind: infer Kind extends TextKind } ? ValueOfKind<Kind> : never;
type CodecOf<B> = JsonCodec<B extends { missing: string } ? ValueOf<B> : ValueOf<B> | undefined>;

/**
 * The parameters in the table of bounds for a route, typed by its rows. Clients encode values as text regardless of
 * bounds, so pages do not need the table; the embedded node decodes them with `boundedRoutes`.
 */
export const parametersOf = <Route extends keyof Rows>() =>
  asText as unknown as { readonly [Name in keyof Rows[Route]]: CodecOf<Rows[Route][Name]> };
