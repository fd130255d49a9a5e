import type { TestedService, TestRequest, TestResult, Warning } from '$lib/api/quarry/connectionCheck';
import { addressesOf, ForbiddenAddressError, hostOf, isLoopback, type Resolve } from '../../http/addresses';
import { readPoolUrl, readServerUrl, withApi } from '../../config';
import { agentOf } from '../../dialect/userAgent';
import { guardedFetch } from '../../http/guardedFetch';
import { NO_POOL_PASSWORD } from '../../pool/pageLine';
import { poolLock } from '../../pool/poolAccount';
import { TestEndedError, type Door } from './probe';
import { testDaemon } from './checkDaemon';
import { testMiningServer, testSigningServer, testWalletServer } from './checkNodeServer';
import { testPool } from './checkPool';

type Result = Omit<TestResult, 'warnings'> & { readonly warnings?: TestResult['warnings'] };

const TESTS: Readonly<Record<Exclude<TestedService, 'pool'>, (door: Door) => Promise<Result>>> = {
  daemon: testDaemon,
  wallet: testWalletServer,
  signing: testSigningServer,
  mining: testMiningServer
};

/**
 * What a service is and whether it can be used, found out by asking it. Nothing is changed there.
 * @param passwordOf the password that is known for an address, or for an account at a pool by its {@link poolLock}
 */
export async function testService(
  request: TestRequest,
  passwordOf: (lock: string) => string | undefined,
  resolve: Resolve = addressesOf
): Promise<TestResult> {
  try {
    const { service, agent, dialect } = request;
    const url = readAddress(request);
    if (service === 'pool') {
      const user = request.user?.trim();
      const password = user && (request.password ?? passwordOf(poolLock({ url, user })) ?? NO_POOL_PASSWORD);
      const account = user && password ? { user, password } : undefined;
      return { warnings: [], ...(await testPool(new URL(url), account, resolve)) };
    }
    const password = request.password ?? passwordOf(url);
    const door = { url, userAgent: agentOf({ url, agent }), password, fetch: guardedFetch(resolve) };
    const result = await TESTS[service](door);
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

function readAddress({ service, url }: TestRequest): string {
  const refuse = (problem: string) => new TestEndedError('invalid-address', problem);
  if (service === 'pool') return readPoolUrl(url, refuse);
  const address = readServerUrl(url.trim(), refuse);
  return service === 'wallet' || service === 'mining' ? withApi({ url: address }).url : address;
}

/** Whoever is on the way can read what is sent: the password with every request. */
const isReadable = (url: URL): boolean => url.protocol === 'http:' && !isLoopback(hostOf(url));
