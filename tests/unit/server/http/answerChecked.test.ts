import { expect, test, vi } from 'vitest';
import { answerChecked } from '$lib/server/http/answerChecked';

const front = () => ({
  config: { allowedHosts: ['127.0.0.1:4180'] },
  countResponse: vi.fn<(status: number) => void>()
});
const answer = () => vi.fn(async () => ({ status: 204 }));

test('a request for one of our hosts is answered and counted', async () => {
  const [ours, given] = [front(), answer()];
  expect(await answerChecked(ours, { host: '127.0.0.1:4180' }, given)).toEqual({ status: 204 });
  expect(ours.countResponse.mock.calls).toEqual([[204]]);
});

test.each([undefined, 'evil.example', '127.0.0.1'])('a request for host %s is rejected and counted', async (host) => {
  const [ours, given] = [front(), answer()];
  expect(await answerChecked(ours, { host }, given)).toMatchObject({ status: 403 });
  expect(given).not.toHaveBeenCalled();
  expect(ours.countResponse.mock.calls).toEqual([[403]]);
});

test('an unexpected error is rethrown', async () => {
  const fault = new TypeError('a fault');
  const headers = { host: '127.0.0.1:4180' };
  await expect(answerChecked(front(), headers, () => Promise.reject(fault))).rejects.toBe(fault);
  const broken = {
    ...front(),
    config: {
      get allowedHosts(): readonly string[] {
        throw fault;
      }
    }
  };
  await expect(answerChecked(broken, headers, answer())).rejects.toBe(fault);
});
