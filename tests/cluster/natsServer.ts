import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { systemScheduler } from '$lib/async/scheduler';
import { freePort } from '../support/freePort';
import { temporaryFolder } from '../support/temporary';

/** The program: NATS_SERVER if set, else the system's `nats-server`; undefined if neither runs. */
export const natsServer: string | undefined = [process.env.NATS_SERVER ?? 'nats-server', '/usr/sbin/nats-server'].find(
  (program) => spawnSync(program, ['--version']).status === 0
);

/** A NATS broker with JetStream on loopback, in a process of its own. */
export interface NatsServer {
  readonly url: string;
  /** Starts it again on the same port, with its stored data. */
  start(): Promise<void>;
  /** Ends it like a crash. */
  kill(): Promise<void>;
}

export async function startNatsServer(): Promise<NatsServer> {
  const program = natsServer ?? notInstalled();
  const directory = temporaryFolder('nats');
  const port = await freePort();
  let running: ChildProcess | undefined;

  async function start(): Promise<void> {
    const args = ['--addr', '127.0.0.1', '--port', String(port), '--jetstream', '--store_dir', directory];
    running = spawn(program, args, { stdio: 'ignore' });
    for (;;) {
      if (running.exitCode !== null) throw new Error(`nats-server ended with status ${running.exitCode}`);
      if (await answers(port)) return;
      await systemScheduler.sleep(50, new AbortController().signal);
    }
  }
  async function kill(): Promise<void> {
    const ended = running && once(running, 'exit');
    running?.kill('SIGKILL');
    await ended;
    running = undefined;
  }
  await start();
  return {
    url: `nats://127.0.0.1:${port}`,
    start,
    kill
  };
}

function notInstalled(): never {
  throw new Error('nats-server is not installed; Debian has it as a package');
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    // A NATS server sends the first message.
    socket.once('data', () => {
      socket.destroy();
      resolve(true);
    });
  });
}
