import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { ChainIndex } from '$lib/chain/element/elements';
import { ZERO_HASH } from '$lib/chain/ids';
import { MAX_BLOCK_WEIGHT } from '$lib/chain/block/maxWeight';
import { v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import type { V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { outlineOf } from '$lib/peers/outline/complete';
import { ChainManager } from '$lib/server/node/chain/chainManager';
import type { Peer } from '$lib/server/node/peers/peer';
import { Relay } from '$lib/server/node/peers/relay';
import { WasteBudget } from '$lib/server/node/peers/wasteBudget';
import { TransactionPool } from '$lib/server/node/pool/transactionPool';
import { SignatureChecker } from '$lib/server/node/signatures/signatureChecker';
import { ChainStore } from '$lib/server/node/store/store';
import { verifySignature } from '$lib/chain/keys/verifySignature';
import { ManualClock, settle } from '../../../../support/manualClock';
import { TestChain, testPreset } from '../../../../support/peers/testChain';

const others = TestChain.create().extend(3);
const never = new Promise<never>(() => undefined);

let store: ChainStore;
let chain: ChainManager;
let pool: TransactionPool;
let clock: ManualClock;
let resynced: Peer[];
let later: (() => void)[];
let looks: number;
let relay: Relay;
beforeEach(async () => {
  looks = 0;
  const signatures = new SignatureChecker(async (checks) => {
    looks++;
    return checks.map(({ publicKey, message, signature }) => verifySignature(publicKey, message, signature));
  });
  store = new ChainStore(':memory:');
  chain = new ChainManager({ store, ...testPreset, clock: Date.now, signatures });
  await chain.addBlocks(others.blocks.slice(1));
  pool = new TransactionPool({ store, chain, signatures });
  clock = new ManualClock();
  resynced = [];
  later = [];
  relay = new Relay({
    store,
    chain,
    pool,
    peers: () => [],
    watch: { onFreshBlock: () => undefined },
    later: (call) => later.push(call),
    resync: (peer) => resynced.push(peer)
  });
});
afterEach(() => store.close());

/** A peer that never answers. */
const peer = (): Peer => ({ waste: new WasteBudget(clock), call: () => never }) as unknown as Peer;

describe('a block whose first sender never sends what it left out', () => {
  test('is fetched from the next one who has it', async () => {
    const [silent, honest] = [peer(), peer()];
    const block = others.next([others.payment()]);
    const outline = outlineOf(block, () => true);
    void relay.onOutline(outline, silent);
    await relay.onOutline(outline, honest);
    expect(resynced).toEqual([]);
    later.forEach((call) => call());
    expect(resynced).toEqual([honest]);
  });

  test('is not asked for once it is here', async () => {
    const block = others.next([others.payment()]);
    const outline = outlineOf(block, () => true);
    void relay.onOutline(outline, peer());
    await relay.onOutline(outline, peer());
    await chain.addBlock(block);
    later.forEach((call) => call());
    expect(later).toHaveLength(1);
    expect(resynced).toEqual([]);
  });
});

describe('a transaction set', () => {
  const send = (transaction: V2Transaction, from: Peer, basis: ChainIndex = others.tip.index) =>
    relay.onTransactions({ basis, transactions: [transaction] }, from);
  const waiting = () => pool.v2Transactions.map(v2TransactionId);

  test('that was refused in a broken form is taken in a right one', async () => {
    const payment = others.payment();
    const [input] = payment.coinInputs;
    const { stateElement } = input!.parent;
    const merkleProof = stateElement.merkleProof.map(() => ZERO_HASH);
    const broken = {
      ...payment,
      coinInputs: [{ ...input!, parent: { ...input!.parent, stateElement: { ...stateElement, merkleProof } } }]
    };
    expect(v2TransactionId(broken)).toBe(v2TransactionId(payment));
    await send(broken, peer());
    await send(payment, peer(), others.states[1]!.index);
    expect(waiting()).toEqual([]);
    await send(payment, peer());
    expect(waiting()).toEqual([v2TransactionId(payment)]);
  });

  test('that is refused is not validated again, whoever sends it', async () => {
    const invalid = others.payment(false);
    for (let i = 0; i < 5; i++) await send(invalid, peer());
    await settle();
    expect(looks).toBe(1);
    expect(waiting()).toEqual([]);
  });

  test('of a peer that sent a block’s worth of invalid ones is ignored for a while, and nobody else’s', async () => {
    const [hostile, honest] = [peer(), peer()];
    const PART = 10;
    const invalid = (i: number) => ({
      ...others.payment(false),
      arbitraryData: new Uint8Array(MAX_BLOCK_WEIGHT / PART).fill(i)
    });
    for (let i = 0; i < 2 * PART; i++) await send(invalid(i), hostile);
    expect(looks).toBe(PART);
    await send(others.payment(), hostile);
    expect(waiting()).toEqual([]);
    await clock.advance(1_000);
    await send(invalid(99), hostile);
    expect(looks).toBe(PART + 1);
    await send(others.payment(), hostile);
    expect(waiting()).toEqual([]);
    await send(others.payment(), honest);
    expect(waiting()).toEqual([v2TransactionId(others.payment())]);
  });
});
