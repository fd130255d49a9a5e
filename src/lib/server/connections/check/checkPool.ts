import type { TestResult } from '$lib/api/services/check/result';
import type { Resolve } from '../../http/addresses';
import { openPoolSocket } from '../../pool/poolSocket';
import type { PoolAccount } from '../../pool/pageLine';
import { outcomeOf } from './probe';

type Result = Omit<TestResult, 'warnings'>;

const TIMEOUT_MS = 6_000;
const MOST_BYTES = 64 * 1024;
const BEGINNING = 64;
const SUBSCRIBE = 1;
const AUTHORIZE = 2;

/**
 * Connects like a miner: subscribes, authorizes, and disconnects.
 * @param account undefined to test without authorization
 */
export function testPool(url: URL, account: PoolAccount | undefined, lookUp: Resolve): Promise<Result> {
  return new Promise((resolve) => {
    const { socket, readyEvent } = openPoolSocket(url, lookUp);
    let receivedBytes = 0;
    /** Start of the response, by which a web page is recognized: short, as every chunk has it searched again. */
    let beginning = '';
    let rest = '';
    let isPool = false;
    const end = (result: Result) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(result);
    };
    const say = (id: number, method: string, params: readonly string[]) =>
      socket.write(`${JSON.stringify({ id, method, params })}\n`);
    // A pool that does not respond to the authorization is still a pool.
    const timer = setTimeout(() => end({ outcome: isPool ? 'ok' : 'timeout' }), TIMEOUT_MS);
    socket.on('error', (error) => end({ outcome: outcomeOf(error) }));
    socket.on(readyEvent, () => say(SUBSCRIBE, 'mining.subscribe', ['Quarry']));
    socket.on('close', () => {
      // Some pools disconnect instead of rejecting the account.
      if (isPool) end({ outcome: 'wrong-password' });
      else end({ outcome: 'wrong-service', found: foundIn(beginning) });
    });
    socket.on('data', (chunk: Buffer) => {
      const text = chunk.toString('utf8');
      receivedBytes += chunk.length;
      beginning = (beginning + text).slice(0, BEGINNING);
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const { id, result } of lines.map(answerIn)) {
        if (id === AUTHORIZE) return end({ outcome: result === true ? 'ok' : 'wrong-password' });
        if (isPool || id !== SUBSCRIBE || !Array.isArray(result)) continue;
        isPool = true;
        if (!account) return end({ outcome: 'ok' });
        say(AUTHORIZE, 'mining.authorize', [account.user, account.password]);
      }
      const isTooMuch = receivedBytes > MOST_BYTES;
      // A pool that sends this much without a response will not say whether it accepts the account.
      if (isPool) return isTooMuch ? end({ outcome: 'ok' }) : undefined;
      const found = foundIn(beginning);
      if (isTooMuch || (lines.length > 0 && found === 'web-page')) end({ outcome: 'wrong-service', found });
    });
  });
}

function answerIn(line: string): { readonly id?: unknown; readonly result?: unknown } {
  try {
    return (JSON.parse(line) ?? {}) as object;
  } catch {
    return {};
  }
}

const foundIn = (text: string) => (/^(?:HTTP\/|\s*<)/.test(text) ? 'web-page' : 'other');
