import { basename, join } from 'node:path';
import { NETWORK_DIALECT, passwordVariable } from '$lib/api/dialect';
import { createWalletServer, type WalletServer } from '$lib/api/wallet-server/client';
import type { Address } from '$lib/chain/address';
import type { ChainIndex } from '$lib/chain/element/elements';
import { unixSeconds, type UnixSeconds } from '$lib/chain/time';
import { AppError } from '$lib/errors';
import { buildTemplate } from '$lib/mining/work/template';
import { announceDialect } from '$lib/server/dialect/announceDialect';
import { basicAuthorization, http, UPSTREAM_ORIGIN } from '$lib/server/http/upstream';
import { freePort } from '../support/freePort';
import { Program } from './program';
import { fetchFrom } from '$lib/server/http/fetchMessages';

export const API_PASSWORD = 'a password for tests';
const ROOT = join(import.meta.dirname, '../..');
const NETWORKS = join(import.meta.dirname, 'networks');

/** An address that belongs to no test wallet. */
const DEFAULT_PAYOUT = 'd11e064b51f75444c2d0fc1083f9009cf87a8d21bb7a1c5d43cb87b6793544ea488908c3000d' as Address;
/** A network's parameters and genesis, in the servers' file format. */
export type NetworkFile = 'private-easy' | 'private-d20' | 'private-v1' | { readonly file: string };

export const isStandIn = process.env.COMPAT_STAND_IN === '1';
/** The real wallet server, if it could be installed. */
export const walletServerBinary = process.env.COMPAT_WALLET;
export const miningServerBinary = process.env.COMPAT_MINING;

interface Started {
  /** Without a trailing slash. */
  readonly url: string;
  /** Its address for peers; none for the stand-in. */
  readonly peerAddress?: string;
  readonly program: Program;
}

/** A wallet server on a private network, and a client of our own, to compare what the app shows with its responses. */
export class TestServer {
  readonly client: WalletServer;

  private constructor(private readonly started: Started) {
    this.client = createWalletServer({
      fetch: fetchFrom(
        announceDialect(http(`${started.url}/api`, 'Quarry'), {
          probePath: '/consensus/tipstate',
          maxBytes: 64 * 1024 * 1024
        })
      ),
      baseUrl: UPSTREAM_ORIGIN,
      headers: { authorization: basicAuthorization(API_PASSWORD) }
    });
  }

  /** @param from a stopped server whose chain to start from */
  static start(network: NetworkFile = 'private-easy', from?: TestServer): Promise<TestServer> {
    return TestServer.#start(isStandIn ? standIn : realServer(walletServerBinary!, network), from);
  }

  /** A mining server that pays the address; it also implements the whole wallet server API. */
  static startMining(payout: string, network: NetworkFile = 'private-easy'): Promise<TestServer> {
    const mining = ['-mining.payoutAddress', payout, '-mining.maxTemplateAge', '30s'];
    return TestServer.#start(isStandIn ? standIn : realServer(miningServerBinary!, network, mining));
  }

  /** The embedded node in its own process. */
  static startEmbedded(network: NetworkFile): Promise<TestServer> {
    return TestServer.#start(embeddedNode(pathOf(network)));
  }

