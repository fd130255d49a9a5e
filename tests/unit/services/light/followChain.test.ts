import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { WalletServer } from '$lib/api/wallet-server/client';
import type { BlockId } from '$lib/chain/ids';
import { followFrom, lightTip, type LightPosition } from '$lib/consensus/light/lightChain';
import { StaleWriteError } from '$lib/services/errors';
import type { VerifiedChain } from '$lib/services/light/verifiedChain';
import { followChain, type FollowOptions, type LightEvent } from '$lib/services/light/followChain';
import type { LightStorage } from '$lib/services/light/ports';
import { v2AddressOf, BOB } from '../../consensus/testChain';
import { ChainServer, notFound, recordingSignals, serverFailed } from '../chainServer';

beforeEach(() => {
  // Without jitter, a retry happens exactly when it is due.
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const POLL_MS = 100;

/** A store in memory that records its calls. */
class Memory implements LightStorage {
  checked: VerifiedChain | undefined;
  /** What `loadBelow` returns. */
  earlier: VerifiedChain | undefined;
  readonly calls: string[] = [];

  async load() {
    return this.checked;
  }
  async loadBelow(height: number) {
    this.calls.push(`below ${height}`);
    return this.earlier;
  }
  async begin(checked: VerifiedChain) {
    this.calls.push('begin');
    this.checked = checked;
  }
  async save(before: LightPosition, after: VerifiedChain) {
    if (before !== this.checked?.position) throw new StaleWriteError();
    this.calls.push(`save ${lightTip(after.position).index.height}`);
    this.checked = after;
  }
  async goBack(to: VerifiedChain) {
    this.calls.push(`back to ${lightTip(to.position).index.height}`);
    this.checked = to;
  }
}

/** Follows a server; a test requests events one by one. */
function following(server: WalletServer, options: Partial<FollowOptions> = {}) {
  const memory = new Memory();
  const stop = new AbortController();
  const scopes: string[] = [];
  const openStorage = (scope: string) => {
    scopes.push(scope);
    return memory;
  };
  const given: FollowOptions = {
    server, openStorage, start: { kind: 'genesis' }, anew: false, pollMs: POLL_MS, rest: async () => undefined, ...options
  }; // prettier-ignore
  const events = followChain(given, stop.signal);
  /** The next event, which must arrive after exactly this time. */
  const next = async (afterMs = 0): Promise<LightEvent> => {
    let found: IteratorResult<LightEvent> | undefined;
    const asked = events.next().then((result) => (found = result));
    if (afterMs > 0) {
      await vi.advanceTimersByTimeAsync(afterMs - 1);
      expect(found).toBeUndefined();
    }
    await vi.advanceTimersByTimeAsync(afterMs > 0 ? 1 : 0);
    expect(found).toBeDefined();
    return (await asked).value as LightEvent;
  };
  return { memory, scopes, stop, events, next };
}

const at = (event: LightEvent) => ('summary' in event ? event.summary.tip.height : undefined);

describe('a chain is followed', () => {
  test('from its first block to the tip, and from there with every poll', async () => {
    const chain = new ChainServer(25);
    const { next, memory, scopes } = following(chain.server());
    const steps = [await next(), await next(), await next()];
    expect(steps.map(({ type }) => type)).toEqual(['moved', 'moved', 'current']);
    expect(steps.map(at)).toEqual([20, 25, 25]);
    expect(steps[0]).toMatchObject({ target: 25, summary: { start: { height: 0 }, isShort: false } });
    expect(scopes).toEqual([chain.stateAt(0).index.id]);
    expect(lightTip(memory.checked!.position)).toEqual(chain.state);

    chain.grow(1);
    expect(await next(POLL_MS)).toMatchObject({ type: 'moved', target: 26, summary: { tip: chain.tip } });
    expect(await next()).toMatchObject({ type: 'current', summary: { tip: chain.tip } });
    expect(memory.calls).toEqual(['begin', 'save 20', 'save 25', 'save 26']);
  });

  test('across a reorganization reported by the server', async () => {
    const chain = new ChainServer(4);
    const { next } = following(chain.server());
    await next();
    await next();
    chain.rewind(2);
    chain.grow(3, v2AddressOf(BOB));
    expect(await next(POLL_MS)).toMatchObject({ type: 'moved', summary: { tip: chain.tip, isShort: false } });
  });

  test('after a pause before each step, and no further once it is stopped', async () => {
    const rests: AbortSignal[] = [];
    const chain = new ChainServer(1);
    const { next, events, stop } = following(chain.server(), { rest: async (signal) => void rests.push(signal) });
    await next();
    expect(rests).toEqual([stop.signal]);
    await next();
    expect(rests.length).toBe(2);
    stop.abort();
    expect(await events.next()).toEqual({ done: true, value: undefined });
  });

  test('pending requests are aborted when it is stopped', async () => {
    const chain = new ChainServer(4);
    const asked = new Map<string, AbortSignal | undefined>();
    const other = new ChainServer(2);
    other.grow(3, v2AddressOf(BOB));
    const before: WalletServer['checkpoint'] = async ({ params }) => {
      const height = [3, 2].find((at) => chain.stateAt(at).index.id === params.idOrHeight)!;
      return { block: chain.blockAt(height), state: chain.stateAt(height - 1) };
    };
    for (const start of [{ kind: 'genesis' }, { kind: 'block', index: chain.stateAt(3).index }] as const) {
      const server = chain.server(start.kind === 'block' ? { checkpoint: before } : {});
      const { next, stop } = following(recordingSignals(server, asked), { start });
      await next();
      await next();
      stop.abort();
    }
    const { next, stop, memory } = following(recordingSignals(other.server(), asked));
    memory.checked = { network: chain.chain.network, position: followFrom(chain.stateAt(2).index, chain.stateAt(2)) };
    memory.checked = {
      ...memory.checked,
      position: { ...memory.checked.position, trail: [2, 3].map((at) => ({ state: chain.stateAt(at), commits: true })) }
    };
    await next();
    stop.abort();
    expect([...asked].filter(([, signal]) => !signal?.aborted)).toEqual([]);
    expect([...asked.keys()]).toEqual(expect.arrayContaining(['tip', 'updates', 'block', 'checkpoint', 'indexAt']));
  });

  test('nothing is requested if it is stopped during a pause', async () => {
    const chain = new ChainServer(1);
    let asked = 0;
    const server = chain.server({ updates: async () => (asked++, Promise.reject(serverFailed())) });
    const { events, stop } = following(server, { rest: async () => stop.abort() });
    expect(await events.next()).toEqual({ done: true, value: undefined });
    expect(asked).toBe(0);
  });
});

describe('where it starts', () => {
  test('the stored chain is continued, unless it is to start over', async () => {
    const chain = new ChainServer(6);
    const index = chain.stateAt(4).index;
    const stored = { network: chain.chain.network, position: followFrom(index, chain.stateAt(5)) };
    for (const [anew, expected] of [
      [false, ['save 6']],
      [true, ['begin', 'save 6']]
    ] as const) {
      const { next, memory } = following(chain.server(), { anew, start: { kind: 'block', index } });
      memory.checked = stored;
      expect(await next()).toMatchObject({ type: 'moved', summary: { start: { height: 4 } } });
      expect(memory.calls).toEqual(expected);
    }
  });

  test('what another server’s start has proven is not continued, and kept', async () => {
    const chain = new ChainServer(6);
    const [genesis, index] = [chain.stateAt(0).index, chain.stateAt(4).index];
    const from = following(chain.server(), { start: { kind: 'block', index } });
    expect(await from.next()).toMatchObject({ summary: { start: index } });
    expect(from.scopes).toEqual([`${genesis.id}:${index.id}`]);
    // As earlier versions stored it.
    const { next, scopes, memory } = following(chain.server());
    memory.checked = from.memory.checked;
    expect(await next()).toMatchObject({ type: 'moved', summary: { start: genesis } });
    expect([scopes, memory.calls]).toEqual([[genesis.id], ['begin', 'save 6']]);
  });

  test('once it has moved, it does not start over after a failure', async () => {
    const chain = new ChainServer(3);
    const server = chain.server();
    const { next, memory } = following(server, { anew: true });
    await next();
    await next();
    server.updates = () => Promise.reject(serverFailed());
    expect(await next(POLL_MS)).toMatchObject({ type: 'failed' });
    Object.assign(server, chain.server());
    expect(await next(1_000)).toMatchObject({ type: 'current' });
    expect(memory.calls.filter((call) => call === 'begin').length).toBe(1);
  });

  test.each([
    ['after the block', (chain: ChainServer) => chain.server()],
    [
      'before the block',
      (chain: ChainServer) =>
        chain.server({
          checkpoint: async ({ params }) => {
            const { height } = chain.stateAt(
              [4, 3].find((h) => chain.stateAt(h).index.id === params.idOrHeight)!
            ).index;
            return { block: chain.blockAt(height), state: chain.stateAt(height - 1) };
          }
        })
    ]
  ])('a trusted block, from a server that returns the state %s', async (_, serverOf) => {
    const chain = new ChainServer(6);
    const { index } = chain.stateAt(4);
    const { next, memory } = following(serverOf(chain), { start: { kind: 'block', index } });
    expect(await next()).toMatchObject({ type: 'moved', summary: { start: index, tip: chain.tip } });
    expect(memory.checked!.position.trail[0]!.state).toEqual(chain.stateAt(3));
  });

  test('a trusted block that the server does not have is rejected', async () => {
    const index = { height: 4, id: 'ab'.repeat(32) as BlockId };
    const { next } = following(new ChainServer(6).server(), { start: { kind: 'block', index } });
    expect(await next()).toMatchObject({ type: 'refused', error: { code: 'light/wrong-start', at: index } });
  });

  test('a first block other than the one the server names is rejected', async () => {
    const chain = new ChainServer(1);
    const server = chain.server({
      indexAt: async () => ({ height: 0, id: 'cd'.repeat(32) as BlockId }),
      block: async () => chain.blockAt(0) as Awaited<ReturnType<WalletServer['block']>>
    });
    const { next, memory } = following(server);
    expect(await next()).toMatchObject({ type: 'refused', error: { code: 'light/wrong-start' } });
    expect(memory.calls).toEqual([]);
  });

  test('rules other than those it was verified with are rejected', async () => {
    const chain = new ChainServer(2);
    const { next, memory } = following(chain.server());
    const network = { ...chain.chain.network, maturityDelay: 7 };
    memory.checked = { network, position: followFrom(chain.stateAt(0).index, chain.stateAt(1)) };
    expect(await next()).toMatchObject({
      type: 'refused',
      error: { code: 'light/other-rules', at: chain.stateAt(0).index }
    });
  });
});

describe('errors are reported and retried', () => {
  test('a failure soon, then with increasing delays, and soon again after the next step', async () => {
    const chain = new ChainServer(1);
    const server = chain.server({ network: () => Promise.reject(serverFailed()) });
    const { next } = following(server);
    expect(await next()).toMatchObject({ type: 'failed', error: { code: 'api/server-error' } });
    expect(await next(1_000)).toMatchObject({ type: 'failed' });
    expect(await next(2_000)).toMatchObject({ type: 'failed' });
    expect(await next(4_000)).toMatchObject({ type: 'failed' });
    expect(await next(8_000)).toMatchObject({ type: 'failed' });
    expect(await next(15_000)).toMatchObject({ type: 'failed' });
    Object.assign(server, chain.server());
    expect(await next(15_000)).toMatchObject({ type: 'moved' });
    server.updates = () => Promise.reject(serverFailed());
    expect(await next()).toMatchObject({ type: 'failed' });
    expect(await next(1_000)).toMatchObject({ type: 'failed' });
  });

  test('false data after fifteen seconds, with the height that was verified', async () => {
    const chain = new ChainServer(2);
    const lying: WalletServer['updates'] = async ({ params }) => {
      const { applied, reverted } = chain.updatesSince(params.index, 10);
      const [first, ...rest] = applied;
      return { reverted, applied: [{ ...first!, state: { ...first!.state, totalWork: 1n } }, ...rest] };
    };
    const server = chain.server({ updates: lying });
    const { next, memory } = following(server);
    expect(await next()).toMatchObject({
      type: 'refused',
      error: { code: 'light/state-differs', field: 'totalWork' },
      height: undefined
    });
    Object.assign(server, chain.server());
    expect(await next(15_000)).toMatchObject({ type: 'moved' });
    expect(await next()).toMatchObject({ type: 'current' });
    chain.grow(1);
    server.updates = lying;
    expect(await next(POLL_MS)).toMatchObject({ type: 'refused', height: 2 });
    expect(lightTip(memory.checked!.position)).toEqual(chain.stateAt(2));
  });

  test('a block that breaks the rules counts as false data, too', async () => {
    const chain = new ChainServer(2);
    const server = chain.server({
      updates: async ({ params }) => {
        const { applied, reverted } = chain.updatesSince(params.index, 10);
        return { reverted, applied: applied.map((entry) => ({ ...entry, block: { ...entry.block, nonce: 1n } })) };
      }
    });
    const { next } = following(server);
    expect(await next()).toMatchObject({ type: 'refused', error: { code: 'header/nonce-factor' } });
  });

  test('a chain with less work than before is rejected at its end', async () => {
    const chain = new ChainServer(4);
    const { next } = following(chain.server());
    await next();
    await next();
    chain.rewind(2);
    chain.grow(1, v2AddressOf(BOB));
    expect(await next(POLL_MS)).toMatchObject({ type: 'moved', summary: { isShort: true, tip: chain.tip } });
    expect(await next()).toMatchObject({
      type: 'refused',
      error: { code: 'light/less-work', at: chain.tip, message: expect.stringContaining('than block 4') as string }
    });
  });

  test('a step that another tab stored first is loaded from there, without an event', async () => {
    const chain = new ChainServer(4);
    const { next, memory } = following(chain.server());
    const { save } = memory;
    memory.save = async () => {
      memory.save = save;
      memory.checked = { network: chain.chain.network, position: followFrom(chain.stateAt(0).index, chain.state) };
      throw new StaleWriteError();
    };
    expect(await next()).toMatchObject({ type: 'current', summary: { tip: chain.tip } });
  });

  test('it ends when it is stopped, whatever fails then', async () => {
    const chain = new ChainServer(1);
    const { events, stop } = following(
      chain.server({
        network: async () => {
          stop.abort();
          throw serverFailed();
        }
      })
    );
    expect(await events.next()).toEqual({ done: true, value: undefined });
  });
});

describe('a server that cannot report where its chain forked', () => {
  /** Verified up to block 6; then the server has another branch from a height on, and does not know the first. */
  async function forked(height: number) {
    const chain = new ChainServer(6);
    const server = chain.server();
    const follow = following(server);
    await follow.next();
    await follow.next();
    const other = new ChainServer(height);
    other.grow(8 - height, v2AddressOf(BOB));
    Object.assign(server, other.server());
    follow.memory.calls.length = 0;
    return { chain, other, server, ...follow };
  }

  test.each([0, 1, 3, 5])('is followed from the newest common block: %i', async (height) => {
    const { next, memory, other } = await forked(height);
    expect(await next(POLL_MS)).toMatchObject({ type: 'moved', summary: { tip: other.tip, isShort: false } });
    expect(memory.calls).toEqual([`save ${height}`, 'save 8']);
    expect(memory.checked!.position.best.index).toEqual(other.tip);
  });

  test('is followed from that block even if its chain is shorter', async () => {
    const { next, memory, server, other } = await forked(3);
    other.rewind(4);
    Object.assign(server, other.server());
    expect(await next(POLL_MS)).toMatchObject({ type: 'moved', summary: { tip: other.tip, isShort: true } });
    expect(memory.calls).toEqual(['save 3', 'save 4']);
  });

  test('loses nothing if it has every block after all', async () => {
    const chain = new ChainServer(3);
    const server = chain.server();
    const { next, memory } = following(server);
    await next();
    await next();
    let isKnown = false;
    server.updates = () => Promise.reject(serverFailed());
    server.block = async () => Promise.reject(isKnown ? serverFailed() : notFound());
    memory.calls.length = 0;
    expect(await next(POLL_MS)).toMatchObject({ type: 'failed', error: { code: 'wallet/unknown-block' } });
    isKnown = true;
    expect(await next(1_000)).toMatchObject({ type: 'failed', error: { code: 'api/server-error' } });
    expect(memory.calls).toEqual([]);
  });

  test('causes no rewind while its requests merely fail', async () => {
    const { next, memory, server } = await forked(3);
    server.updates = () => Promise.reject(serverFailed());
    server.block = () => Promise.reject(serverFailed());
    expect(await next(POLL_MS)).toMatchObject({ type: 'failed', error: { code: 'api/server-error' } });
    expect(memory.calls).toEqual([]);
  });

  describe('below all retained states', () => {
    /** Only the states from 4 on are stored, verified from 1; the server has another branch from 2 on. */
    async function deep(oakHeight: number, earlier?: number) {
      const chain = new ChainServer(6);
      const network = {
        ...chain.chain.network,
        hardforkOak: { ...chain.chain.network.hardforkOak, height: oakHeight }
      };
      const other = new ChainServer(2);
      other.grow(6, v2AddressOf(BOB));
      const start = chain.stateAt(1).index;
      const options = { start: { kind: 'block', index: start } } as const;
      const follow = following(other.server({ network: async () => network }), options);
      const trail = [4, 5, 6].map((height) => ({ state: chain.stateAt(height), commits: true }));
      const position = { ...followFrom(start, chain.state), trail };
      follow.memory.checked = { network, position };
      if (earlier !== undefined) {
        follow.memory.earlier = { network, position: followFrom(start, chain.stateAt(earlier)) };
      }
      return { other, ...follow };
    }

    test('it rewinds to an earlier state', async () => {
      const { next, memory, other } = await deep(1, 2);
      expect(await next()).toMatchObject({ type: 'moved', summary: { tip: other.tip } });
      expect(memory.calls).toEqual(['below 4', 'back to 2', 'save 8']);
    });

    test('with the early difficulty, it rewinds to the start', async () => {
      const { next, memory } = await deep(4, 1);
      await next();
      expect(memory.calls.slice(0, 2)).toEqual(['below 2', 'back to 1']);
    });

    test('without an earlier state, it is another chain', async () => {
      const { next } = await deep(1);
      expect(await next()).toMatchObject({
        type: 'refused',
        error: { code: 'light/other-branch', message: expect.stringContaining('block 1,') as string }
      });
    });
  });

  test('a reorganization deeper than the retained states rewinds to an earlier state', async () => {
    const chain = new ChainServer(4);
    const { index } = chain.stateAt(1);
    const { next, memory } = following(chain.server(), { start: { kind: 'block', index } });
    memory.checked = { network: chain.chain.network, position: followFrom(index, chain.state) };
    memory.earlier = { network: chain.chain.network, position: followFrom(index, chain.stateAt(1)) };
    chain.rewind(2);
    chain.grow(3, v2AddressOf(BOB));
    expect(await next()).toMatchObject({ type: 'moved', summary: { tip: chain.tip } });
    expect(memory.calls).toEqual(['below 4', 'back to 1', 'save 5']);
  });
});
