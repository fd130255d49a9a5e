import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { POOL_CLOSED, POOL_FLOOD, POOL_UNTRUSTED } from '$lib/api/quarry/pool';
import { bridge, type PoolTarget } from '$lib/server/pool/bridge';
import { connectPool, type PoolEnd, type PoolLine, type PoolListener } from '$lib/server/pool/poolLine';

vi.mock('$lib/server/pool/poolLine', () => ({ connectPool: vi.fn<typeof connectPool>() }));

const MAX_BEHIND_BYTES = 256 * 1024;
const POLICY_VIOLATION = 1008;
const SUBSCRIPTION = '{"id":1,"method":"mining.subscribe","params":[]}';

/** A page whose send buffer a test fills. */
class FakePage extends EventEmitter {
  bufferedAmount = 0;
  sent: (() => void) | undefined;
  readonly send = vi.fn<(text: string, sent: () => void) => void>((_, sent) => (this.sent = sent));
  readonly pause = vi.fn<() => void>();
  readonly resume = vi.fn<() => void>();
  readonly close = vi.fn<(code: number, reason: string) => void>();
  readonly ping = vi.fn<() => void>();
  readonly terminate = vi.fn<() => void>();
}

let page: FakePage;
let pool: PoolListener;
const line = { write: vi.fn<PoolLine['write']>(), pause: vi.fn(), resume: vi.fn(), close: vi.fn() };
const target: PoolTarget = { url: 'stratum+tcp://pool.example:3333', user: 'me.rig', password: 'secret' };
const open = (more: Partial<PoolTarget> = {}) => bridge(page as unknown as WebSocket, { ...target, ...more });

beforeEach(() => {
  vi.useFakeTimers();
  vi.resetAllMocks();
  page = new FakePage();
  line.write.mockReturnValue(true);
  vi.mocked(connectPool).mockImplementation((_url, _resolve, listener) => {
    pool = listener;
    return line;
  });
});
afterEach(() => void vi.useRealTimers());

test('reading from the pool pauses while a page is far behind', () => {
  open();
  page.bufferedAmount = MAX_BEHIND_BYTES;
  pool.line('one');
  expect(line.pause).not.toHaveBeenCalled();
  page.bufferedAmount++;
  pool.line('two');
  expect(line.pause).toHaveBeenCalledTimes(1);
  page.sent!();
  expect(line.resume).not.toHaveBeenCalled();
  page.bufferedAmount--;
  page.sent!();
  expect(line.resume).toHaveBeenCalledTimes(1);
  expect(page.send.mock.calls.map(([text]) => text)).toEqual(['one', 'two']);
});

test('reading from a page pauses while the pool accepts nothing', () => {
  open();
  page.emit('message', Buffer.from(SUBSCRIPTION), false);
  expect(line.write).toHaveBeenCalledWith(SUBSCRIPTION);
  expect(page.pause).not.toHaveBeenCalled();
  line.write.mockReturnValue(false);
  page.emit('message', Buffer.from(SUBSCRIPTION), false);
  expect(page.pause).toHaveBeenCalledTimes(1);
  expect(page.resume).not.toHaveBeenCalled();
  pool.drained();
  expect(page.resume).toHaveBeenCalledTimes(1);
});

test.each<[string, Buffer, boolean]>([
  ['binary', Buffer.from(SUBSCRIPTION), true],
  ['not a miner’s message', Buffer.from('{"id":1,"method":"client.other","params":[]}'), false]
])('a page that sends %s is disconnected, and the pool receives nothing', (_, data, isBinary) => {
  open();
  page.emit('message', data, isBinary);
  expect(page.close.mock.calls).toEqual([[POLICY_VIOLATION, 'Not a valid miner message.']]);
  page.emit('message', Buffer.from(SUBSCRIPTION), false);
  expect(line.write).not.toHaveBeenCalled();
});

test.each<[PoolEnd, number, string]>([
  [{ kind: 'away', why: 'connection-reset', detail: 'ECONNRESET' }, POOL_CLOSED, 'connection-reset ECONNRESET'],
  [{ kind: 'untrusted', why: 'expired' }, POOL_UNTRUSTED, 'expired'],
  [{ kind: 'flood', why: 'lines' }, POOL_FLOOD, 'lines']
])('the pool’s end %j is reported to the page, which resumes to receive it', (end, code, reason) => {
  open();
  pool.closed(end);
  expect(page.resume).toHaveBeenCalledTimes(1);
  expect(page.close.mock.calls).toEqual([[code, reason]]);
  page.emit('message', Buffer.from(SUBSCRIPTION), false);
  page.emit('message', Buffer.from('x'), false);
  expect(line.write).not.toHaveBeenCalled();
  expect(page.close).toHaveBeenCalledTimes(1);
});

test('a page is pinged every half minute, and disconnected without a pong', () => {
  open();
  vi.advanceTimersByTime(30_000);
  page.emit('pong');
  vi.advanceTimersByTime(30_000);
  expect([page.ping.mock.calls.length, page.terminate.mock.calls.length]).toEqual([2, 0]);
  vi.advanceTimersByTime(30_000);
  expect([page.ping.mock.calls.length, page.terminate.mock.calls.length]).toEqual([2, 1]);
});

test('signing out disconnects the page', () => {
  const ending = new AbortController();
  open({ ended: ending.signal });
  ending.abort();
  expect(page.close.mock.calls).toEqual([[POLICY_VIOLATION, 'Signed out.']]);
});

test('a page that ignores its end after signing out reaches the pool no more', () => {
  const ending = new AbortController();
  open({ ended: ending.signal });
  ending.abort();
  expect(line.close).toHaveBeenCalledTimes(1);
  page.emit('message', Buffer.from(SUBSCRIPTION), false);
  expect(line.write).not.toHaveBeenCalled();
  pool.closed({ kind: 'away', why: 'closed' });
  expect(page.close).toHaveBeenCalledTimes(1);
  // A paused page must be resumed to receive its close frame.
  expect(page.resume).toHaveBeenCalledTimes(1);
});

test('a page that left leaves nothing behind', () => {
  const ending = new AbortController();
  open({ ended: ending.signal });
  page.emit('close');
  expect(line.close).toHaveBeenCalledTimes(1);
  expect(vi.getTimerCount()).toBe(0);
  ending.abort();
  expect(page.close).not.toHaveBeenCalled();
});

test('a stopping server sends a reason', () => {
  open().close();
  expect(page.close.mock.calls).toEqual([[1001, 'Quarry is shutting down.']]);
});
