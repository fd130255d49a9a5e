/**
 * The embedded node in this process, on disk: accepting full blocks, indexing outputs, paging through an address with
 * very many outputs, the update feed, and the overhead that our server adds to a call.
 */
import { generateKeyPairSync, randomBytes, sign, verify } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v2Block } from '$lib/chain/block/blockLayout';
import type { Block } from '$lib/chain/block/block';
import { encode } from '$lib/codec/layout';
import type { HttpRequest } from '$lib/api/http/message';
import { daemonApi } from '$lib/api/daemon/modules';
import { createWalletServer, type WalletServer } from '$lib/api/wallet-server/client';
import { fetchFrom } from '$lib/server/http/fetchMessages';
import { proxy } from '$lib/server/http/proxy';
import { openNode, HEADERS, PASSWORD, type OpenNode } from '../tests/support/node';
import { figureOf, median, type Figure, type Measurement } from './figures.ts';
import { address, buildChain, fanOut, TRANSACTIONS } from './nodeWorld.ts';

const FULL_BLOCKS = 12;
const FEED_BLOCKS = 10;
const OUTPUTS = 100_000;
const CALLS = 200;

/** Opens a node in a temporary directory, which is removed at the end. */
async function withNode<T>(use: (open: OpenNode) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'quarry-bench-'));
  const open = await openNode({ dataDir });
  try {
    return await use(open);
  } finally {
    await open.node.close();
    rmSync(dataDir, { recursive: true });
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAtMs = performance.now();
  await work();
  return performance.now() - startedAtMs;
}

async function addAll(open: OpenNode, blocks: readonly Block[]): Promise<void> {
  for (const block of blocks) await open.daemon.miner.submitBlock({ body: encode(v2Block, block) });
}

export const measure: Measurement = async ({ runs }) => [...(await blocks(runs)), ...(await address100k(runs))];

/** Blocks of 100 payments with two inputs and two outputs, submitted in binary encoding. */
async function blocks(runs: number): Promise<Figure[]> {
  const oneKey = await buildChain(FULL_BLOCKS);
  const keyEach = await buildChain(FULL_BLOCKS, 'each');
  const once = (isPooled: boolean, chain = oneKey) =>
    withNode(async (open) => {
      const bodies = chain.full.map((block) => encode(v2Block, block));
      await addAll(open, chain.before);
      let ms = 0;
      for (const [i, body] of bodies.entries()) {
        if (isPooled) {
          const v2Transactions = [...chain.full[i]!.v2!.transactions];
          await open.wallet.broadcast({ body: { basis: open.node.tip, transactions: [], v2Transactions } });
        }
        ms += await timed(() => open.daemon.miner.submitBlock({ body }));
      }
      return { perSecond: (bodies.length * 1000) / ms, feedMs: await feedMs(open) };
    });
  await once(false);
  const fresh: { perSecond: number; feedMs: number }[] = [];
  const pooled: { perSecond: number }[] = [];
  const distinct: { perSecond: number; allowed: number }[] = [];
  for (let run = 0; run < runs; run++) {
    fresh.push(await once(false));
    distinct.push({ ...(await once(false, keyEach)), allowed: blocksThatSignaturesAllow() });
    pooled.push(await once(true));
  }
  const payments = `blocks of ${TRANSACTIONS} payments with two inputs and two outputs each`;
  const stored = 'validated, applied and indexed on disk';
  const what = `${payments}, one key for all, ${stored}`;
  return [
    figureOf(
      'node_distinct_blocks_per_s',
      distinct.map(({ perSecond }) => perSecond),
      {
        unit: 'blocks/s',
        peer: `OpenSSL alone, on two cores: ${median(distinct.map(({ allowed }) => allowed)).toPrecision(3)}`,
        how: `${payments}, one key per output, ${stored}; no signatures cached, two verification threads`
      }
    ),
    figureOf(
      'node_blocks_per_s',
      fresh.map(({ perSecond }) => perSecond),
      {
        unit: 'blocks/s',
        peer: 'the reference implementation with its database: 69',
        how: `${what}; no signatures cached`
      }
    ),
    figureOf(
      'node_pooled_blocks_per_s',
      pooled.map(({ perSecond }) => perSecond),
      {
        unit: 'blocks/s',
        how: `${what}; every payment already in the pool`
      }
    ),
    figureOf(
      'feed_ms',
      fresh.map(({ feedMs }) => feedMs),
      {
        unit: 'ms',
        peer: 'the reference wallet server: 107 ms',
        how: 'ten full blocks of the update feed, from the request to the complete response text; a response ends with the block that exceeds 8 MB, and the effects of blocks are computed once and cached'
      }
    )
  ];
}

/** Blocks per second whose signatures two cores could verify if they did nothing else. */
function blocksThatSignaturesAllow(): number {
  const message = randomBytes(32);
  const signed = Array.from({ length: 2 * TRANSACTIONS }, () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    return { publicKey, signature: sign(null, message, privateKey) };
  });
  const startedAtMs = performance.now();
  if (!signed.every(({ publicKey, signature }) => verify(null, message, publicKey, signature))) {
    throw new Error('OpenSSL refuses its own signatures');
  }
  return (2 * 1000) / (performance.now() - startedAtMs);
}

