import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Peer {
  inbound: boolean;
  local: boolean;
  netaddress: string;
  version: string;
}

interface Alert {
  cause: string;
  msg: string;
  module: string;
  severity: string;
}

const HOUR_MS = 3_600_000;
const GENESIS = '0'.repeat(63) + '7';
const NETWORK = {
  foundationprimaryunlockhash: '71608f1dc60f57f0155a3e54bd46821d206bdcd071fb59148cea35eb7ddeec03c6b510343b8f',
  foundationfailsafeunlockhash: 'd27cab2a32ddf0beae6ab83dfc67c1a2b96d204d936f8ebc9a13fe848fd18bf2f5c4d64fd732',
  blockfrequency: 600,
  blocksizelimit: 2_000_000,
  extremefuturethreshold: 18_000,
  futurethreshold: 10_800,
  genesistimestamp: 1_433_600_000,
  maturitydelay: 144,
  mediantimestampwindow: 11,
  svcfundcount: '10000',
  svcfundportion: '39/1000',
  initialcoinbase: 300_000,
  minimumcoinbase: 30_000,
  roottarget: [0, 0, 0, 0, 32, ...Array<number>(27).fill(0)],
  rootdepth: Array<number>(32).fill(255),
  svccoinprecision: '1000000000000000000000000'
};

/**
 * A scripted daemon: has peers, traffic and alerts, which the embedded node lacks, records requests for changes, and
 * can be stopped. Chain and miner are minimal; every other module is disabled.
 */
export class ScriptedDaemon {
  peers: Peer[] = [];
  alerts: Alert[] = [];
  blocklist: string[] = [];
  /** Counter growth in bytes per second, and when it began. */
  traffic = { download: 250_000, upload: 50_000, sinceMs: Date.now() - HOUR_MS };
  limits = { daemon: { download: 0, upload: 0 }, gateway: { download: 0, upload: 0 } };
  release = { available: false, version: '1.5.9' };
  /** Every change requested, as `METHOD /path body`. */
  readonly asked: string[] = [];
  /** How long a stop takes, in milliseconds. */
  stopMs = 700;

  readonly #server = createServer((request, response) => {
    this.#answer(request, response).catch(() => response.destroy());
  });
  #port = 0;

  static async start(): Promise<ScriptedDaemon> {
    const daemon = new ScriptedDaemon();
    await daemon.listen();
    return daemon;
  }

  /** Starts it, or starts it again at the same address. */
  async listen(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString();
    const { pathname } = new URL(request.url ?? '/', this.origin);
    const json = (value: unknown, status = 200) =>
      void response
        .writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' })
        .end(`${JSON.stringify(value)}\n`);
    const fail = (message: string, status = 400) => json({ message }, status);
    const done = () => void response.writeHead(204).end();
    if (request.method === 'POST') {
      this.asked.push(`POST ${decodeURIComponent(pathname)} ${body}`.trim());
      return this.#change(decodeURIComponent(pathname), body, { done, fail });
    }
    if (pathname === '/daemon/stop') {
      this.asked.push('GET /daemon/stop');
      setTimeout(() => this.stop(), this.stopMs);
      return done();
    }
    if (pathname === '/miner/header') return void response.writeHead(200).end(Buffer.alloc(112, 255));
    const answer = this.#read(pathname);
    return answer === undefined ? fail('491 Module disabled - Refer to API.md', 491) : json(answer);
  }

  #read(pathname: string): unknown {
    const { daemon, gateway } = this.limits;
    switch (pathname) {
      case '/consensus':
        return {
          ...NETWORK,
          synced: true,
          height: 0,
          currentblock: GENESIS,
          target: NETWORK.roottarget,
          difficulty: '8'
        };
      case '/consensus/blocks':
        return {
          id: GENESIS,
          height: 0,
          parentid: '0'.repeat(64),
          nonce: [0, 0, 0, 0, 0, 0, 0, 0],
          difficulty: '8',
          timestamp: NETWORK.genesistimestamp,
          minerpayouts: [],
          transactions: []
        };
      case '/miner':
        return { blocksmined: 0, cpuhashrate: 0, cpumining: false, staleblocksmined: 0 };
      case '/gateway':
        return {
          netaddress: '198.51.100.1:9981',
          peers: this.peers,
          online: this.peers.some(({ local }) => !local),
          maxdownloadspeed: gateway.download,
          maxuploadspeed: gateway.upload
        };
      case '/gateway/bandwidth': {
        const { download, upload, sinceMs } = this.traffic;
        const seconds = (Date.now() - sinceMs) / 1000;
        return {
          download: Math.floor(seconds * download),
          upload: Math.floor(seconds * upload),
          starttime: new Date(sinceMs).toISOString()
        };
      }
      case '/gateway/blocklist':
        return { blocklist: this.blocklist.length > 0 ? this.blocklist : null };
      case '/daemon/alerts':
        return { alerts: this.alerts, criticalalerts: [], erroralerts: [], warningalerts: [], infoalerts: [] };
      case '/daemon/constants':
        return { ...NETWORK, targetwindow: 1000, maxtargetadjustmentup: '5/2', maxtargetadjustmentdown: '2/5' };
      case '/daemon/settings':
        return {
          maxdownloadspeed: daemon.download,
          maxuploadspeed: daemon.upload,
          modules: { consensus: true, gateway: true, miner: true, host: false, renter: false, wallet: false }
        };
      case '/daemon/stack':
        return { stack: 'goroutine 1 [running]:\nmain.main()\n' };
      case '/daemon/version':
        return { version: '1.5.9', gitrevision: '66e7fc630', buildtime: '2025-03-10' };
      case '/daemon/update':
        return this.release;
      default:
        return undefined;
    }
  }

  #change(pathname: string, body: string, { done, fail }: { done: () => void; fail: (message: string) => void }): void {
    const limits = { '/gateway': this.limits.gateway, '/daemon/settings': this.limits.daemon }[pathname];
    if (limits) {
      const given = new URLSearchParams(body);
      if (given.has('maxdownloadspeed')) limits.download = Number(given.get('maxdownloadspeed'));
      if (given.has('maxuploadspeed')) limits.upload = Number(given.get('maxuploadspeed'));
      return done();
    }
    const connect = /^\/gateway\/connect\/(.+)$/.exec(pathname)?.[1];
    if (connect !== undefined) {
      if (this.peers.some(({ netaddress }) => netaddress === connect)) return fail('already connected to this peer');
      if (connect.endsWith(':9')) return fail(`dial tcp ${connect}: connect: connection refused`);
      this.peers.push({ inbound: false, local: false, netaddress: connect, version: '1.5.4' });
      return done();
    }
    const leave = /^\/gateway\/disconnect\/(.+)$/.exec(pathname)?.[1];
    if (leave !== undefined) {
      this.peers = this.peers.filter(({ netaddress }) => netaddress !== leave);
      return done();
    }
    if (pathname === '/gateway/blocklist') {
      const { action, addresses } = JSON.parse(body) as { action: string; addresses: string[] };
      if (action === 'append') this.blocklist = [...new Set([...this.blocklist, ...addresses])];
      else if (action === 'remove') this.blocklist = this.blocklist.filter((entry) => !addresses.includes(entry));
      else if (action === 'set') this.blocklist = addresses;
      // Real daemons crash in the handler on any other word.
      else throw new Error('the handler crashes');
      return done();
    }
    if (pathname === '/daemon/update') return done();
    return fail('491 Module disabled - Refer to API.md');
  }
}
