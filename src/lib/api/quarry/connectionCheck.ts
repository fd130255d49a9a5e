import * as z from 'zod/mini';
import { DIALECTS } from '../dialect';
import { serviceId } from '../services/ids';

/** A service's form values, saved or not. */
export const testRequest = z.object({
  service: serviceId,
  url: z.string(),
  agent: z.optional(z.string()),
  dialect: z.optional(z.enum(DIALECTS)),
  /** Pool account; without it authorization is not tested. */
  user: z.optional(z.string()),
  /** Default: the session's password for the address, if any. */
  password: z.optional(z.string())
});
export type TestRequest = z.output<typeof testRequest>;
