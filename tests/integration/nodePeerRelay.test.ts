import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { systemScheduler } from '$lib/async/scheduler';
import { v2Block } from '$lib/chain/block/blockLayout';
import { v2Transaction } from '$lib/chain/transaction/v2Transaction';
import { concatBytes, decodeHex, encodeHex } from '$lib/codec/bytes';
import { decode, encode } from '$lib/codec/layout';
import { serveCalls, type CallHandlers } from '$lib/peers/calls/callee';
import { callPeer } from '$lib/peers/calls/caller';
import { callId, calls } from '$lib/peers/calls/callTypes';
import { handshake } from '$lib/peers/handshake/handshake';
import type { UniqueId } from '$lib/peers/handshake/objects';
import { Multiplexer } from '$lib/peers/mux/multiplexer';
import { ChainManager } from '$lib/server/node/chain/chainManager';
import { nodeCrypto } from '$lib/server/node/peers/crypto';
import { PeerNetwork } from '$lib/server/node/peers/peerNetwork';
import { tcpStream } from '$lib/server/node/peers/tcpStream';
import { TransactionPool } from '$lib/server/node/pool/transactionPool';
import { SignatureChecker } from '$lib/server/node/signatures/signatureChecker';
import { SignatureWorkers } from '$lib/server/node/signatures/signatureWorkers';
import { ChainStore } from '$lib/server/node/store/store';
import { vectorNetwork } from '../support/peers/vectorNetwork';
import { loadVectors } from '../support/vectors';
import { limitMs } from '../support/limits';

interface Call {
  readonly rpc: string;
  readonly request: string;
}
interface Row {
  readonly name: string;
  readonly chain: string;
  readonly poolBefore: readonly string[];
  readonly rpc?: string;
  readonly request?: string;
  /** The whole stream, instead of a call. */
  readonly stream?: string;
  readonly answers?: Readonly<Record<string, string | null>>;
  readonly result: {
    readonly askedOfSender: readonly Call[];
    readonly ban: string | null;
    readonly connected: boolean;
    readonly pool: readonly { readonly hex: string; readonly id: string }[];
    readonly relayedToOthers: readonly Call[];
    readonly resync: boolean;
    readonly tip: { readonly height: string; readonly id: string };
  };
}

// How the reference implementation handles messages of a peer; see tests/vectors/README.md.
const { rows, sideBranch, longChain } = loadVectors<{
  rows: readonly Row[];
  sideBranch: readonly string[];
  longChain: readonly string[];
}>('peers/relay');
const { chain: shortChain } = loadVectors<{ chain: readonly { readonly block: string }[] }>('peers/chain');

const decodeBlock = (hex: string) => decode(v2Block, decodeHex(hex));

const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

/** A node with the chain of the row, and two peers: one that sends, and another. */
async function nodeOf(row: Row) {
  const blocks = row.chain === 'long' ? longChain : [...shortChain.map(({ block }) => block), ...sideBranch];
  const [genesis, ...others] = blocks.map(decodeBlock);
  const workers = new SignatureWorkers();
  const signatures = new SignatureChecker((checks) => workers.verify(checks));
  const store = new ChainStore(':memory:');
  const clock = () => Date.now();
  const chain = new ChainManager({ store, network: vectorNetwork(), genesis: genesis!, clock, signatures });
  for (const block of others) await chain.addBlock(block);
  const pool = new TransactionPool({ store, chain, signatures });
  if (row.poolBefore.length > 0) {
    const v2Transactions = row.poolBefore.map((hex) => decode(v2Transaction, decodeHex(hex)));
    await pool.add({ transactions: [], v2Transactions });
  }
  const network = new PeerNetwork({
    store,
    chain,
    pool,
    clock,
    options: { listen: '127.0.0.1:0', peers: [], discover: false }
  });
  await network.start();
  opened.push(async () => {
    await network.stop();
    await workers.close();
    pool.close();
    store.close();
  });
  return { chain, pool, network };
}

type Node = Awaited<ReturnType<typeof nodeOf>>;

