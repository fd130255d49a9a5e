import { describe, expect, test } from 'vitest';
import { coinOutput, fundOutput } from '$lib/chain/element/elements';
import type { Hash256 } from '$lib/chain/ids';
import { publicKeyBytes, type PublicKey } from '$lib/chain/keys/keys';
import { isFoundationUpdate } from '$lib/chain/transaction/foundationUpdate';
import { EMPTY_TRANSACTION, transaction, unsignedTransaction } from '$lib/chain/transaction/transaction';
import { encodeSemantics } from '$lib/chain/transaction/v2Semantics';
import { v2Transaction } from '$lib/chain/transaction/v2Transaction';
import { verifySignature } from '$lib/chain/keys/verifySignature';
import { decodeHex, encodeHex, encodeUtf8 } from '$lib/codec/bytes';
import { encode } from '$lib/codec/layout';
import { decodeUnsigned, v1HashesOf, v2HashOf } from '$lib/wallet/transfer/signatureHashes';
import { MAINNET } from '../../../support/networks';
import { fromHex, loadVectors, toHex } from '../../../support/vectors';

const v2 = loadVectors<{
  keys: { publicKey: PublicKey }[];
  transactions: {
    name: string;
    hex: string;
    semanticHex: string;
    inputSigHash: string;
    signingKeys: Record<string, number[]> | null;
  }[];
}>('v2txn');
const v1 = loadVectors<{
  transactions: {
    id: string;
    hex: string;
    signatures:
      | {
          byHeight: { sigHash: string; signature: string; stateHeight: string }[];
          index: number;
          publicKey: PublicKey;
          wholeTransaction: boolean;
        }[]
      | null;
  }[];
}>('v1txn');

describe.each(v2.transactions)('V2 $name', (row) => {
  const txn = fromHex(v2Transaction, row.hex);
  const bytes = encodeSemantics(txn);
  const { length: others } = [
    ...txn.fileContracts,
    ...txn.fileContractRevisions,
    ...txn.fileContractResolutions,
    ...txn.attestations,
    ...(txn.newFoundationAddress === undefined ? [] : [txn.newFoundationAddress])
  ];

  test('is hashed from its bytes, and the recorded signatures verify', () => {
    expect(encodeHex(bytes)).toBe(row.semanticHex);
    expect(encodeHex(v2HashOf(bytes))).toBe(row.inputSigHash);
    for (const [label, keys] of Object.entries(row.signingKeys ?? {})) {
      const inputs = label.startsWith('f') ? txn.fundInputs : txn.coinInputs;
      const { signatures } = inputs[Number(label.replace('f', ''))]!.satisfiedPolicy;
      keys.forEach((key, i) => {
        const publicKey = publicKeyBytes(v2.keys[key]!.publicKey);
        expect(verifySignature(publicKey, v2HashOf(bytes), decodeHex(signatures[i]!))).toBe(true);
      });
    }
  });

  test('decodes as a payment, or is rejected', () => {
    if (others > 0) {
      expect(() => decodeUnsigned('v2', bytes)).toThrow(
        expect.objectContaining({ code: 'wallet/unsound-transfer', fault: 'not-a-payment' })
      );
      return;
    }
    const read = decodeUnsigned('v2', bytes);
    expect(read.coinInputs).toEqual(txn.coinInputs.map(({ parent }) => parent.id));
    expect(read.fundInputs).toEqual(txn.fundInputs.map(({ parent }) => parent.id));
    expect(read.coinOutputs.map((output) => toHex(coinOutput, output))).toEqual(
      txn.coinOutputs.map((output) => toHex(coinOutput, output))
    );
    expect(read.fundOutputs.map((output) => toHex(fundOutput, output))).toEqual(
      txn.fundOutputs.map((output) => toHex(fundOutput, output))
    );
    expect(read.fee).toBe(txn.minerFee);
    expect(read.hasData).toBe(txn.arbitraryData.length > 0);
  });
});

describe.each(v1.transactions)('V1 $id', (row) => {
  const txn = fromHex(transaction, row.hex);
  const bytes = encode(unsignedTransaction, txn);

  test('decodes to its content', () => {
    const others = txn.fileContracts.length + txn.fileContractRevisions.length + txn.storageProofs.length;
    if (others > 0 || txn.arbitraryData.some(isFoundationUpdate)) {
      expect(() => decodeUnsigned('v1', bytes)).toThrow(expect.objectContaining({ fault: 'not-a-payment' }));
      return;
    }
    const read = decodeUnsigned('v1', bytes);
    expect(read.coinOutputs).toEqual(txn.coinOutputs);
    expect(read.fundOutputs).toEqual(txn.fundOutputs);
    expect(read.fee).toBe(txn.minerFees.reduce((sum: bigint, fee) => sum + fee, 0n));
    expect(read.claimAddresses).toEqual(txn.fundInputs.map(({ claimAddress }) => claimAddress));
  });

  const whole = (row.signatures ?? []).filter(({ index, wholeTransaction }) => {
    const { timelock, coveredFields } = txn.signatures[index]!;
    return wholeTransaction && timelock === 0n && coveredFields.signatures.length === 0;
  });
  test.each(whole)(
    'signature $index is for the hash of its bytes, at every height',
    ({ byHeight, index, publicKey }) => {
      const { parentId, publicKeyIndex } = txn.signatures[index]!;
      for (const { sigHash, signature, stateHeight } of byHeight) {
        const hash = v1HashesOf(bytes, MAINNET, Number(stateHeight))(parentId as Hash256, Number(publicKeyIndex));
        expect(encodeHex(hash)).toBe(sigHash);
        expect(verifySignature(publicKeyBytes(publicKey), hash, decodeHex(signature))).toBe(true);
      }
    }
  );
});

test.each(['v1', 'v2'] as const)('truncated or extended %s bytes are rejected', (generation) => {
  const empty = new Uint8Array(generation === 'v2' ? 9 * 8 + 1 + 16 : 9 * 8);
  expect(decodeUnsigned(generation, empty).coinOutputs).toEqual([]);
  for (const bytes of [empty.subarray(1), new Uint8Array(empty.length + 1)]) {
    expect(() => decodeUnsigned(generation, bytes)).toThrow(expect.objectContaining({ fault: 'not-a-payment' }));
  }
});

test('a V1 transaction that changes the foundation address is not a payment', () => {
  const update = new Uint8Array(80);
  update.set(encodeUtf8('foundation'));
  const withData = (data: Uint8Array) => encode(unsignedTransaction, { ...EMPTY_TRANSACTION, arbitraryData: [data] });
  expect(() => decodeUnsigned('v1', withData(update))).toThrow(expect.objectContaining({ fault: 'not-a-payment' }));
  expect(decodeUnsigned('v1', withData(update.subarray(1))).hasData).toBe(true);
});
