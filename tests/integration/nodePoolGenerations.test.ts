import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hastings } from '$lib/chain/currency/currency';
import { UNASSIGNED_LEAF_INDEX, type CoinElement } from '$lib/chain/element/elements';
import type { CoinOutputId, Hash256 } from '$lib/chain/ids';
import { sign } from '$lib/chain/keys/sign';
import { verifySignature } from '$lib/chain/keys/verifySignature';
import { standardUnlockConditions } from '$lib/chain/policy/policyAddress';
import { unixSeconds } from '$lib/chain/time';
import { inputSigHash, signatureSigHash } from '$lib/chain/transaction/sigHash';
import { coinOutputId, transactionId } from '$lib/chain/transaction/transactionIds';
import { v2CoinOutputIds, v2TransactionId } from '$lib/chain/transaction/v2TransactionIds';
import { EMPTY_TRANSACTION, WHOLE_TRANSACTION, type Transaction } from '$lib/chain/transaction/transaction';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { decodeHex } from '$lib/codec/bytes';
import { applyBlock } from '$lib/consensus/apply/applyBlock';
import { EMPTY_SUPPLEMENT } from '$lib/consensus/apply/supplement';
import { assembleTemplate } from '$lib/mining/work/template';
import { ChainManager } from '$lib/server/node/chain/chainManager';
import { DEV_ADDRESSES, networkPreset, TEST_GENESIS_TIMESTAMP } from '$lib/server/node/network/presets';
import { TransactionPool } from '$lib/server/node/pool/transactionPool';
import { SignatureChecker } from '$lib/server/node/signatures/signatureChecker';
import { ChainStore } from '$lib/server/node/store/store';
import { deriveKeyPair } from '$lib/wallet/keys/keyring';
import { seedFromPhrase } from '$lib/wallet/keys/seed';
import { solveBlock } from '../support/solve';

// While both versions are allowed, V1 transactions precede V2 ones in a block, whichever arrived first.
const { privateKey, publicKey } = deriveKeyPair(seedFromPhrase(`${'abandon '.repeat(11)}about`), 0n);
const address = DEV_ADDRESSES.unlockConditions;
const unlockConditions = standardUnlockConditions(publicKey);
const FEE = hastings(10n ** 22n);

let store: ChainStore;
let chain: ChainManager;
let pool: TransactionPool;
let salt: number;

beforeEach(() => {
  salt = 0;
  store = new ChainStore(':memory:');
  const signatures = new SignatureChecker((checks) =>
    Promise.resolve(checks.map((check) => verifySignature(check.publicKey, check.message, check.signature)))
  );
  const { network, genesis } = networkPreset('test', TEST_GENESIS_TIMESTAMP);
  const both = { ...network.hardforkV2, allowHeight: 1, requireHeight: 100, finalCutHeight: 200 };
  chain = new ChainManager({
    store,
    network: { ...network, hardforkV2: both },
    genesis,
    clock: Date.now,
    signatures
  });
  pool = new TransactionPool({ store, chain, signatures });
});

afterEach(() => {
  pool.close();
  store.close();
});

/** Data only; each starts with different bytes, and so has its own id. */
function data(): Uint8Array {
  const bytes = new Uint8Array(20);
  new DataView(bytes.buffer).setUint32(0, ++salt);
  return bytes;
}
const freeV1 = (): Transaction => ({ ...EMPTY_TRANSACTION, arbitraryData: [data()] });
const freeV2 = (): V2Transaction => ({ ...EMPTY_V2_TRANSACTION, arbitraryData: data() });
const addV1 = (...transactions: Transaction[]) => pool.add({ transactions, v2Transactions: [] });
const addV2 = (...v2Transactions: V2Transaction[]) => pool.add({ transactions: [], v2Transactions });

function coin(): CoinElement {
  const [stored] = store.coins.maturePage(address, chain.tip.height, { offset: 0, limit: 1 });
  return store.prove(stored!.element, chain.state.elements.numLeaves);
}

const remainder = ({ output }: CoinElement, fee = FEE) => [{ value: hastings(output.value - fee), address }];

function payV1(parent: CoinElement): Transaction {
  const txn: Transaction = {
    ...EMPTY_TRANSACTION,
    coinInputs: [{ parentId: parent.id, unlockConditions }],
    coinOutputs: remainder(parent),
    minerFees: [FEE]
  };
  const signature = {
    parentId: parent.id as string as Hash256,
    publicKeyIndex: 0n,
    timelock: 0n,
    coveredFields: WHOLE_TRANSACTION,
    signature: new Uint8Array(0)
  };
  const hash = signatureSigHash(chain.network, chain.tip.height, txn, signature);
  return { ...txn, signatures: [{ ...signature, signature: decodeHex(sign(privateKey, hash)) }] };
}

function payV2(parent: CoinElement, minerFee = FEE, arbitraryData = new Uint8Array(0)): V2Transaction {
  const policy = { type: 'uc', unlockConditions } as const;
  const unsigned: V2Transaction = {
    ...EMPTY_V2_TRANSACTION,
    coinInputs: [{ parent, satisfiedPolicy: { policy, signatures: [], preimages: [] } }],
    coinOutputs: remainder(parent, minerFee),
    arbitraryData,
    minerFee
  };
  const signatures = [sign(privateKey, inputSigHash(unsigned))];
  return { ...unsigned, coinInputs: [{ parent, satisfiedPolicy: { policy, signatures, preimages: [] } }] };
}

/** The first output of a pending transaction. */
const waitingCoin = (id: CoinOutputId, { coinOutputs }: Transaction | V2Transaction): CoinElement => ({
  stateElement: { leafIndex: UNASSIGNED_LEAF_INDEX, merkleProof: [] },
  id,
  output: coinOutputs[0]!,
  maturityHeight: 0n
});

