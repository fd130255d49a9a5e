/**
 * Several servers behind one address. Needs `npm run build` and nats-server.
 *
 * Two servers of the built app and a broker, each in its own process, on loopback; the node and all tip streams run in
 * this process. Streams are read as raw bytes, half of them at each server. Requests to the node are counted over ten
 * seconds with 10 streams and with all of them; delays are measured from the moment the node accepts a block to the
 * moment a stream has received its line.
 */
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { systemScheduler } from '$lib/async/scheduler';
import { listen } from '$lib/server/node/listen';
import { startNatsServer } from '../tests/cluster/natsServer';
import { signIn, startReplica, type Replica, type SignedIn } from '../tests/cluster/replica';
import { openNode, PASSWORD, type OpenNode } from '../tests/support/node';
import { solveUnit } from '../tests/support/solve';
import { figureOf, quantile, type Figure, type Measurement } from './figures.ts';

const FEW = 10;
const STREAMS = 5_000;
const BLOCKS = 8;
const COUNTED_SECONDS = 10;
const OPENED_AT_ONCE = 50;
/** Time between blocks, so that each is delivered before the next. */
const PAUSE_MS = 3_000;

const never = new AbortController().signal;

export const measure: Measurement = async () => {
  const node = await openNode();
  let asked = 0;
  const listener = await listen({ answer: (request) => (asked++, node.node.answer(request)) }, 0);
  const broker = await startNatsServer();
  const settings = {
    DAEMON_URL: `http://127.0.0.1:${listener.port}`,
    QUARRY_SESSION_KEY: randomBytes(32).toString('hex'),
    NATS_URL: broker.url
  };
  const replicas = [await startReplica(settings), await startReplica(settings)];
  const streams = new Streams(replicas, await signIn(replicas[0]!, PASSWORD));
  const countSecond = async () => {
    await systemScheduler.sleep(PAUSE_MS, never);
    const before = asked;
    await systemScheduler.sleep(COUNTED_SECONDS * 1000, never);
    return (asked - before) / COUNTED_SECONDS;
  };
  try {
    await streams.openUntil(FEW);
    const few = await countSecond();
    const before = replicas.map(megabytes);
    await streams.openUntil(STREAMS);
    const many = await countSecond();
    const gained = replicas.reduce((sum, replica, i) => sum + megabytes(replica) - before[i]!, 0);
    const cpuBefore = replicas.map(cpuMs);
    const delays: number[] = [];
    for (let i = 0; i < BLOCKS; i++) delays.push(...(await streams.delaysOf(() => mineOne(node))));
    const cpu = replicas.reduce((sum, replica, i) => sum + cpuMs(replica) - cpuBefore[i]!, 0) / BLOCKS;
    return figures({ few, many, delays, kilobytes: (gained * 1024) / (STREAMS - FEW), cpu });
  } finally {
    streams.close();
    for (const replica of replicas) await replica.stop();
    await broker.kill();
    await listener.close();
    await node.node.close();
  }
};

interface Measured {
  readonly few: number;
  readonly many: number;
  readonly delays: readonly number[];
  readonly kilobytes: number;
  readonly cpu: number;
}

function figures({ few, many, delays, kilobytes, cpu }: Measured): Figure[] {
  const world = `${STREAMS.toLocaleString('en')} tip streams at two servers of the built app with a NATS broker, all on loopback`;
  const one = (name: string, value: number, unit: string, how: string) =>
    figureOf(`cluster_${name}`, [value], { unit, how: `${world}: ${how}` });
  const told = `from a block's acceptance until a stream reports it, ${delays.length.toLocaleString('en')} of them`;
  return [
    one('told_p50_ms', quantile(delays, 0.5), 'ms', told),
    one('told_p95_ms', quantile(delays, 0.95), 'ms', told),
    one('told_longest_ms', quantile(delays, 1), 'ms', told),
    one('requests_per_second', many, 'requests/s', `requests to the node while no block arrives`),
    one('requests_ratio', many / few, 'x', `requests to the node per second, relative to ${FEW} streams`),
    one('kilobytes_per_stream', kilobytes, 'KB', 'growth of the servers’ resident memory per stream'),
    one('cpu_per_block_ms', cpu, 'ms', 'CPU time of both servers per block, including three seconds of polling')
  ];
}

async function mineOne({ daemon }: OpenNode): Promise<void> {
  await daemon.miner.submitHeader({ body: solveUnit(await daemon.miner.header()) });
}

/** Tip streams, alternating between the servers. */
class Streams {
  readonly #replicas: readonly Replica[];
  readonly #headers: SignedIn;
  readonly #agent = new Agent({ keepAlive: false, maxSockets: Infinity });
  readonly #closing = new AbortController();
  #count = 0;
  #onLine = () => {};

  constructor(replicas: readonly Replica[], headers: SignedIn) {
    this.#replicas = replicas;
    this.#headers = headers;
  }

  async openUntil(count: number): Promise<void> {
    while (this.#count < count) {
      const batch = Math.min(OPENED_AT_ONCE, count - this.#count);
      await Promise.all(Array.from({ length: batch }, () => this.#open()));
    }
  }

  #open(): Promise<void> {
    const { origin } = this.#replicas[this.#count++ % this.#replicas.length]!;
    return new Promise((resolve, reject) => {
      const options = { agent: this.#agent, headers: { ...this.#headers, origin }, signal: this.#closing.signal };
      const broken = (reason: unknown) => {
        if (!this.#closing.signal.aborted) reject(new Error('a stream broke', { cause: reason }));
      };
      get(`${origin}/api/tips/daemon`, options, (answer) => {
        if (answer.statusCode !== 200) broken(answer.statusCode);
        answer.on('data', (chunk: Buffer) => {
          resolve();
          // Heartbeats are empty lines.
          if (chunk.length > 1) this.#onLine();
        });
        answer.on('error', broken);
      }).on('error', broken);
    });
  }

  /** Milliseconds from the block until each stream has received its line. */
  async delaysOf(mine: () => Promise<void>): Promise<number[]> {
    const atMs: number[] = [];
    const { promise: all, resolve } = Promise.withResolvers<void>();
    this.#onLine = () => {
      if (atMs.push(performance.now()) === this.#count) resolve();
    };
    await mine();
    const minedAtMs = performance.now();
    await all;
    await systemScheduler.sleep(PAUSE_MS, never);
    return atMs.map((at) => Math.max(0, at - minedAtMs));
  }

  close(): void {
    this.#closing.abort();
    this.#agent.destroy();
  }
}

const megabytes = ({ pid }: Replica): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;

/** CPU time, from Linux's ticks of 10 ms. */
function cpuMs({ pid }: Replica): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
