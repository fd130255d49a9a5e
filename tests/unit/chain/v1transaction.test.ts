import { blake2b } from '@noble/hashes/blake2.js';
import { afterEach, describe, expect, test } from 'vitest';
import { VOID_ADDRESS } from '$lib/chain/address';
import { hastings, sumHastings } from '$lib/chain/currency/currency';
import { installFastHash } from '$lib/chain/fastHash';
import { blake2b256, installBlake2b } from '$lib/chain/hash';
import { ZERO_HASH } from '$lib/chain/ids';
import { merkleLeaf } from '$lib/chain/merkle';
import { publicKeyBytes, type PrivateKey, type PublicKey, type Signature } from '$lib/chain/keys/keys';
import { partialSigHash, replayPrefix, signatureSigHash, wholeSigHash } from '$lib/chain/transaction/sigHash';
import { derivePublicKey, sign } from '$lib/chain/keys/sign';
import {
  EMPTY_TRANSACTION,
  transaction,
  transactionSignature,
  unsignedTransaction,
  WHOLE_TRANSACTION
} from '$lib/chain/transaction/transaction';
import {
  claimOutputId,
  coinOutputId,
  fileContractId,
  fundOutputId,
  transactionFullHash,
  transactionId
} from '$lib/chain/transaction/transactionIds';
import { verifySignature } from '$lib/chain/keys/verifySignature';
import { transactionWeight } from '$lib/chain/block/weight';
import { concatBytes, decodeHex, encodeHex, encodeU64le } from '$lib/codec/bytes';
import { CodecError } from '$lib/codec/errors';
import { encode } from '$lib/codec/layout';
import { MAINNET } from '../../support/networks';
import { fromHex, loadVectors, toHex } from '../../support/vectors';

interface Row {
  fullHash: string;
  hex: string;
  id: string;
  ids: { id: string; index: number; kind: string }[] | null;
  merkleLeafHash: string;
  signatures:
    | {
        byHeight: { replayPrefix: string; sigHash: string; signature: Signature; stateHeight: string }[];
        index: number;
        privateSeed: string;
        publicKey: PublicKey;
        wholeTransaction: boolean;
      }[]
    | null;
  totalFees: string;
  weight: string;
}
const { transactions } = loadVectors<{ transactions: Row[] }>('v1txn');

/** The height at which the signatures in the transactions were made. */
const SIGNED_AT = 526_000;

describe.each(transactions)('$id', (row) => {
  const txn = fromHex(transaction, row.hex);

  test('encoding, id, hashes, weight and fees', () => {
    expect(toHex(transaction, txn)).toBe(row.hex);
    expect(transactionId(txn)).toBe(row.id);
    expect(transactionFullHash(txn)).toBe(row.fullHash);
    expect(encodeHex(merkleLeaf(decodeHex(row.hex)))).toBe(row.merkleLeafHash);
    expect(transactionWeight(txn)).toBe(Number(row.weight));
    expect(sumHastings(txn.minerFees)).toBe(BigInt(row.totalFees));
  });

  test('ids of everything that it creates', () => {
    const derive: Record<string, (index: number) => string> = {
      siacoinOutput: (index) => coinOutputId(txn, index),
      siafundOutput: (index) => fundOutputId(txn, index),
      fileContract: (index) => fileContractId(txn, index),
      siafundClaimOutput: (index) => claimOutputId(txn.fundInputs[index]!.parentId)
    };
    const { coinOutputs, fundOutputs, fileContracts, fundInputs } = txn;
    const ids = row.ids ?? [];
    expect(ids).toHaveLength([coinOutputs, fundOutputs, fileContracts, fundInputs].flat().length);
    for (const { id, index, kind } of ids) expect(derive[kind]!(index), kind).toBe(id);
  });

  test.each(row.signatures ?? [])(
    'signature $index',
    ({ byHeight, index, privateSeed, publicKey, wholeTransaction }) => {
      const privateKey = decodeHex(privateSeed) as Uint8Array as PrivateKey;
      expect(derivePublicKey(privateKey)).toBe(publicKey);
      const given = txn.signatures[index]!;
      const { parentId, publicKeyIndex, timelock, coveredFields } = given;
      expect(coveredFields.wholeTransaction).toBe(wholeTransaction);
      for (const { replayPrefix: prefix, sigHash, signature, stateHeight } of byHeight) {
        const height = Number(stateHeight);
        expect(encodeHex(replayPrefix(MAINNET, height))).toBe(prefix);
        const hash = wholeTransaction
          ? wholeSigHash(MAINNET, height, txn, {
              parentId,
              publicKeyIndex,
              timelock,
              coveredSignatures: coveredFields.signatures
            })
          : partialSigHash(MAINNET, height, txn, coveredFields);
        expect(encodeHex(hash)).toBe(sigHash);
        expect(signatureSigHash(MAINNET, height, txn, given)).toEqual(hash);
        expect(sign(privateKey, hash)).toBe(signature);
        expect(verifySignature(publicKeyBytes(publicKey), hash, decodeHex(signature))).toBe(true);
        if (height === SIGNED_AT) expect(encodeHex(given.signature)).toBe(signature);
      }
    }
  );
});