  static async #start(recipe: Recipe, from?: TestServer): Promise<TestServer> {
    const [port, peerPort] = [await freePort(), await freePort()];
    const program = await Program.start(recipe(port, peerPort), from?.started.program);
    const peerAddress = isStandIn ? undefined : `127.0.0.1:${peerPort}`;
    return new TestServer({ url: `http://127.0.0.1:${port}`, peerAddress, program });
  }

  get url(): string {
    return this.started.url;
  }
  get peerAddress(): string | undefined {
    return this.started.peerAddress;
  }

  stop = (): Promise<void> => this.started.program.stop();
  /** Restarts it on the same port, with the same data. */
  again = (): Promise<void> => this.started.program.start();
  end = (): Promise<void> => this.started.program.end();

  tip = (): Promise<ChainIndex> => this.client.tip({});

  /**
   * Mines blocks with the pool's transactions that pay the address; on this network, every hash is a solution.
   * @param clock timestamp of each block
   */
  async mine(blocks: number, payout: string = DEFAULT_PAYOUT, clock: () => UnixSeconds = systemTime): Promise<void> {
    const network = await this.client.network({});
    for (let i = 0; i < blocks; i++) {
      const [state, pool] = await Promise.all([this.client.tipState({}), this.client.poolTransactions({})]);
      const parts = { network, state, transactions: pool.transactions, v2Transactions: pool.v2Transactions };
      const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));
      const { block } = buildTemplate(parts, payout as Address, clock(), random);
      // V1 blocks, and blocks without peers to relay them to, are answered with an error although they are accepted.
      await this.client.broadcastBlock({ body: block }).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
      });
      const { height } = await this.tip();
      if (height !== state.index.height + 1) throw new Error(`block ${state.index.height + 1} was not accepted`);
    }
    await this.indexed();
  }

  /** Waits until its address index has reached its tip: real servers index blocks after accepting them. */
  async indexed(): Promise<void> {
    for (let i = 0; i < 600; i++) {
      const [{ index }, tip] = await Promise.all([this.client.rescanStatus({}), this.tip()]);
      if (index.id === tip.id) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error('the server does not index its tip');
  }

  /** Connects to the other as a peer, and switches to its chain if that is heavier. */
  async meet(other: TestServer): Promise<void> {
    if (other.peerAddress !== undefined) {
      await this.client.connectPeer({ body: other.peerAddress });
      return;
    }
    // The stand-in has no peers, so the blocks are submitted to it.
    const { height } = await other.tip();
    for (let i = 1; i <= height; i++) {
      const body = await other.client.block({ params: { idOrHeight: String(i) } });
      await this.client.broadcastBlock({ body }).catch(() => undefined);
    }
  }
}

const systemTime = (): UnixSeconds => unixSeconds(Math.floor(Date.now() / 1000));

type Recipe = (port: number, peerPort: number) => Parameters<typeof Program.start>[0];

/** A real server with the flags for a private network: full index, no peers except explicit ones. */
const realServer =
  (binary: string, network: NetworkFile, further: readonly string[] = []): Recipe =>
  (port, peerPort) =>
  (dataDir) => ({
    command: binary,
    args: [
      ...['-debug', '-dir', dataDir, '-network', pathOf(network)],
      ...['-http', `127.0.0.1:${port}`, '-addr', `127.0.0.1:${peerPort}`],
      ...['-http.public', '-index.mode', 'full', '-bootstrap=false', ...further]
    ],
    // Each program reads its password from its own variable.
    env: { [`${basename(binary).toUpperCase()}_API_PASSWORD`]: API_PASSWORD },
    readyUrl: `http://127.0.0.1:${port}/api/consensus/tip`
  });

const pathOf = (network: NetworkFile): string =>
  typeof network === 'string' ? join(NETWORKS, `${network}.json`) : network.file;

/** The embedded node in its own process, in the real servers' dialect, with no peers except explicit ones. */
const embeddedNode =
  (network: string): Recipe =>
  (port, peerPort) =>
  (dataDir) => ({
    command: process.execPath,
    args: [
      ...['--import', join(ROOT, 'scripts/ts.mjs'), join(ROOT, 'scripts/node.ts')],
      ...['--port', String(port), '--network', network, '--dialect', NETWORK_DIALECT, '--data-dir', dataDir],
      ...['--listen', `127.0.0.1:${peerPort}`, '--no-bootstrap']
    ],
    env: { [passwordVariable(NETWORK_DIALECT)]: API_PASSWORD },
    readyUrl: `http://127.0.0.1:${port}/api/consensus/tip`
  });
const standIn = embeddedNode('test');
