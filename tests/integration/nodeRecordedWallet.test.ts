import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { translateJsonKeys } from '$lib/api/dialect';
import type { CoinOutputId } from '$lib/chain/ids';
import { decodeJson, encodeJson } from '$lib/api/schemas/codec';
import { block as blockJson, blockWithId } from '$lib/api/schemas/blocks';
import { network as networkJson } from '$lib/api/schemas/network';
import { broadcastRequest, chainUpdates } from '$lib/api/wallet-server/schemas';
import { WALLET_SERVER_PREFIX } from '$lib/api/wallet-server/routes';
import type { Address } from '$lib/chain/address';
import type { ChainIndex } from '$lib/chain/element/elements';
import type { ChainState } from '$lib/chain/block/state';
import type { Block } from '$lib/chain/block/block';
import { v2Commitment } from '$lib/chain/block/commitment';
import { hastings } from '$lib/chain/currency/currency';
import { blockReward } from '$lib/chain/network/rewards';
import { inputSigHash } from '$lib/chain/transaction/sigHash';
import { sign } from '$lib/chain/keys/sign';
import { unixSeconds } from '$lib/chain/time';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { parseJson, stringifyJson, type JsonValue } from '$lib/codec/json';
import { applyBlock } from '$lib/consensus/apply/applyBlock';
import { childHeight } from '$lib/consensus/state';
import { EMPTY_SUPPLEMENT } from '$lib/consensus/apply/supplement';
import { constructedV2 } from '$lib/api/wallet-server/walletSchemas';
import { deriveKeyPair } from '$lib/wallet/keys/keyring';
import { seedFromPhrase } from '$lib/wallet/keys/seed';
import { HEADERS, openNode, type OpenNode } from '../support/node';
import { solveBlock } from '../support/solve';
import { recordedWalletExchanges, type WalletExchange } from '../support/recordedWalletServer';

const exchanges = recordedWalletExchanges();
const named = (number: string): WalletExchange => exchanges.find(({ name }) => name.startsWith(`${number}-`))!;
const differences = readFileSync(join(import.meta.dirname, '../../docs/differences.md'), 'utf8');
const listed = new Set(Array.from(differences.matchAll(/^\| `(\d{3}-[\w-]+)` +\|/gm), ([, name]) => name!));

const OWNER = 'a2a3773f76136bdb05a0ff79a0f4fcc2826436794f8db36db6408355c5ca32345002db43c2eb' as Address;
const OTHER = '70dd9f5060628a6b6b9482aac834644b8a72f8cf06f5b0357bb71ca42679b928831a0e095aeb' as Address;
const key = deriveKeyPair(seedFromPhrase(`${'abandon '.repeat(11)}about`), 0n);
const START = Date.parse('2026-11-20T05:15:44Z') / 1000;

const network = decodeJson(networkJson, named('004').answer);
const genesis = decodeJson(blockWithId, named('008').answer) as Block;

let open: OpenNode;
let nowMs = (START - 1) * 1000;

/** The block of a miner on the recorded network: without data of its own, and with nonce 0 where it has one. */
function blockOn(
  state: ChainState,
  address: Address,
  timestamp: number,
  transactions: readonly V2Transaction[] = []
): Block {
  const height = childHeight(state);
  const fees = transactions.reduce((sum, { minerFee }) => sum + minerFee, 0n);
  const block: Block = {
    parentId: state.index.id,
    nonce: 0n,
    timestamp: unixSeconds(timestamp),
    minerPayouts: [{ value: hastings(blockReward(network, height) + fees), address }],
    transactions: []
  };
  // The recording miner used the tip's height: the first block that could contain V2 data does not.
  if (state.index.height < network.hardforkV2.allowHeight) return block;
  const v2 = { height, commitment: v2Commitment(state, address, [], transactions), transactions: [...transactions] };
  return solveBlock(network, state, { ...block, v2 });
}

async function mineTo(address: Address, timestamp: number, transactions: readonly V2Transaction[] = []): Promise<void> {
  await add(blockOn(await open.wallet.tipState(), address, timestamp, transactions));
}

/** Submits a block; one without V2 data is accepted with an error. */
async function add(block: Block): Promise<void> {
  nowMs = Math.max(nowMs, block.timestamp * 1000);
  await open.wallet.broadcastBlock({ body: block }).catch((error: { serverMessage: string }) => {
    expect(error.serverMessage).toBe('v1 blocks are unsupported');
  });
}