test.each([
  [178_999, ''],
  [179_000, '00'],
  [297_999, '00'],
  [298_000, '01'],
  [525_999, '01'],
  [526_000, '02']
])('the replay prefix on a tip of height %i is %j', (height, prefix) => {
  expect(encodeHex(replayPrefix(MAINNET, height))).toBe(prefix);
});

test('a signature for the whole transaction covers no other signatures unless listed', () => {
  const txn = fromHex(transaction, transactions.find((row) => row.signatures !== null)!.hex);
  const { parentId, publicKeyIndex, timelock } = txn.signatures[0]!;
  const whole = { parentId, publicKeyIndex, timelock };
  const hash = wholeSigHash(MAINNET, SIGNED_AT, txn, whole);
  expect(hash).toEqual(wholeSigHash(MAINNET, SIGNED_AT, txn, { ...whole, coveredSignatures: [] }));
  expect(hash).not.toEqual(wholeSigHash(MAINNET, SIGNED_AT, txn, { ...whole, coveredSignatures: [0n] }));
});

test('what all signatures for the whole transaction cover is encoded once for each replay prefix', () => {
  const txn = fromHex(transaction, transactions.find((row) => row.signatures !== null)!.hex);
  const { parentId, publicKeyIndex, timelock } = txn.signatures[0]!;
  let reads = 0;
  const counted = {
    ...txn,
    get coinInputs() {
      reads++;
      return txn.coinInputs;
    }
  };
  for (const height of [SIGNED_AT, 178_999, SIGNED_AT]) {
    for (const index of [publicKeyIndex, publicKeyIndex + 1n]) {
      const whole = { parentId, publicKeyIndex: index, timelock };
      expect(wholeSigHash(MAINNET, height, counted, whole)).toEqual(wholeSigHash(MAINNET, height, { ...txn }, whole));
    }
  }
  expect(reads).toBe(2);
});

test('with forks in another order, the newest active one defines the replay prefix', () => {
  const network = {
    ...MAINNET,
    hardforkASIC: { ...MAINNET.hardforkASIC, height: 20 },
    hardforkFoundation: { ...MAINNET.hardforkFoundation, height: 10 },
    hardforkV2: { ...MAINNET.hardforkV2, allowHeight: 15 }
  };
  const prefixes = [9, 10, 14, 15, 20].map((height) => encodeHex(replayPrefix(network, height)));
  expect(prefixes).toEqual(['', '01', '01', '02', '02']);
});

test('a covered index that does not exist is an error', () => {
  const signed = fromHex(transaction, transactions.find((row) => row.signatures !== null)!.hex);
  const { coveredFields } = signed.signatures[0]!;
  expect(() => partialSigHash(MAINNET, 0, signed, { ...coveredFields, coinOutputs: [99n] })).toThrow(CodecError);
});

