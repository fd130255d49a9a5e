import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { BlockId, Hash256 } from '$lib/chain/ids';
import { unixSeconds } from '$lib/chain/time';
import type { LightStart } from '$lib/services/light/followChain';
import { parseChoice, parseStart } from '$lib/services/light/choice';
import { LightClient, type LightPort } from '$lib/state/light/lightClient.svelte';
import type { FromLightWorker, ToLightWorker } from '$lib/services/light/protocol';
import { provenAt, type LightSummary } from '$lib/services/light/summary';
import { openChannel } from '$lib/storage/channel';
import { runExclusively } from '$lib/storage/leader';
import { FakeLocks } from '../../../support/fakeLocks';
import { eventually } from '../../../support/eventually';

const idAt = (height: number) => height.toString(16).padStart(64, '0') as BlockId;
const indexAt = (height: number) => ({ height, id: idAt(height) });
const elementsAt = (height: number) => ({ numLeaves: BigInt(height), trees: ['aa'.repeat(32) as Hash256] });
const summary = (height: number, more: Partial<LightSummary> = {}): LightSummary => ({
  networkName: 'test',
  genesisId: idAt(0),
  start: indexAt(0),
  tip: indexAt(height),
  tipTimestamp: unixSeconds(1_800_000_000),
  totalWork: 1n,
  isShort: false,
  committed: { height: height - 1, numLeaves: BigInt(height - 1) },
  recent: [-2, -1, 0].map((back) => ({ index: indexAt(height + back), elements: elementsAt(height + back) })),
  ...more
});

class Port implements LightPort {
  onmessage: LightPort['onmessage'] = null;
  onerror: LightPort['onerror'] = null;
  readonly sent: ToLightWorker[] = [];
  ended = false;
  postMessage = (message: ToLightWorker) => void this.sent.push(message);
  terminate = () => void (this.ended = true);
  tell = (data: FromLightWorker) => this.onmessage?.({ data } as MessageEvent<FromLightWorker>);
}

let stored: Map<string, string>;
let ports: Port[];
const clients: LightClient[] = [];

beforeEach(() => {
  stored = new Map();
  ports = [];
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value)
  });
});
afterEach(() => {
  for (const client of clients.splice(0)) client.close();
  vi.unstubAllGlobals();
});

/** Sent with every request of a worker. */
let token = 'first';

/** Where automatic verification starts. */
let byDefault: LightStart | undefined;
beforeEach(() => (byDefault = { kind: 'genesis' }));

function open(locks?: LockManager): LightClient {
  const client = new LightClient({
    openWorker: () => {
      const port = new Port();
      ports.push(port);
      return port;
    },
    name: 'light:start',
    baseUrl: '/api/wallet',
    headers: () => ({ token }),
    openChannel,
    runAsLeader: (name, work) => runExclusively(locks, name, work),
    defaultStart: async () => byDefault,
    pollMs: () => 10,
    nowMs: () => 0
  });
  clients.push(client);
  return client;
}

