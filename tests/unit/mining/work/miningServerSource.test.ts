import { describe, expect, test } from 'vitest';
import { systemScheduler } from '$lib/async/scheduler';
import { VOID_ADDRESS } from '$lib/chain/address';
import { v1Commitment } from '$lib/chain/block/commitment';
import { hastings } from '$lib/chain/currency/currency';
import type { BlockId } from '$lib/chain/ids';
import { unixSeconds } from '$lib/chain/time';
import { EMPTY_TRANSACTION } from '$lib/chain/transaction/transaction';
import type { CheckedNonce } from '$lib/mining/grinder/verifySolution';
import { createMiningServerSource, type MiningService } from '$lib/mining/work/miningServerSource';
import { blockOfTemplate, encodeSolvedBlock, workInSteps, type TemplateChain } from '$lib/mining/work/servedTemplate';
import type { ChainReader } from '$lib/mining/work/workSource';

type Served = Awaited<ReturnType<MiningService['getTemplate']>>;

const { signal } = new AbortController();
const idOf = (byte: string) => byte.repeat(32) as BlockId;
const minerPayouts = [{ value: hastings(5n), address: VOID_ADDRESS }];

/** A V1 template on a parent, which the page mines unchanged because the server does not provide the chain. */
const templateOn = (parent: string, longPollId = parent): NonNullable<Served> => ({
  version: 1,
  height: 42,
  parentId: idOf(parent),
  timestamp: unixSeconds(1_700_000_000),
  target: 1n,
  commitment: v1Commitment(minerPayouts, []),
  minerPayouts,
  transactions: [],
  v2Transactions: [],
  longPollId
});

/** A server that returns these templates, one after another, and reports these tips. */
function serverOf(templates: readonly Served[], tips: readonly (string | undefined)[] = []) {
  const polls: (string | undefined)[] = [];
  const submitted: Uint8Array[] = [];
  let answered = 0;
  const service: MiningService = {
    getTemplate: async (longPollId) => (polls.push(longPollId), templates[polls.length - 1]),
    getChain: async () => {
      const tip = tips[answered++];
      return tip === undefined ? undefined : ({ state: { index: { height: 41, id: idOf(tip) } } } as TemplateChain);
    },
    submitBlock: async (block) => (submitted.push(block), { accepted: true })
  };
  const world = { randomBytes: (n: number) => new Uint8Array(n), scheduler: systemScheduler };
  return { source: createMiningServerSource(service, {} as ChainReader, undefined, world), polls, submitted };
}

describe('work of a mining server', () => {
  test('is its template', async () => {
    const { source, polls } = serverOf([templateOn('aa')]);
    expect(await source.getWork(signal)).toMatchObject({ height: 42, decoded: { parentId: idOf('aa') } });
    expect(polls).toEqual([undefined]);
  });

  test('is checked in steps: a signal that aborts meanwhile ends it', async () => {
    const stop = new AbortController();
    const transactions = Array.from({ length: 60 }, (_, i) => ({
      ...EMPTY_TRANSACTION,
      arbitraryData: [Uint8Array.of(i)]
    }));
    const template = { ...templateOn('aa'), transactions, commitment: v1Commitment(minerPayouts, transactions) };
    expect(await serverOf([template]).source.getWork(signal)).toMatchObject({ height: 42 });
    const steps = workInSteps(template, undefined, undefined, (n) => new Uint8Array(n));
    let count = 0;
    while (!steps.next().done) count++;
    expect(count).toBe(2);
    stop.abort(new Error('left'));
    await expect(serverOf([template]).source.getWork(stop.signal)).rejects.toThrow('left');
  });

  test('is fetched again after an empty response', async () => {
    const { source, polls } = serverOf([undefined, undefined, templateOn('aa')]);
    expect((await source.getWork(signal)).decoded.parentId).toBe(idOf('aa'));
    expect(polls).toHaveLength(3);
  });

  test('whose parent is not the tip three times is rejected', async () => {
    const { source, polls } = serverOf(
      ['aa', 'aa', 'aa', 'aa'].map((parent) => templateOn(parent)),
      ['bb', 'bb', 'bb', undefined]
    );
    await expect(source.getWork(signal)).rejects.toMatchObject({
      code: 'mining/malformed-work',
      what: 'its parent is not the tip the server reports'
    });
    expect(polls).toHaveLength(3);
  });
});

describe('a long poll', () => {
  test.each<[string, Served, string[]]>([
    ['the template being mined', templateOn('aa', 'first'), []],
    ['another template on its parent', templateOn('aa', 'second'), ['better']],
    ['a template on another parent', templateOn('bb', 'second'), ['over']],
    ['nothing', undefined, []]
  ])('answered with %s', async (_, answer, expected) => {
    const { source, polls } = serverOf([templateOn('aa', 'first'), answer, templateOn('cc', 'last')]);
    await source.getWork(signal);
    const updates: string[] = [];
    for await (const update of source.followWork!(signal)) {
      updates.push(update);
      if (polls.length === 3) break;
    }
    // The last template ends the search in any case.
    expect(updates).toEqual([...expected, 'over']);
    expect(polls).toEqual([undefined, undefined, answer?.longPollId]);
  });

  test('updates nothing before there is work', async () => {
    const stop = new AbortController();
    const { source, polls } = serverOf([templateOn('aa'), templateOn('bb')]);
    const following = Array.fromAsync(source.followWork!(stop.signal));
    while (polls.length < 3) await systemScheduler.yield();
    stop.abort();
    await expect(following.catch(() => [])).resolves.toEqual([]);
  });
});

describe('a solution', () => {
  test('is submitted as the block of its work', async () => {
    const { source, submitted } = serverOf([templateOn('aa'), templateOn('aa')]);
    const first = await source.getWork(signal);
    await source.getWork(signal);
    expect(await source.submit(first, { nonce: 1009n } as CheckedNonce, signal)).toEqual({ accepted: true });
    expect(submitted).toEqual([encodeSolvedBlock({ ...blockOfTemplate(templateOn('aa')), nonce: 1009n })]);
  });

  test('for work on an earlier tip is stale, and not submitted', async () => {
    const { source, submitted } = serverOf([templateOn('aa'), templateOn('bb')]);
    const first = await source.getWork(signal);
    await source.getWork(signal);
    expect(await source.submit(first, { nonce: 1009n } as CheckedNonce, signal)).toMatchObject({
      accepted: false,
      error: { code: 'mining/stale-work' }
    });
    expect(submitted).toEqual([]);
  });
});
