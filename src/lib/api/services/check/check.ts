import type { JsonValue } from '$lib/codec/json';
import type { Found, TestResult } from './result';

/** What came back from a server that may be anything. */
export interface Reply {
  readonly status: number;
  readonly text: string;
  /** The text as JSON; nothing when it is none. */
  readonly json: JsonValue | undefined;
}

/** By what a service is known: a path below its host, asked without a password, and whether the reply is its own. */
export interface Sign {
  readonly path: string;
  readonly isIt: (reply: Reply) => boolean;
}

/** A server that is looked at; each call throws what ends the check. */
export interface CheckedServer {
  /** Asks one thing below its API's path, with the password; a POST of JSON where a body is given. */
  ask(path: string, body?: string): Promise<Reply>;
  readonly hasPassword: boolean;
  /** Whether it takes the password, as a sign-in asks. */
  acceptsPassword(): Promise<boolean>;
  /** What it is, by the signs of all services. */
  identify(): Promise<Found>;
}

export type CheckResult = Omit<TestResult, 'warnings'> & { readonly warnings?: TestResult['warnings'] };

/** How a service is looked at. */
export interface ServiceCheck {
  /** Absent where it is known by nothing that another service does not answer as well. */
  readonly sign?: Sign;
  /** Finds out whether a server is the service it is said to be and can be used. It changes nothing there. */
  readonly check: (server: CheckedServer) => Promise<CheckResult>;
}
