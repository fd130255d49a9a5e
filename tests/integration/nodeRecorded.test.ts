import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blockHeader, blockId } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import { childPowTarget } from '$lib/consensus/state';
import { v2Block } from '$lib/chain/block/blockLayout';
import { meetsTarget, targetFromBytes, targetOf } from '$lib/chain/target';
import { unixSeconds } from '$lib/chain/time';
import { decode, encode } from '$lib/codec/layout';
import { buildTemplate } from '$lib/mining/work/template';
import { DEV_ADDRESSES, networkPreset, TEST_GENESIS_TIMESTAMP } from '$lib/server/node/network/presets';
import { mine, openNode, type OpenNode } from '../support/node';
import { solveBlock, solveUnit } from '../support/solve';
import { listedDifferences, requestFor, withoutParameter } from '../support/playRecorded';
import { recordedAnswer, recordedExchanges, type Exchange } from '../support/recordedDaemon';
import { limitMs } from '../support/limits';

const AREAS = ['consensus', 'miner', 'auth', 'ua', 'cors', 'method', 'encoding', 'disabled', 'loading'];
/** A request that cannot be constructed. */
const IMPOSSIBLE = ['method.OPTIONSstar'];
const { exchanges: listed } = listedDifferences();

// A thousand hashes per block: quickly solved, and an unsolved header is almost certainly unsolved.
const preset = networkPreset('test', TEST_GENESIS_TIMESTAMP);
const target = targetOf(1024n);
const network = {
  ...preset.network,
  initialTarget: target,
  hardforkASIC: { ...preset.network.hardforkASIC, oakTarget: target }
};
const HEIGHT = 45;

let open: OpenNode;
beforeAll(async () => {
  open = await openNode({ network: { ...preset, network } });
  await mine(open, HEIGHT);
}, limitMs(60_000));
afterAll(() => open.node.close());

const now = () => unixSeconds(Math.floor(Date.now() / 1000));
const random = (length: number) => crypto.getRandomValues(new Uint8Array(length));

async function ownBlock(time = now()) {
  const state = await open.wallet.tipState();
  const { block } = buildTemplate(
    { network, state, transactions: [], v2Transactions: [] },
    DEV_ADDRESSES.policy,
    time,
    random
  );
  return { state, block };
}

async function solvedBlock(time = now()): Promise<Uint8Array> {
  const { state, block } = await ownBlock(time);
  return encode(v2Block, solveBlock(network, state, block));
}

/** One header in a thousand is solved as issued; that one is skipped. */
async function unsolvedHeader(): Promise<Uint8Array> {
  for (;;) {
    const unit = await open.daemon.miner.header();
    const header = unit.slice(32);
    if (!meetsTarget(blockId(decode(blockHeader, header)), targetFromBytes(unit.subarray(0, 32)))) return header;
  }
}

/** Solved by a nonce that is not a multiple of the factor. */
async function offFactorHeader(): Promise<Uint8Array> {
  for (;;) {
    const header = solveUnit(await open.daemon.miner.header(), 1n);
    if (decode(blockHeader, header).nonce % 1009n !== 0n) return header;
  }
}
const solvedHeader = async () => solveUnit(await open.daemon.miner.header());
const changed = (bytes: Uint8Array, at: number) => bytes.map((byte, i) => (i === at ? byte ^ 1 : byte));
const followedBy = (bytes: Uint8Array, surplus: number) =>
  new Uint8Array([...bytes, ...new Uint8Array(surplus).fill(1)]);

async function submitted(body: Uint8Array): Promise<Uint8Array> {
  await open.daemon.miner.submitHeader({ body });
  return body;
}

/** The recorded bodies belong to another chain: the corresponding ones on this chain. */
const BODIES: Readonly<Record<string, () => Promise<Uint8Array>>> = {
  'miner.block': solvedBlock,
  'miner.block_3payouts_4txns': async () => {
    const { state, block } = await ownBlock();
    const payout = { ...block.minerPayouts[0]!, value: block.minerPayouts[0]!.value };
    const third = (payout.value / 3n) as typeof payout.value;
    const rest = (payout.value - 2n * third) as typeof payout.value;
    const minerPayouts = [third, third, rest].map((value) => ({ ...payout, value }));
    return encode(v2Block, solveBlock(network, state, { ...block, minerPayouts }));
  },
  'miner.block_again': async () => {
    const body = await solvedBlock();
    await open.daemon.miner.submitBlock({ body });
    return body;
  },
  'miner.block_future': () => solvedBlock(unixSeconds(now() + 180)),
  'miner.block_noauth': solvedBlock,
  'miner.block_trailing': async () => followedBy(await solvedBlock(), 7),
  'miner.block_truncated': async () => (await solvedBlock()).slice(0, 60),
  'miner.block_unsolved': async () => {
    for (;;) {
      const { state, block } = await ownBlock();
      if (!meetsTarget(blockId(blockHeaderOf(block)), childPowTarget(network, state))) return encode(v2Block, block);
    }
  },
  'miner.header_111_extra': async () => followedBy(await unsolvedHeader(), 31),
  'miner.header_40bytes': async () => (await unsolvedHeader()).slice(0, 40),
  'miner.header_changed_parent': async () => changed(await unsolvedHeader(), 0),
  'miner.header_changed_root': async () => changed(await unsolvedHeader(), 79),
  'miner.header_post_locked': async () => new Uint8Array(80),
  'miner.header_short79': async () => (await unsolvedHeader()).slice(0, 79),
  'miner.header_solved_anynonce_before_fork': offFactorHeader,
  'miner.header_solved_while_locked': solvedHeader,
  'miner.header_unsolved_multiple': unsolvedHeader,
  'miner.header_unsolved_nonmultiple': async () => changed(await unsolvedHeader(), 32),
  'miner.header_whole_112': () => open.daemon.miner.header(),
  'miner.pair1_post_again': async () => submitted(await solvedHeader()),
  'miner.pair2_post_stale': async () => {
    const late = await solvedHeader();
    await mine(open);
    return late;
  },
  'miner.pair3_post_trailing': async () => followedBy(await solvedHeader(), 7),
  'miner.pair4_post': solvedHeader,
  'miner.pair5_post': solvedHeader,
  'miner.pair6_post': solvedHeader
};

