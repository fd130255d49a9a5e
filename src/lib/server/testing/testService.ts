import type { TestedService, TestRequest, TestResult, Warning } from '$lib/api/connectionTest';
import { toAppError } from '$lib/errors';
import { addressesOf, hostOf, isForbidden, isLoopback } from '../addresses';
import { readPoolUrl, readServerUrl, withApi } from '../config';
import { agentOf } from '../elsewhere';
import { outcomeOf, TestEndedError, type Door } from './probe';
import { testDaemon } from './testDaemon';
import { testMiningServer, testSigningServer, testWalletServer } from './testNodeServer';
import { testPool } from './testPool';

type Result = Omit<TestResult, 'warnings'> & { readonly warnings?: TestResult['warnings'] };

const TESTS: Readonly<Record<Exclude<TestedService, 'pool'>, (door: Door) => Promise<Result>>> = {
  daemon: testDaemon,
  wallet: testWalletServer,
  signing: testSigningServer,
  mining: testMiningServer
};

/**
 * What a service is and whether it can be used, found out by asking it. Nothing is changed there.
 * @param passwordOf the password that is known for an address
 */
export async function testService(
  request: TestRequest,
  passwordOf: (url: string) => string | undefined
): Promise<TestResult> {
  try {
    const { service, agent, dialect } = request;
    const url = readAddress(request);
    await checkAddress(new URL(url));
    if (service === 'pool') return { warnings: [], ...(await testPool(new URL(url))) };
    const password = request.password ?? passwordOf(url);
    const result = await TESTS[service]({ url, userAgent: agentOf({ url, agent }), password });
    const isOther = dialect !== undefined && result.dialect !== undefined && dialect !== result.dialect;
    const warnings: Warning[] = [
      ...(isReadable(new URL(url)) ? (['plain-http'] as const) : []),
      ...(isOther ? (['other-dialect'] as const) : []),
      ...(result.warnings ?? [])
    ];
    return { ...result, warnings };
  } catch (error) {
    if (error instanceof TestEndedError) return { outcome: error.outcome, detail: error.detail, warnings: [] };
    throw error;
  }
}

function readAddress({ service, url }: TestRequest): string {
  const refuse = (problem: string) => new TestEndedError('invalid-address', problem);
  if (service === 'pool') return readPoolUrl(url, refuse);
  const address = readServerUrl(url.trim(), refuse);
  return service === 'wallet' || service === 'mining' ? withApi({ url: address }).url : address;
}

/** @throws {TestEndedError} the name is unknown, or stands for what nobody may ask through us */
export async function checkAddress(url: URL): Promise<void> {
  let addresses: readonly string[];
  try {
    addresses = await addressesOf(hostOf(url));
  } catch (error) {
    throw new TestEndedError(outcomeOf(error), undefined, { cause: toAppError(error) });
  }
  if (addresses.some(isForbidden)) throw new TestEndedError('forbidden-address');
}

/** Whoever is on the way can read what is sent: the password with every request. */
const isReadable = (url: URL): boolean => url.protocol === 'http:' && !isLoopback(hostOf(url));
