import { describe, expect, test } from 'vitest';
import { EventQueue } from '$lib/async/eventQueue';
import { systemScheduler } from '$lib/async/scheduler';
import { StratumConnection } from '$lib/mining/stratum/stratumConnection';
import { settled } from '../../../support/manualClock';

const call = (method: string, params: readonly unknown[]) => JSON.stringify({ id: null, method, params });
const answer = (id: number, result: unknown, error: unknown = null) => JSON.stringify({ id, result, error });
const job = (id: string, parent = '11', clean = false) =>
  call('mining.notify', [id, parent.repeat(32), '00', '', [], '', '', '00'.repeat(8), clean]);
const setExtranonce = call('mining.set_extranonce', ['ef', 4]);
const difficulty = (value: number) => call('mining.set_difficulty', [value]);

const SUBSCRIBED = answer(1, [[], 'abcd', 4]);
const AUTHORISED = answer(3, true);
const READY = [SUBSCRIBED, AUTHORISED, job('1')];

/** A connection to a pool whose lines, and pauses, a test controls. */
function connect() {
  const lines = new EventQueue<string>();
  const sent: { id: number; method?: string; params?: unknown; result?: unknown }[] = [];
  const pauses: { ms: number; pass: () => void }[] = [];
  let isClosed = false;
  const link = {
    send: (line: string) => void sent.push(JSON.parse(line) as (typeof sent)[0]),
    lines,
    close: () => {
      isClosed = true;
      lines.end();
    }
  };
  const scheduler = {
    ...systemScheduler,
    sleep: (ms: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        const pause = { ms, pass: resolve };
        pauses.push(pause);
        signal.addEventListener('abort', () => {
          pauses.splice(pauses.indexOf(pause), 1);
          resolve();
        });
      })
  };
  const connection = new StratumConnection(link, 'me', scheduler);
  const updates: string[] = [];
  const ended = (async () => {
    for await (const update of connection.run()) updates.push(update);
  })().then(
    () => undefined,
    (error: unknown) => error
  );
  /** Feeds lines, each handled before the next. @returns the updates they caused */
  const feed = async (...given: string[]) => {
    const from = updates.length;
    for (const line of given) {
      lines.push(line);
      await new Promise((resolve) => setTimeout(resolve));
    }
    return updates.slice(from);
  };
  return { connection, feed, ended, sent, pauses, lines, isClosed: () => isClosed };
}

describe('signing in', () => {
  test('subscribes, requests extranonce updates and authorizes the worker; ready with the first job', async () => {
    const { connection, feed, sent } = connect();
    await feed(SUBSCRIBED, AUTHORISED);
    expect(connection.isReady).toBe(false);
    expect(await feed(job('1', '11', true))).toEqual(['changed']);
    expect(connection.isReady).toBe(true);
    expect(sent.map(({ method, params }) => [method, params])).toEqual([
      ['mining.subscribe', ['quarry/1']],
      ['mining.extranonce.subscribe', []],
      ['mining.authorize', ['me', '']]
    ]);
    expect(connection.subscription).toEqual({ extranonce1: Uint8Array.of(0xab, 0xcd), extranonce2Bytes: 4 });
  });

  test('is not ready with a job alone, nor with a job and a subscription', async () => {
    const { connection, feed } = connect();
    await feed(job('1'));
    expect(connection.isReady).toBe(false);
    await feed(SUBSCRIBED);
    expect(connection.isReady).toBe(false);
    await feed(AUTHORISED);
    expect(connection.isReady).toBe(true);
  });

  test.each<[string, string[], object]>([
    [
      'a rejected subscription',
      [answer(1, null, [20, 'full', null])],
      { code: 'pool/away', reason: 'subscription-refused' }
    ],
    ['a subscription without an extranonce', [answer(1, true)], { code: 'pool/malformed' }],
    ['a rejected worker', [SUBSCRIBED, answer(3, false)], { code: 'pool/worker-refused' }],
    [
      'a rejected worker, with a reason',
      [SUBSCRIBED, answer(3, true, [24, 'who?', null])],
      { code: 'pool/worker-refused' }
    ],
    ['an authorization that is not true', [SUBSCRIBED, answer(3, 1)], { code: 'pool/worker-refused' }]
  ])('%s ends the connection', async (_, lines, expected) => {
    const { feed, ended, isClosed } = connect();
    await feed(...lines);
    expect(await settled(ended)).toMatchObject(expected);
    expect(isClosed()).toBe(true);
  });

  test('that takes 20 s ends the connection; a ready one stays', async () => {
    const slow = connect();
    await slow.feed(SUBSCRIBED);
    slow.pauses.find(({ ms }) => ms === 20_000)!.pass();
    expect(await settled(slow.ended)).toMatchObject({ code: 'pool/away', reason: 'timeout' });
    const ready = connect();
    await ready.feed(...READY);
    ready.pauses.find(({ ms }) => ms === 20_000)!.pass();
    expect(await ready.feed(job('2'))).toEqual(['better']);
  });
});

