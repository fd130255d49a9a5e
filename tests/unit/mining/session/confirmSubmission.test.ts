import { describe, expect, test } from 'vitest';
import { systemScheduler } from '$lib/async/scheduler';
import { VOID_ADDRESS } from '$lib/chain/address';
import { hastings } from '$lib/chain/currency/currency';
import type { BlockId } from '$lib/chain/ids';
import { AppError, UnexpectedError } from '$lib/errors';
import type { CheckedNonce } from '$lib/mining/grinder/verifySolution';
import { confirmSubmission } from '$lib/mining/session/confirmSubmission';
import type { WorkSource } from '$lib/mining/work/workSource';
import type { WorkUnit } from '$lib/mining/work/workUnit';

class AwayError extends AppError {
  readonly code = 'api/unreachable';
}

const idOf = (byte: string) => byte.repeat(32) as BlockId;
const PARENT = { height: 9, id: idOf('aa') };
const OURS = idOf('bb');
const OTHER = { height: 10, id: idOf('cc') };
const payouts = [{ value: hastings(5n), address: VOID_ADDRESS }];
const away = () => Promise.reject(new AwayError('away'));
const broken = () => Promise.reject(new UnexpectedError('not a block'));
const refusal = new UnexpectedError('header is old');

/** Submits a block to a node that by default accepts it and adds it to its chain. */
async function confirm(node: Partial<WorkSource>, stop = new AbortController(), onPause = () => {}) {
  const requests: string[] = [];
  const errors: AppError[] = [];
  const pausesMs: number[] = [];
  const answers: WorkSource = {
    getWork: () => expect.fail('asked for work'),
    submit: async () => ({ accepted: true }),
    getBlockIdAt: async (height) => (height === 10 ? OURS : undefined),
    getTip: async () => PARENT,
    getPayouts: async () => payouts,
    ...node
  };
  const counted = Object.fromEntries(
    Object.entries(answers).map(([name, call]) => [
      name,
      (...args: unknown[]) => (requests.push(name), (call as (...args: unknown[]) => unknown)(...args))
    ])
  ) as unknown as WorkSource;
  const sleep = async (ms: number) => {
    pausesMs.push(ms);
    onPause();
  };
  const scheduler = { ...systemScheduler, sleep };
  const work = { height: 10, decoded: { parentId: PARENT.id } } as WorkUnit;
  const options = {
    scheduler,
    signal: stop.signal,
    isUnanswered: (error: AppError) => error instanceof AwayError,
    onError: (error: AppError) => void errors.push(error)
  };
  const result = confirmSubmission(counted, work, { id: OURS } as CheckedNonce, options);
  return { result: await result.catch((error: unknown) => error), requests, errors, pausesMs };
}

describe('the chain decides the outcome of a block', () => {
  const nothing = async () => undefined;
  test.each<[string, Partial<WorkSource>, object]>([
    ['accepted and on the chain', {}, { outcome: { kind: 'accepted' }, payouts }],
    [
      'rejected and on the chain',
      { submit: async () => ({ accepted: false, error: refusal }) },
      { outcome: { kind: 'accepted' }, payouts }
    ],
    ['on the chain, payouts unknown', { getPayouts: away }, { outcome: { kind: 'accepted' }, payouts: [] }],
    [
      'accepted, and another block is at its height',
      { getBlockIdAt: async () => OTHER.id, getTip: async () => OTHER },
      { outcome: { kind: 'stale' }, payouts: [] }
    ],
    ['accepted, and not on the chain', { getBlockIdAt: nothing }, { outcome: { kind: 'stale' }, payouts: [] }],
    [
      'rejected on a parent that has a child',
      { submit: async () => ({ accepted: false, error: refusal }), getBlockIdAt: nothing, getTip: async () => OTHER },
      { outcome: { kind: 'stale' }, payouts: [] }
    ],
    [
      'rejected on the tip',
      { submit: async () => ({ accepted: false, error: refusal }), getBlockIdAt: nothing },
      { outcome: { kind: 'rejected', error: refusal }, payouts: [] }
    ]
  ])('%s', async (_, node, expected) => {
    expect(await confirm(node)).toMatchObject({ result: expected, errors: [], pausesMs: [] });
  });
});

