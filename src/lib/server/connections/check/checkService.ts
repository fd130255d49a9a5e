import type { TestRequest } from '$lib/api/quarry/connectionCheck';
import type { CheckedServer, CheckResult } from '$lib/api/services/check/check';
import type { TestResult, Warning } from '$lib/api/services/check/result';
import type { HttpService } from '$lib/api/services/service';
import { SERVICES } from '$lib/api/services/services';
import { addressesOf, ForbiddenAddressError, hostOf, isLoopback, type Resolve } from '../../http/addresses';
import { readAddress } from '../../serviceSettings';
import { agentOf } from '../../dialect/userAgent';
import { addressCheckedFetch } from '../../http/addressCheckedFetch';
import { fetchFrom } from '../../http/fetchMessages';
import { basicAuthorization, http, UPSTREAM_ORIGIN } from '../../http/upstream';
import { NO_POOL_PASSWORD } from '../../pool/pageLine';
import { poolLock } from '../../pool/poolAccount';
import { identify } from './identify';
import { ask, outcomeOf, REQUEST_MS, TestEndedError, type ProbeTarget } from './probe';
import { testPool } from './checkPool';
import { isOutdated } from './version';

/** For the whole test: even if every request finishes in time, all together might never end. */
const DEADLINE_MS = 20_000;

/**
 * Sends requests that find out what a service is and whether it can be used. They change nothing.
 * @param passwordOf the known password for an address, or for a pool account by its {@link poolLock}
 */
export async function testService(
  request: TestRequest,
  passwordOf: (lock: string) => string | undefined,
  resolve: Resolve = addressesOf,
  deadlineMs = DEADLINE_MS
): Promise<TestResult> {
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), deadlineMs);
  // Also covers operations that accept no signal, such as DNS look-ups.
  const late = new Promise<TestResult>((end) =>
    deadline.signal.addEventListener('abort', () => end({ outcome: 'timeout', warnings: [] }))
  );
  try {
    return await Promise.race([testUntil(deadline.signal, request, passwordOf, resolve), late]);
  } finally {
    clearTimeout(timer);
    deadline.abort();
  }
}

async function testUntil(
  deadline: AbortSignal,
  request: TestRequest,
  passwordOf: (lock: string) => string | undefined,
  resolve: Resolve
): Promise<TestResult> {
  try {
    const service = SERVICES[request.service];
    const url = readAddress(request.service, request.url, () => new TestEndedError('invalid-address'));
    if (service.protocol === 'stratum') {
      const user = request.user?.trim();
      const password = user && (request.password ?? passwordOf(poolLock({ url, user })) ?? NO_POOL_PASSWORD);
      const account = user && password ? { user, password } : undefined;
      return { warnings: [], ...(await testPool(new URL(url), account, resolve)) };
    }
    const { agent, dialect } = request;
    const password = request.password ?? passwordOf(url);
    const target = { url, userAgent: agentOf({ url, agent }), password, fetch: addressCheckedFetch(resolve), deadline };
    const result = await checkHttp(service, target);
    const isOther = dialect !== undefined && result.dialect !== undefined && dialect !== result.dialect;
    const warnings: Warning[] = [
      ...(isReadable(new URL(url)) ? (['plain-http'] as const) : []),
      ...(isOther ? (['other-dialect'] as const) : []),
      ...(result.warnings ?? [])
    ];
    return { ...result, warnings };
  } catch (error) {
    if (error instanceof TestEndedError) return { outcome: error.outcome, detail: error.detail, warnings: [] };
    if (error instanceof ForbiddenAddressError) return { outcome: 'forbidden-address', warnings: [] };
    throw error;
  }
}

async function checkHttp(service: HttpService, target: ProbeTarget): Promise<CheckResult> {
  const { check } = await service.loadCheck();
  const result = await check(serverAt(service, target));
  const { outcome, version } = result;
  const isOld = version !== undefined && isOutdated(service, version);
  // A server that is not ready may be in the middle of an update.
  const isConclusive = outcome !== 'starting' && outcome !== 'module-off';
  return isOld && isConclusive ? { ...result, outcome: 'outdated', warnings: [] } : result;
}

function serverAt({ acceptsPassword }: HttpService, target: ProbeTarget): CheckedServer {
  const { url, userAgent, password, fetch } = target;
  return {
    ask: (path, body) => ask(target, path, body),
    hasPassword: password !== undefined,
    acceptsPassword: () =>
      acceptsPassword({
        fetch: fetchFrom(http(url, userAgent, fetch)),
        baseUrl: UPSTREAM_ORIGIN,
        timeoutMs: REQUEST_MS,
        headers: { authorization: basicAuthorization(password ?? '') }
      }).catch((error: unknown) => {
        throw error instanceof TestEndedError
          ? error
          : new TestEndedError(outcomeOf(error), undefined, { cause: error });
      }),
    identify: () => identify(target)
  };
}

/** Whether everything sent, the password included, can be read in transit. */
const isReadable = (url: URL): boolean => url.protocol === 'http:' && !isLoopback(hostOf(url));
