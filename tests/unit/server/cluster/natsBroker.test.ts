import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SESSION_SECONDS } from '$lib/server/auth/session';
import { StaleRevisionError, type Broker, type BrokerSession } from '$lib/server/cluster/broker';
import { openNatsBroker } from '$lib/server/cluster/natsBroker';
import { JetStreamError, ScriptedNats } from '../../../support/scriptedNats';

// tests/cluster uses a real broker; here its client is scripted, to produce every response.
let nats: ScriptedNats;
vi.mock('@nats-io/transport-node', () => ({ connect: (options: unknown) => nats.transport.connect(options) }));
vi.mock('@nats-io/jetstream', () => ({
  StorageType: { Memory: 'memory' },
  jetstream: (...given: [unknown, unknown]) => nats.jetStream.jetstream(...given)
}));
vi.mock('@nats-io/kv', () => ({
  Kvm: class {
    readonly create = (name: string, options: unknown) => new nats.keyValue.Kvm().create(name, options);
  }
}));

const THERE = 'NATS broker connected: one server of the cluster follows each node';
const AWAY = 'NATS broker disconnected: this server follows its nodes by itself';
const ADDRESS = { servers: ['one:4222', 'two:4222'], tls: false };

let lines: string[];
let broker: Broker | undefined;
beforeEach(() => {
  vi.useFakeTimers();
  nats = new ScriptedNats();
  lines = [];
});
afterEach(async () => {
  await broker?.close();
  broker = undefined;
  vi.useRealTimers();
});

const settled = () => vi.advanceTimersByTimeAsync(0);

async function open(options: Partial<Parameters<typeof openNatsBroker>[0]> = {}): Promise<Broker> {
  broker = await openNatsBroker({ address: ADDRESS, say: (line) => lines.push(line), ...options });
  await settled();
  return broker;
}

async function openSession(): Promise<BrokerSession> {
  const { session } = await open();
  return session!;
}

describe('the connection', () => {
  test('identifies the client and retries forever', async () => {
    await open({ address: { ...ADDRESS, user: 'u', password: 'p', token: 't' }, timeoutMs: 100 });
    expect(nats.options).toEqual({
      servers: ['one:4222', 'two:4222'],
      name: 'quarry',
      user: 'u',
      pass: 'p',
      token: 't',
      waitOnFirstConnect: true,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 250,
      pingInterval: 400,
      maxPingOut: 2,
      ignoreAuthErrorAbort: true
    });
    expect(nats.jetStreamOptions).toEqual({ timeout: 100 });
  });

  test('is encrypted if the address requires it', async () => {
    await open({ address: { ...ADDRESS, tls: true } });
    expect(nats.options).toMatchObject({ tls: {}, pingInterval: 2_000 });
  });

  test('opens its buckets: leases in memory, sessions until they expire', async () => {
    await open({ forgetMs: 700 });
    expect(nats.buckets.get('quarry-leases')!.options).toEqual({ history: 1, ttl: 700, storage: 'memory' });
    expect(nats.buckets.get('quarry-ended-sessions')!.options).toEqual({ history: 1, ttl: SESSION_SECONDS * 1_000 });
    expect(lines).toEqual([THERE]);
  });

  test('reports a refusal', async () => {
    nats.refusal = new Error('no such user');
    const { session } = await open();
    expect([session, ...lines]).toEqual([undefined, 'NATS broker cannot be used (no such user)']);
  });

  test('retries every two seconds if its buckets cannot be opened, and reports that once', async () => {
    nats.bucketFaults.push(new Error('no JetStream'), new Error('no JetStream'));
    const opened = await open();
    expect([opened.session, ...lines]).toEqual([undefined, 'NATS broker cannot be used (no JetStream)']);
    await vi.advanceTimersByTimeAsync(3_999);
    expect(opened.session).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(opened.session).toBeDefined();
    expect(lines.slice(1)).toEqual([THERE]);
  });

  test('has no session if it breaks while its buckets are being opened', async () => {
    nats.bucketFaults.push(new Error('timeout'));
    const opened = await open();
    nats.tell('disconnect');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(opened.session).toBeUndefined();
    expect(lines).toEqual(['NATS broker cannot be used (timeout)']);
  });
});

describe('a session', () => {
  test('is announced to current listeners, and to later ones', async () => {
    const opening = openNatsBroker({ address: ADDRESS, say: () => undefined });
    broker = await opening;
    const seen: [string, BrokerSession][] = [];
    broker.onSession((session) => void seen.push(['early', session]));
    broker.onSession(async () => Promise.reject(new Error('it broke off')));
    const forget = broker.onSession((session) => void seen.push(['forgotten', session]));
    forget();
    await settled();
    broker.onSession((session) => void seen.push(['late', session]));
    expect(seen).toEqual([
      ['early', broker.session],
      ['late', broker.session]
    ]);
    expect(broker.session).toBeDefined();
  });

  test('ends when the connection breaks; another starts once it is back', async () => {
    const opened = await open();
    const sessions: BrokerSession[] = [];
    opened.onSession((session) => void sessions.push(session));
    const first = opened.session!;
    nats.tell('ping');
    await settled();
    expect([opened.session, first.ended.aborted]).toEqual([first, false]);
    nats.tell('disconnect');
    nats.tell('disconnect');
    await settled();
    expect([opened.session, first.ended.aborted]).toEqual([undefined, true]);
    nats.tell('reconnect');
    await settled();
    expect(sessions).toEqual([first, opened.session]);
    expect(opened.session!.ended.aborted).toBe(false);
    expect(lines).toEqual([THERE, AWAY, THERE]);
  });

  test('publishes, and receives its subjects until it ends', async () => {
    const session = await openSession();
    session.publish('quarry.work.a');
    expect(nats.published).toEqual(['quarry.work.a']);
    const heard: string[] = [];
    session.subscribe('quarry.work.*', (subject) => heard.push(subject));
    const [subscription] = nats.subscriptions;
    expect(subscription!.subject).toBe('quarry.work.*');
    subscription!.callback(null, { subject: 'quarry.work.b' });
    expect(heard).toEqual(['quarry.work.b']);
    nats.tell('disconnect');
    await settled();
    expect(nats.subscriptions.size).toBe(0);
  });
});

