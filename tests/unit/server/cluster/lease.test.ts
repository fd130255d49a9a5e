import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { LeaseStore } from '$lib/server/cluster/broker';
import { openLease, type Lease } from '$lib/server/cluster/lease';
import { eventually } from '../../../support/eventually';
import { memoryBroker } from '../../../support/memoryBroker';

const TERM_MS = 60;
const opened: Lease[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((lease) => lease.close()));
});

const KEY = 'node';
type Member = ReturnType<ReturnType<typeof memoryBroker>['member']>;
function open(broker: Member, holder: string): Lease {
  const lease = openLease(broker, KEY, holder, TERM_MS);
  opened.push(lease);
  return lease;
}
const rolesOf = (leases: readonly Lease[]) => leases.map(({ role }) => role).sort();

async function openThree() {
  const broker = memoryBroker();
  const members = ['a', 'b', 'c'].map((holder) => {
    const member = broker.member();
    return { holder, member, lease: open(member, holder) };
  });
  const leases = members.map(({ lease }) => lease);
  await eventually(() => expect(rolesOf(leases)).toEqual(['leader', 'listener', 'listener']));
  return { broker, members, leases, leader: () => members.find(({ lease }) => lease.role === 'leader')! };
}

test('one member leads, and what it publishes reaches the others', async () => {
  const { leases, leader } = await openThree();
  leader().lease.publish('1');
  await eventually(() => expect(leases.map(({ value }) => value)).toEqual(['1', '1', '1']));
  for (let i = 2; i <= 50; i++) leader().lease.publish(String(i));
  await eventually(() => expect(leases.map(({ value }) => value)).toEqual(['50', '50', '50']));
});

test('a disconnected leader works alone, and another takes over with the last published value', async () => {
  const { leases, leader } = await openThree();
  const first = leader();
  first.lease.publish('before');
  await eventually(() => expect(leases.map(({ value }) => value)).toEqual(Array(3).fill('before')));
  first.member.disconnect();
  expect(first.lease.role).toBe('alone');
  await eventually(() => expect(rolesOf(leases)).toEqual(['alone', 'leader', 'listener']));
  expect(leader().lease.value).toBe('before');
  first.member.connect();
  await eventually(() => expect(rolesOf(leases)).toEqual(['leader', 'listener', 'listener']));
  expect(leader()).not.toBe(first);
});

test('a leader that closes releases its lease immediately', async () => {
  const { leases, leader, broker } = await openThree();
  const first = leader();
  await first.lease.close();
  const entry = await first.member.session!.leases.get(KEY);
  expect(JSON.parse(entry!.value)).toMatchObject({ holder: expect.not.stringMatching(first.holder) as string });
  const others = leases.filter((lease) => lease !== first.lease);
  await eventually(() => expect(rolesOf(others)).toEqual(['leader', 'listener']));
  // Nothing is written for it any more.
  const seen = broker.writes();
  await eventually(() => expect(broker.writes()).toBeGreaterThan(seen + 3));
  expect(rolesOf(others)).toEqual(['leader', 'listener']);
});

test('closing a listener leaves the lease with its leader', async () => {
  const { members, leader } = await openThree();
  const first = leader();
  await members.find((member) => member !== first)!.lease.close();
  const entry = await first.member.session!.leases.get(KEY);
  expect(JSON.parse(entry!.value)).toMatchObject({ holder: first.holder });
});

test('what a former leader publishes reaches no replica', async () => {
  const broker = memoryBroker();
  const [one, two] = [broker.member(), broker.member()];
  const late = open(one, 'late');
  await eventually(() => expect(late.role).toBe('leader'));
  const key = (await two.session!.leases.get(KEY))!;
  await two.session!.leases.replace(KEY, JSON.stringify({ holder: 'other', value: 'new' }), key.revision);
  late.publish('old');
  expect((await two.session!.leases.get(KEY))!.value).toContain('new');
  expect(late).toMatchObject({ role: 'listener', value: 'new' });
});

