import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { parseAddress, type Address } from '$lib/chain/address';
import { UnreachableError } from '$lib/api/http/errors';
import { decodeHex } from '$lib/codec/bytes';
import { AppError } from '$lib/errors';
import type { Grinder } from '$lib/mining/grinder/grinder';
import { createJsGrinder } from '$lib/mining/grinder/jsGrinder';
import { systemScheduler } from '$lib/async/scheduler';
import { MinerStats } from '$lib/services/mining/minerStats';
import { runMiner } from '$lib/services/mining/runMiner';
import type { MiningPayees } from '$lib/services/mining/payees';
import { PhraseDueError, UnknownWalletError } from '$lib/services/wallet/errors';
import type { WorkChoice } from '$lib/services/mining/workChoice';
import { MiningCores } from '$lib/state/mining/cores.svelte';
import { MiningElectricity } from '$lib/state/mining/electricity.svelte';
import { MiningHistory } from '$lib/state/mining/miningHistory.svelte';
import { MinerState, type MinerDeps } from '$lib/state/mining/miner.svelte';
import { MiningPauses } from '$lib/state/mining/pauses.svelte';
import { TabLock } from '$lib/state/mining/tabLock.svelte';
import { openChannel } from '$lib/storage/channel';
import { FakeNode } from '../../../support/fakeNode';
import { eventually } from '../../../support/eventually';

const PAYEE: WorkChoice = {
  kind: 'wallet',
  address: parseAddress('d11e064b51f75444c2d0fc1083f9009cf87a8d21bb7a1c5d43cb87b6793544ea488908c3000d')
};
const HOPELESS = '0000000000000000';
const EASY = '00ff'; // one hash in 256

/** Storage as changed by other tabs: listeners are notified of each change. */
let stored: Map<string, string>;
let storageListeners: ((event: { key: string }) => void)[];
const storeElsewhere = (key: string, value: unknown) => {
  stored.set(`quarry:${key}`, JSON.stringify(value));
  for (const listener of storageListeners) listener({ key: `quarry:${key}` });
};

beforeEach(() => {
  stored = new Map();
  storageListeners = [];
  vi.stubGlobal('BroadcastChannel', undefined);
  vi.stubGlobal('addEventListener', (_: string, listener: (typeof storageListeners)[number]) =>
    storageListeners.push(listener)
  );
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text)
  });
});

let running: MinerState | undefined;
afterEach(async () => {
  running?.stop();
  await eventually(() => expect(running?.status.step).not.toBe('mining'));
  vi.unstubAllGlobals();
});

/** Wallets by id, with the address paid by each session. */
const payeesOf = (wallets: Readonly<Record<string, Address>>): MiningPayees => ({
  usual: async () => Object.keys(wallets)[0],
  issue: async (id) => wallets[id] ?? Promise.reject(new UnknownWalletError(id))
});

/** Mines to the node unless a test selects otherwise. */
beforeEach(() => void stored.set('quarry:payout', JSON.stringify({ kind: 'daemon' })));

function minerOn(node: FakeNode, deps: Partial<MinerDeps> = {}) {
  const opened: WorkChoice[] = [];
  const battery = Object.assign(new EventTarget(), { charging: true, level: 1 });
  const pauses = new MiningPauses({
    readBattery: async () => battery,
    watchIdle: () => Promise.reject(new Error('not supported')),
    askToWatchIdle: async () => false,
    input: new EventTarget(),
    now: () => new Date()
  });
  const cores = new MiningCores(8);
  const miner = new MinerState({
    openMining: async () => ({
      run: runMiner,
      stats: new MinerStats({ scheduler: systemScheduler, nowMs: Date.now, isHidden: () => false }),
      pauses,
      cores,
      electricity: new MiningElectricity(),
      history: new MiningHistory({ openStorage: () => Promise.reject(new Error('not stored')), openChannel }),
      openSource: (choice) => {
        opened.push(choice);
        return node;
      }
    }),
    sources: [
      { service: 'daemon', payout: 'server' },
      { service: 'wallet', payout: 'address' }
    ],
    payees: payeesOf({}),
    openGrinder: async () => createJsGrinder(),
    detectEngines: async () => [],
    lock: new TabLock(undefined, openChannel),
    scheduler: systemScheduler,
    nowMs: Date.now,
    randomNonce: () => BigInt(Math.floor(Math.random() * 2 ** 50)),
    ...deps
  });
  running = miner;
  const setCharging = (charging: boolean) => {
    battery.charging = charging;
    battery.dispatchEvent(new Event('chargingchange'));
  };
  return { miner, opened, cores, setCharging };
}

const workOf = ({ status }: MinerState) => (status.step === 'mining' ? status.work : undefined);

