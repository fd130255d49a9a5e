import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Address } from '$lib/chain/address';
import type { Block } from '$lib/chain/block/block';
import { v2Block, v2BlockWithCache } from '$lib/chain/block/blockLayout';
import { hastings } from '$lib/chain/currency/currency';
import { UNASSIGNED_LEAF_INDEX, type CoinElement } from '$lib/chain/element/elements';
import type { Hash256 } from '$lib/chain/ids';
import { ZERO_SIGNATURE, type Signature } from '$lib/chain/keys/keys';
import { TransactionCache } from '$lib/chain/block/transactionCache';
import { encodeWithoutProofs, transactionsWithMultiproof } from '$lib/chain/block/multiproof';
import { inputSigHash } from '$lib/chain/transaction/sigHash';
import { sign } from '$lib/chain/keys/sign';
import { unixSeconds } from '$lib/chain/time';
import { v2ClaimOutputId, v2CoinOutputIds } from '$lib/chain/transaction/v2TransactionIds';
import { EMPTY_V2_TRANSACTION, type V2CoinInput, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { verifySignature } from '$lib/chain/keys/verifySignature';
import { CodecError } from '$lib/codec/errors';
import { decode, encode, type Layout } from '$lib/codec/layout';
import { AppError } from '$lib/errors';
import { assembleTemplate } from '$lib/mining/work/template';
import { ChainManager } from '$lib/server/node/chain/chainManager';
import { DEV_ADDRESSES, networkPreset, TEST_GENESIS_TIMESTAMP } from '$lib/server/node/network/presets';
import { SignatureChecker } from '$lib/server/node/signatures/signatureChecker';
import { ChainStore } from '$lib/server/node/store/store';
import { TransactionPool } from '$lib/server/node/pool/transactionPool';
import { deriveKeyPair } from '$lib/wallet/keys/keyring';
import { seedFromPhrase } from '$lib/wallet/keys/seed';
import { solveBlock } from '../support/solve';
import { decodeBlock } from '../support/decodeBlock';

const key = deriveKeyPair(seedFromPhrase(`${'abandon '.repeat(11)}about`), 0n);
const policy = { type: 'pk', publicKey: key.publicKey } as const;
const address = DEV_ADDRESSES.policy;
const preset = networkPreset('test', TEST_GENESIS_TIMESTAMP);
const FEE = hastings(10n ** 20n);

/** A chain and its pool, fed with encoded blocks, which counts verified signatures. */
class Side {
  readonly store = new ChainStore(':memory:');
  verified = 0;
  readonly signatures = new SignatureChecker((checks) => {
    this.verified += checks.length;
    return Promise.resolve(
      checks.map(({ publicKey, message, signature }) => verifySignature(publicKey, message, signature))
    );
  });
  readonly chain = new ChainManager({ store: this.store, ...preset, clock: Date.now, signatures: this.signatures });
  readonly pool = new TransactionPool({ store: this.store, chain: this.chain, signatures: this.signatures });
  readonly layout: Layout<Block> = v2BlockWithCache((r) => this.pool.cache.read(r));

  decode(bytes: Uint8Array): Block {
    return decodeBlock(bytes, this.layout);
  }

  /**
   * The result for a block, as text. As an object, it contains the pending transactions themselves, like our miners'
   * blocks.
   */
  async verdict(block: Block | Uint8Array): Promise<string> {
    try {
      return await this.chain.addBlock(block instanceof Uint8Array ? this.decode(block) : block);
    } catch (error) {
      if (error instanceof AppError) return `${error.code}: ${error.message}`;
      throw error;
    }
  }

  coins(count: number): CoinElement[] {
    const stored = this.store.coins.maturePage(address, this.chain.tip.height, { offset: 0, limit: count });
    return stored.map(({ element }) => this.store.prove(element, this.chain.state.elements.numLeaves));
  }

  /** A solved block on the tip. */
  blockOf(v2Transactions: readonly V2Transaction[], change = (block: Block): Block => block): Block {
    const { network, state } = this.chain;
    const now = unixSeconds(Math.floor(Date.now() / 1000));
    const { block } = assembleTemplate({ network, state, transactions: [], v2Transactions }, address, now);
    return solveBlock(network, state, change(block));
  }

  /** Its bytes. It commits to what is decoded from them, valid or not. */
  block(v2Transactions: readonly V2Transaction[], change?: (block: Block) => Block): Uint8Array {
    const read = decode(transactionsWithMultiproof, encode(transactionsWithMultiproof, [...v2Transactions]));
    return encode(v2Block, this.blockOf(read, change));
  }
}

const inputs = (parents: readonly CoinElement[], signatures: readonly Signature[] = []): V2CoinInput[] =>
  parents.map((parent) => ({
    parent,
    satisfiedPolicy: { policy, signatures: [...signatures], preimages: [] }
  }));

/** Pays everything the parents hold, less the fee, in equal parts to the same address. */
function pay(parents: readonly CoinElement[], outputs = 2): V2Transaction {
  const total = parents.reduce((sum, { output }) => sum + output.value, 0n) - FEE;
  const share = total / BigInt(outputs);
  const unsigned: V2Transaction = {
    ...EMPTY_V2_TRANSACTION,
    coinInputs: inputs(parents),
    coinOutputs: Array.from({ length: outputs }, (_, i) => ({
      value: hastings(i === 0 ? total - share * BigInt(outputs - 1) : share),
      address
    })),
    minerFee: FEE
  };
  return { ...unsigned, coinInputs: inputs(parents, [sign(key.privateKey, inputSigHash(unsigned))]) };
}

/** Moves all fund units of the address, and some coins for the fee. */
function moveFunds({ store, chain }: Side, coin: CoinElement): V2Transaction {
  const [fund] = store.funds.page(address, { offset: 0, limit: 1 });
  const parent = store.prove(fund!.element, chain.state.elements.numLeaves);
  const base = pay([coin]);
  const withFunds = (signatures: Signature[]): V2Transaction => ({
    ...base,
    coinInputs: inputs([coin], signatures),
    fundInputs: [{ parent, claimAddress: address, satisfiedPolicy: { policy, signatures, preimages: [] } }],
    fundOutputs: [{ value: parent.output.value, address }]
  });
  return withFunds([sign(key.privateKey, inputSigHash(withFunds([])))]);
}

/** Spends the first output of a pending transaction. */
function child(parent: V2Transaction): V2Transaction {
  const stateElement = { leafIndex: UNASSIGNED_LEAF_INDEX, merkleProof: [] };
  const [id] = v2CoinOutputIds(parent);
  return pay([{ stateElement, id: id!, output: parent.coinOutputs[0]!, maturityHeight: 0n }]);
}

interface World {
  /** Its pool contains all pending transactions. */
  readonly seen: Side;
  /** The same chain, with an empty pool. */
  readonly unseen: Side;
  /** As pending: two payments, a move of fund units, a child of the first payment. */
  readonly waiting: readonly [V2Transaction, V2Transaction, V2Transaction, V2Transaction];
  /** Spends nothing that a pending transaction spends. */
  readonly stranger: V2Transaction;
  /** Spends what the first payment spends. */
  readonly rival: V2Transaction;
}

async function makeWorld(): Promise<World> {
  const [seen, unseen] = [new Side(), new Side()];
  const mine = async (transactions: readonly V2Transaction[]) => {
    const bytes = seen.block(transactions);
    expect([await seen.verdict(bytes), await unseen.verdict(bytes)]).toEqual(['best', 'best']);
  };
  await mine([pay(seen.coins(1), 9)]);
  await mine([]);
  const coins = seen.coins(9);
  const first = pay(coins.slice(0, 2));
  const v2Transactions = [first, pay(coins.slice(2, 4)), moveFunds(seen, coins[4]!), child(first)];
  await seen.pool.add({ transactions: [], v2Transactions });
  const waiting = seen.pool.v2Transactions as unknown as World['waiting'];
  return { seen, unseen, waiting, stranger: pay(coins.slice(5, 7)), rival: pay(coins.slice(1, 2)) };
}

const changeInput = (txn: V2Transaction, change: (input: V2CoinInput) => V2CoinInput): V2Transaction => ({
  ...txn,
  coinInputs: txn.coinInputs.map((input, i) => (i === 0 ? change(input) : input))
});
const changeParent = (txn: V2Transaction, change: (parent: CoinElement) => CoinElement): V2Transaction =>
  changeInput(txn, (input) => ({ ...input, parent: change(input.parent) }));
const changeWitness = (txn: V2Transaction, witness: Partial<V2CoinInput['satisfiedPolicy']>): V2Transaction =>
  changeInput(txn, (input) => ({ ...input, satisfiedPolicy: { ...input.satisfiedPolicy, ...witness } }));

const flipped = <T extends string>(hex: string): T => ((hex.startsWith('0') ? '1' : '0') + hex.slice(1)) as T;
const signatureOf = (txn: V2Transaction) => txn.coinInputs[0]!.satisfiedPolicy.signatures[0]!;
const elsewhere = DEV_ADDRESSES.unlockConditions;

type Choice = (world: World) => readonly V2Transaction[];

const VALID: Record<string, Choice> = {
  'all that waits': ({ waiting }) => waiting,
  'some of it in another order': ({ waiting: [a, b, f] }) => [f, b, a],
  'with a stranger in between': ({ waiting: [a, b, f, c], stranger }) => [a, stranger, b, f, c],
  'with another claim address, which nothing signs': ({ waiting: [a, b, f, c] }) => [a, b, claimedBy(f, elsewhere), c]
};

const claimedBy = (txn: V2Transaction, claimAddress: Address): V2Transaction => ({
  ...txn,
  fundInputs: txn.fundInputs.map((input) => ({ ...input, claimAddress }))
});

// All except the last rows have the id of a pending transaction.
const INVALID: Record<string, readonly [code: string, Choice]> = {
  'another signature': [
    'v2/policy-unsatisfied',
    ({ waiting: [a, b] }) => [changeWitness(a, { signatures: [flipped(signatureOf(a))] }), b]
  ],
  'a signature of zeros': [
    'v2/policy-unsatisfied',
    ({ waiting: [a, b] }) => [a, changeWitness(b, { signatures: [ZERO_SIGNATURE] })]
  ],
  'no signature': ['v2/policy-unsatisfied', ({ waiting: [a] }) => [changeWitness(a, { signatures: [] })]],
  'a signature too many': [
    'v2/policy-unsatisfied',
    ({ waiting: [a] }) => [changeWitness(a, { signatures: [signatureOf(a), signatureOf(a)] })]
  ],
  'a preimage too many': [
    'v2/policy-unsatisfied',
    ({ waiting: [a] }) => [changeWitness(a, { preimages: ['00'.repeat(32) as Hash256] })]
  ],
  'another policy': [
    'v2/wrong-policy',
    ({ waiting: [a] }) => [changeWitness(a, { policy: { type: 'above', height: 0n } })]
  ],
  'a parent of another value': [
    'v2/unknown-parent',
    ({ waiting: [a] }) => [
      changeParent(a, (parent) => ({
        ...parent,
        output: { ...parent.output, value: hastings(parent.output.value + 1n) }
      }))
    ]
  ],
  'a parent of another address': [
    'v2/unknown-parent',
    ({ waiting: [a] }) => [
      changeParent(a, (parent) => ({ ...parent, output: { ...parent.output, address: elsewhere } }))
    ]
  ],
  'a parent that matured before': [
    'v2/unknown-parent',
    ({ waiting: [a] }) => [changeParent(a, (parent) => ({ ...parent, maturityHeight: 1n }))]
  ],
  'a parent in another place': [
    'v2/unknown-parent',
    ({ waiting: [a] }) => [
      changeParent(a, (parent) => ({
        ...parent,
        stateElement: { ...parent.stateElement, leafIndex: parent.stateElement.leafIndex ^ 1n }
      }))
    ]
  ],
  'a parent without a place': [
    'v2/unknown-ephemeral',
    ({ waiting: [a] }) => [
      changeParent(a, (parent) => ({
        ...parent,
        stateElement: { leafIndex: UNASSIGNED_LEAF_INDEX, merkleProof: [] }
      }))
    ]
  ],
  'an ephemeral parent of another value': [
    'v2/wrong-ephemeral',
    ({ waiting: [a, , , c] }) => [
      a,
      changeParent(c, (parent) => ({
        ...parent,
        output: { ...parent.output, value: hastings(parent.output.value + 1n) }
      }))
    ]
  ],
  'a child without its parent': ['v2/unknown-ephemeral', ({ waiting: [, b, , c] }) => [b, c]],
  'a child before its parent': ['v2/unknown-ephemeral', ({ waiting: [a, , , c] }) => [c, a]],
  'the same twice': ['v2/double-spend', ({ waiting: [a, b] }) => [a, b, a]],
  'what it spends spent before': ['v2/double-spend', ({ waiting: [a, b], rival }) => [b, rival, a]],
  'what it spends spent after': ['v2/double-spend', ({ waiting: [a, b], rival }) => [a, b, rival]],
  'another fee': ['v2/policy-unsatisfied', ({ waiting: [a] }) => [{ ...a, minerFee: hastings(a.minerFee + 1n) }]],
  'another receiver': [
    'v2/policy-unsatisfied',
    ({ waiting: [a] }) => [{ ...a, coinOutputs: a.coinOutputs.map((output) => ({ ...output, address: elsewhere })) }]
  ]
};

/** Makes the block a different one. */
const mark: V2Transaction = { ...EMPTY_V2_TRANSACTION, arbitraryData: Uint8Array.of(1) };

/** Both validate the block and must agree. */
async function judge({ seen, unseen }: World, block: Block | Uint8Array): Promise<string> {
  const verdict = await unseen.verdict(block);
  expect(await seen.verdict(block)).toBe(verdict);
  expect(seen.chain.state).toEqual(unseen.chain.state);
  return verdict;
}

describe('a node that has a block’s transactions decides like one that does not:', () => {
  test.each(Object.entries(VALID))('valid, %s', async (_, choose) => {
    const world = await makeWorld();
    const transactions = choose(world);
    expect(await judge(world, world.seen.block(transactions))).toBe('best');
    const { seen, unseen } = world;
    const id = seen.chain.tip.id;
    expect(seen.store.block(id)).toEqual(unseen.store.block(id));
    expect(seen.coins(50)).toEqual(unseen.coins(50));
    const [fundInput] = transactions.flatMap(({ fundInputs }) => fundInputs);
    const claim = seen.store.coins.get(v2ClaimOutputId(fundInput!.parent.id));
    expect(claim!.element.output.address).toBe(fundInput!.claimAddress);
    // What is still pending has proofs at the new tip.
    const left = seen.pool.v2Transactions;
    expect(await judge(world, seen.block(left))).toBe('best');
    expect(seen.pool.entries).toEqual([]);
  });

  test.each(Object.entries(INVALID))('invalid, %s', async (_, [code, choose]) => {
    const world = await makeWorld();
    const { seen, waiting } = world;
    // An object may commit to proofs that cannot be decoded from its bytes.
    const asObject = new RegExp(`^(${code}|block/wrong-commitment): `);
    expect(await judge(world, seen.blockOf(choose(world)))).toMatch(asObject);
    expect(await judge(world, seen.block([...choose(world), mark]))).toMatch(new RegExp(`^${code}: `));
    expect(await judge(world, seen.block(waiting))).toBe('best');
  });

  test('invalid, a changed hash in the proofs', async () => {
    const world = await makeWorld();
    const { seen, waiting } = world;
    const bytes = encode(transactionsWithMultiproof, [...waiting]);
    const spelledOut = waiting.reduce((length, txn) => length + encodeWithoutProofs(txn).length, 0);
    // After the number of transactions, the transactions, and the number of leaves.
    const first = 8 + spelledOut + 8;
    expect(first).toBeLessThan(bytes.length);
    for (let at = first; at < bytes.length; at += 32) {
      const damaged = bytes.slice();
      damaged[at]! ^= 1;
      const read = decode(transactionsWithMultiproof, damaged);
      expect(await judge(world, seen.block(read))).toMatch(/^v2\/unknown-parent: /);
    }
    expect(await judge(world, seen.block(waiting))).toBe('best');
  });

  test.each<[string, string, (block: Block) => Block]>([
    [
      'another commitment',
      'block/wrong-commitment',
      (block) => ({ ...block, v2: { ...block.v2!, commitment: flipped(block.v2!.commitment) } })
    ],
    [
      'a payout too high',
      'block/payout-sum',
      (block) => ({
        ...block,
        minerPayouts: block.minerPayouts.map((payout) => ({ ...payout, value: hastings(payout.value + 1n) }))
      })
    ],
    [
      'a transaction missing from the commitment',
      'block/wrong-commitment',
      (block) => ({ ...block, v2: { ...block.v2!, transactions: block.v2!.transactions.toReversed() } })
    ]
  ])('invalid, %s', async (_, code, change) => {
    const world = await makeWorld();
    expect(await judge(world, world.seen.block(world.waiting, change))).toMatch(new RegExp(`^${code}: `));
    expect(await judge(world, world.seen.block(world.waiting))).toBe('best');
  });

  test('invalid, with proofs at the previous tip', async () => {
    const world = await makeWorld();
    const { seen, waiting } = world;
    const [a] = waiting;
    expect(await judge(world, seen.block([world.stranger]))).toBe('best');
    expect(seen.pool.v2Transactions[0]).not.toEqual(a);
    expect(await judge(world, seen.block([a]))).toMatch(/^v2\/unknown-parent: /);
    expect(await judge(world, seen.block(seen.pool.v2Transactions))).toBe('best');
  });
});

test('pending transactions are decoded from a block as the same objects, and no signature is verified again', async () => {
  const { seen, waiting } = await makeWorld();
  const bytes = seen.block(waiting);
  const { verified } = seen;
  const { transactions } = seen.decode(bytes).v2!;
  transactions.forEach((txn, i) => expect(txn).toBe(waiting[i]));
  expect(seen.decode(bytes)).toEqual(decodeBlock(bytes, v2Block));
  expect(await seen.verdict(bytes)).toBe('best');
  expect(seen.verified).toBe(verified);
});

test('invalid bytes are decoded like without the pool', async () => {
  const { seen, waiting } = await makeWorld();
  const bytes = seen.block(waiting);
  const known = new TransactionCache(waiting);
  const layout = v2BlockWithCache((r) => known.read(r));
  const read = (from: Uint8Array, by: Layout<Block>) => {
    try {
      return decodeBlock(from, by);
    } catch (error) {
      expect(error).toBeInstanceOf(CodecError);
      return 'refused';
    }
  };
  const damage = fc.record({ at: fc.nat(bytes.length - 1), bit: fc.nat(7), isCut: fc.boolean() });
  fc.assert(
    fc.property(damage, ({ at, bit, isCut }) => {
      const damaged = isCut ? bytes.slice(0, at) : bytes.slice();
      if (!isCut) damaged[at]! ^= 1 << bit;
      expect(read(damaged, layout)).toEqual(read(damaged, v2Block));
    }),
    { numRuns: 400 }
  );
});