/** A peer that has nothing the node lacks, and records the calls it receives. */
async function connectPeer({ chain, network }: Node, id: string, answers: Row['answers'] = {}) {
  const { port } = new URL(`tcp://${network.address}`);
  const socket = connect(Number(port), '127.0.0.1');
  const { connection } = await handshake(tcpStream(socket, { counters: [] }), {
    role: 'dial',
    crypto: nodeCrypto,
    genesisId: chain.genesisId,
    uniqueId: id as UniqueId,
    netAddress: `127.0.0.1:${id.slice(0, 4).replace(/\D/g, '1')}`,
    remoteHost: '127.0.0.1',
    timers: systemScheduler
  });
  const mux = new Multiplexer(connection, { clock: systemScheduler });
  const received: Call[] = [];
  let headersAsked = 0;
  const note =
    (name: 'relayHeader' | 'relayOutline' | 'relayTransactions') =>
    (request: never): void => {
      const { name: rpc, request: layout } = calls[name];
      received.push({ rpc, request: encodeHex(encode(layout as never, request)) });
    };
  const handlers: CallHandlers = {
    shareNodes: () => [],
    discoverIp: () => undefined,
    sendHeaders: () => {
      headersAsked++;
      return { headers: [], remaining: 0n };
    },
    sendBlocks: () => undefined,
    sendCheckpoint: () => undefined,
    sendTransactions: (request) => {
      received.push({ rpc: 'SendTransactions', request: encodeHex(encode(calls.sendTransactions.request, request)) });
      const answer = answers.SendTransactions;
      return answer === null || answer === undefined
        ? undefined
        : decode(calls.sendTransactions.response, decodeHex(answer));
    },
    relayHeader: note('relayHeader'),
    relayOutline: note('relayOutline'),
    relayTransactions: note('relayTransactions')
  };
  let isConnected = true;
  void mux.ended.then(() => (isConnected = false));
  void serveCalls(mux, handlers, { clock: systemScheduler });
  opened.push(async () => mux.close());
  // It counts as a regular peer once it was asked for its headers.
  await expect.poll(() => headersAsked, { timeout: limitMs(60_000) }).toBe(1);
  return {
    mux,
    received,
    isConnected: () => isConnected,
    wasAskedAgain: () => headersAsked > 1
  };
}

const named = (name: string): Row => rows.find((row) => row.name === name)!;

test('a block that one peer leaves incomplete is accepted from the next', { timeout: limitMs(120_000) }, async () => {
  const silent = named('outline, one left out, sender does not answer');
  const answering = named('outline, one left out, sender has it');
  const node = await nodeOf(silent);
  for (const [i, row] of [silent, answering].entries()) {
    const peer = await connectPeer(node, `${i + 1}`.repeat(16), row.answers);
    const stream = peer.mux.open();
    await stream.write(concatBytes(callId(silent.rpc!), decodeHex(silent.request!)));
    stream.close();
    // The node asks the peer that did not respond for what it is missing.
    if (row === silent) await expect.poll(peer.wasAskedAgain, { timeout: limitMs(60_000) }).toBe(true);
  }
  await expect.poll(() => node.chain.tip.id, { timeout: limitMs(60_000) }).toBe(answering.result.tip.id);
});

describe('messages of a peer', () => {
  test.each(rows.map((row) => [row.name, row] as const))('%s', { timeout: limitMs(120_000) }, async (_, row) => {
    const node = await nodeOf(row);
    const other = await connectPeer(node, '2222222222222222');
    const sender = await connectPeer(node, '1111111111111111', row.answers);
    const stream = sender.mux.open();
    await stream.write(
      row.stream === undefined ? concatBytes(callId(row.rpc!), decodeHex(row.request!)) : decodeHex(row.stream)
    );
    stream.close();

    const { result } = row;
    const outcome = () => ({
      askedOfSender: sender.received,
      isBanned: node.network.bans.length > 0,
      connected: sender.isConnected(),
      pool: node.pool.entries.map(({ id }) => id),
      relayedToOthers: other.received,
      resync: sender.wasAskedAgain(),
      tip: { height: String(node.chain.tip.height), id: node.chain.tip.id }
    });
    const expected = {
      askedOfSender: result.askedOfSender,
      isBanned: result.ban !== null,
      connected: result.connected,
      pool: result.pool.map(({ id }) => id),
      relayedToOthers: result.relayedToOthers,
      resync: result.resync,
      tip: result.tip
    };
    await expect.poll(outcome, { timeout: limitMs(60_000), interval: 20 }).toEqual(expected);
    // Nothing follows, even many calls later.
    for (let i = 0; i < 50; i++) {
      const request = { index: node.chain.tip, max: 1n };
      await callPeer(other.mux, calls.sendHeaders, request, { clock: systemScheduler });
    }
    expect(outcome()).toEqual(expected);
    expect(node.pool.v2Transactions.map((txn) => encodeHex(encode(v2Transaction, txn)))).toEqual(
      result.pool.map(({ hex }) => hex)
    );
  });
});