test('a payout selected in another tab applies immediately', async () => {
  const { miner, opened } = minerOn(new FakeNode(HOPELESS));
  void miner.start();
  await eventually(() => expect(workOf(miner)?.choice).toEqual({ kind: 'daemon' }));
  storeElsewhere('payout', PAYEE);
  await eventually(() => expect(workOf(miner)?.choice).toEqual(PAYEE));
  expect(opened).toEqual([{ kind: 'daemon' }, PAYEE]);
});

test('a solved block is known to be held while the node does not respond', async () => {
  const node = new FakeNode(EASY);
  const isOnChain = node.getBlockIdAt.bind(node);
  node.getBlockIdAt = () => Promise.reject(new UnreachableError({ method: 'GET', path: '/consensus/blocks' }));
  const { miner } = minerOn(node);
  void miner.start();
  await eventually(() => expect(miner.heldBlock).toBe(0));
  expect(miner.found).toEqual([]);
  // Stopping would lose it, so it is a question.
  miner.toggle();
  expect(miner.question).toEqual({ about: 'held-block' });
  node.getBlockIdAt = isOnChain;
  node.target = decodeHex(HOPELESS.padEnd(64, 'f'));
  await eventually(() => expect(miner.found).toMatchObject([{ height: 0, outcome: 'accepted' }]));
  await eventually(() => expect(workOf(miner)?.height).toBe(1));
  expect(miner.heldBlock).toBeUndefined();
  miner.toggle();
  await eventually(() => expect(miner.status.step).toBe('idle'));
});

test('selecting the same payout again does not disturb the search', async () => {
  const { miner, opened } = minerOn(new FakeNode(HOPELESS));
  miner.choose(PAYEE);
  void miner.start();
  await eventually(() => expect(workOf(miner)).toBeDefined());
  miner.choose({ ...PAYEE });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(opened).toHaveLength(1);
});

test('a replacement engine keeps the current work displayed', async () => {
  class LostError extends AppError {
    readonly code = 'gpu/device-lost';
  }
  const lost = Promise.withResolvers<never>();
  const openGrinder = async (kind: string): Promise<Grinder> => {
    const working = createJsGrinder();
    if (kind !== 'webgpu') return working;
    return {
      ...working,
      info: { kind: 'webgpu', label: 'WebGPU' },
      grind: () => ({ [Symbol.asyncIterator]: () => ({ next: () => lost.promise }) })
    };
  };
  const { miner } = minerOn(new FakeNode(HOPELESS), { openGrinder });
  void miner.start();
  await eventually(() => expect(workOf(miner)).toBeDefined());
  const before = workOf(miner);
  lost.reject(new LostError('lost'));
  await eventually(() => expect(miner.status).toMatchObject({ engine: { kind: 'js' } }));
  expect(workOf(miner)).toBe(before);
  expect(miner.status).toMatchObject({ fallback: { code: 'mining/engine-failed' } });
});

test('the best hash never gets worse, across stops and starts', async () => {
  const { miner } = minerOn(new FakeNode(HOPELESS));
  let best = 'f'.repeat(64);
  for (let run = 0; run < 3; run++) {
    const ended = miner.start();
    const before = miner.totalHashes;
    await eventually(() => expect(miner.bestHash).toBeDefined());
    await new Promise((resolve) => setTimeout(resolve, 300));
    miner.stop();
    await ended;
    expect(miner.totalHashes).toBeGreaterThan(before);
    expect(miner.bestHash!.id <= best).toBe(true);
    best = miner.bestHash!.id;
  }
});

test('work with a future time on the worker’s clock counts as now', async () => {
  const ahead = 3_600_000;
  const openGrinder = async (): Promise<Grinder> => {
    const working = createJsGrinder();
    return {
      ...working,
      async *grind(...search) {
        for await (const event of working.grind(...search)) {
          yield event.type === 'progress' ? { ...event, completedAtMs: event.completedAtMs + ahead } : event;
        }
      }
    };
  };
  const { miner } = minerOn(new FakeNode(HOPELESS), { openGrinder });
  void miner.start();
  await eventually(() => expect(miner.rates.second).toBeGreaterThan(0));
});

test.each([
  ['engine', '__proto__'],
  ['engine', 7],
  ['power', '0.5'],
  ['power', 4],
  ['payout', { kind: 'wallet', address: 'nobody' }],
  ['payout', null]
])('a stored %s of %j is ignored', (key, value) => {
  stored.set(`quarry:${key}`, JSON.stringify(value));
  const { miner } = minerOn(new FakeNode(HOPELESS));
  expect([miner.enginePreference, miner.power, miner.choice]).toEqual([
    'auto',
    1,
    key === 'payout' ? undefined : { kind: 'daemon' }
  ]);
});

const OWN = PAYEE.address!;

