import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { daemonApi } from '$lib/api/daemon/modules';
import { transaction } from '$lib/api/daemon/shapes/transactions';
import { matchRoute } from '$lib/api/http/findRoute';
import { blockId } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import { v2Block } from '$lib/chain/block/blockLayout';
import { encode } from '$lib/codec/layout';
import { DEV_ADDRESSES, networkPreset, TEST_GENESIS_TIMESTAMP } from '$lib/server/node/network/presets';
import { ask, mine, openNode, type OpenNode } from '../support/node';
import { solveUnit } from '../support/solve';
import {
  formDifferences,
  jsonOf,
  listedDifferences,
  requestFor,
  withoutParameter,
  type Corresponding
} from '../support/playRecorded';
import {
  recordedAnswer,
  recordedAreas,
  recordedExchanges,
  recordedPathname,
  recordedRequest,
  type Exchange
} from '../support/recordedDaemon';
import { hostPreparations } from '../support/recordedHost';
import { renterPreparations } from '../support/recordedRenter';
import { correspondingSets } from '../support/recordedSet';
import { branchFrom } from '../support/walletWorld';
import { limitMs } from '../support/limits';

const AREAS = [
  'daemon', 'gateway', 'fresh', 'validate', 'subscribe', 'tpool', 'std', 'testing', 'testnet', 'reorg', 'noauth', 'host',
  'hostdb', 'renter', 'renterb'
]; // prettier-ignore

const listed = listedDifferences();
/** Status 0 is a closed connection. */
const played = AREAS.flatMap(recordedExchanges).filter(({ response }) => response.status !== 0);
const exchangeNamed = (name: string): Exchange => played.find((exchange) => exchange.name === name)!;
const preset = networkPreset('test', TEST_GENESIS_TIMESTAMP);
// The recorded chains contain V1 only.
const v2 = { ...preset.network.hardforkV2, allowHeight: 1000, requireHeight: 1010, finalCutHeight: 1020 };
const network = { ...preset.network, hardforkV2: v2 };

let open: OpenNode;
let ownSet: (recorded: string) => string;
/** A set whose coins are spent. */
let spentSet: (recorded: string) => string;
beforeAll(async () => {
  open = await openNode({ network: { ...preset, network } });
  await mine(open, 20);
  spentSet = await correspondingSets(open);
  const body = spentSet(await recordedRequest(exchangeNamed('validate.valid_set_pw')).text());
  const transactions = z.parse(z.array(transaction), JSON.parse(body));
  await open.wallet.broadcast({ body: { basis: open.node.tip, transactions, v2Transactions: [] } });
  await mine(open);
  ownSet = await correspondingSets(open);
}, limitMs(60_000));
const recordedHost = hostPreparations(() => open);
const recordedRenter = renterPreparations(() => open);
afterAll(async () => {
  await open.node.close();
  recordedHost.close();
  recordedRenter.close();
});

const blocksFromTip = async (length: number) =>
  branchFrom(open, await open.wallet.tipState(), DEV_ADDRESSES.unlockConditions, length);

/** A branch of two blocks, the first of which loses to a block of the main chain. */
async function losingBranch(): Promise<Uint8Array<ArrayBuffer>[]> {
  const branch = await blocksFromTip(2);
  await mine(open);
  const [first, second] = branch.map((block) => new Uint8Array(encode(v2Block, block)));
  // Accepted, and stored off the main chain; the response is that it does not extend it.
  await open.daemon.miner.submitBlock({ body: first! }).catch(() => undefined);
  lostBlock = blockId(blockHeaderOf(branch[0]!));
  return [first!, second!];
}
let lostBlock = '';

type Preparation = (exchange: Exchange) => Promise<Corresponding>;
const withSolvedHeader: Preparation = async () => ({ body: solveUnit(await open.daemon.miner.header()) });
const withBlocklist =
  (...addresses: string[]): Preparation =>
  async () => {
    await open.daemon.gateway.changeBlocklist({ body: { action: 'set', addresses } });
    return {};
  };

/** What must be set up on this node as it was on the recorded one. */
const PREPARATIONS: Readonly<Record<string, Preparation>> = {
  ...recordedHost.preparations,
  ...recordedRenter.preparations,
  'gateway.blocklist_3': withBlocklist('8.8.8.8'),
  'gateway.blocklist_4': withBlocklist(),
  'reorg.1_blockA': async () => ({ body: new Uint8Array(encode(v2Block, (await blocksFromTip(1))[0]!)) }),
  'reorg.2_get_B1': async () => {
    await losingBranch();
    return { url: (url) => withQuery(url, 'id', lostBlock) };
  },
  'reorg.3_blockB2': async () => ({ body: (await losingBranch())[1]! }),
  'testing.pair1_post': withSolvedHeader,
  'testing.pair3_post': withSolvedHeader,
  'testing.pair7_post': withSolvedHeader,
  'testing.pair8_post': withSolvedHeader,
  'testing.pair9_post': withSolvedHeader
};