describe('a node that does not respond', () => {
  test('the submission gets one response: later attempts only query the chain', async () => {
    let looks = 0;
    const { result, requests, errors } = await confirm({
      getBlockIdAt: async () => (++looks <= 2 ? away() : undefined),
      submit: async () => ({ accepted: false, error: refusal })
    });
    expect(result).toMatchObject({ outcome: { kind: 'rejected', error: refusal } });
    expect(requests.filter((name) => name === 'submit')).toHaveLength(1);
    expect(errors.map(({ code }) => code)).toEqual(['api/unreachable', 'api/unreachable']);
  });

  test('the first attempt does not query the chain before submitting', async () => {
    expect((await confirm({})).requests).toEqual(['submit', 'getBlockIdAt', 'getPayouts']);
  });

  test('a submission whose response was lost is not repeated if the block is on the chain', async () => {
    const { result, requests } = await confirm({ submit: away });
    expect(result).toMatchObject({ outcome: { kind: 'accepted' } });
    expect(requests).toEqual(['submit', 'getBlockIdAt', 'getBlockIdAt', 'getPayouts']);
  });

  test('receives the block once it responds again, no matter how long that takes', async () => {
    let sent = 0;
    const { result, errors, pausesMs } = await confirm({
      submit: async () => (++sent <= 300 ? away() : { accepted: true }),
      getBlockIdAt: async () => (sent <= 300 ? undefined : OURS)
    });
    expect(result).toMatchObject({ outcome: { kind: 'accepted' } });
    expect(errors).toHaveLength(300);
    // Doubled from 250 ms to 4 s, each shortened by at most half.
    pausesMs.forEach((ms, i) => {
      const fullMs = Math.min(250 * 2 ** i, 4000);
      expect(ms).toBeGreaterThanOrEqual(fullMs / 2);
      expect(ms).toBeLessThanOrEqual(fullMs);
    });
  });

  test('no longer receives the block once another has its height', async () => {
    const tips = [{ height: 8, id: idOf('99') }, PARENT, PARENT, OTHER];
    const { result, requests } = await confirm({
      submit: away,
      getBlockIdAt: async () => (tips.length === 1 ? OTHER.id : undefined),
      getTip: async () => tips.shift()!
    });
    expect(result).toMatchObject({ outcome: { kind: 'stale' }, payouts: [] });
    expect(requests.filter((name) => name === 'submit')).toHaveLength(4);
  });

  test('is told from one that responds with errors, which is queried ten times', async () => {
    const failing = { submit: broken, getBlockIdAt: broken };
    const { result, errors, pausesMs } = await confirm(failing);
    expect(result).toMatchObject({ outcome: { kind: 'rejected', error: { code: 'app/unexpected' } }, payouts: [] });
    expect([errors.length, pausesMs.length]).toEqual([10, 9]);
    let looks = 0;
    const mixed = await confirm({ ...failing, getBlockIdAt: () => (++looks % 2 === 0 ? away() : broken()) });
    expect(mixed.errors.filter(({ code }) => code === 'app/unexpected')).toHaveLength(10);
    expect(mixed.errors.length).toBeGreaterThan(15);
  });

  test('is not queried after the session has ended', async () => {
    const stop = new AbortController();
    const ended = new Error('ended');
    const { result, errors } = await confirm({ submit: async () => (stop.abort(ended), away()) }, stop);
    expect([result, errors]).toEqual([ended, []]);
  });

  test('is not queried after the session has ended during a pause', async () => {
    const stop = new AbortController();
    const ended = new Error('ended');
    const { result, requests } = await confirm({ submit: away }, stop, () => stop.abort(ended));
    expect([result, requests]).toEqual([ended, ['submit']]);
  });
});
