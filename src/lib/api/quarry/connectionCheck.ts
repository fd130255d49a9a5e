import * as z from 'zod/mini';
import { DIALECTS } from '../dialect';
import { serviceId } from '../services/ids';

/** A service as its form has it now, saved or not. */
export const testRequest = z.object({
  service: serviceId,
  url: z.string(),
  agent: z.optional(z.string()),
  dialect: z.optional(z.enum(DIALECTS)),
  /** Whom a pool counts work for; without it nothing is said of who asks. */
  user: z.optional(z.string()),
  /** When left out: the one that this session has for the address, if any. */
  password: z.optional(z.string())
});
export type TestRequest = z.output<typeof testRequest>;
