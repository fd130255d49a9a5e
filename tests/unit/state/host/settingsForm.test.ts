import { expect, test, vi } from 'vitest';
import { BadRequestError } from '$lib/api/http/errors';
import type { HostClient, HostStatus } from '$lib/api/daemon/host';
import { hastings } from '$lib/chain/currency/currency';
import { ScorePreview } from '$lib/state/host/scorePreview.svelte';
import { SettingsForm } from '$lib/state/host/settingsForm.svelte';
import { Live } from '$lib/state/reactive/live.svelte';
import { recordedHost } from '../../services/host/support';

const first = await recordedHost('std', 'std_host');

/** A daemon's host that applies changes, except that it ignores an empty text. */
function aHost() {
  let status = first;
  const configure = vi.fn(async ({ body = {} }: { body?: object }) => {
    const given = Object.entries(body).filter(([, value]) => value !== '');
    const settings = Object.fromEntries(
      Object.entries(status.internalSettings).map(([name, value]) => [
        name,
        given.find(([key]) => key === name.toLowerCase())?.[1] ?? value
      ])
    );
    status = { ...status, internalSettings: settings as HostStatus['internalSettings'] };
  });
  const live = new Live(async () => status);
  const form = new SettingsForm({ configure: configure as unknown as HostClient['configure'] }, live, first);
  return { form, configure, live, tell: (next: HostStatus) => (status = next) };
}

test('only changes are sent, and then nothing is marked as changed', async () => {
  const { form, configure } = aHost();
  form.draft.fields.minStoragePrice = hastings(5n);
  form.draft.fields.acceptingContracts = true;
  expect(form.changed).toEqual(['acceptingContracts', 'minStoragePrice']);
  expect(await form.save()).toEqual({ names: ['minStoragePrice', 'acceptingContracts'], kept: [] });
  expect(configure).toHaveBeenCalledExactlyOnceWith({ body: { minstorageprice: 5n, acceptingcontracts: true } });
  expect(form.draft.count).toBe(0);
  expect(form.draft.saved.minStoragePrice).toBe(5n);
});

test('a registry size is sent in whole steps', async () => {
  const { form, configure } = aHost();
  form.draft.fields.registrySize = 100n * 256n;
  expect(await form.save()).toEqual({ names: ['registrySize'], kept: [] });
  expect(configure).toHaveBeenCalledExactlyOnceWith({ body: { registrysize: 32_768n } });
  expect(form.draft.count).toBe(0);
  expect(form.draft.saved.registrySize).toBe(32_768n);
});

test('invalid settings are not sent; the valid ones can still be estimated', async () => {
  const { form, configure } = aHost();
  form.draft.fields.netAddress = 'nowhere';
  form.draft.fields.minStoragePrice = hastings(5n);
  expect(await form.save()).toBeUndefined();
  expect(configure).not.toHaveBeenCalled();
  expect(form.draft.count).toBe(2);
  expect(form.valid).toEqual({ minStoragePrice: 5n });
});

test('an unreadable value is not sent', async () => {
  const { form, configure } = aHost();
  form.draft.fields.minStoragePrice = undefined;
  expect(await form.save()).toBeUndefined();
  expect(configure).not.toHaveBeenCalled();
});

test('settings that the daemon did not change are reported', async () => {
  const { form, live, tell } = aHost();
  const withAddress = {
    ...first,
    internalSettings: { ...first.internalSettings, netAddress: 'host.example.org:9982' }
  };
  tell(withAddress);
  await live.refresh();
  form.follow(withAddress);
  form.draft.fields.netAddress = '';
  expect(await form.save()).toEqual({ names: ['netAddress'], kept: ['netAddress'] });
  expect(form.draft.saved.netAddress).toBe('host.example.org:9982');
});

test('a rejection keeps everything as typed', async () => {
  const { form, configure } = aHost();
  configure.mockRejectedValueOnce(new BadRequestError({ method: 'POST', path: '/host' }, 400, 'no'));
  form.draft.fields.minStoragePrice = hastings(5n);
  expect(await form.save()).toBeUndefined();
  expect(form.problem?.code).toBe('api/bad-request');
  expect(form.draft.fields.minStoragePrice).toBe(5n);
  expect(form.saving).toBe(false);
});

test('changes in other tabs are shown and do not affect edited fields', () => {
  const { form } = aHost();
  form.draft.fields.minStoragePrice = hastings(5n);
  const settings = { ...first.internalSettings, minStoragePrice: hastings(9n), windowSize: 300n };
  form.follow({ ...first, internalSettings: settings });
  expect(form.draft.fields.minStoragePrice).toBe(5n);
  expect(form.draft.fields.windowSize).toBe(300n);
  expect(form.draft.changedElsewhere('minStoragePrice')).toBe(true);
});

const settle = async () => {
  for (let i = 0; i < 10; i++) await Promise.resolve();
};

test('the score is estimated after the debounce time, for the last changes only', async () => {
  vi.useFakeTimers();
  try {
    const asked: unknown[] = [];
    const estimateScore = vi.fn(async ({ query }: { query?: object } = {}, options?: { signal?: AbortSignal }) => {
      asked.push(query);
      options?.signal?.throwIfAborted();
      return { estimatedScore: query ? 50n : 100n, conversionRate: query ? 5 : 10 };
    });
    const preview = new ScorePreview({ estimateScore } as unknown as HostClient, 300);
    preview.ask({});
    await vi.advanceTimersByTimeAsync(0);
    await settle();
    expect([preview.current?.estimatedScore, preview.edited]).toEqual([100n, undefined]);

    asked.length = 0;
    preview.ask({ minStoragePrice: hastings(1n) });
    await vi.advanceTimersByTimeAsync(299);
    preview.ask({ minStoragePrice: hastings(2n) });
    await vi.advanceTimersByTimeAsync(299);
    expect(asked).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    await settle();
    expect(asked).toEqual([undefined, { minstorageprice: 2n }]);
    expect(preview.edited?.estimatedScore).toBe(50n);
  } finally {
    vi.useRealTimers();
  }
});

test('a newer estimate replaces a running one, whose result is dropped', async () => {
  const answers: PromiseWithResolvers<{ estimatedScore: bigint; conversionRate: number }>[] = [];
  const estimateScore = () => {
    const answer = Promise.withResolvers<{ estimatedScore: bigint; conversionRate: number }>();
    answers.push(answer);
    return answer.promise;
  };
  const preview = new ScorePreview({ estimateScore } as unknown as HostClient, 0);
  const tick = () => new Promise((resolve) => setTimeout(resolve, 1));
  preview.ask({ windowSize: 1n });
  await tick();
  preview.ask({ windowSize: 2n });
  await tick();
  expect(answers).toHaveLength(4);
  [100n, 1n, 100n, 2n].forEach((estimatedScore, i) => answers[i]?.resolve({ estimatedScore, conversionRate: 1 }));
  await tick();
  expect([preview.current?.estimatedScore, preview.edited?.estimatedScore, preview.asking]).toEqual([100n, 2n, false]);
});

test('an unavailable score is a separate problem', async () => {
  const refusal = new BadRequestError({ method: 'GET', path: '/host/estimatescore' }, 400, 'no renter');
  const preview = new ScorePreview({ estimateScore: () => Promise.reject(refusal) } as unknown as HostClient, 0);
  preview.ask({});
  await new Promise((resolve) => setTimeout(resolve, 1));
  expect([preview.problem, preview.asking]).toEqual([refusal, false]);
});
