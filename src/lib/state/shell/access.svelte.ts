import type { Session, SessionStatus, SignInRequest } from '$lib/api/quarry/session';
import { toAppError, type AppError } from '$lib/errors';

type AccessStep = { readonly step: 'idle'; readonly problem?: AppError } | { readonly step: 'signing-in' };

/** Signing in. The password is sent to Quarry's server and not stored by the page. */
export class Access {
  status = $state.raw<AccessStep>({ step: 'idle' });
  readonly #session: Session;

  constructor(session: Session) {
    this.#session = session;
  }

  /** @returns the session; undefined on failure, with the error in `status` */
  async signIn(request: SignInRequest): Promise<SessionStatus | undefined> {
    if (this.status.step !== 'idle') return undefined;
    this.status = { step: 'signing-in' };
    try {
      const result = await this.#session.signIn({ body: request });
      this.status = { step: 'idle' };
      return result;
    } catch (error) {
      this.status = { step: 'idle', problem: toAppError(error) };
      return undefined;
    }
  }
}
