import { afterAll, describe, expect, test, vi } from 'vitest';
import { Point } from '@noble/ed25519';
import { sha512 } from '@noble/hashes/sha2.js';
import type { Address } from '$lib/chain/address';
import { hastings } from '$lib/chain/currency/currency';
import { publicKeyBytes, type Signature } from '$lib/chain/keys/keys';
import { ED25519_ALGORITHM } from '$lib/chain/policy/policy';
import { policyAddress } from '$lib/chain/policy/policyAddress';
import { inputSigHash } from '$lib/chain/transaction/sigHash';
import { sign } from '$lib/chain/keys/sign';
import { unixSeconds } from '$lib/chain/time';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { concatBytes, decodeHex, encodeHex } from '$lib/codec/bytes';
import type { SignatureCheck } from '$lib/consensus/validate/signatureCache';
import { buildTemplate } from '$lib/mining/work/template';
import { ChainManager } from '$lib/server/node/chain/chainManager';
import { DEV_ADDRESSES, networkPreset, TEST_GENESIS_TIMESTAMP } from '$lib/server/node/network/presets';
import { SignatureChecker } from '$lib/server/node/signatures/signatureChecker';
import { SignatureWorkers } from '$lib/server/node/signatures/signatureWorkers';
import { ChainStore } from '$lib/server/node/store/store';
import { TransactionPool } from '$lib/server/node/pool/transactionPool';
import { deriveKeyPair } from '$lib/wallet/keys/keyring';
import { seedFromPhrase } from '$lib/wallet/keys/seed';
import { solveBlock } from '../support/solve';

const key = deriveKeyPair(seedFromPhrase(`${'abandon '.repeat(11)}about`), 0n);
const policy = { type: 'pk', publicKey: key.publicKey } as const;
const preset = networkPreset('test', TEST_GENESIS_TIMESTAMP);
const workers = new SignatureWorkers();
afterAll(() => workers.close());

const littleEndian = (bytes: Uint8Array): bigint => BigInt(`0x${encodeHex(bytes.toReversed())}`);
const littleEndianBytes = (scalar: bigint) => decodeHex(scalar.toString(16).padStart(64, '0')).reverse();

/** A chain that counts the signatures it has verified. */
function openChain() {
  const verified: SignatureCheck[] = [];
  const store = new ChainStore(':memory:');
  const signatures = new SignatureChecker((checks) => {
    verified.push(...checks);
    return workers.verify(checks);
  });
  const chain = new ChainManager({ store, ...preset, clock: Date.now, signatures });
  const pool = new TransactionPool({ store, chain, signatures });
  const mineBlock = async (v2Transactions: readonly V2Transaction[]) => {
    const now = unixSeconds(Math.floor(Date.now() / 1000));
    const parts = { network: chain.network, state: chain.state, transactions: [], v2Transactions };
    const { block } = buildTemplate(parts, DEV_ADDRESSES.policy, now, (n) => crypto.getRandomValues(new Uint8Array(n)));
    return chain.addBlock(solveBlock(chain.network, chain.state, block));
  };
  return { store, chain, pool, mineBlock, verified };
}

function payment({ store, chain }: ReturnType<typeof openChain>, to: Address = DEV_ADDRESSES.policy): V2Transaction {
  const [coin] = store.coins.maturePage(DEV_ADDRESSES.policy, chain.tip.height, { offset: 0, limit: 1 });
  const parent = store.prove(coin!.element, chain.state.elements.numLeaves);
  const fee = hastings(10n ** 20n);
  const unsigned: V2Transaction = {
    ...EMPTY_V2_TRANSACTION,
    coinInputs: [{ parent, satisfiedPolicy: { policy, signatures: [], preimages: [] } }],
    coinOutputs: [{ value: hastings(parent.output.value - fee), address: to }],
    minerFee: fee
  };
  const signatures = [sign(key.privateKey, inputSigHash(unsigned))];
  return { ...unsigned, coinInputs: [{ parent, satisfiedPolicy: { policy, signatures, preimages: [] } }] };
}

