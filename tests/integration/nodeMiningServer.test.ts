import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createMiningServer, type MiningServer } from '$lib/api/mining-server/client';
import { blockId } from '$lib/chain/block/block';
import { blockHeaderOf, v2Commitment } from '$lib/chain/block/commitment';
import { hastings } from '$lib/chain/currency/currency';
import { policyAddress } from '$lib/chain/policy/policyAddress';
import { blockReward } from '$lib/chain/network/rewards';
import { inputSigHash } from '$lib/chain/transaction/sigHash';
import { sign } from '$lib/chain/keys/sign';
import { formatTarget } from '$lib/chain/target';
import { v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { encodeHex } from '$lib/codec/bytes';
import { childPowTarget } from '$lib/consensus/state';
import { blockOfTemplate, encodeSolvedBlock, workOfTemplate } from '$lib/mining/work/servedTemplate';
import { DEV_ADDRESSES } from '$lib/server/node/network/presets';
import { deriveKeyPair } from '$lib/wallet/keys/keyring';
import { seedFromPhrase } from '$lib/wallet/keys/seed';
import { ask, mine, openNode, type OpenNode } from '../support/node';
import { solveBlock } from '../support/solve';
import { DEV_PHRASE } from '../support/walletWorld';

let open: OpenNode;
let mining: MiningServer;

beforeEach(async () => {
  open = await openNode();
  mining = createMiningServer({ ...open.transport, baseUrl: 'http://node/api' });
});
afterEach(() => open.node.close());

const random = (n: number) => crypto.getRandomValues(new Uint8Array(n));
const FEE = hastings(10n ** 22n);
const key = deriveKeyPair(seedFromPhrase(DEV_PHRASE), 0n);

/** Adds a payment with a Merkle proof to the pool. */
async function payOutOfGenesis(): Promise<V2Transaction> {
  const { outputs } = await open.wallet.coinOutputs({ params: { address: DEV_ADDRESSES.policy } });
  const parent = outputs[0]!;
  const policy = { type: 'pk', publicKey: key.publicKey } as const;
  const unsigned: V2Transaction = {
    ...EMPTY_V2_TRANSACTION,
    coinInputs: [{ parent, satisfiedPolicy: { policy, signatures: [], preimages: [] } }],
    coinOutputs: [{ value: hastings(parent.output.value - FEE), address: policyAddress(policy) }],
    minerFee: FEE
  };
  const signatures = [sign(key.privateKey, inputSigHash(unsigned))];
  const txn = { ...unsigned, coinInputs: [{ parent, satisfiedPolicy: { policy, signatures, preimages: [] } }] };
  await open.wallet.broadcast({ body: { basis: open.node.tip, transactions: [], v2Transactions: [txn] } });
  return txn;
}

const submit = (block: Uint8Array) => mining.submitBlock({ body: { params: [encodeHex(block)] } });

const chainNow = async () => {
  const [network, state] = await Promise.all([mining.network(), mining.tipState()]);
  return { network, state };
};

describe('a template', () => {
  test('is the next block, and its commitment matches its content', async () => {
    await mine(open, 3);
    const payment = await payOutOfGenesis();
    const template = await mining.getTemplate({ body: {} });
    const { network, state } = await chainNow();
    const { minerPayouts, v2Transactions } = template;
    expect(template).toMatchObject({ version: 2, height: 4, parentId: state.index.id, transactions: [] });
    expect(template.target).toBe(childPowTarget(network, state));
    expect(v2Transactions.map(v2TransactionId)).toEqual([v2TransactionId(payment)]);
    expect(minerPayouts).toEqual([{ value: blockReward(network, 4) + FEE, address: open.node.payoutAddress }]);
    expect(v2Commitment(state, open.node.payoutAddress, [], v2Transactions)).toBe(template.commitment);
  });

  test('on the wire is like a mining server’s: hexadecimal, plain numbers, payouts in the encoding of their version', async () => {
    await mine(open, 2);
    const answer = await ask(open, '/api/mining/getblocktemplate', { method: 'POST', body: '{}' });
    const sent = (await answer.json()) as Record<string, unknown>;
    expect(sent).toMatchObject({ version: 2, height: 3, transactions: null, previousblockhash: open.node.tip.id });
    expect(sent.target).toBe(formatTarget((await mining.getTemplate({ body: {} })).target));
    // 16 bytes of value and 32 of address.
    expect((sent.minerpayout as { data: string }[])[0]!.data).toHaveLength(96);
    expect(typeof sent.curtime).toBe('number');
  });

  test('a solved template is accepted, V2 transactions with a multiproof', async () => {
    await mine(open, 3);
    const payment = await payOutOfGenesis();
    const { network, state } = await chainNow();
    const block = solveBlock(network, state, blockOfTemplate(await mining.getTemplate({ body: {} })));
    await submit(encodeSolvedBlock(block));
    expect(open.node.tip).toEqual({ height: 4, id: blockId(blockHeaderOf(block)) });
    const stored = await mining.block({ params: { idOrHeight: '4' } });
    expect(stored.v2?.transactions.map(v2TransactionId)).toEqual([v2TransactionId(payment)]);
  });

  test('becomes a block of our own: another address, this tab’s mark, the same transactions and fees', async () => {
    await mine(open, 3);
    const payment = await payOutOfGenesis();
    const chain = await chainNow();
    const template = await mining.getTemplate({ body: {} });
    const first = workOfTemplate(template, chain, DEV_ADDRESSES.policy, random);
    const second = workOfTemplate(template, chain, DEV_ADDRESSES.policy, random);
    expect(first.work.decoded.commitment).not.toBe(second.work.decoded.commitment);
    const block = solveBlock(chain.network, chain.state, first.block);
    await submit(encodeSolvedBlock(block));
    const { minerPayouts, v2 } = await mining.block({ params: { idOrHeight: '4' } });
    expect(minerPayouts).toEqual([{ value: blockReward(chain.network, 4) + FEE, address: DEV_ADDRESSES.policy }]);
    expect(v2?.transactions.map(v2TransactionId)[0]).toBe(v2TransactionId(payment));
    expect(v2?.transactions).toHaveLength(2);
  });
});

describe('a long poll', () => {
  const settledWithin = async (promise: Promise<unknown>, ms: number) =>
    Promise.race([promise.then(() => true), new Promise<false>((resolve) => setTimeout(resolve, ms, false))]);

  test.each([
    ['a new tip', () => mine(open)],
    ['a change in the pool', payOutOfGenesis]
  ])('is answered at %s, and not before', async (_, change) => {
    await mine(open, 3);
    const { longPollId } = await mining.getTemplate({ body: {} });
    const waiting = mining.getTemplate({ body: { longpollid: longPollId } });
    expect(await settledWithin(waiting, 300)).toBe(false);
    await change();
    const news = await waiting;
    expect(news.longPollId).not.toBe(longPollId);
    expect(news.parentId).toBe(open.node.tip.id);
  });

  test('with an earlier id is answered immediately', async () => {
    const { longPollId } = await mining.getTemplate({ body: {} });
    await mine(open);
    expect((await mining.getTemplate({ body: { longpollid: longPollId } })).height).toBe(2);
  });

  test('ends when the client disconnects', async () => {
    const { longPollId } = await mining.getTemplate({ body: {} });
    const leaving = new AbortController();
    const waiting = mining.getTemplate({ body: { longpollid: longPollId } }, { signal: leaving.signal });
    leaving.abort(new Error('left'));
    await expect(waiting).rejects.toThrow('left');
  });
});

describe('rejected requests', () => {
  const post = (path: string, body?: string, headers = {}) =>
    ask(open, `/api/mining/${path}`, { method: 'POST', body, headers });

  test('everything without the password', async () => {
    const headers = { authorization: 'Basic eDp5' };
    expect((await post('getblocktemplate', '{}', headers)).status).toBe(401);
    expect((await post('submitblock', '{"params":[""]}', headers)).status).toBe(401);
  });

  test.each([
    ['a template request without a body', 'getblocktemplate', undefined, 400],
    ['no block', 'submitblock', '{"params":[]}', 400],
    ['no parameters', 'submitblock', '{}', 400],
    ['a non-hexadecimal block', 'submitblock', '{"params":["zz"]}', 500],
    ['half a byte too much', 'submitblock', '{"params":["001"]}', 500],
    ['half a block', 'submitblock', '{"params":["00112233"]}', 500]
  ])('%s', async (_, path, body, status) => {
    const answer = await post(path, body);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toMatch('text/plain');
  });

  test('a block with the wrong commitment', async () => {
    await mine(open, 2);
    const block = blockOfTemplate(await mining.getTemplate({ body: {} }));
    const changed = { ...block, minerPayouts: [{ ...block.minerPayouts[0]!, address: DEV_ADDRESSES.policy }] };
    const { network, state } = await chainNow();
    const body = encodeSolvedBlock(solveBlock(network, state, changed));
    await expect(submit(body)).rejects.toMatchObject({
      status: 500,
      serverMessage: expect.stringMatching('commitment')
    });
    expect(open.node.tip.height).toBe(2);
  });

  test('but not a late block: it is stored off the best chain, without an error', async () => {
    await mine(open, 2);
    const { network, state } = await chainNow();
    const late = solveBlock(network, state, blockOfTemplate(await mining.getTemplate({ body: {} })));
    await mine(open);
    const tip = open.node.tip;
    await submit(encodeSolvedBlock(late));
    expect(open.node.tip).toEqual(tip);
    expect(encodeHex(encodeSolvedBlock(late)).startsWith(late.parentId)).toBe(true);
  });
});
