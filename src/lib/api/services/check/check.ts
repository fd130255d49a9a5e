import type { JsonValue } from '$lib/codec/json';
import type { Found, TestResult } from './result';

/** Response of an unidentified server. */
export interface Reply {
  readonly status: number;
  readonly text: string;
  /** The body as JSON; undefined if it is not JSON. */
  readonly json: JsonValue | undefined;
}

/** Identifies a service: a path on its host, requested without a password, and a predicate on the response. */
export interface Fingerprint {
  readonly path: string;
  readonly matches: (reply: Reply) => boolean;
}

/** The server under test. A call that throws ends the check. */
export interface CheckedServer {
  /** Sends a request below the API's path with the password; a JSON POST if a body is given. */
  ask(path: string, body?: string): Promise<Reply>;
  readonly hasPassword: boolean;
  /** Whether it accepts the password, as at sign-in. */
  acceptsPassword(): Promise<boolean>;
  /** Identifies the service using the fingerprints of all services. */
  identify(): Promise<Found>;
}

export type CheckResult = Omit<TestResult, 'warnings'> & { readonly warnings?: TestResult['warnings'] };

/** The check of a service. */
export interface ServiceCheck {
  /** Absent if no response distinguishes it from other services. */
  readonly fingerprint?: Fingerprint;
  /** Tests whether the server is this service and usable, without side effects. */
  readonly check: (server: CheckedServer) => Promise<CheckResult>;
}
