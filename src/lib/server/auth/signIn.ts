import type { SignInRequest } from '$lib/api/quarry/session';
import { HTTP_SERVICE_IDS, SERVICES, type HttpServiceId } from '$lib/api/services/services';
import { AppError } from '$lib/errors';
import { ServerRefusal } from '../errors';
import { fetchFrom } from '../http/fetchMessages';
import { createAttempts } from './attemptLimit';
import type { Credentials, OneTimeToken } from './session';
import { basicAuthorization, UPSTREAM_ORIGIN, type Upstream } from '../http/upstream';

type PasswordRequest = Exclude<SignInRequest, { readonly token: string }>;

export interface SignInOptions {
  /** The startup connection's services with their own address. */
  readonly elsewhere: Readonly<Partial<Record<HttpServiceId, Upstream>>>;
  /** The embedded node, its password, and the link that the start command printed. */
  readonly embedded?: { readonly upstream: Upstream; readonly password: string; readonly link: OneTimeToken };
  /** Monotonic milliseconds. */
  readonly clock: () => number;
}

/** Turns a sign-in link or a password into credentials, after checking that the services accept the password. */
export function createSignIn({ elsewhere, embedded, clock }: SignInOptions) {
  const attempts = createAttempts(clock);
  const known = HTTP_SERVICE_IDS.flatMap((id) => (elsewhere[id] ? [{ id, upstream: elsewhere[id] }] : []));
  /** The embedded node provides every service that is not remote, with one password. */
  const embeddedCredentials = (password: string): Credentials =>
    Object.fromEntries(HTTP_SERVICE_IDS.filter((id) => !elsewhere[id]).map((id) => [id, password]));

  function redeem(token: string): Credentials {
    // A remote service has its own password, which the link cannot provide.
    if (embedded?.link.redeem(token)) return embeddedCredentials(embedded.password);
    throw new ServerRefusal('session/used-link', {});
  }

  async function check(request: PasswordRequest): Promise<Credentials> {
    // The password file ends with a newline that is easily pasted along with it.
    const password = withoutNewline(request.password);
    if (embedded && !(await accepts('daemon', embedded.upstream, password))) throw wrongPassword('node');
    const accepted = embedded ? Object.entries(embeddedCredentials(password)) : [];
    const [nodes, extras] = [
      known.filter(({ id }) => SERVICES[id].isNode),
      known.filter(({ id }) => !SERVICES[id].isNode)
    ];
    for (const { id, upstream } of nodes) {
      const own = ownPassword(request, id) ?? password;
      if (!(await accepts(id, upstream, own))) throw wrongPassword(id);
      accepted.push([id, own]);
    }
    accepted.push(...(await Promise.all(extras.map((extra) => extraCredential(extra, request, password)))).flat());
    return Object.fromEntries(accepted);
  }

  /** Extra services do not prevent signing in, unless a password given for one is wrong. */
  async function extraCredential(
    { id, upstream }: (typeof known)[number],
    request: PasswordRequest,
    password: string
  ): Promise<[HttpServiceId, string][]> {
    const own = ownPassword(request, id);
    try {
      if (await accepts(id, upstream, own ?? password)) return [[id, own ?? password]];
    } catch (error) {
      if (own !== undefined || !(error instanceof AppError)) throw error;
      return [];
    }
    if (own !== undefined) throw wrongPassword(id);
    return [];
  }

  return {
    /**
     * @param from the client's address; limited to ten wrong passwords per minute
     * @param device id of the client's device, if it has signed in before: then the limit applies to it alone
     * @throws {ServerRefusal} refused; or an error of api/http/errors.ts if the upstream cannot tell
     */
    async signIn(request: SignInRequest, from: string, device?: string): Promise<Credentials> {
      // 32 random bytes cannot be guessed, and other people's failed passwords must not lock out the owner of the link.
      if ('token' in request) return redeem(request.token);
      const attempt = attempts.begin(from, device);
      if (!attempt) {
        throw new ServerRefusal('session/too-many-attempts', {});
      }
      try {
        const credentials = await check(request);
        attempt.forget();
        return credentials;
      } catch (error) {
        if (!(error instanceof ServerRefusal)) attempt.forget();
        throw error;
      }
    }
  };
}
export type SignIn = ReturnType<typeof createSignIn>;

const withoutNewline = (text: string): string => text.replace(/\r?\n$/, '');

const wrongPassword = (service: HttpServiceId | 'node') => new ServerRefusal('session/wrong-password', { service });

/** The password given for this service in particular. */
const ownPassword = ({ passwords }: PasswordRequest, id: HttpServiceId): string | undefined =>
  withoutNewline(passwords?.[id] ?? '') || undefined;

/** @throws {AppError} the service cannot tell */
const accepts = (id: HttpServiceId, upstream: Upstream, password: string): Promise<boolean> =>
  SERVICES[id]
    .acceptsPassword({
      fetch: fetchFrom(upstream),
      baseUrl: UPSTREAM_ORIGIN,
      headers: { authorization: basicAuthorization(password) }
    })
    .catch((error: unknown) => {
      const isAgent = error instanceof AppError && error.code === 'api/user-agent-refused';
      throw isAgent ? new ServerRefusal('session/agent-refused', {}, { cause: error }) : error;
    });
