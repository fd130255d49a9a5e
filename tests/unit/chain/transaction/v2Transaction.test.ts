import { describe, expect, test } from 'vitest';
import { merkleLeaf } from '$lib/chain/merkle';
import type { TransactionId } from '$lib/chain/ids';
import { publicKeyBytes, type PrivateKey, type PublicKey } from '$lib/chain/keys/keys';
import type { SatisfiedPolicy } from '$lib/chain/policy/policy';
import { attestationSigHash, contractSigHash, inputSigHash, renewalSigHash } from '$lib/chain/transaction/sigHash';
import { derivePublicKey, sign } from '$lib/chain/keys/sign';
import { encodeSemantics } from '$lib/chain/transaction/v2Semantics';
import {
  v2AttestationId,
  v2ClaimOutputId,
  v2CoinOutputId,
  v2ContractOutputId,
  v2FileContractId,
  v2FundOutputId,
  v2RenewalId,
  v2TransactionFullHash,
  v2TransactionId
} from '$lib/chain/transaction/v2TransactionIds';
import { EMPTY_V2_TRANSACTION, v2Transaction, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { verifySignature } from '$lib/chain/keys/verifySignature';
import { v2TransactionWeight } from '$lib/chain/block/weight';
import { decodeHex, encodeHex } from '$lib/codec/bytes';
import { CodecError } from '$lib/codec/errors';
import { fromHex, loadVectors, toHex } from '../../../support/vectors';

interface Row {
  fullHash: string;
  hex: string;
  id: TransactionId;
  ids: { id: string; index: number; kind: string }[] | null;
  inputSigHash: string;
  merkleLeafHash: string;
  name: string;
  semanticHex: string;
  sigHashes: { index: number; kind: string; sigHash: string; newContractSigHash?: string }[] | null;
  signingKeys: Record<string, number[]> | null;
  unsignedHex: string;
  weight: string;
}
interface Vectors {
  keys: { index: string; privateSeed: string; publicKey: PublicKey }[];
  transactions: Row[];
}
const { keys, transactions } = loadVectors<Vectors>('v2txn');
const privateKeys = keys.map(({ privateSeed }) => decodeHex(privateSeed) as Uint8Array as PrivateKey);

test.each(keys)('key $index', ({ index, publicKey }) => {
  expect(derivePublicKey(privateKeys[Number(index)]!)).toBe(publicKey);
});

/** The id of something that the transaction creates, by its kind in the vectors. */
function idOf(txn: V2Transaction, kind: string, index: number): string {
  const txid = v2TransactionId(txn);
  const contract = () => txn.fileContractResolutions[index]!.parent.id;
  const byKind: Record<string, () => string> = {
    siacoinOutput: () => v2CoinOutputId(txid, index),
    siafundOutput: () => v2FundOutputId(txid, index),
    siafundClaimOutput: () => v2ClaimOutputId(txn.fundInputs[index]!.parent.id),
    fileContract: () => v2FileContractId(txid, index),
    attestation: () => v2AttestationId(txid, index),
    renterOutput: () => v2ContractOutputId(contract(), 'renter'),
    hostOutput: () => v2ContractOutputId(contract(), 'host'),
    renewedContract: () => v2RenewalId(contract())
  };
  const derive = byKind[kind];
  if (derive === undefined) throw new Error(`the vectors have ids of an unknown kind: ${kind}`);
  return derive();
}

/** The satisfied policy of an input by its label: `3` is coin input 3, `f0` fund input 0. */
const policyOf = (txn: V2Transaction, label: string): SatisfiedPolicy =>
  (label.startsWith('f') ? txn.fundInputs[Number(label.slice(1))] : txn.coinInputs[Number(label)])!.satisfiedPolicy;

describe.each(transactions)('$name', (row) => {
  const txn = fromHex(v2Transaction, row.hex);

  test('encoding, id, hashes and weight', () => {
    expect(toHex(v2Transaction, txn)).toBe(row.hex);
    expect(encodeHex(encodeSemantics(txn))).toBe(row.semanticHex);
    expect(v2TransactionId(txn)).toBe(row.id);
    expect(v2TransactionFullHash(txn)).toBe(row.fullHash);
    expect(encodeHex(merkleLeaf(decodeHex(row.hex)))).toBe(row.merkleLeafHash);
    expect(encodeHex(inputSigHash(txn))).toBe(row.inputSigHash);
    expect(v2TransactionWeight(txn)).toBe(Number(row.weight));
  });

  test('neither id nor signature hash depends on signatures', () => {
    const unsigned = fromHex(v2Transaction, row.unsignedHex);
    expect(toHex(v2Transaction, unsigned)).toBe(row.unsignedHex);
    expect(encodeHex(inputSigHash(unsigned))).toBe(row.inputSigHash);
    expect(v2TransactionId(unsigned)).toBe(row.id);
  });

  test.each(row.ids ?? [])('id of $kind $index', ({ id, index, kind }) => {
    expect(idOf(txn, kind, index)).toBe(id);
  });

  test.each(row.sigHashes ?? [])('signature hash of $kind $index', ({ index, kind, sigHash, newContractSigHash }) => {
    const resolution = txn.fileContractResolutions[index]?.resolution;
    const hashes: Record<string, () => Uint8Array> = {
      fileContract: () => contractSigHash(txn.fileContracts[index]!),
      revision: () => contractSigHash(txn.fileContractRevisions[index]!.revision),
      renewal: () => renewalSigHash(resolution?.type === 'renewal' ? resolution.renewal : expect.fail()),
      attestation: () => attestationSigHash(txn.attestations[index]!)
    };
    expect(encodeHex(hashes[kind]!())).toBe(sigHash);
    if (resolution?.type === 'renewal') {
      expect(encodeHex(contractSigHash(resolution.renewal.newContract))).toBe(newContractSigHash);
    }
  });

  test.each(Object.entries(row.signingKeys ?? {}))('input %s is signed by keys %j', (label, indices) => {
    const hash = decodeHex(row.inputSigHash);
    const { signatures } = policyOf(txn, label);
    expect(signatures).toEqual(indices.map((index) => sign(privateKeys[index]!, hash)));
    for (const [i, index] of indices.entries()) {
      const publicKey = publicKeyBytes(keys[index]!.publicKey);
      expect(verifySignature(publicKey, hash, decodeHex(signatures[i]!))).toBe(true);
      expect(verifySignature(publicKey, decodeHex(row.id), decodeHex(signatures[i]!))).toBe(false);
    }
  });
});

describe('binary', () => {
  test('a resolution of an unknown type is rejected', () => {
    const resolving = transactions
      .map((row) => fromHex(v2Transaction, row.hex))
      .flatMap(({ fileContractResolutions }) => fileContractResolutions)
      .find(({ resolution }) => resolution.type === 'expiration')!;
    const hex = toHex(v2Transaction, { ...EMPTY_V2_TRANSACTION, fileContractResolutions: [resolving] });
    // The last byte is its type.
    expect(hex.endsWith('02')).toBe(true);
    expect(() => fromHex(v2Transaction, hex.replace(/02$/, '03'))).toThrow(CodecError);
  });

  test('another version is rejected', () => {
    expect(() => fromHex(v2Transaction, '030000000000000000')).toThrow(CodecError);
  });

  test('the empty transaction is nine bytes', () => {
    expect(toHex(v2Transaction, EMPTY_V2_TRANSACTION)).toBe('020000000000000000');
  });
});