test('a signature may cover as many fields as a transaction has', () => {
  const FIELDS = 200_000;
  const txn = { ...EMPTY_TRANSACTION, arbitraryData: new Array<Uint8Array>(FIELDS).fill(new Uint8Array(0)) };
  const arbitraryData = Array.from({ length: FIELDS }, (_, i) => BigInt(i));
  const hash = partialSigHash(MAINNET, 0, txn, { ...WHOLE_TRANSACTION, arbitraryData });
  expect(hash).toEqual(blake2b256(new Uint8Array(8 * FIELDS)));
});

test('an item that a signature covers thousands of times is encoded once, and the hash is that of all of them', () => {
  let reads = 0;
  const large = new Uint8Array(1_000_000).fill(7);
  const item = new Proxy([large], {
    get: (items, key) => {
      if (key === '0') reads++;
      return Reflect.get(items, key) as unknown;
    }
  });
  const COUNT = 9;
  const covered = { ...WHOLE_TRANSACTION, wholeTransaction: false, arbitraryData: Array<bigint>(COUNT).fill(0n) };
  const hash = partialSigHash(MAINNET, 0, { ...EMPTY_TRANSACTION, arbitraryData: item }, covered);
  expect(reads).toBe(1);
  const encoded = concatBytes(encodeU64le(1_000_000n), large);
  expect(hash).toEqual(blake2b256(concatBytes(...Array<Uint8Array>(COUNT).fill(encoded))));
});

describe('of a transaction with thousands of outputs and signatures', () => {
  const COUNT = 300;
  const output = { value: hastings(1n), address: VOID_ADDRESS };
  const signatures = Array.from({ length: COUNT }, () => ({
    parentId: ZERO_HASH,
    publicKeyIndex: 0n,
    timelock: 0n,
    coveredFields: WHOLE_TRANSACTION,
    signature: new Uint8Array(64)
  }));
  const txn = { ...EMPTY_TRANSACTION, coinOutputs: Array.from({ length: COUNT }, () => output), signatures };
  const bytes = encode(unsignedTransaction, txn);
  const plain = (...parts: Uint8Array[]) => encodeHex(blake2b(concatBytes(...parts), { dkLen: 32 }));

  /** Bytes hashed during the work. */
  function hashedBytes(work: () => void): number {
    let count = 0;
    installBlake2b((message) => {
      count += message.length;
      return blake2b(message, { dkLen: 32 });
    });
    work();
    return count;
  }
  afterEach(installFastHash);

  test('the ids of the outputs are right, and the transaction is not hashed for each of them', () => {
    const specifier = new TextEncoder().encode('siacoin output\0\0');
    const ids: string[] = [];
    const hashed = hashedBytes(() => {
      for (let i = 0; i < COUNT; i++) ids.push(coinOutputId(txn, i));
    });
    expect(ids).toEqual(ids.map((_, i) => plain(specifier, bytes, encodeU64le(BigInt(i)))));
    expect(hashed).toBeLessThan(2 * bytes.length);
  });

  test('so are the hashes that the signatures sign', () => {
    const hashes: string[] = [];
    const hashed = hashedBytes(() => {
      for (let i = 0; i < COUNT; i++) {
        const signature = { parentId: ZERO_HASH, publicKeyIndex: BigInt(i), timelock: 0n, coveredSignatures: [0n] };
        hashes.push(encodeHex(wholeSigHash(MAINNET, 100, txn, signature)));
      }
    });
    const covered = encode(transactionSignature, signatures[0]!);
    expect(hashes).toEqual(
      hashes.map((_, i) => plain(bytes, new Uint8Array(32), encodeU64le(BigInt(i)), encodeU64le(0n), covered))
    );
    expect(hashed).toBeLessThan(2 * bytes.length);
  });
});
