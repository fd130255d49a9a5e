import type { TestResult } from '$lib/api/services/check/result';
import type { Resolve } from '../../http/addresses';
import { openPoolSocket } from '../../pool/poolSocket';
import type { PoolAccount } from '../../pool/pageLine';
import { outcomeOf } from './probe';

type Result = Omit<TestResult, 'warnings'>;

const TIMEOUT_MS = 6_000;
const MOST_BYTES = 64 * 1024;
const SUBSCRIBE = 1;
const AUTHORIZE = 2;

/**
 * Subscribes, as a miner does first, says whom work would be for, and leaves again.
 * @param account nothing is said of who asks without it
 */
export function testPool(url: URL, account: PoolAccount | undefined, lookUp: Resolve): Promise<Result> {
  return new Promise((resolve) => {
    const { socket, readyEvent } = openPoolSocket(url, lookUp);
    let received = '';
    let isPool = false;
    const end = (result: Result) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(result);
    };
    const say = (id: number, method: string, params: readonly string[]) =>
      socket.write(`${JSON.stringify({ id, method, params })}\n`);
    // A pool that says nothing of the account is one all the same.
    const timer = setTimeout(() => end({ outcome: isPool ? 'ok' : 'timeout' }), TIMEOUT_MS);
    socket.on('error', (error) => end({ outcome: outcomeOf(error) }));
    socket.on(readyEvent, () => say(SUBSCRIBE, 'mining.subscribe', ['Quarry']));
    socket.on('close', () => {
      // Some leave rather than refuse.
      if (isPool) end({ outcome: 'wrong-password' });
      else end({ outcome: 'wrong-service', found: foundIn(received) });
    });
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('utf8');
      const answers = received.split('\n').slice(0, -1).map(answerIn);
      if (!isPool && answers.some(({ id, result }) => id === SUBSCRIBE && Array.isArray(result))) {
        isPool = true;
        if (!account) return end({ outcome: 'ok' });
        say(AUTHORIZE, 'mining.authorize', [account.user, account.password]);
      }
      const answer = answers.find(({ id }) => id === AUTHORIZE);
      if (answer) return end({ outcome: answer.result === true ? 'ok' : 'wrong-password' });
      if (isPool) return;
      if (answers.length > 0 && foundIn(received) === 'web-page') end({ outcome: 'wrong-service', found: 'web-page' });
      else if (received.length > MOST_BYTES) end({ outcome: 'wrong-service', found: 'other' });
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
