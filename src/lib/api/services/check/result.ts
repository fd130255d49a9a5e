import * as z from 'zod/mini';
import { DIALECTS } from '../../dialect';
import { SERVICE_IDS } from '../ids';

export const OUTCOMES = [
  'ok',
  /** The address cannot be parsed. */
  'invalid-address',
  /** The name does not resolve. */
  'unknown-name',
  /** Connection refused. */
  'refused',
  'timeout',
  'unreachable',
  /** The https certificate is invalid. */
  'certificate',
  /** Nothing is encrypted at this port, but the address requires it. */
  'no-tls',
  /** A link-local or cloud metadata address. */
  'forbidden-address',
  'no-password',
  'wrong-password',
  /** Another service responds at the address; see `found`. */
  'wrong-service',
  /** The server requires a different User-Agent. */
  'wrong-agent',
  /** A daemon without its consensus module. */
  'module-off',
  'starting',
  /** Older than the oldest supported version. */
  'outdated',
  /** The expected service, but its calls fail. */
  'failing'
] as const;

export type Outcome = (typeof OUTCOMES)[number];

export const WARNINGS = [
  /** The password is sent unencrypted over plain http. */
  'plain-http',
  /** The configured dialect differs from the server's. */
  'other-dialect',
  /** Some of a daemon's modules are disabled; see `off`. */
  'modules-off',
  /** The node is not synced. */
  'not-synced',
  /** A wallet server that indexes only the addresses of its own wallets. */
  'partial-index'
] as const;

export type Warning = (typeof WARNINGS)[number];

/** What responded instead of the expected service. */
export const FOUND = [...SERVICE_IDS, 'web-page', 'other'] as const;

export type Found = (typeof FOUND)[number];

export const testResult = z.object({
  outcome: z.enum(OUTCOMES),
  warnings: z.readonly(z.array(z.enum(WARNINGS))),
  found: z.optional(z.enum(FOUND)),
  dialect: z.optional(z.enum(DIALECTS)),
  /** The network's name according to the server; absent for daemons. */
  network: z.optional(z.string()),
  kind: z.optional(z.enum(['main', 'test', 'dev', 'private'])),
  version: z.optional(z.string()),
  height: z.optional(z.int()),
  /** The daemon's disabled modules. */
  off: z.optional(z.readonly(z.array(z.string()))),
  /** The server's error text. */
  detail: z.optional(z.string())
});

export type TestResult = z.output<typeof testResult>;
