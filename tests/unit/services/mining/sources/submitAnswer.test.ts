import { expect, test } from 'vitest';
import { BadRequestError, ServerError } from '$lib/api/http/errors';
import { submitAnswer } from '$lib/services/mining/sources/submitAnswer';

const EXCHANGE = { method: 'POST', path: '/syncer/broadcast/block' };
const refusedWith = (status: number) =>
  status < 500 ? new BadRequestError(EXCHANGE, status, '') : new ServerError(EXCHANGE, status, '');
const submit = (status: number, refusal: typeof BadRequestError | typeof ServerError) =>
  submitAnswer(() => Promise.reject(refusedWith(status)), refusal);

test('a submission without an error is accepted', async () =>
  expect(await submitAnswer(async () => {}, ServerError)).toEqual({ accepted: true }));

test.each([
  ['a daemon', 400, BadRequestError],
  ['a mining server, of a body', 400, ServerError],
  ['a wallet server', 500, ServerError]
])('a rejection by %s (%d) is the response to the block', async (_, status, refusal) =>
  expect(await submit(status, refusal)).toMatchObject({ accepted: false, error: { status } })
);

test.each([408, 425, 429, 502, 503, 504])(
  'status %d says nothing about the block, so that it is sent again',
  async (status) => {
    await expect(submit(status, ServerError)).rejects.toMatchObject({ status });
    await expect(submit(status, BadRequestError)).rejects.toMatchObject({ status });
  }
);

test('a daemon that fails is asked again', async () =>
  await expect(submit(500, BadRequestError)).rejects.toMatchObject({ status: 500 }));
