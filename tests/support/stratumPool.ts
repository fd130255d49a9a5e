import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { blake2b256 } from '$lib/chain/hash';
import { encodeHex } from '$lib/codec/bytes';
import { targetOfDifficulty } from '$lib/mining/stratum/difficulty';
import { headerBytesOf, type PoolJob } from '$lib/mining/stratum/job';
import { shareErrors } from '$lib/mining/stratum/shareErrors';

/** A share with the pool's verdict. */
export interface CheckedShare {
  readonly worker: string;
  readonly verdict: 'accepted' | 'stale' | 'duplicate' | 'low-difficulty' | 'unauthorized';
}

interface TlsParts {
  readonly cert: string;
  readonly key: string;
}

interface PoolOptions {
  readonly user?: string;
  readonly password?: string;
  readonly difficulty?: number;
  readonly tls?: TlsParts;
}

const faultOf = (code: keyof typeof shareErrors): [number, string, null] => {
  const { numbers, wire } = shareErrors[code];
  return [numbers[0], wire, null];
};

/** `NonSia` and ten zero bytes, the protocol's prefix of uninterpreted data; the miner's extranonces follow. */
const MARK = `4e6f6e536961${'00'.repeat(10)}`;
const EXTRANONCE_BYTES = 4;

interface Miner {
  readonly socket: Socket;
  readonly extranonce1: Uint8Array;
  difficulty: number;
  isAuthorized: boolean;
}

/**
 * A stratum pool that verifies every share against its own copy of the job: it rebuilds, hashes and compares the
 * header. A test can enable misbehavior.
 */
export class StratumPool {
  readonly user: string;
  readonly password: string;
  readonly shares: CheckedShare[] = [];
  /** The agents that subscribers sent. */
  readonly agents: string[] = [];
  difficulty: number;
  /** Factor by which it demands more than it announced. */
  severity = 1;
  /** Connections accepted so far. */
  connections = 0;

  #jobs = new Map<string, PoolJob>();
  #job: PoolJob;
  #seen = new Set<string>();
  #miners = new Set<Miner>();
  #server: Server | undefined;
  readonly #tls: TlsParts | undefined;
  #port = 0;
  #jobCount = 0;

  /** @param options.tls certificate and key, both PEM, of a pool with TLS */
  constructor({ user = 'worker.1', password = 'x', difficulty = 0.0001, tls }: PoolOptions = {}) {
    this.#tls = tls;
    this.user = user;
    this.password = password;
    this.difficulty = difficulty;
    this.#job = this.#createJob(true);
  }

  get url(): string {
    return this.#tls ? `stratum+ssl://localhost:${this.#port}` : `stratum+tcp://127.0.0.1:${this.#port}`;
  }