describe('signatures', () => {
  test('from the pool are not verified again in the block', async () => {
    const open = openChain();
    await open.mineBlock([]);
    const txn = payment(open);
    await open.pool.add({ transactions: [], v2Transactions: [txn] });
    expect(open.verified).toHaveLength(1);
    expect(open.verified[0]!.publicKey).toEqual(publicKeyBytes(key.publicKey));
    await open.mineBlock(open.pool.v2Transactions);
    expect(open.chain.tip.height).toBe(2);
    expect(open.pool.entries).toEqual([]);
    expect(open.verified).toHaveLength(1);
    open.store.close();
  });

  test('of a submitted block are verified once, and an invalid one rejects the block', async () => {
    const open = openChain();
    await open.mineBlock([]);
    const txn = payment(open);
    const bad = decodeHex(txn.coinInputs[0]!.satisfiedPolicy.signatures[0]!);
    bad[0]! ^= 1;
    const signatures = [
      Buffer.from(bad).toString('hex') as (typeof txn.coinInputs)[0]['satisfiedPolicy']['signatures'][0]
    ];
    const forged = {
      ...txn,
      coinInputs: [{ ...txn.coinInputs[0]!, satisfiedPolicy: { policy, signatures, preimages: [] } }]
    };
    await expect(open.mineBlock([forged])).rejects.toMatchObject({ code: 'v2/policy-unsatisfied' });
    expect(open.chain.tip.height).toBe(1);
    expect(await open.mineBlock([txn])).toBe('best');
    expect(open.verified).toHaveLength(2);
    open.store.close();
  });
});

test.each([
  // With the neutral point as R, only the slow verifier can decide.
  ['slow', 150, 0n],
  ['fast', 2_100, 5n]
])(
  'a block whose signature fits the last of many keys is verified in several attempts: %s',
  async (_, count, nonce) => {
    const open = openChain();
    await open.mineBlock([]);
    const scalars = Array.from({ length: count }, (_, i) => BigInt(i + 2));
    const keys = scalars.map((scalar) => Point.BASE.multiply(scalar).toBytes());
    const publicKeys = keys.map((key) => ({ algorithm: ED25519_ALGORITHM, key }));
    const many = { type: 'uc', unlockConditions: { timelock: 0n, publicKeys, signaturesRequired: 1n } } as const;
    await open.mineBlock([payment(open, policyAddress(many))]);
    const [coin] = open.store.coins.maturePage(policyAddress(many), open.chain.tip.height, { offset: 0, limit: 1 });
    const parent = open.store.prove(coin!.element, open.chain.state.elements.numLeaves);
    const spending = (signatures: Signature[]): V2Transaction => ({
      ...EMPTY_V2_TRANSACTION,
      coinInputs: [{ parent, satisfiedPolicy: { policy: many, signatures, preimages: [] } }],
      coinOutputs: [{ value: parent.output.value, address: DEV_ADDRESSES.policy }]
    });
    const R = (nonce === 0n ? Point.ZERO : Point.BASE.multiply(nonce)).toBytes();
    const k = littleEndian(sha512(concatBytes(R, keys.at(-1)!, inputSigHash(spending([])))));
    const signedWith = (S: bigint) => encodeHex(concatBytes(R, littleEndianBytes(S % Point.CURVE().n))) as Signature;
    const S = nonce + k * scalars.at(-1)!;
    const transactions = vi.spyOn(open.store, 'transaction');
    await expect(open.mineBlock([spending([signedWith(S + 1n)])])).rejects.toMatchObject({
      code: 'v2/policy-unsatisfied'
    });
    // Three with provisional results, two with verified ones, and one that marks the block.
    expect(transactions).toHaveBeenCalledTimes(6);
    expect(await open.mineBlock([spending([signedWith(S)])])).toBe('best');
    expect(transactions).toHaveBeenCalledTimes(11);
    expect(open.chain.tip.height).toBe(3);
    open.store.close();
  }
);

test('many signatures each get their own result, on any thread', async () => {
  const checks = Array.from({ length: 150 }, (_, i): SignatureCheck => {
    const message = new Uint8Array(32).fill(i);
    const signature = decodeHex(sign(key.privateKey, i % 7 === 3 ? new Uint8Array(32) : message));
    return { publicKey: publicKeyBytes(key.publicKey), message, signature };
  });
  expect(await workers.verify(checks)).toEqual(checks.map((_, i) => i % 7 !== 3));
});
