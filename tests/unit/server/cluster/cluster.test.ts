import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { BlockId } from '$lib/chain/ids';
import { openRevokedSessions } from '$lib/server/auth/revokedSessions';
import { createSealer, SESSION_SECONDS } from '$lib/server/auth/session';
import { clusterFollowers, shareRevokedSessions } from '$lib/server/cluster/cluster';
import { eventually } from '../../../support/eventually';
import { memoryBroker } from '../../../support/memoryBroker';
import { temporaryFolder } from '../../../support/temporary';

const tipAt = (height: number): ChainIndex => ({ height, id: height.toString(16).padStart(64, '0') as BlockId });
const leaving: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await Promise.all(leaving.splice(0).map((leave) => leave()));
});

/** Two members that follow one node, with one stream each. @param termMs after which a silent leader is replaced */
function twoMembers(termMs = 80) {
  let height = 1;
  const broker = memoryBroker();
  const members = [1, 2].map(() => {
    const member = broker.member();
    const followers = clusterFollowers({ broker: member, secret: 'secret', termMs });
    let asked = 0;
    const readTip = async (password: string) => {
      asked++;
      if (password !== 'right') throw new Error('unauthorized');
      return tipAt(height);
    };
    return {
      member,
      followers,
      server: { name: 'node', open: (password: string) => ({ readTip: () => readTip(password) }) },
      asked: () => asked
    };
  });
  return { broker, members, mine: () => ++height };
}

/** The heights that a stream received. */
function heightsOf({ followers, server }: ReturnType<typeof twoMembers>['members'][number]): number[] {
  const heights: number[] = [];
  const reader = followers.follow(server, 'right')().getReader();
  leaving.push(() => reader.cancel());
  void (async () => {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      for (const line of new TextDecoder().decode(part.value).split('\n')) {
        if (line !== '') heights.push((JSON.parse(line) as ChainIndex).height);
      }
    }
  })();
  return heights;
}

test('one member polls, both have every tip in order', async () => {
  // A busy computer must not look like a silent leader.
  const { members, mine } = twoMembers(60_000);
  const heights = members.map(heightsOf);
  await eventually(() => expect(heights).toEqual([[1], [1]]));
  const before = members.map(({ asked }) => asked());
  for (let height = 2; height <= 5; height++) {
    mine();
    await eventually(() => expect(heights.map((seen) => seen.at(-1))).toEqual([height, height]));
  }
  expect(heights).toEqual([
    [1, 2, 3, 4, 5],
    [1, 2, 3, 4, 5]
  ]);
  const asked = members.map((member, i) => member.asked() - before[i]!);
  expect(asked).toContain(0);
  expect(Math.max(...asked)).toBeGreaterThan(3);
});

test('without the broker, each member polls; one stops again when the broker is back', async () => {
  const { members, mine } = twoMembers();
  const heights = members.map(heightsOf);
  await eventually(() => expect(heights).toEqual([[1], [1]]));
  for (const { member } of members) member.disconnect();
  const before = members.map(({ asked }) => asked());
  mine();
  await eventually(() =>
    expect(heights).toEqual([
      [1, 2],
      [1, 2]
    ])
  );
  members.forEach(({ asked }, i) => expect(asked()).toBeGreaterThan(before[i]!));
  for (const { member } of members) member.connect();
  await eventually(async () => {
    const [a, b] = members.map(({ asked }) => asked());
    await new Promise((resolve) => setTimeout(resolve, 200));
    const now = members.map(({ asked }) => asked());
    expect([now[0] === a, now[1] === b].sort()).toEqual([false, true]);
  });
  mine();
  await eventually(() =>
    expect(heights).toEqual([
      [1, 2, 3],
      [1, 2, 3]
    ])
  );
});

test('a wrong password is rejected by the node at each member', async () => {
  const { members } = twoMembers();
  const heights = members.map(heightsOf);
  await eventually(() => expect(heights).toEqual([[1], [1]]));
  for (const { followers, server } of members) {
    const reader = followers.follow(server, 'wrong')().getReader();
    await expect(reader.read()).rejects.toThrow('unauthorized');
  }
});

test('a block accepted through one member is reported to the one that polls', async () => {
  const { members } = twoMembers();
  const heard: string[] = [];
  const [one, two] = members.map(({ member }) => member);
  one!.session!.subscribe('quarry.work.*', (subject) => heard.push(subject));
  members[1]!.followers.hasNewBlock('node');
  expect(heard).toHaveLength(1);
  expect(heard[0]).not.toContain('node');
  two!.disconnect();
  members[1]!.followers.hasNewBlock('node');
  expect(heard).toHaveLength(1);
});

test('a session ended at one member ends at the others, including one that was disconnected', async () => {
  const broker = memoryBroker();
  const clock = () => 1_000;
  const members = [1, 2].map(() => {
    const member = broker.member();
    const revoked = openRevokedSessions(join(temporaryFolder('ended'), 'ended.json'), clock);
    shareRevokedSessions(member, revoked);
    return { member, revoked, sealer: createSealer({ secret: 's', audience: 'a', revoked, clock }) };
  });
  const [one, two] = members as [(typeof members)[0], (typeof members)[0]];
  const sessions = [1, 2, 3].map(() => one.sealer.begin({ selected: 'start', passwords: {} }));
  const opens = (session: (typeof sessions)[0]) =>
    two.sealer.open(one.sealer.seal(session), one.sealer.pageTokenOf(session)) !== undefined;
  expect(sessions.map(opens)).toEqual([true, true, true]);
  const stream = two.sealer.untilEnd(sessions[0]!);
  one.sealer.end(sessions[0]!);
  await eventually(() => expect(stream.aborted).toBe(true));
  expect(sessions.map(opens)).toEqual([false, true, true]);
  one.member.disconnect();
  one.sealer.end(sessions[1]!);
  expect(sessions.map(opens)).toEqual([false, true, true]);
  one.member.connect();
  await eventually(() => expect(sessions.map(opens)).toEqual([false, false, true]));
  expect([...two.revoked.all()].map(([, untilMs]) => untilMs)).toEqual(Array(2).fill(1_000 + SESSION_SECONDS * 1_000));
});

test('a session ended elsewhere while the disk is full ends here, and so do later ones', async () => {
  const broker = memoryBroker();
  const folder = temporaryFolder('full');
  const revoked = openRevokedSessions(join(folder, 'ended.json'), () => 1_000);
  shareRevokedSessions(broker.member(), revoked);
  // The system reports a folder in place of the file, as it reports a full disk.
  mkdirSync(join(folder, 'ended.json.new'));
  const other = broker.member().session!;
  await other.revokedSessions.add('first', 2_000);
  rmSync(join(folder, 'ended.json.new'), { recursive: true });
  await other.revokedSessions.add('second', 2_000);
  expect([revoked.has('first'), revoked.has('second')]).toEqual([true, true]);
  expect([...openRevokedSessions(join(folder, 'ended.json'), () => 1_000).all()]).toHaveLength(2);
});
