import fc from 'fast-check';
import { NETWORK_DIALECT, OUR_DIALECT, translateJsonKeys } from '$lib/api/dialect';
import { block as blockJson } from '$lib/api/schemas/blocks';
import { encodeJson } from '$lib/api/schemas/codec';
import { blockId } from '$lib/chain/block/block';
import { blockHeaderOf } from '$lib/chain/block/commitment';
import type { Network } from '$lib/chain/network/network';
import { parseJson, stringifyJson, type JsonValue } from '$lib/codec/json';
import { basicAuthorization } from '$lib/server/http/upstream';
import { expect, test } from '../e2e/support/app';
import { anyPlan, RandomChain } from '../fuzz/randomChain';
import { testNetwork } from '../unit/consensus/testChain';
import { limitMs } from '../support/limits';
import { difference } from './answers';
import { networkFile, SIGNER } from './privateChain';
import { API_PASSWORD, TestServer, walletServerBinary } from './walletServer';

// The embedded node and a real wallet server get the same random chain: payments, claims, and contracts formed,
// revised, renewed, proven and expired, across V1, the transition and V2. Then both get the same requests.

test.skip(!walletServerBinary, 'the wallet server could not be installed');

const BLOCKS = Number(process.env.COMPAT_BLOCKS ?? 140);
const SEED = Number(process.env.COMPAT_SEED ?? 1);

/** All phases, with as many V1 blocks as V2 blocks. */
function phases(): Network {
  const v2 = { allowHeight: 25, requireHeight: 40, finalCutHeight: 45, ephemeralOutputHeight: 0 };
  return { ...testNetwork(), hardforkV2: v2 };
}

const authorization = basicAuthorization(API_PASSWORD);

interface Answer {
  readonly status: number;
  readonly text: string;
}
type Ask = (method: string, path: string, body?: JsonValue) => Promise<Answer>;

const asking =
  (baseUrl: string): Ask =>
  async (method, path, body) => {
    const sent = body === undefined ? {} : { body: stringifyJson(body) };
    const response = await fetch(baseUrl + path, { method, headers: { authorization }, ...sent });
    return { status: response.status, text: await response.text() };
  };

let theirs: TestServer;
let ours: TestServer;

test.afterAll(async () => {
  await ours?.end();
  await theirs?.end();
});