/** Measures a client call, from the request to the complete response text. */
async function question<T>({ node }: OpenNode, call: (wallet: WalletServer) => Promise<T>) {
  let url = '';
  const fetch = (request: Request) => {
    url = request.url;
    return node.fetch(request);
  };
  const answer = await call(createWalletServer({ fetch, baseUrl: 'http://node/api', headers: HEADERS }));
  return { answer, ask: async () => (await node.fetch(new Request(url, { headers: HEADERS }))).text() };
}

/** Time for the newest ten blocks of the update feed. */
async function feedMs(open: OpenNode): Promise<number> {
  const since = await open.wallet.indexAt({ params: { height: open.node.tip.height - FEED_BLOCKS } });
  const { answer, ask } = await question(open, (wallet) =>
    wallet.updates({ params: { index: since }, query: { limit: FEED_BLOCKS } })
  );
  const { applied } = answer;
  if (applied.length !== FEED_BLOCKS) throw new Error(`${applied.length} blocks of the feed instead of ${FEED_BLOCKS}`);
  const times: number[] = [];
  while (times.length < 3) times.push(await timed(ask));
  return median(times);
}

/** One address with 100,000 outputs. */
async function address100k(runs: number): Promise<Figure[]> {
  return withNode(async (open) => {
    const perSecond: number[] = [];
    await fanOut(open, OUTPUTS, (outputs, ms) => perSecond.push((outputs * 1000) / ms));
    const params = { address };
    const p50 = async (call: () => Promise<unknown>): Promise<number[]> => {
      await call();
      const medians: number[] = [];
      for (let run = 0; run < runs; run++) {
        const times: number[] = [];
        for (let i = 0; i < CALLS / runs; i++) times.push(await timed(call));
        medians.push(median(times));
      }
      return medians;
    };
    const answered = async (call: (wallet: WalletServer) => Promise<unknown>) => p50((await question(open, call)).ask);
    const page = (offset: number) => (wallet: WalletServer) =>
      wallet.coinOutputs({ params, query: { offset, limit: 100 } });
    const target = {
      tables: Object.values(daemonApi),
      // As the app calls its embedded node.
      upstream: (request: HttpRequest) =>
        open.node.answer({ ...request, headers: { ...request.headers, 'user-agent': HEADERS['user-agent'] } }),
      timeoutMs: 10_000,
      maxBytes: 2 ** 26
    };
    const direct = async () =>
      (await open.node.fetch(new Request('http://node/consensus', { headers: HEADERS }))).text();
    const proxied = fetchFrom((request) => proxy(target, request, PASSWORD));
    const between = async () => {
      const answer = await proxied(new Request('http://quarry/consensus', { headers: HEADERS }));
      if (!answer.ok) throw new Error(`the proxy answered ${answer.status}`);
      return answer.text();
    };
    // Alternating; otherwise warm-up would benefit the second.
    const overheads: number[] = [];
    for (let run = 0; run <= runs; run++) {
      const [direct_, between_]: [number[], number[]] = [[], []];
      for (let i = 0; i < CALLS; i++) {
        direct_.push(await timed(direct));
        between_.push(await timed(between));
      }
      // The first round is warm-up.
      if (run > 0) overheads.push(median(between_) - median(direct_));
    }
    const how = `one address with ${OUTPUTS.toLocaleString('en')} outputs, in process, from the request to the complete response text`;
    const peer = (ms: string) => `the reference wallet server: ${ms} ms`;
    return [
      figureOf('index_outputs_per_s', perSecond, {
        unit: 'outputs/s',
        peer: 'the reference wallet server: 19,000',
        how: 'blocks of payments to 2,000 outputs each, from decoded block to committed index'
      }),
      figureOf('balance_p50_ms', await answered((wallet) => wallet.balance({ params })), {
        unit: 'ms',
        peer: peer('0.24'),
        how
      }),
      figureOf('outputs_p50_ms', await answered(page(0)), {
        unit: 'ms',
        peer: peer('31'),
        how: `${how}: the first 100`
      }),
      figureOf('outputs_far_p50_ms', await answered(page(90_000)), {
        unit: 'ms',
        peer: peer('337'),
        how: `${how}: 100 at offset 90,000`
      }),
      figureOf('events_p50_ms', await answered((wallet) => wallet.events({ params, query: { limit: 50 } })), {
        unit: 'ms',
        peer: peer('3'),
        how: `${how}: 50 events, payments of two inputs and two outputs`
      }),
      figureOf('proxy_p50_ms', overheads, {
        unit: 'ms',
        peer: 'the same call without our server in between',
        how: 'GET /consensus in process: routing, guard, and copies of request and response; alternating calls with and without'
      })
    ];
  });
}
