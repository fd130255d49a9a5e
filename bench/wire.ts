/**
 * Response times over HTTP for programs and pages, compared with the wallet server in the same run: the embedded node
 * through the built server, as used by a signed-in page, and through its own listener; for the shortest response also
 * Node's bare HTTP server, which neither can beat. Needs `npm run build`. COMPAT_WALLET names the wallet server's
 * binary; without it, only the embedded node is measured.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { NETWORK_DIALECT, OUR_DIALECT, translateJsonKeys, translatePath, type Dialect } from '$lib/api/dialect';
import { SCRIPT_HEADER } from '$lib/api/http/transport';
import { block as blockJson } from '$lib/api/schemas/blocks';
import { encodeJson } from '$lib/api/schemas/codec';
import { blockId, type Block } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import { stringifyJson, type JsonValue } from '$lib/codec/json';
import { basicAuthorization } from '$lib/server/http/upstream';
import { networkPreset, TEST_GENESIS_TIMESTAMP } from '$lib/server/node/network/presets';
import { networkFile } from '../tests/compat/privateChain';
import { API_PASSWORD, TestServer, walletServerBinary } from '../tests/compat/walletServer';
import { openNode } from '../tests/support/node';
import { figureOf, median, ratios, type Figure, type Measurement } from './figures.ts';
import { startServer } from './held/server.ts';
import { address, fanOut, makeFullBlock } from './nodeWorld.ts';
import { rawClient } from './rawClient.ts';

const OUTPUTS = 100_000;
const FULL_BLOCKS = 21;
const FEED_BLOCKS = 10;

const BALANCE = `/addresses/${address}/balance`;

/**
 * Requests, as paths of the wallet server's API in our dialect. Requests with short responses are repeated often: V8
 * compiles functions after some hundred runs, until when a call takes twice as long.
 */
const questions = (feedFrom: string) => [
  { name: 'balance', path: BALANCE, calls: 1_000 },
  { name: 'outputs_100', path: `/addresses/${address}/outputs/svccoin?limit=100`, calls: 30 },
  { name: 'outputs_1000', path: `/addresses/${address}/outputs/svccoin?limit=1000`, calls: 8 },
  { name: 'outputs_far', path: `/addresses/${address}/outputs/svccoin?offset=90000&limit=100`, calls: 8 },
  { name: 'events_100', path: `/addresses/${address}/events?limit=100`, calls: 15 },
  { name: 'feed', path: `/consensus/updates/${feedFrom}?limit=${FEED_BLOCKS}`, calls: 3 }
];

/** A measured server, and how to call it. */
interface Asked {
  readonly name: 'page' | 'listener' | 'bare' | 'walletServer';
  /** @returns milliseconds from the request to the last byte of the response */
  ask(path: string): Promise<number>;
  stop(): Promise<void>;
}

/** A server that accepts blocks. */
interface Target extends Asked {
  post(block: Block): Promise<number>;
  tipId(): Promise<string>;
  /** Waits until addresses are indexed up to the tip. */
  indexed(): Promise<void>;
}

export const measure: Measurement = async ({ runs }) => {
  const preset = networkPreset('test', TEST_GENESIS_TIMESTAMP);
  const chain = await makeChain(preset);
  const file = await networkFile(preset.network, preset.genesis);
  const embedded = await TestServer.startEmbedded({ file });
  const targets = [await pageTarget(readFileSync(file, 'utf8')), await programTarget('listener', embedded)];
  if (walletServerBinary !== undefined)
    targets.push(await programTarget('walletServer', await TestServer.start({ file })));
  try {
    const posted = await posting(targets, chain);
    const bare = await bareTarget(await answerOf(embedded, BALANCE));
    try {
      return [...posted, ...(await asking(targets, bare, chain, runs))];
    } finally {
      await bare.stop();
    }
  } finally {
    for (const target of targets) await target.stop();
  }
};

interface WireChain {
  readonly before: readonly Block[];
  readonly full: readonly Block[];
}

/** One address with very many outputs, followed by blocks of payments with two inputs and two outputs. */
async function makeChain(preset: ReturnType<typeof networkPreset>): Promise<WireChain> {
  const open = await openNode({ network: preset });
  await fanOut(open, OUTPUTS, () => {});
  const { height } = open.node.tip;
  for (let i = 0; i < FULL_BLOCKS; i++) await open.wallet.broadcastBlock({ body: await makeFullBlock(open) });
  const blocks: Block[] = [];
  for (let i = 1; i <= open.node.tip.height; i++) {
    blocks.push(await open.wallet.block({ params: { idOrHeight: String(i) } }));
  }
  await open.node.close();
  return { before: blocks.slice(0, height), full: blocks.slice(height) };
}

async function posting(targets: readonly Target[], { before, full }: WireChain): Promise<Figure[]> {
  for (const block of before) for (const target of targets) await target.post(block);
  const times = new Map(targets.map(({ name }) => [name, [] as number[]]));
  for (const [i, block] of full.entries()) {
    // Rotates the order, so that each target comes first equally often.
    for (const at of targets.keys()) {
      const target = targets[(at + i) % targets.length]!;
      const ms = await target.post(block);
      // The first block is warm-up.
      if (i > 0) times.get(target.name)!.push(ms);
    }
  }
  const tip = blockId(blockHeaderOf(full.at(-1)!));
  for (const target of targets) {
    if ((await target.tipId()) !== tip) throw new Error(`${target.name} did not take the chain`);
    await target.indexed();
  }
  return compared('block_posted', times, 'a full block of 100 payments with two inputs and two outputs each, as JSON');
}