  /** Listens, on its previous port if it had one. */
  async start(): Promise<void> {
    const accept = (socket: Socket) => this.#accept(socket);
    this.#server = this.#tls ? createTlsServer(this.#tls, accept) : createServer(accept);
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    if (!server) return;
    const closed = once(server, 'close');
    server.close();
    for (const { socket } of this.#miners) socket.destroy();
    await closed;
    // A restarted pool has no memory of earlier jobs.
    this.#jobs.clear();
    this.#job = this.#createJob(true);
  }

  /** Another miner found a block: all jobs are stale. @param notify whether to notify the miners */
  newBlock(notify = true): void {
    this.#jobs.clear();
    this.#job = this.#createJob(true);
    if (notify) this.broadcastJob();
  }

  /** The same block with other transactions. */
  newTransactions(): void {
    this.#job = this.#createJob(false);
    this.broadcastJob();
  }

  broadcastJob(): void {
    for (const miner of this.#miners) this.#notify(miner);
  }

  setDifficulty(difficulty: number): void {
    this.difficulty = difficulty;
    for (const miner of this.#miners) {
      miner.difficulty = difficulty;
      write(miner, { id: null, method: 'mining.set_difficulty', params: [difficulty] });
    }
  }

  /** Sends any line to every miner. */
  say(line: string): void {
    for (const { socket } of this.#miners) socket.write(`${line}\n`);
  }

  count(verdict: CheckedShare['verdict']): number {
    return this.shares.filter((share) => share.verdict === verdict).length;
  }

  #createJob(isNextBlock: boolean): PoolJob {
    const data = (bytes: number) => Uint8Array.from(Buffer.from(`${MARK}${'00'.repeat(bytes)}`, 'hex'));
    const length = Buffer.alloc(8);
    length.writeBigUInt64LE(BigInt(data(2 * EXTRANONCE_BYTES).length));
    // V2: version, the bit for arbitrary data, its length, the prefix; the extranonces complete it.
    const coinbase1 = Buffer.concat([Buffer.from('020001000000000000', 'hex'), length, Buffer.from(MARK, 'hex')]);
    const timestamp = Buffer.alloc(8);
    timestamp.writeBigUInt64LE(BigInt(Math.floor(Date.now() / 1000)));
    const job: PoolJob = {
      id: `job${++this.#jobCount}`,
      parentId: isNextBlock ? Uint8Array.from(randomBytes(32)) : this.#job.parentId,
      coinbase1: Uint8Array.from(coinbase1),
      coinbase2: new Uint8Array(0),
      branches: [Uint8Array.from(randomBytes(32)), Uint8Array.from(randomBytes(32))],
      timestamp: Uint8Array.from(timestamp),
      clean: isNextBlock
    };
    this.#jobs.set(job.id, job);
    return job;
  }

  #accept(socket: Socket): void {
    this.connections++;
    const miner: Miner = {
      socket,
      extranonce1: Uint8Array.from(randomBytes(EXTRANONCE_BYTES)),
      difficulty: this.difficulty,
      isAuthorized: false
    };
    this.#miners.add(miner);
    let rest = '';
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) this.#handle(miner, JSON.parse(line) as Call);
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#miners.delete(miner));
  }

  #handle(miner: Miner, { id, method, params }: Call): void {
    switch (method) {
      case 'mining.subscribe':
        this.agents.push(String(params[0]));
        write(miner, { id, result: [[], encodeHex(miner.extranonce1), EXTRANONCE_BYTES], error: null });
        return;
      case 'mining.authorize':
        miner.isAuthorized = params[0] === this.user && params[1] === this.password;
        write(miner, { id, result: miner.isAuthorized, error: miner.isAuthorized ? null : faultOf('unauthorized') });
        if (!miner.isAuthorized) return;
        write(miner, { id: null, method: 'mining.set_difficulty', params: [miner.difficulty] });
        this.#notify(miner);
        return;
      case 'mining.submit': {
        const verdict = this.#check(miner, params as string[]);
        this.shares.push({ worker: String(params[0]), verdict });
        const fault = verdict === 'accepted' ? null : faultOf(verdict);
        write(miner, { id, result: verdict === 'accepted' ? true : null, error: fault });
        return;
      }
      default:
        write(miner, { id, result: null, error: [20, 'Not supported', null] });
    }
  }

  #check(miner: Miner, [worker, jobId, extranonce2, time, nonce]: string[]): CheckedShare['verdict'] {
    if (!miner.isAuthorized || worker !== this.user) return 'unauthorized';
    const job = this.#jobs.get(jobId!);
    if (job === undefined || time !== encodeHex(job.timestamp)) return 'stale';
    const second = Uint8Array.from(Buffer.from(extranonce2!, 'hex'));
    const header = headerBytesOf(job, { first: miner.extranonce1, second });
    header.set(Buffer.from(nonce!, 'hex'), 32);
    const hash = BigInt(`0x${encodeHex(blake2b256(header))}`);
    if (hash > targetOfDifficulty(miner.difficulty * this.severity)) return 'low-difficulty';
    const share = [jobId, encodeHex(miner.extranonce1), extranonce2, nonce].join(':');
    if (this.#seen.has(share)) return 'duplicate';
    this.#seen.add(share);
    return 'accepted';
  }

  #notify(miner: Miner): void {
    if (!miner.isAuthorized) return;
    const { id, parentId, coinbase1, coinbase2, branches, timestamp, clean } = this.#job;
    const hex = [parentId, coinbase1, coinbase2].map(encodeHex);
    const params = [id, ...hex, branches.map(encodeHex), '2', '1d00ffff', encodeHex(timestamp), clean];
    write(miner, { id: null, method: 'mining.notify', params });
  }
}

interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: readonly unknown[];
}

const write = ({ socket }: Miner, message: object): void => void socket.write(`${JSON.stringify(message)}\n`);
