import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { HASTINGS_PER_COIN, hastings } from '$lib/chain/currency/currency';
import { coinLeafHash } from '$lib/chain/proof/elementLeaf';
import { UNASSIGNED_LEAF_INDEX, type CoinElement } from '$lib/chain/element/elements';
import { ZERO_BLOCK_ID, type CoinOutputId, type FundOutputId, type Hash256 } from '$lib/chain/ids';
import { proofRootHex } from '$lib/chain/proof/merkleProof';
import type { SpendPolicy } from '$lib/chain/policy/policy';
import { policyAddress, standardUnlockConditions } from '$lib/chain/policy/policyAddress';
import { inputSigHash, wholeSigHash } from '$lib/chain/transaction/sigHash';
import { sign } from '$lib/chain/keys/sign';
import { WHOLE_TRANSACTION, type Transaction } from '$lib/chain/transaction/transaction';
import { coinOutputId, transactionId } from '$lib/chain/transaction/transactionIds';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { v2CoinOutputId, v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import { decodeHex, encodeHex } from '$lib/codec/bytes';
import { DEV_ADDRESSES } from '$lib/server/node/network/presets';
import { deriveKeyPair } from '$lib/wallet/keys/keyring';
import { seedFromPhrase } from '$lib/wallet/keys/seed';
import { ask, mine, openNode, type OpenNode } from '../support/node';
import { limitMs } from '../support/limits';
import { temporaryFolder } from '../support/temporary';

const dev = deriveKeyPair(seedFromPhrase(`${'abandon '.repeat(11)}about`), 0n);
const ownPolicy = { type: 'pk', publicKey: dev.publicKey } as const;
const own = policyAddress(ownPolicy);
const FEE = hastings(HASTINGS_PER_COIN);
const UNKNOWN = '1'.repeat(64);

let open: OpenNode;
afterEach(() => open.node.close());

async function unspent(address = own): Promise<CoinElement> {
  const { outputs } = await open.wallet.coinOutputs({ params: { address } });
  const { confirmations: _, ...element } = outputs[0]!;
  return element;
}

/** The output moved to the same address, less the fee. */
function move(parent: CoinElement, policy: SpendPolicy = ownPolicy): V2Transaction {
  const unsigned: V2Transaction = {
    ...EMPTY_V2_TRANSACTION,
    coinInputs: [{ parent, satisfiedPolicy: { policy, signatures: [], preimages: [] } }],
    coinOutputs: [{ value: hastings(parent.output.value - FEE), address: parent.output.address }],
    minerFee: FEE
  };
  const signatures = [sign(dev.privateKey, inputSigHash(unsigned))];
  return { ...unsigned, coinInputs: [{ parent, satisfiedPolicy: { policy, signatures, preimages: [] } }] };
}
const outputOf = (txn: V2Transaction): CoinElement => ({
  id: v2CoinOutputId(v2TransactionId(txn), 0),
  stateElement: { leafIndex: UNASSIGNED_LEAF_INDEX, merkleProof: [] },
  output: txn.coinOutputs[0]!,
  maturityHeight: 0n
});
const broadcast = (...v2Transactions: V2Transaction[]) =>
  open.wallet.broadcast({ body: { basis: open.node.tip, transactions: [], v2Transactions } });

describe('a single output', () => {
  beforeEach(async () => {
    open = await openNode();
    await mine(open, 2);
  });

  test('has its proof until it is spent, then its spender', async () => {
    const parent = await unspent();
    const { params } = { params: { id: parent.id } };
    expect(await open.wallet.coinOutput({ params })).toEqual(parent);
    expect(await open.wallet.coinOutputSpent({ params })).toEqual({ spent: false });
    const txn = move(parent);
    await broadcast(txn);
    expect(await open.wallet.coinOutputSpent({ params })).toEqual({ spent: false });
    await mine(open);
    await expect(open.wallet.coinOutput({ params })).rejects.toMatchObject({
      status: 500,
      serverMessage: "couldn't load output: not found"
    });
    const spent = await open.wallet.coinOutputSpent({ params });
    expect(spent).toMatchObject({ spent: true, event: { id: v2TransactionId(txn), confirmations: 1 } });
    expect(await open.wallet.event({ params: { id: v2TransactionId(txn) as string as Hash256 } })).toEqual(spent.event);
  });

  test('has its spender without reading the other events of the block', async () => {
    await open.node.close();
    const dataDir = temporaryFolder('node');
    open = await openNode({ dataDir });
    await mine(open, 2);
    const parent = await unspent();
    const txn = move(parent);
    const unlockConditions = standardUnlockConditions(dev.publicKey);
    const before = move(await unspent(DEV_ADDRESSES.unlockConditions), { type: 'uc', unlockConditions });
    await broadcast(before, txn);
    await mine(open);
    await open.node.close();
    const database = new DatabaseSync(join(dataDir, 'test', 'chain.sqlite'));
    const others = database.prepare("UPDATE events SET data = x'00' WHERE height = 3 AND id <> ?");
    expect(others.run(decodeHex(v2TransactionId(txn))).changes).toBeGreaterThan(0);
    database.close();
    open = await openNode({ dataDir });
    const spent = await open.wallet.coinOutputSpent({ params: { id: parent.id } });
    expect(spent).toMatchObject({ spent: true, event: { id: v2TransactionId(txn) } });
  });

  test('may hold fund units', async () => {
    const { outputs } = await open.wallet.fundOutputs({ params: { address: own } });
    const { confirmations: _, ...element } = outputs[0]!;
    expect(await open.wallet.fundOutput({ params: { id: element.id } })).toEqual(element);
    expect(await open.wallet.fundOutputSpent({ params: { id: element.id } })).toEqual({ spent: false });
  });

  test.each<[string, () => Promise<unknown>, number]>([
    ['coin output', () => open.wallet.coinOutput({ params: { id: UNKNOWN as CoinOutputId } }), 500],
    ['coin output’s end', () => open.wallet.coinOutputSpent({ params: { id: UNKNOWN as CoinOutputId } }), 404],
    ['fund output', () => open.wallet.fundOutput({ params: { id: UNKNOWN as FundOutputId } }), 500],
    ['fund output’s end', () => open.wallet.fundOutputSpent({ params: { id: UNKNOWN as FundOutputId } }), 404],
    ['event', () => open.wallet.event({ params: { id: UNKNOWN as Hash256 } }), 404],
    ['block', () => open.wallet.checkpoint({ params: { idOrHeight: UNKNOWN } }), 404],
    ['peer', () => open.wallet.connectPeer({ body: '127.0.0.1:9981' }), 500]
  ])('an unknown %s is refused', async (_, call, status) => {
    await expect(call()).rejects.toMatchObject({ status });
  });
});

describe('many addresses', () => {
  beforeEach(async () => {
    open = await openNode();
    await mine(open, 12);
  });
  const stranger = policyAddress({ type: 'above', height: 7n });

  test('have their outputs listed page by page, without immature ones', async () => {
    const addresses = [open.node.payoutAddress, DEV_ADDRESSES.policy, stranger, DEV_ADDRESSES.policy];
    const { outputs, basis } = await open.wallet.batchCoinOutputs({ body: { addresses } });
    expect(basis).toEqual(open.node.tip);
    // Two rewards have matured: those of blocks 1 and 2, after ten more.
    expect(outputs.map(({ maturityHeight }) => maturityHeight)).toEqual([12n, 11n, 0n]);
    const { elements } = await open.wallet.tipState();
    for (const output of outputs) {
      const { leafIndex, merkleProof } = output.stateElement;
      const leaf = encodeHex(coinLeafHash(output, false)) as Hash256;
      expect(proofRootHex(leaf, leafIndex, merkleProof)).toBe(elements.trees[merkleProof.length]);
    }
    const page = await open.wallet.batchCoinOutputs({ body: { addresses }, query: { offset: 1, limit: 1 } });
    expect(page.outputs).toEqual([outputs[1]]);
    expect((await open.wallet.batchFundOutputs({ body: { addresses } })).outputs).toHaveLength(1);
    const owners = { addresses: [DEV_ADDRESSES.policy, stranger, DEV_ADDRESSES.unlockConditions] };
    const { outputs: funds } = await open.wallet.batchFundOutputs({ body: owners, query: { offset: 1, limit: 1 } });
    expect(funds.map(({ output }) => output.address)).toEqual([DEV_ADDRESSES.unlockConditions]);
  });

  test('are known if one of them is', async () => {
    const known = async (...addresses: (typeof own)[]) =>
      (await open.wallet.checkAddresses({ body: { addresses } })).known;
    expect(await known(stranger)).toBe(false);
    expect(await known()).toBe(false);
    expect(await known(stranger, own)).toBe(true);
    const { id } = await open.wallet.createWallet({ body: { name: '', description: '', metadata: null } });
    await open.wallet.putAddress({ params: { id }, body: { address: stranger, description: '', metadata: null } });
    expect(await known(stranger)).toBe(true);
  });

  test('are limited to a thousand', async () => {
    const addresses = Array.from({ length: 1001 }, (_, i) => policyAddress({ type: 'above', height: BigInt(i) }));
    expect(await open.wallet.batchBalance({ body: { addresses: addresses.slice(1) } })).toMatchObject({ coins: 0n });
    for (const call of [
      open.wallet.batchBalance,
      open.wallet.batchEvents,
      open.wallet.batchCoinOutputs,
      open.wallet.batchFundOutputs,
      open.wallet.checkAddresses
    ]) {
      await expect(call({ body: { addresses } })).rejects.toMatchObject({ status: 400 });
    }
  });
});

describe('proofs at another index', () => {
  beforeEach(async () => {
    open = await openNode();
    await mine(open, 2);
  });
  const rebase = async (basis: typeof open.node.tip, target: typeof open.node.tip, ...transactions: V2Transaction[]) =>
    (await open.wallet.rebase({ body: { basis, target, transactions } })).transactions;

  test('are advanced and rewound', async () => {
    const [early, basis] = [move(await unspent()), open.node.tip];
    await mine(open, 5);
    const late = move(await unspent());
    expect(v2TransactionId(late)).toBe(v2TransactionId(early));
    expect(late).not.toEqual(early);
    expect(await rebase(basis, open.node.tip, early)).toEqual([late]);
    expect(await rebase(open.node.tip, basis, late)).toEqual([early]);
    expect(await rebase(basis, basis, early)).toEqual([early]);
  });

  test('are included in the block that creates the output', async () => {
    const first = move(await unspent());
    const second = move(outputOf(first));
    await broadcast(first);
    const basis = open.node.tip;
    await mine(open);
    const [confirmed] = await rebase(basis, open.node.tip, second);
    expect(confirmed!.coinInputs[0]!.parent).toEqual(await unspent());
  });

  const refused = {
    status: 500,
    serverMessage: expect.stringMatching(/^couldn't update v2 transaction set: \S/) as string
  };

  test('are refused if they do not exist', async () => {
    const basis = open.node.tip;
    const first = move(await unspent());
    await broadcast(first);
    await mine(open);
    await expect(rebase(basis, open.node.tip, first)).rejects.toMatchObject(refused);
    const second = move(await unspent());
    await expect(rebase(open.node.tip, basis, second)).rejects.toMatchObject(refused);
    const unknown = { ...basis, id: UNKNOWN as typeof basis.id };
    await expect(rebase(unknown, open.node.tip)).rejects.toMatchObject(refused);
    await expect(rebase(basis, unknown)).rejects.toMatchObject(refused);
  });

  test(
    'reach back a hundred and forty-four blocks',
    async () => {
      const [txn, basis] = [move(await unspent()), open.node.tip];
      await mine(open, 144);
      expect(await rebase(basis, open.node.tip, txn)).toEqual([move(await unspent())]);
      await mine(open);
      await expect(rebase(basis, open.node.tip, txn)).rejects.toMatchObject(refused);
    },
    limitMs(60_000)
  );
});

test('a checkpoint is a block with the state after it', async () => {
  open = await openNode();
  await mine(open, 3);
  const { id, ...index } = await open.wallet.indexAt({ params: { height: 2 } });
  const { state, block } = await open.wallet.checkpoint({ params: { idOrHeight: id } });
  expect(state.index).toEqual({ ...index, id });
  expect(block).toEqual(await open.wallet.block({ params: { idOrHeight: '2' } }));
  const newest = await open.wallet.checkpoint({ params: { idOrHeight: '3' } });
  expect(newest.state).toEqual(await open.wallet.tipState());
});

test('a rescan completes immediately', async () => {
  open = await openNode({ clock: () => 1_800_000_000_000 });
  const before = await open.wallet.rescanStatus();
  expect(before).toMatchObject({ index: { height: 0 } });
  expect(before.error).toBeUndefined();
  await mine(open);
  // Clients wait until the index has reached the tip.
  expect((await open.wallet.rescanStatus()).index).toEqual(open.node.tip);
  await open.wallet.rescan({ body: 0 });
  expect(await open.wallet.rescanStatus()).toMatchObject({
    // Before genesis, which is scanned as well.
    startIndex: { height: 0, id: ZERO_BLOCK_ID },
    index: open.node.tip,
    startTime: 1_800_000_000,
    error: 'scans are disabled in index mode full'
  });
});

test('a rescan reports the block it starts at, and refuses a height above the tip', async () => {
  open = await openNode();
  await mine(open, 3);
  await open.wallet.rescan({ body: 2 });
  const { startIndex } = await open.wallet.rescanStatus();
  expect(startIndex).toEqual(await open.wallet.indexAt({ params: { height: 2 } }));
  await expect(open.wallet.rescan({ body: 4 })).rejects.toMatchObject({
    status: 404,
    code: 'wallet-server/height-not-found'
  });
  expect((await open.wallet.rescanStatus()).startIndex).toEqual(startIndex);
});

test.each(['4', '9007199254740993', '18446744073709551615'])(
  'a block, a checkpoint and an index at height %s, above the tip, are not found',
  async (height) => {
    open = await openNode();
    await mine(open, 3);
    for (const call of ['blocks', 'checkpoint', 'index']) {
      const answer = await ask(open, `/api/consensus/${call}/${height}`);
      expect([call, answer.status, await answer.text()]).toEqual([call, 404, 'height not found\n']);
    }
  }
);

test.each(['blocks', 'checkpoint'])('a number of more than 64 bits is no height in %s', async (call) => {
  open = await openNode();
  expect((await ask(open, `/api/consensus/${call}/18446744073709551616`)).status).toBe(400);
});

test('unconfirmed parents of a V1 transaction come oldest first', async () => {
  open = await openNode({ network: 'dev-v1' });
  const network = await open.wallet.network();
  const unlockConditions = standardUnlockConditions(dev.publicKey);
  const spend = (parentId: CoinOutputId, value: bigint): Transaction => {
    const coveredFields = WHOLE_TRANSACTION;
    const entry = { parentId: parentId as string as Hash256, publicKeyIndex: 0n, timelock: 0n, coveredFields };
    const txn: Transaction = { coinInputs: [{ parentId, unlockConditions }], coinOutputs: [{ value: hastings(value), address: DEV_ADDRESSES.unlockConditions }], fileContracts: [], fileContractRevisions: [], storageProofs: [], fundInputs: [], fundOutputs: [], minerFees: [FEE], arbitraryData: [], signatures: [] }; // prettier-ignore
    const hash = wholeSigHash(network, 0, txn, { parentId: entry.parentId, publicKeyIndex: 0n, timelock: 0n });
    return { ...txn, signatures: [{ ...entry, signature: decodeHex(sign(dev.privateKey, hash)) }] };
  };
  const { outputs } = await open.wallet.coinOutputs({ params: { address: DEV_ADDRESSES.unlockConditions } });
  const chain: Transaction[] = [];
  let [parentId, value] = [outputs[0]!.id, outputs[0]!.output.value as bigint];
  for (let i = 0; i < 3; i++) {
    value -= FEE;
    const txn = spend(parentId, value);
    chain.push(txn);
    parentId = coinOutputId(txn, 0);
  }
  const [first, second, third] = chain as [Transaction, Transaction, Transaction];
  await open.wallet.broadcast({ body: { basis: open.node.tip, transactions: [first, second], v2Transactions: [] } });
  expect((await open.wallet.poolParents({ body: third })).map(transactionId)).toEqual(
    [first, second].map(transactionId)
  );
  expect(await open.wallet.poolParents({ body: first })).toEqual([]);
  const events = await open.wallet.poolEvents();
  expect(events.map(({ id }) => id)).toEqual([first, second].map(transactionId));
  // Unlike V2 ones, they mature with the next block.
  expect(events.map(({ maturityHeight }) => maturityHeight)).toEqual([1, 1]);
});

describe('other requests are answered while', () => {
  const get = (answered: string[]) => async (path: string) => {
    const answer = await ask(open, path);
    answered.push(path);
    return answer.text();
  };

  test.each([
    '/api/txpool/transactions',
    '/api/txpool/events',
    `/api/addresses/${own}/events/unconfirmed`,
    '/api/wallets/1/events/unconfirmed'
  ])('the pool is listed: %s', async (path) => {
    open = await openNode();
    await mine(open, 2);
    const { id } = await open.wallet.createWallet({ body: { name: 'w', description: '', metadata: null } });
    const address = { address: own, description: '', metadata: null };
    await open.wallet.putAddress({ params: { id }, body: address });
    let parent = await unspent();
    const payments = Array.from({ length: 10 }, () => {
      const txn = move(parent);
      parent = outputOf(txn);
      return txn;
    });
    await broadcast(...payments);
    const answered: string[] = [];
    const [listed] = await Promise.all([path, '/api/consensus/tip'].map(get(answered)));
    expect(answered).toEqual(['/api/consensus/tip', path]);
    for (const txn of payments) expect(listed).toContain(v2TransactionId(txn));
  });

  test.each([
    `/api/addresses/${own}/events`,
    '/api/wallets/1/events',
    `/api/addresses/${own}/outputs/svccoin`,
    `/api/addresses/${own}/outputs/svccoin?tpool=true`,
    '/api/wallets/1/outputs/svccoin',
    '/api/consensus/blocks/3',
    '/api/consensus/checkpoint/3'
  ])('the chain is read: %s', async (path) => {
    open = await openNode();
    await mine(open, 2);
    const { id } = await open.wallet.createWallet({ body: { name: 'w', description: '', metadata: null } });
    const address = { address: own, description: '', metadata: null };
    await open.wallet.putAddress({ params: { id }, body: address });
    const payment = move(await unspent());
    await broadcast(payment);
    await mine(open);
    const answered: string[] = [];
    const [read] = await Promise.all([path, '/api/consensus/tip'].map(get(answered)));
    expect(answered).toEqual(['/api/consensus/tip', path]);
    expect(read).toContain(path.includes('events') ? v2TransactionId(payment) : own);
  });

  test('updates are read', async () => {
    open = await openNode();
    await mine(open, 2);
    const path = `/api/consensus/updates/0::${'0'.repeat(64)}`;
    const answered: string[] = [];
    const [updates] = await Promise.all([path, '/api/consensus/tip'].map(get(answered)));
    expect(answered).toEqual(['/api/consensus/tip', path]);
    expect(updates).toContain(open.node.tip.id);
  });
});