test('both give the same responses', async () => {
  test.setTimeout(limitMs(600_000));
  const random = new RandomChain(phases(), SIGNER);
  const { network, genesis } = random.chain;
  const spelled = (value: unknown) => translateJsonKeys(value as JsonValue, OUR_DIALECT, NETWORK_DIALECT);
  const file = await networkFile(network, genesis);

  theirs = await TestServer.start({ file });
  ours = await TestServer.startEmbedded({ file });
  const asks = { theirs: asking(`${theirs.url}/api`), ours: asking(`${ours.url}/api`) };

  const addresses = new Set<string>();
  const blocks: string[] = [];
  const [plans] = fc.sample(fc.array(anyPlan, { minLength: BLOCKS, maxLength: BLOCKS }), { numRuns: 1, seed: SEED });
  for (const plan of plans!) {
    const block = random.block(plan);
    random.chain.add(block);
    const body = spelled(encodeJson(blockJson, block));
    // V1 blocks, and any block while the server has no peers, are answered with an error although they are accepted.
    await asks.theirs('POST', '/syncer/broadcast/block', body);
    await asks.ours('POST', '/syncer/broadcast/block', body);
    blocks.push(blockId(blockHeaderOf(block)));
  }
  expect((await ours.tip()).id).toBe(blocks.at(-1));
  expect((await theirs.tip()).id).toBe(blocks.at(-1));
  await theirs.indexed();
  for (const { output } of random.chain.coins) addresses.add(output.address);

  const found = new Map<string, string[]>();
  let asked = 0;
  const seen = new Set<string>();
  const compare = async (group: string, method: string, path: string, body?: JsonValue) => {
    asked++;
    const [their, our] = await Promise.all([asks.theirs(method, path, body), asks.ours(method, path, body)]);
    const lines = compareAnswers(their, our, seen);
    if (lines.length > 0)
      found.set(group, [...(found.get(group) ?? []), `${path.slice(0, 90)}\n    ${lines.slice(0, 12).join('\n    ')}`]);
  };

  await compare('network', 'GET', '/consensus/network');
  await compare('tipstate', 'GET', '/consensus/tipstate');
  await compare('index', 'GET', '/consensus/index/0');
  for (const id of blocks) await compare('block', 'GET', `/consensus/blocks/${id}`);
  for (let height = 0; height < blocks.length; height++) {
    const { id } = JSON.parse((await asks.ours('GET', `/consensus/index/${height}`)).text) as { id: string };
    await compare('updates', 'GET', `/consensus/updates/${height}::${id}?limit=1`);
    await compare('checkpoint', 'GET', `/consensus/checkpoint/${id}`);
  }
  const events = new Set<string>();
  const outputs = new Set<string>();
  for (const address of addresses) {
    await compare('balance', 'GET', `/addresses/${address}/balance`);
    await compare('events', 'GET', `/addresses/${address}/events?limit=1000`);
    await compare('unconfirmed', 'GET', `/addresses/${address}/events/unconfirmed`);
    await compare('coins', 'GET', `/addresses/${address}/outputs/siacoin?limit=1000`);
    await compare('funds', 'GET', `/addresses/${address}/outputs/siafund?limit=1000`);
    for (const event of JSON.parse((await asks.theirs('GET', `/addresses/${address}/events?limit=1000`)).text) as {
      id: string;
    }[])
      events.add(event.id);
    for (const match of (await asks.theirs('GET', `/addresses/${address}/events?limit=1000`)).text.matchAll(
      /"id": "([0-9a-f]{64})"/g
    ))
      outputs.add(match[1]!);
  }
  for (const id of events) await compare('event', 'GET', `/events/${id}`);
  for (const id of outputs) {
    await compare('coin', 'GET', `/outputs/siacoin/${id}`);
    await compare('coin spent', 'GET', `/outputs/siacoin/${id}/spent`);
    await compare('fund', 'GET', `/outputs/siafund/${id}`);
    await compare('fund spent', 'GET', `/outputs/siafund/${id}/spent`);
  }
  await compare('batch balance', 'POST', '/batch/addresses/balance', { addresses: [...addresses] });
  await compare('batch events', 'POST', '/batch/addresses/events?limit=1000', { addresses: [...addresses] });

  const report = [...found].map(([group, list]) => `${group}: ${list.length}\n  ${list.slice(0, 8).join('\n  ')}`);
  console.log(`${asked} answers compared, different: ${[...found.values()].flat().length}`);
  expect(report.join('\n')).toBe('');
  // Every listed difference must occur; otherwise the list is out of date.
  expect([...seen].toSorted()).toEqual(Object.keys(KNOWN).toSorted());
});

/** Differences that docs/differences.md lists under "One chain", by the lines that `difference` returns. */
const KNOWN = {
  'a constant that newer servers have': /^\.hardforkV2\.ephemeralOutputHeight: undefined for/,
  'origin of inputs': /\.siacoinInputs\[\d+\]\.origin: /,
  'address of V1 inputs': /\.siacoinInputs\[\d+\]\.address: undefined for/,
  'ids of fund outputs': /\.siafundOutputs\[\d+\]\.id: undefined for/,
  'address of payouts by renewal': /^\[\*\](\.relevant(\[\d+\])?: |: .*"type":"v2ContractResolution")/
};

function compareAnswers(their: Answer, our: Answer, seen: Set<string>): string[] {
  if (their.status !== our.status)
    return [`status ${their.status} for ${our.status}: ${their.text.slice(0, 120)} | ${our.text.slice(0, 120)}`];
  if (their.status >= 400)
    return their.text.trim() === our.text.trim() ? [] : [`"${their.text.trim()}" for "${our.text.trim()}"`];
  if (their.text === '' || our.text === '') return their.text === our.text ? [] : ['one is empty'];
  return difference(parseJson(their.text), parseJson(our.text)).filter((line) => {
    const known = Object.entries(KNOWN).find(([, pattern]) => pattern.test(line))?.[0];
    if (known !== undefined) seen.add(known);
    return known === undefined;
  });
}
