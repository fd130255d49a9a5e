import type { TestResult } from '$lib/api/connectionTest';
import type { Resolve } from '../addresses';
import { openPoolSocket } from '../pool/poolSocket';
import { outcomeOf } from './probe';

type Result = Omit<TestResult, 'warnings'>;

const TIMEOUT_MS = 6_000;
const MOST_BYTES = 64 * 1024;
const SUBSCRIBE = `${JSON.stringify({ id: 1, method: 'mining.subscribe', params: ['Quarry'] })}\n`;

/** Subscribes, as a miner does first, and leaves again. */
export function testPool(url: URL, lookUp: Resolve): Promise<Result> {
  return new Promise((resolve) => {
    const { socket, readyEvent } = openPoolSocket(url, lookUp);
    let received = '';
    const end = (result: Result) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(result);
    };
    const timer = setTimeout(() => end({ outcome: 'timeout' }), TIMEOUT_MS);
    socket.on('error', (error) => end({ outcome: outcomeOf(error) }));
    socket.on(readyEvent, () => socket.write(SUBSCRIBE));
    socket.on('close', () => end({ outcome: 'wrong-service', found: foundIn(received) }));
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('utf8');
      const lines = received.split('\n').slice(0, -1);
      if (lines.some(isSubscribed)) return end({ outcome: 'ok' });
      if (lines.length > 0 && foundIn(received) === 'web-page') end({ outcome: 'wrong-service', found: 'web-page' });
      else if (received.length > MOST_BYTES) end({ outcome: 'wrong-service', found: 'other' });
    });
  });
}

function isSubscribed(line: string): boolean {
  try {
    const answer = JSON.parse(line) as { id?: unknown; result?: unknown };
    return answer.id === 1 && Array.isArray(answer.result);
  } catch {
    return false;
  }
}

const foundIn = (text: string) => (/^(?:HTTP\/|\s*<)/.test(text) ? 'web-page' : 'other');