const pool = async () => (await open.wallet.poolTransactions()).v2Transactions;

/** Steps missing in the recording: how the chain and the wallets reached their state at an exchange. */
const BEFORE: Readonly<Record<string, () => Promise<void>>> = {
  '011': async () => {
    await open.wallet.createWallet({ body: { name: 'first', description: '', metadata: null } });
  },
  '022': async () => {
    for (let height = 1; height <= 16; height++) await mineTo(OWNER, height <= 4 ? START : START + 6);
    nowMs = (START + 10) * 1000;
  },
  '074': async () => mineTo(OWNER, START + 12, await pool()),
  // From here on, the recorded chain has transactions that were not recorded, so ids differ.
  '085': async () => {
    for (let i = 0; i < 3; i++) await mineTo(OTHER, START + 12);
  },
  '087': async () => mineTo(OTHER, START + 12, await pool()),
  '139': async () => {
    const arbitraryData = new TextEncoder().encode('hello');
    const v2Transactions = [{ ...EMPTY_V2_TRANSACTION, arbitraryData }];
    await open.wallet.broadcast({ body: { basis: open.node.tip, transactions: [], v2Transactions } });
  },
  '150': async () => {
    const state = await open.wallet.tipState();
    const arbitraryData = new TextEncoder().encode('hello');
    await mineTo(OTHER, START + 14, [{ ...EMPTY_V2_TRANSACTION, arbitraryData }]);
    reverted = open.node.tip;
    const sibling = blockOn(state, OTHER, START + 13);
    const after = applyBlock(network, state, sibling, EMPTY_SUPPLEMENT, { ancestorTimestamp: sibling.timestamp }).state;
    newest = blockOn(after, OTHER, START + 14);
    await add(sibling);
    await add(newest);
    expect(open.node.tip.height).toBe(reverted.height + 1);
  },
  // What an earlier transaction, which was not recorded, was constructed from.
  '910': async () => {
    const coinOutputs = ['05013c33f960f59edf7a50e1eeb0708d06c6a197fdc6b370561f89feca5e8800' as CoinOutputId];
    await open.wallet.reserve({ params: { id: '1' }, body: { coinOutputs, fundOutputs: [] } });
  }
};
let reverted: ChainIndex;
let newest: Block;
let constructed: V2Transaction;

/** A recorded request, with everything specific to the recorded chain replaced. */
const BODIES: Readonly<Record<string, () => Promise<unknown>>> = {
  '086': async () => {
    const signatures = [sign(key.privateKey, inputSigHash(constructed))];
    const signed = <I extends V2Transaction['coinInputs'][number] | V2Transaction['fundInputs'][number]>(input: I) => ({
      ...input,
      satisfiedPolicy: { ...input.satisfiedPolicy, signatures }
    });
    const transaction = {
      ...constructed,
      coinInputs: constructed.coinInputs.map(signed),
      fundInputs: constructed.fundInputs.map(signed)
    };
    return encodeJson(broadcastRequest, { basis: open.node.tip, transactions: [], v2Transactions: [transaction] });
  },
  '152': async () => encodeJson(blockJson, newest)
};
const PATHS: Readonly<Record<string, () => string>> = {
  '150': () => `/consensus/updates/${reverted.height}::${reverted.id}`
};

const numberOf = ({ name }: WalletExchange): string => name.slice(0, 3);

async function play(exchange: WalletExchange): Promise<Response> {
  const number = numberOf(exchange);
  await BEFORE[number]?.();
  const built = BODIES[number];
  const body = built ? stringifyJson(await built()) : exchange.body;
  const url = `http://node${WALLET_SERVER_PREFIX}${PATHS[number]?.() ?? exchange.pathname}${exchange.search}`;
  const headers = exchange.hasPassword ? HEADERS : { 'user-agent': HEADERS['user-agent'] };
  return open.node.fetch(new Request(url, { method: exchange.method, body, headers }));
}

/** Fields that only one of the servers prints, because they are derived from others. */
const PRINTED = ['ephemeralOutputHeight', 'origin', 'startTime', 'version', 'commit', 'os', 'buildTime'];

/** The value without any spelling of empty values; times to the second. */
function plain(value: JsonValue): JsonValue | undefined {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) return Math.floor(Date.parse(value) / 1000);
  if (value === null || (Array.isArray(value) && value.length === 0)) return undefined;
  if (Array.isArray(value)) return value.map((item) => plain(item) ?? null);
  if (typeof value !== 'object') return value;
  const entries = Object.entries(value)
    .filter(([name]) => !PRINTED.includes(name))
    .map(([name, inner]) => [name, plain(inner)] as const);
  return Object.fromEntries(entries.filter(([, inner]) => inner !== undefined)) as JsonValue;
}

