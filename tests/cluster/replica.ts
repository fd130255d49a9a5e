import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createDaemon, type Daemon } from '$lib/api/daemon/client';
import { PAGE_TOKEN_HEADER } from '$lib/api/quarry/pageToken';
import { createSession } from '$lib/api/quarry/session';
import { createTips, type Tips } from '$lib/api/quarry/tips';
import { printedUntilListening, signInAt } from '../support/builtServer';
import { freePort } from '../support/freePort';
import { temporaryFolder } from '../support/temporary';

const SERVER = join(import.meta.dirname, '../../build');
export const METRICS_TOKEN = 'metrics-of-a-replica';

/** One of several servers behind one address: the built app in its own process. */
export interface Replica {
  /** Such as `http://127.0.0.1:40123`; users open a different address. */
  readonly origin: string;
  readonly pid: number;
  /** What it wrote to stderr. */
  reported(): string;
  /** The number of nodes it follows, by its role in the cluster. */
  roles(): Promise<Readonly<Record<string, number>>>;
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** @param settings environment of all replicas: the node, the session key, the broker */
export async function startReplica(settings: Readonly<Record<string, string>>): Promise<Replica> {
  const dataDir = temporaryFolder('replica');
  const port = await freePort();
  const server = spawn(process.execPath, [SERVER], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      SHUTDOWN_TIMEOUT: '1',
      QUARRY_HOST: '127.0.0.1',
      QUARRY_PORT: String(port),
      QUARRY_ORIGIN: 'http://127.0.0.1:4180',
      QUARRY_ALLOWED_HOSTS: `127.0.0.1:${port}`,
      QUARRY_DATA_DIR: dataDir,
      QUARRY_METRICS_TOKEN: METRICS_TOKEN,
      ...settings
    },
    stdio: ['ignore', 'pipe', 'pipe']
  });
  const exited = once(server, 'exit');
  let reported = '';
  server.stderr.setEncoding('utf8').on('data', (text: string) => (reported += text));
  const origin = `http://127.0.0.1:${port}`;
  const printed = await printedUntilListening(server.stdout);
  if (server.exitCode !== null) throw new Error(`the replica did not start: ${printed}`);
  const end = async (signal: NodeJS.Signals) => {
    server.kill(signal);
    await exited;
  };
  return {
    origin,
    pid: server.pid!,
    reported: () => reported,
    async roles() {
      const answer = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
      const lines = (await answer.text()).matchAll(/^quarry_followed_nodes\{role="(\w+)"\} (\d+)$/gm);
      return Object.fromEntries([...lines].map(([, role, count]) => [role, Number(count)]));
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM')
  };
}

/** The headers of a signed-in page, valid at any replica. */
export type SignedIn = Readonly<Record<'cookie' | typeof PAGE_TOKEN_HEADER, string>>;

export async function signIn({ origin }: Replica, password: string): Promise<SignedIn> {
  const { cookie, pageToken } = await signInAt(origin, { password });
  return { cookie, [PAGE_TOKEN_HEADER]: pageToken };
}

/** The clients of a signed-in page. */
interface Page {
  readonly daemon: Daemon;
  readonly tips: Tips;
  readonly session: ReturnType<typeof createSession>;
}

/** A page at one of the replicas. */
export function pageAt({ origin }: Replica, signedIn: SignedIn): Page {
  const transport = { fetch: (request: Request) => fetch(request), headers: { ...signedIn, origin } };
  return {
    daemon: createDaemon({ ...transport, baseUrl: `${origin}/api/daemon` }),
    tips: createTips({ ...transport, baseUrl: `${origin}/api` }),
    session: createSession({ ...transport, baseUrl: `${origin}/api` })
  };
}
