import { expect, test, vi } from 'vitest';
import { answerChecked } from '$lib/server/http/answerChecked';

const front = () => ({
  config: { allowedHosts: ['127.0.0.1:4180'] },
  countResponse: vi.fn<(status: number) => void>()
});
const answer = () => vi.fn(async () => ({ status: 204 }));

test('a request that names us is answered and counted', async () => {
  const [ours, given] = [front(), answer()];
  expect(await answerChecked(ours, { host: '127.0.0.1:4180' }, given)).toEqual({ status: 204 });
  expect(ours.countResponse.mock.calls).toEqual([[204]]);
});

test.each([undefined, 'evil.example', '127.0.0.1'])('one that names %s is refused and counted', async (host) => {
  const [ours, given] = [front(), answer()];
  expect(await answerChecked(ours, { host }, given)).toMatchObject({ status: 403 });
  expect(given).not.toHaveBeenCalled();
  expect(ours.countResponse.mock.calls).toEqual([[403]]);
});

test('a failure of ours is not answered here', async () => {
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
