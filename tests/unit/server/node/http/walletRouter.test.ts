import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { get, json } from '$lib/api/http/route';
import { amount } from '$lib/api/schemas/amount';
import { hastings } from '$lib/chain/currency/currency';
import { refusal } from '$lib/server/node/errors';
import { UnfinishedAnswerError } from '$lib/server/node/http/unfinishedAnswer';
import { moduleOf } from '$lib/server/node/http/tables';
import { createWalletRouter } from '$lib/server/node/http/walletRouter';
import { fetchFrom } from '$lib/server/http/fetchMessages';

const result = json(z.object({ fee: amount }));
const routes = { fits: get('/fits', result), tooLarge: get('/large', result), unfinished: get('/unfinished', result) };
const router = createWalletRouter({
  password: '',
  modules: [
    moduleOf(routes, {
      fits: () => ({ fee: hastings(1n) }),
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
