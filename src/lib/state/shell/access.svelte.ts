import type { Session, SessionStatus, SignInRequest } from '$lib/api/quarry/session';
import { toAppError, type AppError } from '$lib/errors';

type AccessStep =
  | { readonly step: 'idle'; readonly problem?: AppError }
  | { readonly step: 'signing-in' }
  | { readonly step: 'leaving' };

/** Signing in and out. The password is sent to Quarry's server and not stored in the page. */
export class Access {
  status = $state.raw<AccessStep>({ step: 'idle' });
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  /** @returns the session on success; else the error is in `status` */
  async signIn(request: SignInRequest): Promise<SessionStatus | undefined> {
    if (this.status.step !== 'idle') return undefined;
    this.status = { step: 'signing-in' };
    return this.#settle(() => this.#session.signIn({ body: request }));
  }

  /** @returns whether the cookie was deleted; else the error is in `status` */
  async signOut(): Promise<boolean> {
    if (this.status.step !== 'idle') return false;
    this.status = { step: 'leaving' };
    return (await this.#settle(async () => this.#session.signOut().then(() => true))) ?? false;
  }

  async #settle<T>(call: () => Promise<T>): Promise<T | undefined> {
    try {
      const result = await call();
      this.status = { step: 'idle' };
      return result;
    } catch (error) {
      this.status = { step: 'idle', problem: toAppError(error) };
      return undefined;
    }
  }
}