const withQuery = (url: URL, name: string, value: string): URL => {
  url.searchParams.set(name, value);
  return url;
};

/** The path's module, if the node can be built without it. */
const moduleOf = (exchange: Exchange) => /^\/(host|hostdb|renter)(?=\/|$)/.exec(recordedPathname(exchange))?.[1];
const isMissing = async (module: string | undefined) =>
  module !== undefined && (await ask(open, `/${module}`)).status === 491;

async function corresponding(exchange: Exchange): Promise<Corresponding> {
  if (exchange.name.startsWith('validate.') && exchange.request.body !== null) {
    const setOf = exchange.name === 'validate.already_confirmed' ? spentSet : ownSet;
    return { body: setOf(await recordedRequest(exchange).text()) };
  }
  const wrongPassword = exchange.name.endsWith('wrongpw');
  return { wrongPassword, ...(await PREPARATIONS[exchange.name]?.(exchange)) };
}

/** A call as listed in the documentation: with its parameter names. */
function callOf(exchange: Exchange): string {
  const { method } = exchange.request;
  const pathname = recordedPathname(exchange);
  const matches = Object.values(daemonApi).map((routes) => matchRoute(routes, method, pathname));
  const route = matches.find((match) => match.found === 'route')?.route;
  return `${method} ${route?.path ?? pathname}`;
}

/** The listed field differences that actually occurred. */
const found = new Map<string, Set<string>>();

interface Outcome {
  readonly status: number;
  readonly allow: string | null;
  /** An error's JSON, or its text. The service's prefix in it is ignored. */
  readonly said: unknown;
}

/** The response without the content of its JSON fields. */
async function outcomeOf(response: Response): Promise<Outcome> {
  const common = { status: response.status, allow: response.headers.get('allow') };
  if (response.ok) return { ...common, said: undefined };
  const text = (await response.clone().text()).replaceAll(/sia(?=coin|fund)/g, '');
  const isJson = response.headers.get('content-type')?.includes('json');
  return { ...common, said: isJson ? withoutParameter(JSON.parse(text)) : text };
}

function expectOtherWords(ours: Outcome, theirs: Outcome): void {
  expect(ours).toEqual({ ...theirs, said: { message: expect.stringMatching(/./) } });
  expect(ours.said).not.toEqual(theirs.said);
}

async function unlistedFields(exchange: Exchange, ours: Response, theirs: Response): Promise<string[]> {
  if (!ours.ok || !theirs.ok) return [];
  const [mine, recorded] = [await jsonOf(ours), await jsonOf(theirs)];
  const call = callOf(exchange);
  const differences = formDifferences(mine, recorded);
  found.set(call, new Set([...(found.get(call) ?? []), ...differences]));
  return differences.filter((field) => !listed.fields.get(call)?.has(field));
}

describe('a recorded request gets the daemon’s response', () => {
  test.for(played.map((exchange) => [exchange.name, exchange] as const))('%s', async ([name, exchange], { skip }) => {
    skip(await isMissing(moduleOf(exchange)), 'the node has no such module');
    const answer = await open.node.fetch(await requestFor(exchange, await corresponding(exchange)));
    const recorded = recordedAnswer(exchange);
    const [ours, theirs] = [await outcomeOf(answer), await outcomeOf(recorded)];
    if (listed.otherWords.has(name)) return expectOtherWords(ours, theirs);
    if (listed.exchanges.has(name)) return expect(ours).not.toEqual(theirs);
    expect(ours).toEqual(theirs);
    expect(await unlistedFields(exchange, answer, recorded)).toEqual([]);
  });
});

test('every listed exchange is a recorded one', () => {
  const names = new Set(
    recordedAreas()
      .flatMap(recordedExchanges)
      .map(({ name }) => name)
  );
  expect([...listed.exchanges].filter((name) => !names.has(name))).toEqual([]);
});

test('every listed field difference occurred', () => {
  const unmet = [...listed.fields].flatMap(([call, fields]) =>
    [...fields].filter((field) => !found.get(call)?.has(field)).map((field) => `${call} ${field}`)
  );
  expect(unmet).toEqual([]);
});
