import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDaemon } from '$lib/api/daemon/client';
import { followTip } from '$lib/api/quarry/tips';
import { listen, type Listener } from '$lib/server/node/listen';
import { eventually } from '../support/eventually';
import { HEADERS, openNode, PASSWORD, type OpenNode } from '../support/node';
import { solveUnit } from '../support/solve';
import { natsServer, startNatsServer, type NatsServer } from './natsServer';
import { pageAt, signIn, startReplica, type Replica, type SignedIn } from './replica';

const REQUIRED = process.env.QUARRY_REQUIRE_NATS === '1';
if (natsServer === undefined && !REQUIRED) {
  console.warn('nats-server is not installed (apt-get install nats-server): the cluster was not tested');
}
const withBroker = test.skipIf(natsServer === undefined && !REQUIRED);

let node: OpenNode;
let listener: Listener;
let broker: NatsServer | undefined;
let settings: Record<string, string>;
const replicas: Replica[] = [];
let signedIn: SignedIn;
/** Requests for the tip that reached the node. */
let tipRequests = 0;

beforeAll(async () => {
  if (natsServer === undefined) {
    if (REQUIRED) throw new Error('QUARRY_REQUIRE_NATS is set, and nats-server is not installed');
    return;
  }
  node = await openNode();
  listener = await listen(
    {
      answer(request) {
        if (request.path === '/consensus') tipRequests++;
        return node.node.answer(request);
      }
    },
    0
  );
  broker = await startNatsServer();
  settings = {
    DAEMON_URL: `http://127.0.0.1:${listener.port}`,
    QUARRY_SESSION_KEY: randomBytes(32).toString('hex'),
    NATS_URL: broker.url
  };
  replicas.push(await startReplica(settings), await startReplica(settings));
  signedIn = await signIn(replicas[0]!, PASSWORD);
});

afterAll(async () => {
  for (const tab of tabs) tab.leave();
  for (const replica of replicas) await replica.stop();
  await broker?.kill();
  await listener?.close();
  await node?.node.close();
});

/** A mining tab: the heights of the tips it received, through any replica. */
interface Tab {
  readonly heights: number[];
  /** Milliseconds from a block's acceptance to its tip, by height. */
  readonly delays: Map<number, number>;
  leave(): void;
}
const tabs: Tab[] = [];
const acceptedAtMs = new Map<number, number>();

/** Like a page: reopens the stream when it breaks, at another replica, as a load balancer would. */
function openTab(first: number): Tab {
  const left = new AbortController();
  const tab: Tab = { heights: [], delays: new Map(), leave: () => left.abort() };
  void (async () => {
    for (let at = first; !left.signal.aborted; at++) {
      try {
        const { tips } = pageAt(replicas[at % replicas.length]!, signedIn);
        for await (const { height } of followTip(tips, 'daemon', left.signal)) {
          if (tab.heights.at(-1) === height) continue;
          tab.heights.push(height);
          const since = acceptedAtMs.get(height);
          if (since !== undefined) tab.delays.set(height, performance.now() - since);
        }
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    }
  })();
  tabs.push(tab);
  return tab;
}

/** Mines a block through a replica: gets work and submits the solution. */
async function mineThrough(replica: Replica): Promise<number> {
  const { daemon } = pageAt(replica, signedIn);
  const unit = solveUnit(await daemon.miner.header());
  const height = node.node.tip.height + 1;
  acceptedAtMs.set(height, performance.now());
  await daemon.miner.submitHeader({ body: unit });
  return height;
}

const sumRoles = async (): Promise<Record<string, number>> => {
  const sum: Record<string, number> = {};
  for (const replica of replicas) {
    for (const [role, count] of Object.entries(await replica.roles())) sum[role] = (sum[role] ?? 0) + count;
  }
  return sum;
};
const leads = async (replica: Replica): Promise<boolean> => (await replica.roles()).leader === 1;

/** Mines blocks one by one, each after every tab has received the tip before. */
async function mineAndTell(count: number, through = () => replicas): Promise<void> {
  for (let i = 0; i < count; i++) {
    const those = through();
    const height = await mineThrough(those[i % those.length]!);
    await eventually(() => expect(tabs.map(({ heights }) => heights.at(-1))).toEqual(tabs.map(() => height)));
  }
}

withBroker('a session from one replica is valid at the other', async () => {
  const [one, two] = replicas.map((replica) => pageAt(replica, signedIn));
  expect(await one!.daemon.consensus.status()).toEqual(await two!.daemon.consensus.status());
});

withBroker('one replica follows the node, both push tips', async () => {
  for (let i = 0; i < 6; i++) openTab(i);
  await eventually(async () => expect(await sumRoles()).toEqual({ leader: 1, listener: 1, alone: 0 }));
  await mineAndTell(6);
});

withBroker('the leader is killed: the other takes over, and mining continues', async () => {
  await eventually(async () => expect(await sumRoles()).toMatchObject({ leader: 1 }));
  const [one, two] = replicas as [Replica, Replica];
  const [leader, other] = (await leads(one)) ? [one, two] : [two, one];
  await leader.kill();
  replicas.splice(replicas.indexOf(leader), 1);
  await mineAndTell(2);
  await eventually(async () => expect(await leads(other)).toBe(true));
  replicas.push(await startReplica(settings));
  await mineAndTell(2);
});

withBroker('the broker is killed: each replica follows the node by itself until it is back', async () => {
  for (let i = 0; i < 4; i++) openTab(i);
  await eventually(async () => expect(await sumRoles()).toEqual({ leader: 1, listener: 1, alone: 0 }));
  await broker!.kill();
  await eventually(async () => expect(await sumRoles()).toEqual({ leader: 0, listener: 0, alone: 2 }));
  await mineAndTell(4);
  for (const { reported } of replicas) expect(reported()).toContain('Quarry: NATS broker disconnected');
  await broker!.start();
  await eventually(async () => expect(await sumRoles()).toEqual({ leader: 1, listener: 1, alone: 0 }));
  await mineAndTell(4);
});

withBroker('no tab missed a block or received one out of order', () => {
  for (const { heights } of tabs) {
    const first = heights[0]!;
    expect(heights).toEqual(Array.from({ length: node.node.tip.height - first + 1 }, (_, i) => first + i));
  }
  const delays = tabs.flatMap((tab) => [...tab.delays.values()]).sort((a, b) => a - b);
  const at = (share: number) => Math.round(delays[Math.floor(share * (delays.length - 1))]!);
  console.log(`blocks told after, ms: p50 ${at(0.5)}, p95 ${at(0.95)}, longest ${at(1)}; ${delays.length} of them`);
});

withBroker('a block submitted to the node directly is noticed by one of the replicas', async () => {
  const direct = createDaemon({
    fetch: (request) => node.node.fetch(request),
    baseUrl: 'http://node',
    headers: HEADERS
  });
  await direct.miner.submitHeader({ body: solveUnit(await direct.miner.header()) });
  const { height } = node.node.tip;
  await eventually(() => expect(tabs.map(({ heights }) => heights.at(-1))).toEqual(tabs.map(() => height)));
  const before = tipRequests;
  await eventually(() => expect(tipRequests).toBeGreaterThan(before + 10));
});

withBroker('signing out at one replica signs out at both', async () => {
  const session = await signIn(replicas[1]!, PASSWORD);
  const status = (replica: Replica) => pageAt(replica, session).daemon.consensus.status();
  await status(replicas[0]!);
  await pageAt(replicas[1]!, session).session.signOut();
  for (const replica of replicas) {
    await eventually(() => expect(status(replica)).rejects.toMatchObject({ code: 'api/unauthorized' }));
  }
});