test('a leader whose entry was replaced before the broker confirmed it does not lead', async () => {
  const broker = memoryBroker();
  const [member, other] = [broker.member(), broker.member()];
  const { leases } = member.session!;
  const roleAfter = Promise.withResolvers<string>();
  const replace: LeaseStore['replace'] = async (key, value, since) => {
    const revision = await leases.replace(key, value, since);
    await other.session!.leases.replace(key, JSON.stringify({ holder: 'other' }), revision);
    setImmediate(() => roleAfter.resolve(lease.role));
    return revision;
  };
  const late = { ...member.session!, leases: { ...leases, replace } };
  const lease = openLease({ onSession: (listener) => (void listener(late), () => undefined) }, KEY, 'a', 10_000);
  opened.push(lease);
  expect(await roleAfter.promise).toBe('listener');
});

test('the broker’s confirmation is enough to lead', async () => {
  const member = memoryBroker().member();
  const { leases } = member.session!;
  const roleAfter = Promise.withResolvers<string>();
  const replace: LeaseStore['replace'] = async (...written) => {
    setImmediate(() => roleAfter.resolve(lease.role));
    return leases.replace(...written);
  };
  const watch: LeaseStore['watch'] = async () => () => undefined;
  const silent = { ...member.session!, leases: { ...leases, replace, watch } };
  const lease = openLease({ onSession: (listener) => (void listener(silent), () => undefined) }, KEY, 'a', 10_000);
  opened.push(lease);
  expect(await roleAfter.promise).toBe('leader');
});

test('without a broker, all members work alone; after the broker lost its data, there is a leader again', async () => {
  const { broker, members, leases } = await openThree();
  for (const { member } of members) member.disconnect();
  expect(rolesOf(leases)).toEqual(['alone', 'alone', 'alone']);
  broker.forget();
  for (const { member } of members) member.connect();
  await eventually(() => expect(rolesOf(leases)).toEqual(['leader', 'listener', 'listener']));
});

test('an entry lost while its leader is alive is written again', async () => {
  const { broker, leases } = await openThree();
  broker.forget();
  await eventually(async () => {
    const entry = await broker.member().session!.leases.get(KEY);
    expect(entry).toBeDefined();
    expect(rolesOf(leases)).toEqual(['leader', 'listener', 'listener']);
  });
});

test('a leader whose broker rejects its entry works alone until it is accepted', async () => {
  const member = memoryBroker().member();
  const { leases, ended } = member.session!;
  let fault: Error | undefined;
  const replace: LeaseStore['replace'] = async (...written) => {
    if (fault) throw fault;
    return leases.replace(...written);
  };
  const faulty = { ...member.session!, ended, leases: { ...leases, replace } };
  const lease = openLease({ onSession: (listener) => (void listener(faulty), () => undefined) }, KEY, 'a', TERM_MS);
  opened.push(lease);
  await eventually(() => expect(lease.role).toBe('leader'));
  fault = new Error('timeout');
  await eventually(() => expect(lease.role).toBe('alone'));
  fault = undefined;
  await eventually(() => expect(lease.role).toBe('leader'));
});

