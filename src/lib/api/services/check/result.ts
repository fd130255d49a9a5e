import * as z from 'zod/mini';
import { DIALECTS } from '../../dialect';
import { SERVICE_IDS } from '../ids';

export const OUTCOMES = [
  'ok',
  /** The address cannot be understood. */
  'invalid-address',
  /** Its name is in no register of names. */
  'unknown-name',
  /** Nothing listens there. */
  'refused',
  'timeout',
  'unreachable',
  /** The certificate of an https address is not in order. */
  'certificate',
  /** An address that only the computer's own machinery uses. */
  'forbidden-address',
  'no-password',
  'wrong-password',
  /** Something else answers there: `found`. */
  'wrong-service',
  /** It wants to see something else in User-Agent. */
  'wrong-agent',
  /** A daemon that runs without its consensus. */
  'module-off',
  'starting',
  /** Older than what Quarry knows how to speak to. */
  'outdated',
  /** It is what it should be, but fails. */
  'failing'
] as const;

export type Outcome = (typeof OUTCOMES)[number];

export const WARNINGS = [
  /** Over plain http the password can be read on the way. */
  'plain-http',
  /** The dialect set by hand is not the one it speaks. */
  'other-dialect',
  /** Some of a daemon's modules are off: `off`. */
  'modules-off',
  /** It is behind the network. */
  'not-synced',
  /** A wallet server that knows the addresses of its own wallets only. */
  'partial-index'
] as const;

export type Warning = (typeof WARNINGS)[number];

/** What answers where another service was looked for. */
export const FOUND = [...SERVICE_IDS, 'web-page', 'other'] as const;

export type Found = (typeof FOUND)[number];

export const testResult = z.object({
  outcome: z.enum(OUTCOMES),
  warnings: z.readonly(z.array(z.enum(WARNINGS))),
  found: z.optional(z.enum(FOUND)),
  dialect: z.optional(z.enum(DIALECTS)),
  /** As the server calls it; a daemon calls it nothing. */
  network: z.optional(z.string()),
  kind: z.optional(z.enum(['main', 'test', 'dev', 'private'])),
  version: z.optional(z.string()),
  height: z.optional(z.int()),
  /** The modules of a daemon that are off. */
  off: z.optional(z.readonly(z.array(z.string()))),
  /** The server's own words, where it refused. */
  detail: z.optional(z.string())
});

export type TestResult = z.output<typeof testResult>;