test('a pool that does not know extranonce updates, and does not respond to the request for them, stays connected', async () => {
  const { connection, feed, pauses } = connect();
  await feed(...READY);
  for (const { ms, pass } of [...pauses]) if (ms === 30_000) pass();
  expect(await feed(job('2'))).toEqual(['better']);
  expect(connection.isReady).toBe(true);
});

describe('a ready connection', () => {
  test.each<[string, string[], string[]]>([
    ['another job on the same parent', [job('2')], ['better']],
    ['a clean job', [job('2', '11', true)], ['over']],
    ['a job on another parent', [job('2', '22')], ['over']],
    ['another extranonce, applied with the next job', [setExtranonce, job('2')], ['changed', 'over']],
    ['a higher difficulty', [difficulty(2)], ['over']],
    ['the same difficulty', [difficulty(1)], ['changed']],
    ['a lower difficulty, applied with the next job', [difficulty(0.5), job('2')], ['changed', 'better']],
    ['words', [call('client.show_message', ['hello'])], ['changed']],
    ['an unknown call', [call('mining.nonsense', [])], ['changed']],
    ['an unsolicited response', [answer(77, true)], ['changed']],
    ['an empty line', ['', '  '], []]
  ])('%s', async (_, lines, expected) => {
    const { feed } = connect();
    await feed(...READY);
    expect(await feed(...lines)).toEqual(expected);
  });

  test('applies a lower difficulty with the next job, unless a higher one arrives before', async () => {
    const { connection, feed } = connect();
    await feed(...READY, difficulty(4), difficulty(2));
    expect(connection.difficulty).toBe(4);
    await feed(job('2'));
    expect(connection.difficulty).toBe(2);
    await feed(difficulty(1), difficulty(8), job('3'), job('4'));
    expect(connection.difficulty).toBe(8);
  });

  test('applies another extranonce with the next job: until then, the pool verifies with the old one', async () => {
    const { connection, feed } = connect();
    await feed(...READY, setExtranonce);
    expect(connection.subscription?.extranonce1).toEqual(Uint8Array.of(0xab, 0xcd));
    await feed(job('1'));
    expect(connection.subscription?.extranonce1).toEqual(Uint8Array.of(0xef));
  });

  test('applies another extranonce immediately before its first job', async () => {
    const { connection, feed } = connect();
    await feed(SUBSCRIBED, setExtranonce);
    expect(connection.subscription?.extranonce1).toEqual(Uint8Array.of(0xef));
  });

  test('applies any difficulty immediately before its first job', async () => {
    const { connection, feed } = connect();
    await feed(difficulty(0.5));
    expect(connection.difficulty).toBe(0.5);
  });

  test('shows the latest message, and sends its version', async () => {
    const { connection, feed, sent } = connect();
    await feed(...READY, call('client.show_message', ['one']), call('client.show_message', ['two']));
    expect(connection.message).toBe('two');
    await feed(JSON.stringify({ id: 9, method: 'client.get_version', params: [] }));
    expect(sent.at(-1)).toEqual({ id: 9, result: 'quarry/1', error: null });
  });

  test.each([
    [5, 5_000],
    [3600, 60_000]
  ])('asked to reconnect in %d s waits %d ms, then ends', async (seconds, ms) => {
    const { feed, ended, pauses } = connect();
    await feed(...READY, call('client.reconnect', ['host', 1, seconds]));
    pauses.find((pause) => pause.ms === ms)!.pass();
    expect(await settled(ended)).toMatchObject({ code: 'pool/reconnect' });
  });

  test('closed while it waits to reconnect ends at once', async () => {
    const { connection, feed, ended, pauses } = connect();
    await feed(...READY, call('client.reconnect', ['host', 1, 5]));
    connection.close();
    expect(await settled(ended)).toMatchObject({ code: 'pool/away', reason: 'closed' });
    expect(pauses).toEqual([]);
  });

  test('waiting to reconnect, still takes jobs and responses to shares', async () => {
    const { connection, feed, sent } = connect();
    await feed(...READY, call('client.reconnect', ['host', 1, 60]));
    expect(await feed(job('2', '22'))).toEqual(['over']);
    const share = connection.submit('2', Uint8Array.of(1), new Uint8Array(8), Uint8Array.of(3));
    await feed(answer(sent.at(-1)!.id, true));
    expect(await settled(share)).toMatchObject({ result: true });
  });

  test.each<[string, (pool: ReturnType<typeof connect>) => unknown, object]>([
    ['the pool hangs up', ({ lines }) => lines.end(), { code: 'pool/away', reason: 'closed' }],
    ['it is closed', ({ connection }) => connection.close(), { code: 'pool/away', reason: 'closed' }],
    ['the link fails', ({ lines }) => lines.fail(new RangeError('broken')), { message: 'broken' }],
    ['a line is not a message', ({ lines }) => lines.push('{'), { code: 'pool/malformed' }],
    ['a difficulty is invalid', ({ lines }) => lines.push(difficulty(0)), { code: 'pool/malformed' }]
  ])('ends when %s', async (_, end, expected) => {
    const pool = connect();
    await pool.feed(...READY);
    end(pool);
    expect(await settled(pool.ended)).toMatchObject(expected);
    expect([pool.isClosed(), pool.pauses]).toEqual([true, []]);
  });
});

