import { beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { TimeSlices } from '$lib/async/timeSlices';
import { bytesUpTo, get, json, nothing, post } from '$lib/api/http/route';
import { amount } from '$lib/api/schemas/amount';
import * as scalars from '$lib/api/schemas/scalars';
import { pathHeight, queryCount } from '$lib/api/wallet-server/query';
import { hastings, type Hastings } from '$lib/chain/currency/currency';
import { refusal } from '$lib/server/node/errors';
import { UnfinishedAnswerError } from '$lib/server/node/http/unfinishedAnswer';
import { moduleOf } from '$lib/server/node/http/tables';
import { createWalletRouter } from '$lib/server/node/http/walletRouter';
import { fetchFrom } from '$lib/server/http/fetchMessages';

const result = json(z.object({ fee: amount }));
const fee = () => ({ fee: hastings(1n) });
const routes = { fits: get('/fits', result), tooLarge: get('/large', result), unfinished: get('/unfinished', result) };
const router = createWalletRouter({
  password: '',
  modules: [
    moduleOf(routes, {
      fits: fee,
      tooLarge: () => ({ fee: (1n << 128n) as never }),
      unfinished: () => {
        throw new UnfinishedAnswerError(refusal('wallet-server/v1-over'), { fee: hastings(2n) });
      }
    })
  ]
});

test.each([
  ['/fits', 200, 'application/json', '{\n  "fee": "1"\n}\n'],
  ['/large', 500, 'text/plain; charset=utf-8', `Unexpected answer at fee (GET /large): an amount of ${1n << 128n} does not fit 128 bits\n`], // prettier-ignore
  [
    '/unfinished',
    400,
    'text/plain; charset=utf-8',
    'v1 transactions are not allowed after the v2 require height\n{\n  "fee": "2"\n}\n'
  ]
])('%s', async (path, status, type, text) => {
  const answer = await fetchFrom((request) => router(request, path))(new Request(`http://node${path}`));
  expect([answer.status, answer.headers.get('content-type'), await answer.text()]).toEqual([status, type, text]);
});

test('the bodies of requests and responses are in the dialect', async () => {
  const body = json(z.object({ svccoinInputs: amount }));
  const echo = { echo: post('/echo', body, body) };
  const inDialect = createWalletRouter({
    password: '',
    dialect: 'sia',
    modules: [moduleOf(echo, { echo: ({ body }: { body: { svccoinInputs: Hastings } }) => body })]
  });
  const ask = async (sent: object) => {
    const request = new Request('http://node/echo', { method: 'POST', body: JSON.stringify(sent) });
    const answer = await fetchFrom((given) => inDialect(given, '/echo'))(request);
    return [answer.status, await answer.text()];
  };
  expect(await ask({ siacoinInputs: '7' })).toEqual([200, '{\n  "siacoinInputs": "7"\n}\n']);
  expect(await ask({ svccoinInputs: '7' })).toEqual([400, expect.stringContaining('siacoinInputs')]);
});

test('a method that a path does not have is refused with those that it has', async () => {
  const answer = await fetchFrom((request) => router(request, '/fits'))(
    new Request('http://node/fits', { method: 'DELETE' })
  );
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, OPTIONS']);
});

test('a body above its limit is refused as too large', async () => {
  const limited = createWalletRouter({
    password: '',
    modules: [moduleOf({ put: post('/put', bytesUpTo(3), nothing) }, { put: () => {} })]
  });
  const put = async (length: number) => {
    const request = new Request('http://node/put', { method: 'POST', body: new Uint8Array(length) });
    const answer = await fetchFrom((given) => limited(given, '/put'))(request);
    return [answer.status, await answer.text()];
  };
  expect(await put(3)).toEqual([204, '']);
  expect(await put(4)).toEqual([413, 'request body too large\n']);
});

interface Sent {
  readonly body: string[];
}

test('a long body is read in steps: other requests are answered meanwhile', async () => {
  const body = json(z.array(z.string()));
  const log: string[] = [];
  const withBodies = createWalletRouter({
    password: '',
    modules: [
      moduleOf(
        { long: post('/long', body, body), short: post('/short', body, body) },
        { long: ({ body }: Sent) => (log.push('long'), body), short: ({ body }: Sent) => (log.push('short'), body) }
      )
    ]
  });
  const send = (path: string, items: number) =>
    fetchFrom((request) => withBodies(request, path))(
      new Request(`http://node${path}`, { method: 'POST', body: JSON.stringify(Array.from({ length: items }, () => 'x'.repeat(90))) })
    ); // prettier-ignore
  const answers = await Promise.all([send('/long', 90_000), send('/short', 1)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(log).toEqual(['short', 'long']);
});

test.each([
  ['/addresses/xyz', /^couldn't parse param "addr": /],
  ['/blocks/xyz', /^couldn't parse param "id": /],
  ['/indices/xyz', /^couldn't parse param "height": /],
  ['/indices/7?limit=x', /^invalid form value "limit": /]
])('a parameter that cannot be read is named as by wallet servers: %s', async (path, text) => {
  const ofParameters = createWalletRouter({
    password: '',
    modules: [
      moduleOf(
        {
          balance: get('/addresses/:address', result, { params: { address: scalars.address } }),
          block: get('/blocks/:idOrHeight', result, { params: { idOrHeight: pathHeight } }),
          index: get('/indices/:height', result, { params: { height: pathHeight }, query: { limit: queryCount } })
        },
        { balance: fee, block: fee, index: fee }
      )
    ]
  });
  const [pathname] = path.split('?');
  const answer = await fetchFrom((request) => ofParameters(request, pathname!))(new Request(`http://node${path}`));
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringMatching(text)]);
});

describe('a long result', () => {
  const long = { list: get('/list', json(z.array(z.boolean()))), other: get('/other', json(z.boolean())) };
  let log: string[];
  const askFor = async (path: string, signal?: AbortSignal) => {
    const answer = await fetchFrom((request) => withLists(request, path))(
      new Request(`http://node${path}`, { signal })
    );
    log.push(`${path} ${answer.status}`);
    return answer;
  };
  const withLists = createWalletRouter({
    password: '',
    modules: [
      moduleOf(long, {
        list: function* () {
          yield;
          log.push('made');
          return new Array<boolean>(5_000).fill(true);
        },
        other: () => true
      })
    ]
  });
  beforeEach(() => (log = []));

  test('is made and printed in steps, one at a time, while other requests are answered', async () => {
    const [first, second] = await Promise.all([askFor('/list'), askFor('/list'), askFor('/other')]);
    // The other response may even come before the first slice of the work.
    const other = log.indexOf('/other 200');
    expect([log.indexOf('/list 200'), log.lastIndexOf('made')].every((at) => at > other)).toBe(true);
    expect(log.toSorted()).toEqual(['/list 200', '/list 200', '/other 200', 'made', 'made']);
    const text = `[\n${new Array<string>(5_000).fill('  true').join(',\n')}\n]\n`;
    expect([await first.text(), await second.text()]).toEqual([text, text]);
  });

  test('waits for those of its own route only', async () => {
    const gate = Promise.withResolvers<void>();
    let started = 0;
    const gated = createWalletRouter({
      password: '',
      modules: [
        moduleOf(
          { slow: get('/slow', json(z.boolean())), quick: get('/quick', json(z.boolean())) },
          {
            slow: function* () {
              yield;
              started++;
              yield gate.promise;
              return true;
            },
            quick: function* () {
              yield;
              return true;
            }
          }
        )
      ]
    });
    const ask = (path: string) => fetchFrom((request) => gated(request, path))(new Request(`http://node${path}`));
    const slow = [ask('/slow'), ask('/slow')];
    await ask('/quick');
    expect(started).toBe(1);
    gate.resolve();
    await Promise.all(slow);
    expect(started).toBe(2);
  });

  test('may be interrupted before each item that is printed', async () => {
    const turns = vi.spyOn(TimeSlices.prototype, 'turn');
    await askFor('/list');
    expect(turns.mock.calls.length).toBeGreaterThan(5_000);
    turns.mockRestore();
  });

  test('is not made for a client that has disconnected while waiting', async () => {
    const stop = new AbortController();
    const first = askFor('/list');
    const left = askFor('/list', stop.signal).catch(() => log.push('left'));
    stop.abort();
    await Promise.all([first, left, askFor('/list')]);
    expect(log.filter((line) => line === 'made')).toHaveLength(2);
  });

  test('that does not match its route is reported like any other', async () => {
    const broken = createWalletRouter({
      password: '',
      modules: [
        moduleOf(
          { list: get('/list', json(z.array(amount))) },
          {
            list: function* () {
              yield;
              return [hastings(1n), (1n << 128n) as never];
            }
          }
        )
      ]
    });
    const answer = await fetchFrom((request) => broken(request, '/list'))(new Request('http://node/list'));
    expect([answer.status, await answer.text()]).toEqual([500, expect.stringMatching(/^Unexpected answer at 1 /)]);
  });
});