describe('verification in a browser', () => {
  test('is off until enabled, and continues on the next visit', async () => {
    const first = open();
    expect([first.isOn, first.status, first.provenAt(indexAt(3))]).toEqual([false, { step: 'off' }, 'off']);
    expect(ports).toEqual([]);
    first.resume();
    await eventually(() => expect(ports[0]?.sent[0]).toMatchObject({ start: { kind: 'genesis' }, anew: false }));
    first.close();
    const second = open();
    await eventually(() => expect(ports).toHaveLength(2));
    expect(second.isOn).toBe(true);
    second.pause();
    expect(second.status).toEqual({ step: 'off' });
    expect(ports[1]!.ended).toBe(true);
    expect(open().isOn).toBe(false);
  });

  test('does not start any more once the app’s pages were left', async () => {
    const left = open();
    left.close();
    await left.startByDefault();
    const next = open();
    await eventually(() => expect(ports).toHaveLength(1));
    expect([left.status.step, next.status.step]).toEqual(['off', 'starting']);
  });

  test('starts automatically, unless it was paused or there is no start', async () => {
    const first = open();
    await first.startByDefault();
    await eventually(() => expect(ports[0]?.sent[0]).toMatchObject({ start: { kind: 'genesis' }, anew: false }));
    first.pause();
    await first.startByDefault();
    await open().startByDefault();
    expect([first.isOn, ports.length]).toEqual([false, 1]);
    stored.clear();
    byDefault = undefined;
    const third = open();
    await third.startByDefault();
    expect([third.isOn, ports.length]).toEqual([false, 1]);
  });

  test('says that the server has chosen its start, until the user chooses one', async () => {
    byDefault = { kind: 'block', index: indexAt(5) };
    const client = open();
    expect(client.isServersStart).toBe(false);
    await client.startByDefault();
    expect([client.isServersStart, open().isServersStart]).toEqual([true, true]);
    client.pause();
    client.resume();
    expect(client.isServersStart).toBe(true);
    await client.startOver({ kind: 'block', index: indexAt(5) });
    expect(client.isServersStart).toBe(false);
  });

  test('continues with the headers of the session that another tab started', async () => {
    const client = open();
    client.renewWorker();
    client.resume();
    await eventually(() => expect(ports).toHaveLength(1));
    token = 'second';
    client.renewWorker();
    expect(ports.map(({ ended }) => ended)).toEqual([true, false]);
    expect(ports[1]!.sent).toMatchObject([{ headers: { token: 'second' }, anew: false }]);
  });

  test('starts over at the given block, and remembers it', async () => {
    const client = open();
    client.resume();
    await eventually(() => expect(ports).toHaveLength(1));
    ports[0]!.tell({ type: 'current', summary: summary(9) });
    expect(client.status).toEqual({ step: 'current' });
    await client.startOver({ kind: 'block', index: indexAt(5) });
    await eventually(() => expect(ports).toHaveLength(2));
    expect(ports[0]!.ended).toBe(true);
    expect(ports[1]!.sent).toMatchObject([{ start: { kind: 'block', index: indexAt(5) }, anew: true }]);
    expect(client.summary).toBeUndefined();
    // Late messages of an ended worker belong to the previous run.
    ports[0]!.tell({ type: 'current', summary: summary(9) });
    expect(client.summary).toBeUndefined();
    expect(open().start).toEqual({ kind: 'block', index: indexAt(5) });
  });

  test('keeps what was proven when the server is caught lying, and accepts nothing after it', async () => {
    const client = open();
    client.resume();
    await eventually(() => expect(ports).toHaveLength(1));
    expect(client.provenAt(indexAt(8))).toBe('checking');
    ports[0]!.tell({ type: 'moved', summary: summary(9), target: 20, atMs: 0 });
    expect(client.status).toEqual({ step: 'following', target: 20 });
    expect(client.provenAt(indexAt(9))).toEqual({ elements: elementsAt(9), committed: { height: 8, numLeaves: 8n } });
    ports[0]!.tell({ type: 'refused', error: { code: 'light/state-differs', message: 'so', facts: {} }, height: 9 });
    expect(client.status).toMatchObject({
      step: 'refused',
      error: { code: 'light/state-differs', message: 'so', facts: {} }
    });
    expect(client.provenAt(indexAt(9))).toMatchObject({ committed: { height: 8 } });
    expect(client.provenAt(indexAt(10))).toBe('refused');
    ports[0]!.tell({ type: 'failed', error: { code: 'api/unreachable', message: 'gone', facts: {} } });
    expect(client.status).toMatchObject({ step: 'failed' });
    expect(client.provenAt(indexAt(9))).toMatchObject({ committed: { height: 8 } });
    expect(client.provenAt(indexAt(10))).toBe('behind');
  });

  test('runs in one tab, and the others show it', async () => {
    const locks = new FakeLocks() as unknown as LockManager;
    const first = open(locks);
    first.resume();
    await eventually(() => expect(ports).toHaveLength(1));
    ports[0]!.tell({ type: 'current', summary: summary(9) });
    const second = open(locks);
    await eventually(() => expect(second.summary?.tip.height).toBe(9));
    expect([second.inOtherTab, ports.length]).toEqual([true, 1]);
    ports[0]!.tell({ type: 'moved', summary: summary(10), target: 12, atMs: 1 });
    await eventually(() => expect(second.summary?.tip.height).toBe(10));
    await second.startOver({ kind: 'block', index: indexAt(4) });
    await eventually(() => expect(ports).toHaveLength(2));
    first.close();
    await eventually(() => expect(ports).toHaveLength(3));
    expect(second.inOtherTab).toBe(false);
  });

  test('reports a crashed worker', async () => {
    const client = open();
    client.resume();
    await eventually(() => expect(ports).toHaveLength(1));
    ports[0]!.onerror?.({ message: '' } as ErrorEvent);
    expect(client.status).toMatchObject({ step: 'failed', error: { code: 'light/worker' } });
    ports[0]!.tell({ type: 'not-kept', error: { code: 'storage/blocked', message: 'no', facts: {} } });
    expect(client.storageError).toMatchObject({ code: 'storage/blocked' });
  });
});

describe('what is proven at a block', () => {
  test.each<[string, number, Partial<LightSummary>, unknown]>([
    [
      'no header commits to the newest state yet',
      9,
      {},
      { elements: elementsAt(9), committed: { height: 8, numLeaves: 8n } }
    ],
    [
      'an earlier one is committed to itself',
      8,
      {},
      { elements: elementsAt(8), committed: { height: 8, numLeaves: 8n } }
    ],
    ['and so is one before that', 7, {}, { elements: elementsAt(7), committed: { height: 7, numLeaves: 7n } }],
    ['nothing above the verified tip', 10, {}, 'behind'],
    ['nothing below the retained states', 3, {}, 'too-old'],
    ['nothing while no header commits', 9, { committed: undefined }, 'no-commitment'],
    ['nothing on a branch with less work than before', 9, { isShort: true }, 'checking']
  ])('%s', (_, height, more, expected) => expect(provenAt(summary(9, more), indexAt(height))).toEqual(expected));

  test('nothing on another branch', () => {
    expect(provenAt(summary(9), { height: 8, id: idAt(77) })).toBe('other-branch');
  });
});

describe('a starting block', () => {
  const id = 'aB'.repeat(32);
  test('is its height and its id', () => {
    expect(parseStart(` 530000::${id} `)).toEqual({ kind: 'block', index: { height: 530_000, id: id.toLowerCase() } });
  });

  test.each(['', '5', id, `5:${id}`, `5::${id}0`, `-5::${id}`, `0::${id}`, `5::${id.slice(1)}`])('not %s', (text) => {
    expect(() => parseStart(text)).toThrow(expect.objectContaining({ code: 'light/start-text' }));
  });

  test.each([null, 5, {}, { on: 'yes' }, { on: true, start: { kind: 'block', index: { height: 3, id: 'x' } } }])(
    'stored as %o is rejected',
    (value) => expect(parseChoice(value)).toBeUndefined()
  );

  test('that was stored is accepted', () => {
    const choice = { on: true, start: parseStart(`5::${id}`) };
    expect(parseChoice(JSON.parse(JSON.stringify(choice)))).toEqual(choice);
    expect(parseChoice({ on: false, start: { kind: 'genesis' } })).toEqual({ on: false, start: { kind: 'genesis' } });
  });
});
