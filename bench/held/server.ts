import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createDaemon, type Daemon } from '$lib/api/daemon/client';
import { PAGE_TOKEN_HEADER } from '$lib/api/quarry/pageToken';
import { createTips, type Tips } from '$lib/api/quarry/tips';
import { createWalletServer, type WalletServer } from '$lib/api/wallet-server/client';
import { printedUntilListening, signInAt } from '../../tests/support/builtServer';
import { freePort } from '../../tests/support/freePort';

const SERVER = join(import.meta.dirname, '../../build');
const SAMPLE_MS = 10_000;
/** Garbage collection pauses the server, so it is triggered rarely. */
const COLLECT_MS = 300_000;
const COLLECTED = fileURLToPath(new URL('collected.mjs', import.meta.url));

/** The server's memory at a time, in seconds since sampling began. */
export interface MemorySample {
  readonly seconds: number;
  readonly megabytes: number;
}

export interface MemorySamples {
  /** Resident memory, every ten seconds. */
  readonly resident: readonly MemorySample[];
  /** Heap and buffers of the main thread after garbage collection, every five minutes. */
  readonly live: readonly MemorySample[];
}

/** The built server in its own process, with an embedded node, and the API clients of a signed-in page. */
export interface HeldServer {
  /** For example `http://127.0.0.1:40123`. */
  readonly origin: string;
  /** Headers that a signed-in page sends with every request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly daemon: Daemon;
  readonly wallet: WalletServer;
  readonly tips: Tips;
  /** URL of the tip stream, and the headers that a request needs. */
  readonly streams: { readonly url: string; readonly headers: Record<string, string> };
  /** Current resident memory, MB. */
  megabytes(): number;
  /** Samples from now on until the server stops. */
  sampleMemory(): MemorySamples;
  stop(): Promise<void>;
}

/** @param network name of a preset, or the content of a network file */
export async function startServer(network: string): Promise<HeldServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'quarry-held-'));
  const file = join(dataDir, 'network.json');
  if (network.startsWith('{')) writeFileSync(file, network);
  const port = await freePort();
  const server = spawn(process.execPath, ['--expose-gc', '--import', COLLECTED, SERVER], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      SHUTDOWN_TIMEOUT: '1',
      QUARRY_HOST: '127.0.0.1',
      QUARRY_PORT: String(port),
      QUARRY_DATA_DIR: dataDir,
      QUARRY_NETWORK: network.startsWith('{') ? file : network,
      QUARRY_NO_PEERS: '1'
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc']
  });
  const exited = once(server, 'exit');
  const timers: ReturnType<typeof setInterval>[] = [];
  const stop = async () => {
    for (const timer of timers) clearInterval(timer);
    server.kill('SIGTERM');
    await exited;
    rmSync(dataDir, { recursive: true });
  };
  const origin = `http://127.0.0.1:${port}`;
  const transport = await signIn(origin, await printedToken(server));
  const megabytes = () => residentMegabytes(server.pid!);
  return {
    origin,
    headers: transport.headers,
    daemon: createDaemon({ ...transport, baseUrl: `${origin}/api/daemon` }),
    wallet: createWalletServer({ ...transport, baseUrl: `${origin}/api/wallet` }),
    tips: createTips({ ...transport, baseUrl: `${origin}/api` }),
    megabytes,
    sampleMemory() {
      const resident: MemorySample[] = [];
      const live: MemorySample[] = [];
      const beganAtMs = performance.now();
      const seconds = () => (performance.now() - beganAtMs) / 1000;
      timers.push(setInterval(() => resident.push({ seconds: seconds(), megabytes: megabytes() }), SAMPLE_MS));
      timers.push(setInterval(() => server.send('collect'), COLLECT_MS));
      server.on('message', (bytes) => live.push({ seconds: seconds(), megabytes: Number(bytes) / 2 ** 20 }));
      return { resident, live };
    },
    stop,
    streams: { url: `${origin}/api/tips/daemon`, headers: transport.headers as Record<string, string> }
  };
}

/** The token in the sign-in link that the server prints. */
async function printedToken(server: ChildProcess): Promise<string> {
  const printed = await printedUntilListening(server.stdout!);
  const token = /#token=(\S+)/.exec(printed)?.[1];
  if (token === undefined) throw new Error(`the server did not start: ${printed}`);
  return token;
}

async function signIn(origin: string, token: string) {
  const { cookie, pageToken } = await signInAt(origin, { token });
  return { fetch: (request: Request) => fetch(request), headers: { origin, cookie, [PAGE_TOKEN_HEADER]: pageToken } };
}

const residentMegabytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;
