import { createDaemon } from '$lib/api/daemon/client';
import {
  BadRequestError,
  DecodeError,
  ModuleDisabledError,
  ModuleLoadingError,
  UnauthorizedError,
  type SignInCode
} from '$lib/api/http/errors';
import type { SignInRequest } from '$lib/api/quarry/session';
import { createSigningServer } from '$lib/api/signing-server/client';
import { createWalletServer } from '$lib/api/wallet-server/client';
import { AppError } from '$lib/errors';
import { createAttempts } from './attemptLimit';
import type { Credentials, OneTimeToken } from './session';
import { basicAuthorization, UPSTREAM_ORIGIN, type Upstream } from '../http/upstream';

/** Why nobody was signed in. */
export class SignInError extends AppError {
  constructor(
    readonly code: SignInCode,
    message: string
  ) {
    super(message);
  }
}

type PasswordRequest = Exclude<SignInRequest, { readonly token: string }>;

export interface SignInOptions {
  readonly daemon?: Upstream;
  readonly wallet?: Upstream;
  /** A signing server elsewhere. */
  readonly signing?: Upstream;
  /** The embedded node's own password, and the link that the start command printed. */
  readonly embedded?: { readonly password: string; readonly link: OneTimeToken };
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/** Turns a sign-in link or a password into credentials, after asking the upstream whether it takes the password. */
export function createSignIn({ daemon, wallet, signing, embedded, clock }: SignInOptions) {
  const attempts = createAttempts(clock);

  function redeem(token: string): Credentials {
    if (embedded?.link.redeem(token)) {
      const { password } = embedded;
      // A signing server elsewhere has a password of its own, which the link cannot bring.
      return { daemon: password, wallet: password, ...(!signing && { signing: password }) };
    }
    throw new SignInError(
      'session/used-link',
      'This sign-in link was used before, or is of an earlier start. Restart Quarry for a new one, or use the password.'
    );
  }

  async function check(request: PasswordRequest): Promise<Credentials> {
    // The password file ends in a newline that is easily pasted along.
    const password = withoutNewline(request.password);
    const walletPassword = withoutNewline(request.walletPassword ?? '') || password;
    if (daemon && !(await daemonAccepts(daemon, password))) throw wrongPassword('node');
    if (wallet && !embedded && !(await walletAccepts(wallet, walletPassword))) throw wrongPassword('wallet server');
    return { daemon: password, wallet: walletPassword, ...(await signingCredentials(request, password)) };
  }

  /** Signing is an extra: nobody is kept out for its sake, unless a password given for it is wrong. */
  async function signingCredentials(
    { signingPassword }: { readonly signingPassword?: string },
    password: string
  ): Promise<Pick<Credentials, 'signing'>> {
    if (!signing) return embedded ? { signing: embedded.password } : {};
    const given = withoutNewline(signingPassword ?? '') || password;
    const accepted = await signingAccepts(signing, given).catch((error: unknown) => {
      if (signingPassword || !(error instanceof AppError)) throw error;
      return false;
    });
    if (accepted) return { signing: given };
    if (signingPassword) throw wrongPassword('signing server');
    return {};
  }

  return {
    /**
     * @param from the asker's address; ten wrong passwords from there within a minute close the door to it
     * @throws {SignInError} refused; or an error of api/errors.ts when the upstream cannot tell
     */
    async signIn(request: SignInRequest, from: string): Promise<Credentials> {
      // Nobody guesses 32 random bytes, and whoever holds the link must not be locked out by somebody who does not.
      if ('token' in request) return redeem(request.token);
      const attempt = attempts.begin(from);
      if (!attempt) {
        throw new SignInError('session/too-many-attempts', 'Too many attempts. Wait a minute, then try again.');
      }
      try {
        const credentials = await check(request);
        attempt.forget();
        return credentials;
      } catch (error) {
        if (!(error instanceof SignInError)) attempt.forget();
        throw error;
      }
    }
  };
}
export type SignIn = ReturnType<typeof createSignIn>;

const withoutNewline = (text: string): string => text.replace(/\r?\n$/, '');

const wrongPassword = (service: string) =>
  new SignInError('session/wrong-password', `The ${service} does not accept this password.`);

/** @throws {AppError} the daemon cannot tell */
export async function daemonAccepts(upstream: Upstream, password: string): Promise<boolean> {
  const daemon = createDaemon(connection(upstream, password));
  try {
    return await accepts(() => daemon.miner.header());
  } catch (error) {
    if (!(error instanceof ModuleDisabledError || error instanceof ModuleLoadingError)) throw error;
    // No miner module: appending nothing to the blocklist is refused too, but only after the password was looked at.
    return accepts(() => daemon.gateway.changeBlocklist({ body: { action: 'append', addresses: [] } }));
  }
}

// The list of wallets needs the password even where the server is public otherwise.
const walletAccepts = (upstream: Upstream, password: string): Promise<boolean> =>
  accepts(() => createWalletServer(connection(upstream, password)).wallets());

const signingAccepts = (upstream: Upstream, password: string): Promise<boolean> =>
  accepts(() => createSigningServer(connection(upstream, password)).seeds());

const connection = (upstream: Upstream, password: string) => ({
  fetch: upstream,
  baseUrl: UPSTREAM_ORIGIN,
  headers: { authorization: basicAuthorization(password) }
});

/** A request that fails for any reason but the password has got past it. */
async function accepts(call: () => Promise<unknown>): Promise<boolean> {
  try {
    await call();
    return true;
  } catch (error) {
    if (error instanceof UnauthorizedError) return false;
    if (error instanceof BadRequestError || error instanceof DecodeError) return true;
    throw error;
  }
}
