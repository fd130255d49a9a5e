import { building, dev } from '$app/environment';
import { container, type Container } from './container';
import { readSession } from './auth/sessionCookie';
import { ignoreClosedOutput } from './closedOutput';
import { answerChecked } from './http/answerChecked';
import { withCompressedDocument } from './http/compressed';
import { limitConnections, maxConnections } from './http/connectionLimit';
import { toResponse } from './http/fetchMessages';
import { createDirectRequests } from './http/directRequests';
import { inTurn } from './http/inTurn';
import { answerPageRequest } from './http/pageRequests';
import { createPoolUpgrade } from './pool/poolUpgrade';
import { headersOf } from './http/nodeMessages';
import { dividedPreloads } from './http/preloads';
import { setSecurityHeaders, type IsOverTls } from './http/securityHeaders';
import { listenProblem, startProblem, withFlagNames } from './startProblem';
import { createRawConnections, offerListenerHooks } from './http/upgrades';
import { isOverTls } from './trustedProxies';
import type { Handle, HandleServerError, ServerInit } from '@sveltejs/kit';

// The development server has its own port, which it sets once it is known (vite.config.ts).
const environment = (): NodeJS.ProcessEnv =>
  dev ? { ...process.env, QUARRY_PORT: process.env.QUARRY_DEV_PORT ?? '5173' } : process.env;

export const init: ServerInit = async () => {
  if (building) return;
  ignoreClosedOutput();
  const quarry = await open();
  const isSecure: IsOverTls = (incoming) =>
    isOverTls(incoming.socket.remoteAddress ?? '', headersOf(incoming), quarry.config);
  setSecurityHeaders(isSecure);
  // The listener reads these later; without them it would listen on every address.
  process.env.HOST = quarry.config.host;
  process.env.PORT = String(quarry.config.port);
  process.on('uncaughtException', uncaught);
  process.once('sveltekit:shutdown', () => void quarry.close());
  const poolUpgrade = createPoolUpgrade({
    allowedHosts: quarry.config.allowedHosts,
    poolFor: (client, connection) => quarry.poolOf(readSession(client, quarry), connection)
  });
  const announce = () => {
    hasStarted = true;
    process.stdout.write(`Quarry is running at ${quarry.signInLink ?? `${quarry.config.origin}/`}\n`);
  };
  const direct = createDirectRequests(
    ({ service, request, peer }) =>
      answerChecked(quarry, request.headers, () =>
        quarry.pass(service, request, readSession({ headers: request.headers, peer }, quarry))
      ),
    (error, { method = '', url = '' }) => report(error, method, url.split('?', 1)[0]!)
  );
  offerListenerHooks({
    ...createRawConnections(poolUpgrade, isSecure),
    limitConnections: (server) => limitConnections(server, maxConnections()),
    inTurn,
    request: (incoming, outgoing) => direct(incoming, outgoing) || answerPageRequest(incoming, outgoing),
    listening: announce
  });
  // The listener waits for its connections to end, but does not track upgraded ones.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => poolUpgrade.close());
  // The development server is already listening.
  if (dev) announce();
};

let hasStarted = false;

/**
 * If the listener fails to start, it throws an exception that cannot be caught elsewhere and ends the process. Any
 * later exception belongs to a single request or connection: it is logged, and the others continue.
 */
function uncaught(error: Error): void {
  if (!hasStarted) stop(error, listenProblem(error));
  process.stderr.write(`Quarry continues after an unhandled error: ${error.stack ?? error.message}\n`);
}

const open = async (): Promise<Container> => {
  try {
    return await container(environment());
  } catch (error) {
    return stop(error, startProblem(error));
  }
};

/** Written for people who read the terminal: for known problems, a stack trace would hide what to do. */
function stop(error: unknown, problem: string | undefined): never {
  const stack = error instanceof Error ? error.stack : String(error);
  process.stderr.write(
    problem === undefined
      ? `Quarry failed to start: ${stack}\n`
      : `Quarry cannot start: ${withFlagNames(problem, process.env.QUARRY_FLAGS)}\n`
  );
  process.exit(1);
}

export const handle: Handle = async ({ event, resolve }) => {
  const quarry = await container(environment());
  const answered = await answerChecked(quarry, Object.fromEntries(event.request.headers), async () => {
    const response = withStatus(await resolve(event, dividedPreloads()), event.route.id);
    // A page references the scripts of this build, so it has to be revalidated every time.
    if (!response.headers.has('cache-control')) response.headers.set('cache-control', 'no-cache');
    return withCompressedDocument(response, event.request.headers.get('accept-encoding') ?? '');
  });
  return answered instanceof Response ? answered : toResponse(answered);
};

/** The route of all unknown paths: the app shows a "not found" page in its layout. */
const NOWHERE = '/(app)/[...path]';
const NOT_FOUND = 404;

const withStatus = (response: Response, route: string | null): Response =>
  route === NOWHERE ? new Response(response.body, { status: NOT_FOUND, headers: response.headers }) : response;

/** Unknown paths and malformed requests are the client's errors and are not logged. */
export const handleError: HandleServerError = ({ error, event, status, message }) => {
  if (status >= 500) report(error, event.request.method, event.url.pathname);
  return { message };
};

function report(error: unknown, method: string, path: string): void {
  const words = error instanceof Error ? error.stack : String(error);
  process.stderr.write(`Quarry failed to handle ${method} ${path}: ${words}\n`);
}