describe('timing', () => {
  const LONG_MS = 1_000;
  beforeEach(() => {
    // A listener's longest pause is a quarter of a term.
    vi.useFakeTimers();
    vi.spyOn(Math, 'random').mockReturnValue(0.999);
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((lease) => lease.close()));
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
  const open = (member: Member, holder: string) => {
    const lease = openLease(member, KEY, holder, LONG_MS);
    opened.push(lease);
    return lease;
  };
  const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

  test('a free lease is taken immediately, and renewed four times per term', async () => {
    const broker = memoryBroker();
    const lease = open(broker.member(), 'a');
    await pass(0);
    expect([lease.role, broker.writes()]).toEqual(['leader', 1]);
    await pass(LONG_MS);
    expect([lease.role, broker.writes()]).toEqual(['leader', 5]);
  });

  test('a published value reaches the listeners immediately; of several, only the last is sent next', async () => {
    const broker = memoryBroker();
    const [leader, listener] = [open(broker.member(), 'a'), open(broker.member(), 'b')];
    await pass(0);
    expect(rolesOf([leader, listener])).toEqual(['leader', 'listener']);
    const changes = vi.fn();
    listener.onChange(changes);
    for (const value of ['1', '2', '3']) leader.publish(value);
    await pass(0);
    expect(listener.value).toBe('3');
    // The first was already in flight; the ones between were never sent.
    expect(changes).toHaveBeenCalledTimes(2);
  });

  test('a lease is taken when it was not renewed for a full term, and not before', async () => {
    const broker = memoryBroker();
    const member = broker.member();
    const leader = open(member, 'a');
    await pass(0);
    const listener = open(broker.member(), 'b');
    await pass(0);
    member.disconnect();
    await pass(LONG_MS);
    expect([leader.role, listener.role]).toEqual(['alone', 'listener']);
    await pass(LONG_MS / 4);
    expect(listener.role).toBe('leader');
  });

  test('a listener’s pauses are shortened at random, down to half; a leader’s never are', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.25);
    const broker = memoryBroker();
    const member = broker.member();
    open(member, 'a');
    const listener = open(broker.member(), 'b');
    await pass(LONG_MS - 1);
    expect(broker.writes()).toBe(4);
    member.disconnect();
    // Last renewed at 750 ms; the listener checks every 156 ms, for the first time after 1,750 ms at about 1,870 ms.
    await pass(800);
    expect(listener.role).toBe('listener');
    await pass(80);
    expect(listener.role).toBe('leader');
  });

  /** A lease whose writes go through `write`, which receives the broker's function. */
  function openThrough(member: Member, write: (replace: LeaseStore['replace']) => LeaseStore['replace']): Lease {
    const { leases, ...session } = member.session!;
    const slow = { ...session, leases: { ...leases, replace: write(leases.replace) } };
    const lease = openLease({ onSession: (listener) => (void listener(slow), () => undefined) }, KEY, 'a', LONG_MS);
    opened.push(lease);
    return lease;
  }

  test('a confirmation from a disconnected broker does not make a leader', async () => {
    const member = memoryBroker().member();
    const lease = openThrough(member, (replace) => async (...written) => {
      // The watch reports the entry before the write is confirmed.
      const revision = await replace(...written);
      member.disconnect();
      return revision;
    });
    await pass(0);
    expect(lease.role).toBe('alone');
  });

  test('closing waits until the others have been notified', async () => {
    const isTold = Promise.withResolvers<void>();
    const lease = openThrough(memoryBroker().member(), (replace) => async (key, value, since) => {
      if ((JSON.parse(value) as { holder: string }).holder === '') await isTold.promise;
      return replace(key, value, since);
    });
    await pass(0);
    expect(lease.role).toBe('leader');
    const closed = vi.fn();
    void lease.close().then(closed);
    await pass(LONG_MS);
    expect(closed).not.toHaveBeenCalled();
    isTold.resolve();
    await pass(0);
    expect(closed).toHaveBeenCalledOnce();
  });

  test('values that a listener publishes are ignored', async () => {
    const broker = memoryBroker();
    const [leader, listener] = [open(broker.member(), 'a'), open(broker.member(), 'b')];
    await pass(0);
    leader.publish('ours');
    await pass(0);
    listener.publish('theirs');
    await pass(LONG_MS);
    expect([leader.value, listener.value]).toEqual(['ours', 'ours']);
  });
});

test.each(['not JSON', 'null', '{}', '{"holder":1}', '{"holder":"x","value":{}}'])(
  'a lease whose entry is %s is taken over after a term',
  async (written) => {
    const broker = memoryBroker();
    const lease = open(broker.member(), 'a');
    await eventually(() => expect(lease.role).toBe('leader'));
    lease.publish('1');
    const { leases } = broker.member().session!;
    await eventually(async () => leases.replace(KEY, written, (await leases.get(KEY))!.revision));
    await eventually(async () =>
      expect(JSON.parse((await leases.get(KEY))!.value)).toEqual({ holder: 'a', value: '1' })
    );
    expect([lease.role, lease.value]).toEqual(['leader', '1']);
  }
);