/** Field names and types, for a list those of its first item. */
function shapeOf(value: JsonValue | undefined): unknown {
  if (Array.isArray(value)) return value.length > 0 ? [shapeOf(value[0])] : [];
  if (typeof value === 'bigint') return 'number';
  if (typeof value !== 'object' || value === null) return typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]));
}

/** An error's text without the service's terms; of an error followed by a response, both. */
function wordsOf(text: string, exact: boolean): unknown {
  const [line = '', ...rest] = text.split('\n');
  const words = line.replaceAll(/(?:sia|svc)(?=coin|fund)/g, '');
  const answer = rest.join('\n').trim();
  return answer === ''
    ? words
    : [words, exact ? plain(ours(parseJson(answer))) : shapeOf(plain(ours(parseJson(answer))))];
}
/** The node uses our dialect; translating swaps names, so only JSON in the other dialect is translated. */
const ours = (value: JsonValue): JsonValue =>
  stringifyJson(value).includes('"siacoin') ? translateJsonKeys(value, 'sia', 'svc') : value;

/** What must be equal: values until the chains diverge, after that their shape. */
async function contentOf(response: Response, exact: boolean): Promise<unknown> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  if (!isJson) return { status: response.status, words: wordsOf(text, exact) };
  const value = plain(parseJson(text));
  return { status: response.status, json: exact ? value : shapeOf(value) };
}

const recordedAnswer = ({ status, answer, answerText }: WalletExchange): Response =>
  new Response(status === 204 ? null : answerText, {
    status,
    headers: { 'content-type': answer === null ? 'text/plain' : 'application/json' }
  });

async function compare(exchange: WalletExchange, exact: boolean): Promise<void> {
  const answer = await play(exchange);
  if (numberOf(exchange) === '085') {
    constructed = decodeJson(constructedV2, parseJson(await answer.clone().text())).transaction;
  }
  const [node, server] = [await contentOf(answer, exact), await contentOf(recordedAnswer(exchange), exact)];
  if (listed.has(exchange.name)) expect(node).not.toEqual(server);
  else expect(node).toEqual(server);
}

const isV1Chain = (exchange: WalletExchange): boolean => numberOf(exchange) >= '900';
const rows = (keep: (exchange: WalletExchange) => boolean) =>
  exchanges.filter(keep).map((exchange) => [exchange.name, exchange] as const);

test('every listed difference belongs to a replayed exchange', () => {
  const names = new Set(exchanges.map(({ name }) => name));
  expect([...listed].filter((name) => !names.has(name))).toEqual([]);
});

describe('a wallet server with the recorded requests', () => {
  beforeAll(async () => {
    open = await openNode({ network: { network, genesis }, clock: () => nowMs });
  });
  afterAll(() => open.node.close());

  describe('on the same chain, block by block, gives the same response', () => {
    test.each(rows((exchange) => !isV1Chain(exchange) && numberOf(exchange) < '085'))('%s', (_, exchange) =>
      compare(exchange, true)
    );
  });

  describe('on a similar chain, gives a response of the same shape', () => {
    test.each(rows((exchange) => !isV1Chain(exchange) && numberOf(exchange) >= '085'))('%s', (_, exchange) =>
      compare(exchange, false)
    );
  });
});

describe('on the recorded chain before V2', () => {
  const feed = decodeJson(chainUpdates, named('913').answer);
  const v1Network = { ...network, hardforkV2: { ...network.hardforkV2, allowHeight: 100, requireHeight: 110, finalCutHeight: 120 } }; // prettier-ignore
  const advance = async (height: number) => {
    while (open.node.tip.height < height) await add(feed.applied[open.node.tip.height + 1]!.block);
  };

  beforeAll(async () => {
    nowMs = START * 1000;
    open = await openNode({ network: { network: v1Network, genesis }, clock: () => nowMs });
    await open.wallet.createWallet({ body: { name: 'first', description: '', metadata: null } });
  });
  afterAll(() => open.node.close());

  test.each(rows(isV1Chain))('%s', async (_, exchange) => {
    await advance(numberOf(exchange) < '904' ? 0 : numberOf(exchange) < '912' ? 3 : 4);
    await compare(exchange, true);
  });
});
