import { expect, test } from 'vitest';
import { createPoolSource, type PoolStatus } from '$lib/mining/stratum/poolSource';

const call = (method: string, params: readonly unknown[]) => JSON.stringify({ id: null, method, params });
const job = (id: string) => call('mining.notify', [id, '11'.repeat(32), '00', '', [], '', '', '00'.repeat(8), true]);
const SUBSCRIBED = JSON.stringify({ id: 1, result: [[], '00', 4], error: null });
const AUTHORISED = JSON.stringify({ id: 3, result: true, error: null });

/** What a miner is told by a pool that sends these lines, and what is shown of it. */
async function follow(lines: readonly string[]) {
  const shown: PoolStatus[] = [];
  const source = createPoolSource({
    worker: 'me',
    scheduler: { now: () => 0, yield: async () => {}, sleep: () => new Promise<void>(() => undefined) },
    onChange: (status) => shown.push(status),
    open: async () => ({
      send: () => {},
      close: () => {},
      lines: (async function* () {
        for (const line of lines) {
          yield line;
          await new Promise((resolve) => setTimeout(resolve));
        }
      })()
    })
  });
  const updates: string[] = [];
  const following = (async () => {
    for await (const update of source.followWork!(new AbortController().signal)) updates.push(update);
  })();
  await expect(following).rejects.toMatchObject({ code: 'pool/away' });
  return { shown, updates };
}

test('each change is shown once, and the connection succeeds once', async () => {
  const difficulty = (value: number) => call('mining.set_difficulty', [value]);
  const words = (text: string) => call('client.show_message', [text]);
  const { shown, updates } = await follow([
    SUBSCRIBED,
    AUTHORISED,
    difficulty(2),
    job('1'),
    difficulty(2),
    words('hello'),
    words('hello'),
    job('2'),
    difficulty(1),
    job('3')
  ]);
  expect(shown).toEqual([
    { step: 'connecting' },
    { step: 'ready', difficulty: 2 },
    { step: 'ready', difficulty: 2, message: 'hello' },
    { step: 'ready', difficulty: 1, message: 'hello' },
    { step: 'away' }
  ]);
  expect(updates.filter((update) => update === 'better')).toHaveLength(1);
});

test('a pool without a job never becomes ready', async () => {
  const { shown, updates } = await follow([SUBSCRIBED, AUTHORISED]);
  expect(shown.map(({ step }) => step)).toEqual(['connecting', 'away']);
  expect(updates).toEqual([]);
});