/** The recorded request, with everything specific to the recorded chain and setup replaced. */
async function corresponding(exchange: Exchange): Promise<Request> {
  const built = BODIES[exchange.name];
  return requestFor(exchange, {
    wrongPassword: exchange.name.endsWith('wrongpw'),
    body: built && new Uint8Array(await built()),
    url: (url) => {
      if (/^[0-9a-f]{64}$/.test(url.searchParams.get('id') ?? '')) url.searchParams.set('id', open.node.tip.id);
      if (url.searchParams.get('height') === '287') url.searchParams.set('height', String(HEIGHT));
      return url;
    }
  });
}

/** Field names in order, as deep as both have values to inspect. */
function shapeOf(value: unknown, like: unknown): unknown {
  if (Array.isArray(value)) {
    const [item] = value;
    const [other] = Array.isArray(like) ? like : [];
    return typeof item === 'object' && typeof other === 'object' ? [shapeOf(item, other)] : [];
  }
  if (typeof value !== 'object' || value === null) return typeof value;
  const other = (like ?? {}) as Record<string, unknown>;
  return Object.entries(value).map(([key, inner]) => [key, key in other ? shapeOf(inner, other[key]) : 'extra']);
}

interface Comparable {
  readonly status: number;
  readonly allow: string | null;
  readonly content: unknown;
}

/** What must be equal: status, methods, error text, JSON fields, length of bytes. */
async function comparable(response: Response, like: Response): Promise<Comparable> {
  const [text, otherText] = [await response.clone().bytes(), await like.clone().bytes()];
  const parse = (bytes: Uint8Array): unknown => {
    try {
      return JSON.parse(new TextDecoder('utf8', { fatal: true }).decode(bytes));
    } catch {
      return undefined;
    }
  };
  const [json, other] = [parse(text), parse(otherText)];
  const common = { status: response.status, allow: response.headers.get('allow') };
  if (json === undefined) {
    const type = response.headers.get('content-type') ?? '';
    const isText = text.length === 0 || type.startsWith('text/');
    return { ...common, content: isText ? new TextDecoder().decode(text) : text.length };
  }
  return { ...common, content: response.ok ? shapeOf(json, other) : withoutParameter(json) };
}

const played = AREAS.flatMap(recordedExchanges).filter(({ name }) => !IMPOSSIBLE.includes(name));

describe('a recorded request gets the daemon’s response', () => {
  test.each(played.map((exchange) => [exchange.name, exchange] as const))('%s', async (name, exchange) => {
    if (name.startsWith('encoding.'))
      await open.daemon.gateway.configure({ body: { maxdownloadspeed: 0n, maxuploadspeed: 0n } });
    const answer = await open.node.fetch(await corresponding(exchange));
    const recorded = recordedAnswer(exchange);
    const [ours, theirs] = [await comparable(answer, recorded), await comparable(recorded, answer)];
    if (listed.has(name)) expect(ours).not.toEqual(theirs);
    else expect(ours).toEqual(theirs);
    if (exchange.effect) {
      const { maxDownloadSpeed, maxUploadSpeed } = await open.daemon.gateway.status();
      const limits = { maxdownloadspeed: Number(maxDownloadSpeed), maxuploadspeed: Number(maxUploadSpeed) };
      expect(limits).toEqual(exchange.effect);
    }
    if (name === 'miner.start_again') await open.daemon.miner.stop();
    expect(answer.headers.has('access-control-allow-origin')).toBe(false);
  });
});

test('an issued header extends the tip', async () => {
  const header = decode(blockHeader, await unsolvedHeader());
  expect(header).toMatchObject({ parentId: open.node.tip.id, nonce: 0n });
});
