import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { StepQueue } from '$lib/async/stepQueue';
import { blockId } from '$lib/chain/block/block';
import { encodeBlock } from '$lib/chain/block/blockLayout';
import type { BlockId, Hash256 } from '$lib/chain/ids';
import { verifySignature } from '$lib/chain/keys/verifySignature';
import { genesisState } from '$lib/consensus/state';
import type { BlocksAnswer } from '$lib/peers/calls/callee';
import { MAX_HEADERS } from '$lib/peers/calls/callTypes';
import { v1OutlineHash, v2OutlineHash } from '$lib/peers/outline/complete';
import { ChainManager } from '$lib/server/node/chain/chainManager';
import { chainAnswers, type ChainAnswerParts, type SharedDecoding } from '$lib/server/node/peers/chainAnswers';
import { TransactionPool } from '$lib/server/node/pool/transactionPool';
import { SignatureChecker } from '$lib/server/node/signatures/signatureChecker';
import { ChainStore } from '$lib/server/node/store/store';
import { TestChain, testPreset } from '../../../../support/peers/testChain';

let store: ChainStore;
let chain: ChainManager;
let pool: TransactionPool;
let answers: ReturnType<typeof chainAnswers>;
let its: TestChain;
let decoding: StepQueue;
beforeEach(async () => {
  store = new ChainStore(':memory:');
  decoding = new StepQueue();
  its = TestChain.create();
  its.add(its.next([its.payment()])).extend(4);
  const signatures = new SignatureChecker(async (checks) =>
    checks.map(({ publicKey, message, signature }) => verifySignature(publicKey, message, signature))
  );
  chain = new ChainManager({ store, ...testPreset, clock: Date.now, signatures });
  await chain.addBlocks(its.blocks.slice(1));
  pool = new TransactionPool({ store, chain, signatures });
  answers = chainAnswers({ store, chain, pool, decoding }, 'inbound');
});
afterEach(() => {
  vi.restoreAllMocks();
  store.close();
});

test('blocks pruned while they are being sent end the response without an internal error', async () => {
  const { blocks } = (await answers.sendBlocks({ history: [its.idAt(0)], max: 5n })) as BlocksAnswer;
  const sent = blocks[Symbol.iterator]();
  expect(sent.next().done).toBe(false);
  store.blocks.prune(4);
  expect(() => sent.next()).toThrow(expect.objectContaining({ code: 'peers/stream-closed' }));
});

test('as many blocks are announced as follow the common one and are requested', async () => {
  const tip = its.states.length - 1;
  const countOf = async (from: number, max: bigint) => {
    const { count, remaining } = (await answers.sendBlocks({ history: [its.idAt(from)], max })) as BlocksAnswer;
    return [count, remaining];
  };
  expect(await countOf(2, 1_000n)).toEqual([tip - 2, 0n]);
  expect(await countOf(2, 1n)).toEqual([1, BigInt(tip - 3)]);
  expect(await countOf(tip, 1_000n)).toEqual([0, 0n]);
});

test('for a peer that requests parts of blocks many times, one is read at a time', async () => {
  const log: string[] = [];
  const read = store.block.bind(store);
  vi.spyOn(store, 'block').mockImplementation((id) => {
    log.push('read');
    return read(id);
  });
  const { index } = its.states[1]!;
  const [payment] = its.blocks[1]!.v2!.transactions;
  const requests = [
    async () => answers.sendTransactions({ index, hashes: [v2OutlineHash(payment!)] }),
    async () => answers.sendCheckpoint({ index })
  ];
  const results = await Promise.all(
    [...requests, ...requests].map(async (request) => {
      const result = await request();
      log.push('answered');
      return result;
    })
  );
  expect(log).toEqual(Array(4).fill(['read', 'answered']).flat());
  expect(results.slice(0, 2)).toEqual([
    { transactions: [], v2transactions: [payment] },
    { block: its.blocks[1], state: its.states[0] }
  ]);
});

test('parts of blocks are read for one peer at a time', async () => {
  const read = vi.spyOn(store, 'block');
  const { promise: over, resolve: end } = Promise.withResolvers<void>();
  const first = decoding.run(
    (function* () {
      yield over;
    })()
  );
  const { index } = its.states[1]!;
  const others = chainAnswers({ store, chain, pool, decoding }, 'inbound');
  const requests = [
    answers.sendCheckpoint({ index }),
    others.sendTransactions({ index, hashes: [] }),
    // The pool may be waited for.
    others.sendTransactions({ index: { height: 6, id: unknown }, hashes: [] })
  ];
  await requests[2];
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(read).not.toHaveBeenCalled();
  end();
  await Promise.all([first, ...requests]);
  expect(read).toHaveBeenCalledTimes(2);
});

const blockAt = (height: number) => ({ height, id: its.idAt(height) });
const unknown = 'ab'.repeat(32) as BlockId;

type HeadersAnswer = NonNullable<Awaited<ReturnType<typeof answers.sendHeaders>>>;

/** A branch from the second block, stored but never the best chain. */
async function storeBranch(): Promise<TestChain> {
  const branch = its.fork(1, 7).extend(2);
  for (const block of branch.blocks.slice(2)) expect(await chain.addBlock(block)).toBe('side');
  return branch;
}

