import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { StepQueue } from '$lib/async/stepQueue';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { BlockId } from '$lib/chain/ids';
import type { ChainManager } from '$lib/server/node/chain/chainManager';
import { VOID_ADDRESS } from '$lib/chain/address';
import { unixSeconds } from '$lib/chain/time';
import { genesisState } from '$lib/consensus/state';
import { assembleTemplate } from '$lib/mining/work/template';
import { miningHandlers, type MiningParts } from '$lib/server/node/handlers/mining';
import { networkPreset, TEST_GENESIS_TIMESTAMP } from '$lib/server/node/network/presets';

const tipAt = (height: number): ChainIndex => ({ height, id: height.toString(16).repeat(64) as BlockId });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A node on its first block that cannot build a template: only the time of the attempt is observed. */
function node() {
  const listeners = new Set<() => void>();
  const pool = { version: 1 };
  const chain = {
    tip: tipAt(1),
    onTip(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    }
  };
  const templates = {
    get id() {
      return chain.tip.id.slice(0, 24) + pool.version.toString().padStart(8, '0');
    },
    create(): never {
      throw new Error('a template is made');
    }
  };
  const handlers = miningHandlers({ chain: chain as unknown as ChainManager, templates } as unknown as MiningParts);
  /** Requests a template; `isMade` is true once one is built. */
  function ask(longpollid: string | undefined, signal = new AbortController().signal) {
    const asked = { isMade: false };
    const request = { method: 'POST', body: { longpollid }, params: {}, query: {} } as never;
    const made = Promise.resolve(handlers.getTemplate(request, { signal } as never));
    void made.catch((error: Error) => (asked.isMade = error.message === 'a template is made'));
    return asked;
  }
  return { chain, pool, listeners, ask };
}

const FIRST = '111111111111111111111111' + '00000001';
const after = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test.each([undefined, '1'.repeat(24) + '00000002', '2'.repeat(24) + '00000001'])(
  'a template is built immediately for a client that knows %s',
  async (known) => {
    const { ask, listeners } = node();
    const asked = ask(known);
    await after(0);
    expect([asked.isMade, listeners.size]).toEqual([true, 0]);
  }
);

test('a client that knows the current template waits half a minute at most', async () => {
  const { ask, listeners } = node();
  const asked = ask(FIRST);
  await after(29_999);
  expect([asked.isMade, listeners.size]).toEqual([false, 1]);
  await after(1);
  expect([asked.isMade, listeners.size]).toEqual([true, 0]);
});

test('a new tip ends the wait immediately', async () => {
  const { chain, ask, listeners } = node();
  const asked = ask(FIRST);
  await after(50);
  chain.tip = tipAt(2);
  for (const listener of listeners) listener();
  await after(0);
  expect([asked.isMade, listeners.size]).toEqual([true, 0]);
});

test('a changed pool ends it at the next check, five times per second', async () => {
  const { pool, ask, listeners } = node();
  const asked = ask(FIRST);
  await after(250);
  pool.version++;
  await after(149);
  expect(asked.isMade).toBe(false);
  await after(1);
  expect([asked.isMade, listeners.size]).toEqual([true, 0]);
});

test('nothing waits for a client that disconnected', async () => {
  const { ask, listeners } = node();
  const leaving = new AbortController();
  ask(FIRST, leaving.signal);
  await after(50);
  leaving.abort();
  await after(0);
  expect([listeners.size, vi.getTimerCount()]).toEqual([0, 0]);
});

test('a template that the pool outdates while it is built does not have the id of the next one', async () => {
  const { network } = networkPreset('test', TEST_GENESIS_TIMESTAMP);
  const prevTimestamps = [TEST_GENESIS_TIMESTAMP, TEST_GENESIS_TIMESTAMP];
  const state = { ...genesisState(network), index: tipAt(1), prevTimestamps };
  const templates = {
    id: 'old',
    create() {
      this.id = 'new';
      return assembleTemplate({ network, state, transactions: [], v2Transactions: [] }, VOID_ADDRESS, unixSeconds(0));
    }
  };
  const handlers = miningHandlers({ chain: { network, state }, templates } as unknown as MiningParts);
  const request = { params: {}, query: {}, body: {} } as never;
  const { signal } = new AbortController();
  const template = await new StepQueue().run(await handlers.getTemplate(request, { signal }));
  expect(template).toMatchObject({ longPollId: 'old' });
});
