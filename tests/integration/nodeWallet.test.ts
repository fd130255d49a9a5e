import { afterEach, describe, expect, test } from 'vitest';
import { transaction as daemonTransaction } from '$lib/api/daemon/shapes/transactions';
import { encodeJson } from '$lib/api/schemas/codec';
import type { Address } from '$lib/chain/address';
import { VOID_ADDRESS } from '$lib/chain/address';
import { hastings } from '$lib/chain/currency/currency';
import { UNASSIGNED_LEAF_INDEX, type CoinElement } from '$lib/chain/element/elements';
import { proofRootHex } from '$lib/chain/proof/merkleProof';
import { coinLeafHash } from '$lib/chain/proof/elementLeaf';
import { policyAddress, standardUnlockConditions, unlockHash } from '$lib/chain/policy/policyAddress';
import { inputSigHash, signatureSigHash } from '$lib/chain/transaction/sigHash';
import { sign } from '$lib/chain/keys/sign';
import { ZERO_BLOCK_ID } from '$lib/chain/ids';
import { EMPTY_TRANSACTION, WHOLE_TRANSACTION, type Transaction } from '$lib/chain/transaction/transaction';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { transactionId } from '$lib/chain/transaction/transactionIds';
import { v2CoinOutputId, v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import { v2TransactionWeight } from '$lib/chain/block/weight';
import { decodeHex, encodeHex } from '$lib/codec/bytes';
import { stringifyJson } from '$lib/codec/json';
import { DEV_ADDRESSES } from '$lib/server/node/network/presets';
import { deriveKeyPair } from '$lib/wallet/keys/keyring';
import { seedFromPhrase } from '$lib/wallet/keys/seed';
import { ask, mine, openNode, type OpenNode } from '../support/node';
import { solveUnit } from '../support/solve';

const seed = seedFromPhrase(`${'abandon '.repeat(11)}about`);
const dev = deriveKeyPair(seed, 0n);
const other = deriveKeyPair(seed, 1n);
const devPolicy = { type: 'pk', publicKey: dev.publicKey } as const;
const otherPolicy = { type: 'pk', publicKey: other.publicKey } as const;
const otherAddress = policyAddress(otherPolicy);
const FEE = hastings(10n ** 22n);
const COIN = 10n ** 24n;

let open: OpenNode;
afterEach(() => open.node.close());

const at = (address: Address) => ({ params: { address } });

/** Spends one output of a `pk` policy: `amount` to an address, the rest back. */
function pay(parent: CoinElement, key: typeof dev, to: Address, amount: bigint): V2Transaction {
  const policy = { type: 'pk', publicKey: key.publicKey } as const;
  const change = hastings(parent.output.value - amount - FEE);
  const unsigned: V2Transaction = {
    ...EMPTY_V2_TRANSACTION,
    coinInputs: [{ parent, satisfiedPolicy: { policy, signatures: [], preimages: [] } }],
    coinOutputs: [
      { value: hastings(amount), address: to },
      { value: change, address: policyAddress(policy) }
    ],
    minerFee: FEE
  };
  const signatures = [sign(key.privateKey, inputSigHash(unsigned))];
  return { ...unsigned, coinInputs: [{ parent, satisfiedPolicy: { policy, signatures, preimages: [] } }] };
}

async function devOutput(): Promise<CoinElement> {
  const { outputs } = await open.wallet.coinOutputs(at(DEV_ADDRESSES.policy));
  return outputs[0]!;
}

const broadcast = async (txn: V2Transaction, basis = open.node.tip) =>
  open.wallet.broadcast({ body: { basis, transactions: [], v2Transactions: [txn] } });

test('the documented development key owns the genesis outputs', async () => {
  expect(unlockHash(standardUnlockConditions(dev.publicKey))).toBe(DEV_ADDRESSES.unlockConditions);
  expect(policyAddress(devPolicy)).toBe(DEV_ADDRESSES.policy);
  open = await openNode();
  for (const address of Object.values(DEV_ADDRESSES)) {
    expect(await open.wallet.balance(at(address))).toEqual({
      coins: 500_000n * COIN,
      immatureCoins: 0n,
      funds: 5_000n
    });
    const genesis = { index: { height: 0 }, data: { type: 'v1Transaction' } };
    expect(await open.wallet.events(at(address))).toMatchObject([genesis]);
  }
});

describe('a V2 payment', () => {
  test('is pending in the pool, is mined, and moves the coins', async () => {
    open = await openNode();
    await mine(open, 2);
    const parent = await devOutput();
    const txn = pay(parent, dev, otherAddress, 1000n * COIN);
    const id = v2TransactionId(txn);
    const echoed = await broadcast(txn);
    expect(echoed.basis).toEqual(open.node.tip);
    expect(echoed.v2Transactions.map(v2TransactionId)).toEqual([id]);
    expect(await broadcast(txn)).toEqual(echoed);

    const pool = await open.wallet.poolTransactions();
    expect(pool.v2Transactions).toHaveLength(1);
    expect(await open.wallet.balance(at(otherAddress))).toMatchObject({ coins: 0n });
    const waiting = await open.wallet.coinOutputs({ ...at(otherAddress), query: { tpool: true } });
    expect(waiting.outputs).toEqual([
      expect.objectContaining({
        id: v2CoinOutputId(id, 0),
        confirmations: 0,
        stateElement: { leafIndex: UNASSIGNED_LEAF_INDEX, merkleProof: [] }
      })
    ]);
    const left = await open.wallet.coinOutputs({ ...at(DEV_ADDRESSES.policy), query: { tpool: true } });
    expect(left.outputs.map((output) => output.id)).toEqual([v2CoinOutputId(id, 1)]);
    const [unconfirmed] = await open.wallet.unconfirmedEvents(at(otherAddress));
    expect(unconfirmed).toMatchObject({ id, confirmations: 0, index: { height: 3, id: ZERO_BLOCK_ID } });
    // Counts like wallet server 2.12: an address the next block, a wallet one more, the whole pool none.
    const wallet = await open.wallet.createWallet({ body: { name: 'own', description: '', metadata: null } });
    const params = { id: wallet.id };
    await open.wallet.putAddress({ params, body: { address: otherAddress, description: '', metadata: null } });
    const [ofWallet] = await open.wallet.walletUnconfirmedEvents({ params });
    const [ofPool] = await open.wallet.poolEvents();
    expect([unconfirmed, ofWallet, ofPool].map((event) => event?.maturityHeight)).toEqual([3, 4, 0]);

    await mine(open);
    expect((await open.wallet.poolTransactions()).v2Transactions).toEqual([]);
    expect(await open.wallet.balance(at(otherAddress))).toMatchObject({ coins: 1000n * COIN });
    const [event] = await open.wallet.events(at(otherAddress));
    const confirmed = { id, confirmations: 1, index: open.node.tip, relevant: [otherAddress] };
    expect(event).toMatchObject({ ...confirmed, data: { type: 'v2Transaction' } });
    const reward = (await open.wallet.block({ params: { idOrHeight: '3' } })).minerPayouts[0]!.value;
    expect(reward).toBe((300_000n - 3n) * COIN + FEE);
  });

  test('may spend an output of another pending payment, and both are mined together', async () => {
    open = await openNode();
    await mine(open, 2);
    const first = pay(await devOutput(), dev, otherAddress, 1000n * COIN);
    const parent: CoinElement = {
      id: v2CoinOutputId(v2TransactionId(first), 0),
      stateElement: { leafIndex: UNASSIGNED_LEAF_INDEX, merkleProof: [] },
      output: first.coinOutputs[0]!,
      maturityHeight: 0n
    };
    const second = pay(parent, other, DEV_ADDRESSES.unlockConditions, 10n * COIN);
    await expect(broadcast(second)).rejects.toMatchObject({ code: 'wallet-server/v2-transaction-invalid' });
    await open.wallet.broadcast({ body: { basis: open.node.tip, transactions: [], v2Transactions: [first, second] } });
    const rival = pay(parent, other, DEV_ADDRESSES.unlockConditions, 11n * COIN);
    await expect(broadcast(rival)).rejects.toMatchObject({ code: 'wallet-server/double-spend' });
    await mine(open);
    expect((await open.wallet.poolTransactions()).v2Transactions).toEqual([]);
    expect(await open.wallet.balance(at(otherAddress))).toMatchObject({ coins: 990n * COIN - FEE });
  });

  test('stays in the pool with current proofs while other blocks arrive, whatever its basis', async () => {
    let clock = Date.now();
    open = await openNode({ clock: () => clock });
    await mine(open, 2);
    // Work issued before the payment does not contain it.
    const unit = await open.daemon.miner.header();
    const txn = pay(await devOutput(), dev, otherAddress, 5n * COIN);
    await broadcast(txn, { height: 1, id: ZERO_BLOCK_ID });
    await open.daemon.miner.submitHeader({ body: solveUnit(unit) });
    const pool = await open.wallet.poolTransactions();
    expect(pool.basis.height).toBe(3);
    const { parent } = pool.v2Transactions[0]!.coinInputs[0]!;
    const { elements } = await open.wallet.tipState();
    const { merkleProof, leafIndex } = parent.stateElement;
    const leaf = encodeHex(coinLeafHash(parent, false)) as (typeof merkleProof)[number];
    expect(proofRootHex(leaf, leafIndex, merkleProof)).toBe(elements.trees[merkleProof.length]);
    clock += 31_000;
    await mine(open);
    expect(await open.wallet.balance(at(otherAddress))).toMatchObject({ coins: 5n * COIN });
  });

  test.each([
    [
      'an invalid signature',
      (txn: V2Transaction) => ({ ...txn, minerFee: FEE, coinOutputs: [...txn.coinOutputs].reverse() }),
      400,
      /^invalid v2 transaction set: v2 transaction [0-9a-f]{64} is invalid: /
    ],
    [
      'outputs beyond its inputs',
      (txn: V2Transaction) => ({ ...txn, minerFee: hastings(FEE + 1n) }),
      400,
      /^invalid v2 transaction set: /
    ],
    [
      'a payment to the void address',
      (txn: V2Transaction) => ({ ...txn, coinOutputs: [{ ...txn.coinOutputs[0]!, address: VOID_ADDRESS }] }),
      400,
      /void address/
    ]
  ])('with %s is rejected', async (_, corrupt, status, serverMessage) => {
    open = await openNode();
    await mine(open, 2);
    const txn = corrupt(pay(await devOutput(), dev, otherAddress, COIN));
    await expect(broadcast(txn)).rejects.toMatchObject({ status, serverMessage: expect.stringMatching(serverMessage) });
    expect((await open.wallet.poolTransactions()).v2Transactions).toEqual([]);
  });

  test('that comes with more than fit into a block is refused with the number that is accepted', async () => {
    open = await openNode();
    const v2Transactions = new Array<V2Transaction>(8_001).fill(EMPTY_V2_TRANSACTION);
    await expect(
      open.wallet.broadcast({ body: { basis: open.node.tip, transactions: [], v2Transactions } })
    ).rejects.toMatchObject({ status: 400, code: 'wallet-server/set-too-long', known: { data: { most: 8_000n } } });
  });

  test('cannot be spent twice, in the pool or after it was mined', async () => {
    open = await openNode();
    await mine(open, 2);
    const parent = await devOutput();
    await broadcast(pay(parent, dev, otherAddress, COIN));
    const again = pay(parent, dev, otherAddress, 2n * COIN);
    await expect(broadcast(again)).rejects.toMatchObject({ status: 400 });
    await mine(open);
    await expect(broadcast(again)).rejects.toMatchObject({
      status: 500,
      serverMessage: expect.stringMatching(/is invalid: coin input parent has invalid Merkle proof$/)
    });
  });
});

test('a set of one V1 and one V2 transaction is not empty', async () => {
  open = await openNode();
  const arbitraryData = Uint8Array.of(1);
  const transactions = [{ ...EMPTY_TRANSACTION, arbitraryData: [arbitraryData] }];
  const v2Transactions = [{ ...EMPTY_V2_TRANSACTION, arbitraryData }];
  const { tip } = open.node;
  const { basis } = await open.wallet.broadcast({ body: { basis: tip, transactions, v2Transactions } });
  expect(basis).toEqual(tip);
  const pool = await open.wallet.poolTransactions();
  expect([pool.transactions, pool.v2Transactions].map(({ length }) => length)).toEqual([1, 1]);
});

test('a V1 payment survives the transition on dev-v1', async () => {
  open = await openNode({ network: 'dev-v1' });
  // Without mining: the recorded difficulty is too high for a test, so the pool and the signature rules must suffice.
  const unlockConditions = standardUnlockConditions(dev.publicKey);
  const { outputs } = await open.wallet.coinOutputs(at(DEV_ADDRESSES.unlockConditions));
  const { id: parentId, output } = outputs[0]!;
  const unsigned: Transaction = {
    coinInputs: [{ parentId, unlockConditions }],
    coinOutputs: [{ value: hastings(output.value - FEE), address: otherAddress }],
    fileContracts: [],
    fileContractRevisions: [],
    storageProofs: [],
    fundInputs: [],
    fundOutputs: [],
    minerFees: [FEE],
    arbitraryData: [],
    signatures: [
      {
        parentId: parentId as string as Transaction['signatures'][number]['parentId'],
        publicKeyIndex: 0n,
        timelock: 0n,
        signature: new Uint8Array(0),
        coveredFields: WHOLE_TRANSACTION
      }
    ]
  };
  const network = await open.wallet.network();
  const signature = decodeHex(sign(dev.privateKey, signatureSigHash(network, 0, unsigned, unsigned.signatures[0]!)));
  const txn = { ...unsigned, signatures: [{ ...unsigned.signatures[0]!, signature }] };
  await open.daemon.consensus.validate({ body: [txn] });
  // Zeros are verified synchronously, as no other verifier decides on them; the others on other threads.
  const forged = { ...txn, signatures: [{ ...txn.signatures[0]!, signature: signature.with(0, signature[0]! ^ 1) }] };
  for (const set of [[unsigned], [forged]]) {
    await expect(open.daemon.consensus.validate({ body: set })).rejects.toMatchObject({
      serverMessage: 'transaction set validation failed: invalid signature'
    });
  }
  await expect(open.daemon.consensus.validate({ body: [txn, txn] })).rejects.toMatchObject({
    code: 'validation/double-spend'
  });
  // Other texts of the same 16 bytes, or of bytes that differ in what a byte cannot hold, are no unknown algorithm, for
  // which any signature counts.
  const json = stringifyJson(encodeJson(daemonTransaction, unsigned));
  for (const algorithm of ['ed25519\0', '\u0165d25519']) {
    const body = `[${json.replace('"ed25519"', JSON.stringify(algorithm))}]`;
    const headers = { 'content-type': 'application/json' };
    const answer = await ask(open, '/consensus/validate/transactionset', { method: 'POST', headers, body });
    expect(answer.status).toBe(400);
  }
  // Each is valid, and takes 80 bytes.
  const heavy = `[${'{},'.repeat(25_000)}{}]`;
  const headers = { 'content-type': 'application/json' };
  const answer = await ask(open, '/consensus/validate/transactionset', { method: 'POST', headers, body: heavy });
  expect(answer.status).toBe(400);
  await open.wallet.broadcast({ body: { basis: open.node.tip, transactions: [txn], v2Transactions: [] } });
  const pool = await open.wallet.poolTransactions();
  expect(pool.transactions.map(transactionId)).toEqual([transactionId(txn)]);
  const bad = { ...txn, signatures: [{ ...txn.signatures[0]!, signature: new Uint8Array(64) }] };

  await expect(
    open.wallet.broadcast({
      body: {
        basis: open.node.tip,
        transactions: [{ ...bad, minerFees: [], coinOutputs: [{ ...output, address: otherAddress }] }],
        v2Transactions: []
      }
    })
  ).rejects.toMatchObject({
    serverMessage: expect.stringMatching(/^invalid transaction set: transaction [0-9a-f]{64} is invalid: /)
  });
});

describe('the routes of the wallet server', () => {
  test('describe the chain', async () => {
    open = await openNode();
    await mine(open, 12);
    const { wallet } = open;
    expect(await wallet.network()).toMatchObject({ name: 'test', maturityDelay: 10 });
    const tip = await wallet.tip();
    expect(tip.height).toBe(12);
    expect((await wallet.tipState()).index).toEqual(tip);
    expect(await wallet.indexAt({ params: { height: 12 } })).toEqual(tip);
    expect(await wallet.block({ params: { idOrHeight: tip.id } })).toEqual(
      await wallet.block({ params: { idOrHeight: '12' } })
    );
    const state = await wallet.state();
    expect(state).toMatchObject({ indexMode: 'full' });
    // From genesis on: nothing is missing.
    expect(state).not.toHaveProperty('firstHeight');
    expect(state).not.toHaveProperty('firstBodyHeight');
    expect(await wallet.peers()).toEqual([]);
    await wallet.health();
    expect(await wallet.fee()).toBe(10n ** 19n);
    for (const [idOrHeight, serverMessage] of [
      ['13', 'height not found'],
      ['ff'.repeat(32), "couldn't find block"],
      [`1${'f'.repeat(62)}1`, "couldn't find block"]
    ] as const) {
      await expect(wallet.block({ params: { idOrHeight } })).rejects.toMatchObject({ status: 404, serverMessage });
    }
    await expect(wallet.indexAt({ params: { height: 13 } })).rejects.toMatchObject({
      status: 404,
      serverMessage: 'height not found'
    });
  });

  test('return updates in portions up to the tip', async () => {
    open = await openNode();
    await mine(open, 12);
    const { wallet } = open;
    let index = { height: 0, id: ZERO_BLOCK_ID };
    const heights: number[] = [];
    for (;;) {
      const { applied, reverted } = await wallet.updates({ params: { index }, query: { limit: 5 } });
      expect(reverted).toEqual([]);
      if (applied.length === 0) break;
      heights.push(...applied.map(({ state }) => state.index.height));
      index = applied.at(-1)!.state.index;
    }
    expect(heights).toEqual(Array.from({ length: 13 }, (_, height) => height));
    expect((await wallet.updates({ params: { index: { height: 0, id: ZERO_BLOCK_ID } } })).applied).toHaveLength(10);
    for (const limit of [0, 101]) {
      await expect(wallet.updates({ params: { index }, query: { limit } })).rejects.toMatchObject({
        status: 400,
        serverMessage: 'limit must be between 0 and 100'
      });
    }
    const unknown = { height: 3, id: '0123456789abcdef'.repeat(4) as typeof index.id };
    await expect(wallet.updates({ params: { index: unknown } })).rejects.toMatchObject({
      status: 500,
      serverMessage: `couldn't get updates: missing block at index 3::89abcdef`
    });
  });

  test('return outputs and events in pages, most recently matured first', async () => {
    open = await openNode();
    await mine(open, 25);
    const { wallet, node } = open;
    const query = (offset: number, limit: number) => ({ ...at(node.payoutAddress), query: { offset, limit } });
    const all = await wallet.coinOutputs(at(node.payoutAddress));
    expect(all.outputs.map(({ maturityHeight }) => Number(maturityHeight))).toEqual(
      Array.from({ length: 15 }, (_, i) => 25 - i)
    );
    expect(all.outputs[0]!.confirmations).toBe(11);
    expect((await wallet.coinOutputs(query(5, 3))).outputs).toEqual(all.outputs.slice(5, 8));
    const events = await wallet.events(at(node.payoutAddress));
    expect(events.map(({ maturityHeight }) => maturityHeight)).toEqual(Array.from({ length: 25 }, (_, i) => 35 - i));
    expect((await wallet.events(query(24, 10))).map(({ id }) => id)).toEqual([events[24]!.id]);
    const { elements } = await wallet.tipState();
    for (const output of all.outputs) {
      const { merkleProof, leafIndex } = output.stateElement;
      const leaf = encodeHex(coinLeafHash(output, false)) as (typeof merkleProof)[number];
      expect(proofRootHex(leaf, leafIndex, merkleProof)).toBe(elements.trees[merkleProof.length]);
    }
    const funds = await wallet.fundOutputs(at(DEV_ADDRESSES.policy));
    expect(funds.outputs.map(({ output }) => output.value)).toEqual([5_000n]);
  });

  test.each([
    ['/api/nosuch', {}, 404, '404 page not found\n'],
    ['/api/consensus/tip', { method: 'POST' }, 405, 'Method Not Allowed\n'],
    [
      `/api/addresses/${DEV_ADDRESSES.policy.slice(0, -1)}f/balance`,
      {},
      400,
      'couldn\'t parse param "addr": bad checksum\n'
    ],
    ['/api/txpool/broadcast', { method: 'POST', body: '{' }, 400, /^couldn't decode request body: /],
    [
      '/api/txpool/broadcast',
      { method: 'POST', body: '{"transactions":[{"arbitraryData":["AAAA"]}]}' },
      200,
      /"transactions"/
    ],
    ['/api/txpool/broadcast', { method: 'POST', body: '{}' }, 200, /"basis"/]
  ])('%s responds like a wallet server', async (path, init, status, body) => {
    open = await openNode();
    const response = await ask(open, path, init);
    expect(response.status).toBe(status);
    if (status >= 400) expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const text = await response.text();
    if (typeof body === 'string') expect(text).toBe(body);
    else expect(text).toMatch(body);
    expect(response.headers.has('access-control-allow-origin')).toBe(false);
  });

  test('V1 is over after the required height', async () => {
    open = await openNode();
    await mine(open, 2);
    const response = await ask(open, '/api/txpool/broadcast', {
      method: 'POST',
      body: '{"transactions":[{"arbitraryData":["AAAA"]}]}'
    });
    expect(response.status).toBe(400);
    expect(await response.text()).toMatch(
      /^invalid transaction set: transaction [0-9a-f]{64} is invalid: v1 transactions are not allowed after v2 hardfork is complete\n$/
    );
  });

  test('print JSON with two spaces, and OPTIONS lists the methods', async () => {
    open = await openNode();
    const response = await ask(open, '/api/consensus/tip');
    expect(response.headers.get('content-type')).toBe('application/json');
    expect(await response.text()).toBe(`{\n  "height": 0,\n  "id": "${open.node.tip.id}"\n}\n`);
    const options = await ask(open, '/api/txpool/broadcast', { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([200, 'OPTIONS, POST']);
  });
});

test('the fee rises with the pool’s weight', async () => {
  open = await openNode();
  await mine(open, 2);
  const heavy: V2Transaction = { ...EMPTY_V2_TRANSACTION, arbitraryData: new Uint8Array(1_490_000) };
  expect(v2TransactionWeight(heavy)).toBe(1_490_000);
  await open.wallet.broadcast({ body: { basis: open.node.tip, transactions: [], v2Transactions: [heavy] } });
  // Half of a weight of three million is pending: an eighth of 10^21.
  expect(await open.wallet.fee()).toBe(125n * 10n ** 18n);
});