/** Mines everything pending, which must be valid in a block. */
async function mineAll(): Promise<void> {
  const { network, state } = chain;
  const { transactions, v2Transactions } = pool;
  const now = unixSeconds(Math.floor(Date.now() / 1000));
  const { block } = assembleTemplate({ network, state, transactions, v2Transactions }, address, now);
  await chain.addBlock(solveBlock(network, state, block));
  expect([block.transactions.length, block.v2?.transactions.length]).toEqual([
    transactions.length,
    v2Transactions.length
  ]);
  expect(pool.entries).toEqual([]);
}

test('a V1 transaction costs the same, however many V2 ones are pending', async () => {
  for (let i = 0; i < 200; i++) await addV2(freeV2());
  const validated = vi.spyOn(chain.validatedTransactions, 'has');
  for (let i = 0; i < 50; i++) await addV1(freeV1());
  // A pool that validates everything again makes 10,000 checks.
  expect(validated.mock.calls.length).toBeLessThan(100);
  expect(pool.entries.map(({ version }) => version)).toEqual([...Array(50).fill(1), ...Array(200).fill(2)]);
  await mineAll();
});

test('V1 parents, V2 children and unrelated ones, in any order of arrival, form a valid block', async () => {
  await addV2(freeV2());
  const parent = payV1(coin());
  await addV1(parent);
  await addV2(freeV2());
  const child = payV1(waitingCoin(coinOutputId(parent, 0), parent));
  await addV1(child);
  await addV2(payV2(waitingCoin(coinOutputId(child, 0), child)));
  await addV1(freeV1());
  await mineAll();
});

test('a V1 transaction that spends what a pending V2 one spends or creates is rejected, and leaves nothing behind', async () => {
  const waiting = payV2(coin());
  await addV2(waiting, freeV2());
  const before = [pool.version, pool.weight];
  await expect(addV1(payV1(coin()))).rejects.toMatchObject({ code: 'txn/double-spend' });
  const created = waitingCoin(v2CoinOutputIds(waiting)[0]!, waiting);
  await expect(addV1(freeV1(), payV1(created))).rejects.toMatchObject({ code: 'txn/unknown-parent' });
  expect([pool.version, pool.weight]).toEqual(before);
  await mineAll();
});

test('a V1 transaction may spend an output of the first pending one', async () => {
  const parent = payV1(coin());
  await addV1(parent);
  await addV1(payV1(waitingCoin(coinOutputId(parent, 0), parent)));
  await mineAll();
});

test('a new generation begins only with a V1 transaction that comes before pending V2 ones, not with additions at the end', async () => {
  const { generation } = pool;
  for (const add of [() => addV1(freeV1()), () => addV2(freeV2())]) for (let i = 0; i < 2; i++) await add();
  expect(pool.generation).toBe(generation);
  await addV1(freeV1());
  expect(pool.generation).toBe(generation + 1);
});

/** A payment, one of its change, and a free transaction of each version. */
function mixed() {
  const v1 = payV1(coin());
  const v2 = payV2(waitingCoin(coinOutputId(v1, 0), v1));
  return { v1, v2, ids: [transactionId(v1), v2TransactionId(v2)] };
}

test('a full pool drops the worst-paying ones, down to three quarters', async () => {
  const megabyte = () => new Uint8Array(1_000_000).fill(++salt);
  const heavy = (): V2Transaction => ({ ...EMPTY_V2_TRANSACTION, arbitraryData: megabyte() });
  const v1 = payV1(coin());
  // Pays for the free ones with it, which are more than a block.
  const v2 = payV2(waitingCoin(coinOutputId(v1, 0), v1), hastings(20n * 10n ** 24n));
  const ids = [transactionId(v1), v2TransactionId(v2)];
  const large = payV2(waitingCoin(v2CoinOutputIds(v2)[0]!, v2), hastings(2n * 10n ** 24n), megabyte());
  await addV1(v1);
  const free = Array.from({ length: 19 }, heavy);
  await addV2(...free, v2);
  const before = [ids[0]!, ...free.map(v2TransactionId)];
  expect(pool.weight).toBeGreaterThan(18_000_000);
  await addV2(large);
  await expect(addV2(heavy())).rejects.toMatchObject({ code: 'pool/full' });
  expect(pool.weight).toBeLessThan(15_000_000);
  expect(pool.weight).toBeGreaterThan(13_000_000);
  const kept = pool.entries.map(({ id }) => id);
  expect([kept[0], ...kept.slice(-2)]).toEqual([...ids, v2TransactionId(large)]);
  // Among those that pay the same, the newest are dropped.
  expect(kept.slice(0, -2)).toEqual(before.slice(0, kept.length - 2));
  expect(pool.v2Transactions).toHaveLength(kept.length - 1);
});

test('after a reorganization, reverted transactions that pay are pending again', async () => {
  // Signatures differ below the last V1 fork.
  while (chain.tip.height < 8) await mineAll();
  const { network, state: fork } = chain;
  const { v1, v2, ids } = mixed();
  await pool.add({ transactions: [v1, freeV1()], v2Transactions: [v2, freeV2()] });
  await mineAll();
  let state = fork;
  for (let i = 0; i < 2; i++) {
    const now = unixSeconds(Math.floor(Date.now() / 1000));
    const parts = { network, state, transactions: [], v2Transactions: [] };
    const block = solveBlock(network, state, assembleTemplate(parts, address, now, data()).block);
    await chain.addBlock(block);
    ({ state } = applyBlock(network, state, block, EMPTY_SUPPLEMENT, { ancestorTimestamp: now }));
  }
  expect(chain.tip).toEqual(state.index);
  expect(pool.entries.map(({ id }) => id)).toEqual(ids);
  await mineAll();
});