describe('headers', () => {
  const headersAfter = (height: number, max: bigint, answering = answers) => {
    const answer = answering.sendHeaders({ index: blockAt(height), max }) as HeadersAnswer | undefined;
    return answer && [answer.headers.map(blockId), answer.remaining];
  };
  const ids = (...heights: number[]) => heights.map((height) => its.idAt(height));

  test('are those after a block of the best chain, with the number that follow', () => {
    expect(headersAfter(2, 2n)).toEqual([ids(3, 4), 1n]);
    expect(headersAfter(2, 2n ** 64n - 1n)).toEqual([ids(3, 4, 5), 0n]);
    expect(headersAfter(5, 9n)).toEqual([[], 0n]);
    expect(answers.sendHeaders({ index: { height: 2, id: unknown }, max: 9n })).toBeUndefined();
  });

  test('are never more than a response holds', () => {
    const read = vi.spyOn(store, 'headersAfter').mockReturnValue([]);
    const longer = { store, chain: { tip: { height: 1_000_000 } }, pool, decoding } as unknown as ChainAnswerParts &
      SharedDecoding;
    const { sendHeaders } = chainAnswers(longer, 'inbound');
    const { remaining } = sendHeaders({ index: blockAt(2), max: 2n ** 64n - 1n }) as HeadersAnswer;
    expect(read.mock.calls).toEqual([[2, MAX_HEADERS]]);
    expect(remaining).toBe(BigInt(1_000_000 - 2 - MAX_HEADERS));
  });

  test('below a checkpoint are none for a peer that we dialed, and a refusal for others', () => {
    vi.spyOn(store.blocks, 'first').mockReturnValue(blockAt(3));
    const outbound = chainAnswers({ store, chain, pool, decoding }, 'outbound');
    const below = { index: { height: 2, id: unknown }, max: 9n };
    expect(outbound.sendHeaders(below)).toEqual({ headers: [], remaining: 0n });
    expect(answers.sendHeaders(below)).toBeUndefined();
    expect(outbound.sendHeaders({ ...below, index: { height: 3, id: unknown } })).toBeUndefined();
    expect(headersAfter(3, 9n, outbound)).toEqual([ids(4, 5), 0n]);
  });
});

describe('blocks', () => {
  const blocksAfter = (...history: BlockId[]) => {
    const answer = answers.sendBlocks({ history, max: 9n }) as BlocksAnswer | undefined;
    return answer && [...answer.blocks];
  };
  const bodies = (from: number) => its.blocks.slice(from).map(encodeBlock);

  test('follow the first block of the history that is on the best chain', async () => {
    const branch = await storeBranch();
    expect(blocksAfter(unknown, branch.idAt(3), its.idAt(2), its.idAt(1))).toEqual(bodies(3));
    expect(blocksAfter(unknown)).toEqual(bodies(1));
  });

  test('are refused if the first of them was pruned', () => {
    store.setFirstBody(3);
    expect(blocksAfter(its.idAt(2))).toEqual(bodies(3));
    expect(blocksAfter(its.idAt(1))).toBeUndefined();
  });

  test('that are gone meanwhile end the response', () => {
    vi.spyOn(store.blocks, 'get').mockReturnValue(undefined);
    expect(() => blocksAfter(its.idAt(1))).toThrow(expect.objectContaining({ code: 'peers/stream-closed' }));
  });
});

describe('transactions', () => {
  const [allocation] = testPreset.genesis.transactions;

  test('of a V1 block are those with the hashes', async () => {
    const chosen = (hashes: Hash256[]) => answers.sendTransactions({ index: blockAt(0), hashes });
    expect(await chosen([v1OutlineHash(allocation!)])).toEqual({ transactions: [allocation], v2transactions: [] });
    expect(await chosen([])).toEqual({ transactions: [], v2transactions: [] });
  });

  test('of an unknown block are those of the pool, once it has validated all of them', async () => {
    const payment = its.payment();
    let isSettled = false;
    const settling = {
      *untilSettled() {
        yield Promise.resolve();
        isSettled = true;
      },
      get v2Transactions() {
        return isSettled ? [payment] : [];
      },
      transactions: [allocation]
    };
    const parts = { store, chain, pool: settling, decoding } as unknown as ChainAnswerParts & SharedDecoding;
    const { sendTransactions } = chainAnswers(parts, 'inbound');
    const hashes = [v1OutlineHash(allocation!), v2OutlineHash(payment)];
    const none = { transactions: [], v2transactions: [] };
    expect(await sendTransactions({ index: blockAt(3), hashes })).toEqual(none);
    expect(isSettled).toBe(false);
    const ofPool = { transactions: [allocation], v2transactions: [payment] };
    expect(await sendTransactions({ index: { height: 6, id: unknown }, hashes })).toEqual(ofPool);
  });
});

describe('a checkpoint', () => {
  const checkpointAt = (id: BlockId) => answers.sendCheckpoint({ index: { height: 0, id } });

  test('is a block whose parent was applied, with the state after that', async () => {
    const branch = await storeBranch();
    expect(await checkpointAt(its.idAt(3))).toEqual({ block: its.blocks[3], state: its.states[2] });
    expect(await checkpointAt(branch.idAt(2))).toEqual({ block: branch.blocks[2], state: its.states[1] });
    for (const id of [branch.idAt(3), its.idAt(0), unknown]) expect(await checkpointAt(id)).toBeUndefined();
  });

  test('is also the block that this chain begins with', async () => {
    const parentState = genesisState(testPreset.network);
    vi.spyOn(store.checkpoint, 'get').mockReturnValue({ id: its.idAt(0), parentState });
    expect(await checkpointAt(its.idAt(0))).toEqual({ block: its.blocks[0], state: parentState });
  });
});
