import { createDaemon } from '$lib/api/daemon/client';
import {
  BadRequestError,
  DecodeError,
  ModuleDisabledError,
  ModuleLoadingError,
  UnauthorizedError,
  type SignInCode
} from '$lib/api/errors';
import type { SignInRequest } from '$lib/api/session';
import { createSigningServer } from '$lib/api/signing-server/client';
import { createWalletServer } from '$lib/api/wallet-server/client';
import { AppError } from '$lib/errors';
import type { Credentials, OneTimeToken } from './session';
import { basicAuthorization, UPSTREAM_ORIGIN, type Upstream } from './upstream';

/** Why nobody was signed in. */
export class SignInError extends AppError {
  constructor(
    readonly code: SignInCode,
    message: string
  ) {
    super(message);
  }
}

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

const WINDOW_MS = 60_000;
const MAX_FAILURES = 10;

/**
 * Turns a sign-in link or a password into credentials, after asking the upstream whether it takes the password.
 * Ten failures within a minute close the door for the rest of it.
 */
export function createSignIn({ daemon, wallet, signing, embedded, clock }: SignInOptions) {
  let failedAtMs: number[] = [];

  async function check(request: SignInRequest): Promise<Credentials> {
    if ('token' in request) {
      if (embedded?.link.redeem(request.token)) {
        const { password } = embedded;
        // A signing server elsewhere has a password of its own, which the link cannot bring.
        return { daemon: password, wallet: password, ...(!signing && { signing: password }) };
      }
      throw new SignInError(
        'session/used-link',
        'This sign-in link was used before, or is of an earlier start. Restart Quarry for a new one, or use the password.'
      );
    }
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
    /** @throws {SignInError} refused; or an error of api/errors.ts when the upstream cannot tell */
    async signIn(request: SignInRequest): Promise<Credentials> {
      failedAtMs = failedAtMs.filter((time) => clock() - time < WINDOW_MS);
      if (failedAtMs.length >= MAX_FAILURES) {
        throw new SignInError('session/too-many-attempts', 'Too many attempts. Wait a minute, then try again.');
      }
      try {
        return await check(request);
      } catch (error) {
        if (error instanceof SignInError) failedAtMs.push(clock());
        throw error;
      }
    }
  };
}
export type SignIn = ReturnType<typeof createSignIn>;

const withoutNewline = (text: string): string => text.replace(/\r?\n$/, '');

const wrongPassword = (service: string) =>
  new SignInError('session/wrong-password', `The ${service} does not accept this password.`);

async function daemonAccepts(upstream: Upstream, password: string): Promise<boolean> {
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