describe('leases', () => {
  test('are written only with the latest revision', async () => {
    const { leases } = await openSession();
    expect(await leases.get('node')).toBeUndefined();
    const first = await leases.replace('node', 'a', 0);
    expect(await leases.get('node')).toEqual({ value: 'a', revision: first });
    const second = await leases.replace('node', 'b', first);
    expect(await leases.get('node')).toEqual({ value: 'b', revision: second });
    await expect(leases.replace('node', 'c', 0)).rejects.toThrow(StaleRevisionError);
    await expect(leases.replace('node', 'c', first)).rejects.toThrow(StaleRevisionError);
    expect(await leases.get('node')).toEqual({ value: 'b', revision: second });
  });

  test('are free once they expire', async () => {
    const { leases } = await openSession();
    await leases.replace('node', 'a', 0);
    nats.buckets.get('quarry-leases')!.delete('node');
    expect(await leases.get('node')).toBeUndefined();
  });

  test.each<[string, Error, boolean]>([
    ['another revision', new JetStreamError(10_071), true],
    ['another revision, without naming it', new JetStreamError(10_164), true],
    ['another reason', new JetStreamError(10_070), false],
    ['no reason', new Error('timeout'), false]
  ])('a write rejected with %s', async (_, fault, isStale) => {
    const { leases } = await openSession();
    nats.buckets.get('quarry-leases')!.fault = fault;
    const error = await leases.replace('node', 'a', 0).catch((caught: unknown) => caught);
    if (isStale) expect(error).toMatchObject({ name: 'StaleRevisionError', cause: fault });
    else expect(error).toBe(fault);
  });

  test('are watched by key, from the current entry until unsubscribed', async () => {
    const { leases } = await openSession();
    const revision = await leases.replace('node', 'a', 0);
    const seen: string[] = [];
    const forget = await leases.watch('node', ({ value, revision: at }) => seen.push(`${value}${at - revision}`));
    await leases.replace('other', 'x', 0);
    await leases.replace('node', 'b', revision);
    nats.buckets.get('quarry-leases')!.delete('node');
    await settled();
    expect(seen).toEqual(['a0', 'b2']);
    forget();
    expect(nats.buckets.get('quarry-leases')!.watchers).toBe(0);
  });
});

describe('ended sessions', () => {
  test('are reported with their expiry, including earlier ones', async () => {
    const { revokedSessions } = await openSession();
    const seen: [string, number][] = [];
    await revokedSessions.add('a', 1_000);
    await revokedSessions.watch((id, untilMs) => seen.push([id, untilMs]));
    await revokedSessions.add('b', 2_000);
    await revokedSessions.add('a', 3_000);
    nats.buckets.get('quarry-ended-sessions')!.delete('a');
    await settled();
    expect(seen).toEqual([
      ['a', 1_000],
      ['b', 2_000]
    ]);
  });

  test.each(['', 'soon', 'NaN', '-1', '1e400', '1.5'])('with the expiry "%s" are ignored', async (untilMs) => {
    const { revokedSessions } = await openSession();
    const seen: string[] = [];
    await revokedSessions.watch((id) => seen.push(id));
    await nats.buckets.get('quarry-ended-sessions')!.create('a', untilMs);
    await revokedSessions.add('b', 2_000);
    await settled();
    expect(seen).toEqual(['b']);
  });

  test('are rejected if they cannot be written', async () => {
    const { revokedSessions } = await openSession();
    nats.buckets.get('quarry-ended-sessions')!.fault = new Error('disk full');
    await expect(revokedSessions.add('a', 1)).rejects.toThrow('disk full');
  });
});

describe('closing', () => {
  test('flushes pending messages and ends the session', async () => {
    const opened = await open();
    const { ended } = opened.session!;
    const announced: unknown[] = [];
    opened.onSession((session) => void announced.push(session));
    await opened.close();
    expect(nats.ending).toEqual(['flush', 'close']);
    expect([opened.session, ended.aborted]).toEqual([undefined, true]);
    nats.tell('reconnect');
    await settled();
    expect([announced.length, ...lines]).toEqual([1, THERE]);
  });

  test('closes the connection even if flushing fails', async () => {
    const opened = await open();
    nats.refusal = new Error('closed');
    await opened.close();
    expect(nats.ending).toEqual(['flush', 'close']);
  });

  test('while connecting closes the connection once it is established', async () => {
    const standing = Promise.withResolvers<void>();
    nats.standing = standing.promise;
    const opened = await open();
    await opened.close();
    standing.resolve();
    await settled();
    expect([nats.ending, nats.buckets.size, opened.session]).toEqual([['close'], 0, undefined]);
  });

  test('while connecting hides a later refusal', async () => {
    nats.refusal = new Error('too late');
    const standing = Promise.withResolvers<void>();
    nats.standing = standing.promise;
    const opened = await open();
    await opened.close();
    standing.resolve();
    await settled();
    expect([nats.options, ...lines]).toEqual([expect.anything()]);
  });
});
