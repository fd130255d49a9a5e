import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { findDifferences } from '$lib/server/node/chain/integrity';
import { networkPreset, TEST_GENESIS_TIMESTAMP } from '$lib/server/node/network/presets';
import { ChainStore } from '$lib/server/node/store/store';
import { freePort } from '../support/freePort';
import { limitMs } from '../support/limits';
import { bundledProgram } from '../support/program';
import { temporaryFolder } from '../support/temporary';

/*
 * Nodes as processes, each killed with SIGKILL at an arbitrary point. `QUARRY_KILLS=20 npx vitest run
 * tests/kill/peers.test.ts` kills each 20 times, in networks of three and five nodes.
 */
const KILLS = Number(process.env.QUARRY_KILLS ?? 2);
const KILLED_NODES = process.env.QUARRY_KILLS === undefined ? [3] : [3, 5];
const MAX_SYNC_DELAY_MS = 300;
const program = await bundledProgram('tests/kill/peerNode.ts');
const preset = networkPreset('test', TEST_GENESIS_TIMESTAMP);
const PATIENCE = { timeout: limitMs(120_000), interval: 50 };

const nodes: NodeProcess[] = [];
afterEach(async () => {
  for (const node of nodes.splice(0)) {
    await node.kill();
  }
});

class NodeProcess {
  readonly dataDir = temporaryFolder('peers');
  /** `height id`, as last printed by the process. */
  tip = '';
  #child: ChildProcess | undefined;

  constructor(readonly address: string) {
    nodes.push(this);
  }

  /** Starts it with these peers, and waits until it has loaded its chain. */
  async start(...peers: readonly NodeProcess[]): Promise<void> {
    const addresses = peers.map(({ address }) => address);
    const args = [program, this.dataDir, this.address, ...addresses];
    const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#child = child;
    this.tip = '';
    createInterface({ input: child.stdout! }).on('line', (line) => {
      if (line !== this.address) this.tip = line;
    });
    await expect.poll(() => this.tip, PATIENCE).not.toBe('');
  }

  /** Starts it again with the same peers. The tip it had reported must have been stored. */
  async restart(...peers: readonly NodeProcess[]): Promise<void> {
    const { height } = this;
    await this.start(...peers);
    expect(this.height).toBeGreaterThanOrEqual(height);
  }

  mine(count: number): void {
    this.#child!.stdin!.write(`${count}\n`);
  }

  get height(): number {
    return Number(this.tip.split(' ')[0]);
  }

  async reaches(height: number): Promise<void> {
    await expect.poll(() => this.height, PATIENCE).toBeGreaterThanOrEqual(height);
  }

  /** SIGKILL at an arbitrary point. */
  kill = (): Promise<void> => this.#end((child) => child.kill('SIGKILL'));

  /** Orderly shutdown: closes its connections and its chain. */
  stop = (): Promise<void> => this.#end((child) => child.stdin!.end());

  async #end(how: (child: ChildProcess) => void): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    // `close` comes after all of its output was read.
    const ended = new Promise((resolve) => child.once('close', resolve));
    how(child);
    await ended;
  }

  /** What is stored, after the process has ended. */
  inspect(): { readonly tip: unknown; readonly state: unknown; readonly problems: readonly string[] } {
    const store = new ChainStore(join(this.dataDir, 'test', 'chain.sqlite'));
    try {
      const tip = store.blocks.tip()!;
      return { tip, state: store.state(tip.id), problems: findDifferences(store, preset) };
    } finally {
      store.close();
    }
  }
}

async function processes(count: number): Promise<NodeProcess[]> {
  const created: NodeProcess[] = [];
  for (let i = 0; i < count; i++) created.push(new NodeProcess(`127.0.0.1:${await freePort()}`));
  return created;
}

const oneTip = (all: readonly NodeProcess[]) =>
  expect.poll(() => new Set(all.map(({ tip }) => tip)).size, PATIENCE).toBe(1);

/** All have the same chain, without inconsistencies. */
async function expectEqual(all: readonly NodeProcess[]): Promise<void> {
  await oneTip(all);
  for (const node of all) await node.kill();
  const [first, ...others] = all.map((node) => node.inspect());
  expect(first!.problems).toEqual([]);
  for (const other of others) expect(other).toEqual(first);
}

/** Stops and restarts each in turn, while its neighbor continues. */
async function restartInTurn(all: readonly NodeProcess[]): Promise<void> {
  for (const [at, node] of all.entries()) {
    await node.stop();
    const neighbor = all[(at + 1) % all.length]!;
    neighbor.mine(1);
    await neighbor.reaches(node.height + 1);
    await node.restart(...all.filter((other) => other !== node));
    await node.reaches(neighbor.height);
  }
}

// To bring both parts together, the last node of the first connects to the first node of the second.
test.each([
  [3, 1],
  [5, 2]
])(
  '%i nodes, %i of them separate, converge on the heavier chain: a reorganization of 200 blocks and a restart of each',
  { timeout: limitMs(300_000) },
  async (count, apart) => {
    const all = await processes(count);
    const [light, heavy] = [all.slice(0, apart), all.slice(apart)];
    for (const part of [light, heavy]) {
      for (const [i, node] of part.entries()) await node.start(...part.slice(Math.max(0, i - 1), i));
    }
    light[0]!.mine(200);
    heavy[0]!.mine(230);
    for (const node of light) await node.reaches(200);
    for (const node of heavy) await node.reaches(230);
    expect(light[0]!.tip).not.toBe(heavy[0]!.tip);
    const bridge = light.at(-1)!;
    await bridge.kill();
    await bridge.start(...light.slice(0, -1), heavy[0]!);
    for (const node of light) await node.reaches(230);
    await oneTip(all);
    await restartInTurn(all);
    await expectEqual(all);
  }
);

test.each(KILLED_NODES)(
  `%i nodes converge on one tip, though each is killed ${KILLS} times while it relays and syncs`,
  { timeout: limitMs(60_000) * KILLS },
  async (count) => {
    const all = await processes(count);
    const others = (node: NodeProcess) => all.filter((other) => other !== node);
    for (const node of all) await node.start(...others(node));
    for (let kills = 0; kills < KILLS; kills += 2) {
      for (const [at, node] of all.entries()) {
        const miner = all[(at + 1) % all.length]!;
        const { height } = miner;
        miner.mine(15);
        await miner.reaches(height + 1 + Math.floor(Math.random() * 10));
        await node.kill();
        await miner.reaches(height + 15);
        await node.restart(...others(node));
        // It is now syncing the blocks mined in its absence.
        await sleep(Math.random() * MAX_SYNC_DELAY_MS);
        await node.kill();
        await node.restart(...others(node));
      }
    }
    const height = Math.max(...all.map((node) => node.height));
    for (const node of all) await node.reaches(height);
    // Branches of equal work coexist until one of them grows.
    all[0]!.mine(1);
    for (const node of all) await node.reaches(height + 1);
    await expectEqual(all);
  }
);