describe('a share', () => {
  const submit = ({ connection }: ReturnType<typeof connect>) =>
    connection.submit('1', Uint8Array.of(1, 2), new Uint8Array(8), Uint8Array.of(3));

  test('is sent for the worker, and matched with its response by number', async () => {
    const pool = connect();
    await pool.feed(...READY);
    const [first, second] = [submit(pool), submit(pool)];
    expect(pool.sent.at(-1)).toEqual({
      id: 5,
      method: 'mining.submit',
      params: ['me', '1', '0102', '00'.repeat(8), '03']
    });
    await pool.feed(answer(5, false, [21, 'late', null]), answer(4, true));
    expect(await settled(first)).toMatchObject({ id: 4, result: true });
    expect(await settled(second)).toMatchObject({ id: 5, fault: { code: 21, message: 'late' } });
    // No request is pending.
    expect(pool.pauses.map(({ ms }) => ms)).toEqual([20_000]);
  });

  test('without a response for 30 s ends the connection', async () => {
    const pool = connect();
    await pool.feed(...READY);
    const share = submit(pool);
    pool.pauses.findLast(({ ms }) => ms === 30_000)!.pass();
    expect(await settled(pool.ended)).toMatchObject({ code: 'pool/away', reason: 'timeout' });
    expect(await settled(share)).toBeUndefined();
  });

  test('without a response is not awaited for longer than 3 s when mining stops', async () => {
    const pool = connect();
    await pool.feed(...READY);
    const share = submit(pool);
    void pool.connection.finish();
    expect(pool.isClosed()).toBe(false);
    pool.pauses.find(({ ms }) => ms === 3000)!.pass();
    expect(await settled(pool.ended)).toMatchObject({ code: 'pool/away', reason: 'closed' });
    expect(await settled(share)).toBeUndefined();
  });

  test('on an ended connection is not sent', async () => {
    const pool = connect();
    await pool.feed(...READY);
    pool.lines.end();
    await pool.ended;
    const count = pool.sent.length;
    expect(await settled(submit(pool))).toBeUndefined();
    expect(pool.sent).toHaveLength(count);
  });
});