test('without a choice, a wallet of this browser is paid', async () => {
  stored.delete('quarry:payout');
  const { miner, opened } = minerOn(new FakeNode(HOPELESS), { payees: payeesOf({ mine: OWN }) });
  expect([miner.needsPayee, miner.choice]).toEqual([true, undefined]);
  void miner.start();
  await eventually(() => expect(opened).toEqual([{ kind: 'wallet', wallet: 'mine', address: OWN }]));
  // The wallet is remembered, its address is not: the next session pays a new one.
  expect(JSON.parse(stored.get('quarry:payout')!)).toEqual({ kind: 'wallet', wallet: 'mine' });
});

test('without a choice and without a wallet, the user is asked and nothing runs', async () => {
  stored.delete('quarry:payout');
  const { miner, opened } = minerOn(new FakeNode(HOPELESS));
  await miner.start();
  expect([miner.question, miner.status, opened]).toEqual([{ about: 'payee' }, { step: 'idle' }, []]);
  miner.choose({ kind: 'daemon' });
  void miner.start();
  await eventually(() => expect(opened).toEqual([{ kind: 'daemon' }]));
  expect(miner.question).toBeUndefined();
});

test('a removed wallet leads to a new question', async () => {
  stored.set('quarry:payout', JSON.stringify({ kind: 'wallet', wallet: 'gone' }));
  const { miner } = minerOn(new FakeNode(HOPELESS));
  await miner.start();
  expect([miner.question, miner.status, miner.needsPayee]).toEqual([{ about: 'payee' }, { step: 'idle' }, true]);
});

test('a wallet whose words are overdue is not paid', async () => {
  stored.set('quarry:payout', JSON.stringify({ kind: 'wallet', wallet: 'late' }));
  const issue = () => Promise.reject(new PhraseDueError('late'));
  const { miner, opened } = minerOn(new FakeNode(HOPELESS), { payees: { ...payeesOf({}), issue } });
  await miner.start();
  expect([miner.question, opened]).toEqual([{ about: 'phrase', wallet: 'late' }, []]);
});

test('a wallet that refuses while it is mined to ends the session with a question', async () => {
  stored.set('quarry:payout', JSON.stringify({ kind: 'wallet', wallet: 'mine' }));
  const issue = vi.fn<MiningPayees['issue']>(async () => OWN);
  const { miner } = minerOn(new FakeNode(HOPELESS), { payees: { ...payeesOf({}), issue } });
  const mining = miner.start();
  await eventually(() => expect(workOf(miner)).toBeDefined());
  issue.mockRejectedValue(new PhraseDueError('mine'));
  const { ended, onrefuse } = issue.mock.calls[0]![1];
  expect(ended.aborted).toBe(false);
  onrefuse();
  await mining;
  expect([miner.status.step, miner.question]).toEqual(['idle', { about: 'phrase', wallet: 'mine' }]);
});

test('a session with another engine pays the same address', async () => {
  stored.set('quarry:payout', JSON.stringify({ kind: 'wallet', wallet: 'mine' }));
  const issue = vi.fn(async () => OWN);
  const { miner, opened } = minerOn(new FakeNode(HOPELESS), { payees: { ...payeesOf({}), issue } });
  void miner.start();
  await eventually(() => expect(workOf(miner)).toBeDefined());
  miner.setEngine('js');
  await eventually(() => expect(opened).toHaveLength(2));
  expect([opened[1]?.address, issue.mock.calls.length]).toEqual([OWN, 1]);
});

test('mining pauses on battery, and resumes automatically', async () => {
  const { miner, opened, setCharging } = minerOn(new FakeNode(HOPELESS));
  const mining = miner.start();
  await eventually(() => expect(workOf(miner)).toBeDefined());
  setCharging(false);
  expect(miner.status).toEqual({ step: 'paused', reason: 'battery' });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(opened).toHaveLength(1);
  setCharging(true);
  await eventually(() => expect(opened).toHaveLength(2));
  await eventually(() => expect(miner.status.step).toBe('mining'));
  miner.stop();
  await mining;
});

test('a paused miner can be stopped', async () => {
  const { miner, opened, setCharging } = minerOn(new FakeNode(HOPELESS));
  setCharging(false);
  const mining = miner.start();
  await eventually(() => expect(miner.status).toEqual({ step: 'paused', reason: 'battery' }));
  miner.stop();
  await mining;
  expect([miner.status.step, opened]).toEqual(['idle', []]);
});

test('the number of cores applies immediately, and is remembered', async () => {
  const used: number[] = [];
  const openGrinder = async (_: string, cores: number) => {
    used.push(cores);
    return createJsGrinder();
  };
  const { miner, cores } = minerOn(new FakeNode(HOPELESS), { openGrinder });
  void miner.start();
  await eventually(() => expect(used).toEqual([7]));
  cores.choose(8);
  await eventually(() => expect(used).toEqual([7, 8]));
  expect(stored.get('quarry:cores')).toBe('8');
});