async function asking(
  targets: readonly Target[],
  bare: Asked,
  { before, full }: WireChain,
  runs: number
): Promise<Figure[]> {
  const blocks = [...before, ...full];
  const since = blocks.length - FEED_BLOCKS;
  const feedFrom = `${since}::${blockId(blockHeaderOf(blocks[since - 1]!))}`;
  const figures: Figure[] = [];
  for (const { name, path, calls } of questions(feedFrom)) {
    const asked: readonly Asked[] = path === BALANCE ? [...targets, bare] : targets;
    const times = new Map(asked.map((target) => [target.name, [] as number[]]));
    for (let run = 0; run <= runs; run++) {
      for (const target of asked) {
        const each: number[] = [];
        for (let i = 0; i < calls; i++) each.push(await target.ask(path));
        // The first round is warm-up.
        if (run > 0) times.get(target.name)!.push(median(each));
      }
    }
    figures.push(...compared(name, times, `one address with ${OUTPUTS.toLocaleString('en')} outputs`));
  }
  return figures;
}

const THROUGH = {
  page: 'through the built server, its session and proxy',
  listener: 'through the node’s own listener, in the wallet server’s dialect',
  bare: 'from Node’s HTTP server alone, which sends the same bytes unconditionally: no server built on it can be faster'
};

/** Milliseconds of each of our targets, and their ratio to the wallet server's. */
function compared(name: string, times: ReadonlyMap<string, readonly number[]>, what: string): Figure[] {
  const theirs = times.get('walletServer');
  const how = `${what}: over HTTP on loopback, from the request to the last byte of the response`;
  return (Object.keys(THROUGH) as (keyof typeof THROUGH)[]).flatMap((target) => {
    const ours = times.get(target);
    if (ours === undefined) return [];
    const peer = theirs === undefined ? '' : `the wallet server: ${median(theirs).toPrecision(3)} ms`;
    const figure = { peer, how: `${how}, ${THROUGH[target]}` };
    return [
      figureOf(`wire_${name}_${target}_ms`, ours, { unit: 'ms', ...figure }),
      ...(theirs === undefined
        ? []
        : [figureOf(`wire_${name}_${target}_x`, ratios(ours, theirs), { unit: 'x', ...figure })])
    ];
  });
}

/** The built server with its embedded node, called like by a signed-in page. */
async function pageTarget(network: string): Promise<Target> {
  const server = await startServer(network);
  const target = over(`${server.origin}/api/wallet`, { ...server.headers, [SCRIPT_HEADER]: '1' }, OUR_DIALECT);
  const tipId = async () => (await server.wallet.tip({})).id;
  return { name: 'page', ...target, tipId, indexed: async () => {}, stop: server.stop };
}

/** A program with its own listener. */
async function programTarget(name: Target['name'], server: TestServer): Promise<Target> {
  const headers = { authorization: basicAuthorization(API_PASSWORD) };
  const target = over(`${server.url}/api`, headers, NETWORK_DIALECT);
  const tipId = async () => (await server.tip()).id;
  return { name, ...target, tipId, indexed: server.indexed.bind(server), stop: server.end };
}

/** The text of a response. */
async function answerOf(server: TestServer, path: string): Promise<string> {
  const headers = { authorization: basicAuthorization(API_PASSWORD) };
  return (await fetch(`${server.url}/api${path}`, { headers })).text();
}

/** Node's HTTP server without any of our code. */
async function bareTarget(answer: string): Promise<Asked> {
  const server = spawn(process.execPath, [join(import.meta.dirname, 'bareServer.mjs'), answer], {
    stdio: ['ignore', 'pipe', 'inherit']
  });
  const exited = once(server, 'exit');
  const [port] = (await once(server.stdout, 'data')) as [Buffer];
  const { ask } = over(`http://127.0.0.1:${String(port).trim()}/api`, {}, NETWORK_DIALECT);
  const stop = async () => {
    server.kill();
    await exited;
  };
  return { name: 'bare', ask, stop };
}

/** Translates the path; queries contain no service names. */
function spelled(path: string, dialect: Dialect): string {
  const [pathname = '', query] = path.split('?');
  return translatePath(pathname, OUR_DIALECT, dialect) + (query === undefined ? '' : `?${query}`);
}

function over(base: string, headers: Readonly<Record<string, string>>, dialect: Dialect) {
  const client = rawClient(base, headers);
  const call = async (method: string, path: string, body?: Buffer, expected = [200]): Promise<number> => {
    const { status, ms } = await client.call(method, spelled(path, dialect), body);
    if (!expected.includes(status)) throw new Error(`${method} ${path}: ${status}`);
    return ms;
  };
  return {
    ask: (path: string) => call('GET', path),
    // A server without peers accepts the block but responds with 500; the tips are compared at the end.
    post: (block: Block) => {
      const json = translateJsonKeys(encodeJson(blockJson, block) as JsonValue, OUR_DIALECT, dialect);
      return call('POST', '/syncer/broadcast/block', Buffer.from(stringifyJson(json)), [200, 204, 400, 500]);
    }
  };
}
