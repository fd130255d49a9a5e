import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Block } from '$lib/chain/block/block';
import { VOID_ADDRESS } from '$lib/chain/address';
import { publicKeyBytes, ZERO_SIGNATURE } from '$lib/chain/keys/keys';
import { ED25519_ALGORITHM, type SpendPolicy } from '$lib/chain/policy/policy';
import { EMPTY_V2_TRANSACTION, type V2CoinInput, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { v2Entry } from '$lib/server/node/pool/poolEntry';
import { signatureCount } from '$lib/server/node/pool/signatureCount';
import { blockSignatures } from '$lib/server/node/signatures/blockSignatures';
import { anyV2Transaction } from '../../../../support/arbitraries';
import { RENTER } from '../../../../support/contracts';
import { testPreset } from '../../../../support/peers/testChain';

const pk: SpendPolicy = { type: 'pk', publicKey: RENTER.publicKey };
const key = { algorithm: ED25519_ALGORITHM, key: publicKeyBytes(RENTER.publicKey) };
const spending = (policy: SpendPolicy): V2Transaction => ({
  ...EMPTY_V2_TRANSACTION,
  coinInputs: [{ satisfiedPolicy: { policy, signatures: [], preimages: [] } } as unknown as V2CoinInput]
});

describe('the number of signatures of a transaction', () => {
  test.each<[string, SpendPolicy, number]>([
    ['one for a key', pk, 1],
    ['those of all revealed keys', { type: 'thresh', n: 2, of: [pk, { type: 'thresh', n: 1, of: [pk] }] }, 2],
    ['none for a hidden key', { type: 'thresh', n: 0, of: [{ type: 'opaque', address: VOID_ADDRESS }] }, 0],
    [
      'one for each key of unlock conditions, however few have to sign',
      { type: 'uc', unlockConditions: { timelock: 0n, publicKeys: [key, key, key], signaturesRequired: 1n } },
      3
    ]
  ])('is %s', (_, policy, count) => {
    expect(signatureCount(spending(policy))).toBe(count);
  });

  test.each([
    ['renewal', 4],
    ['storageProof', 0],
    ['expiration', 0]
  ])('that resolves a contract by %s is %i', (type, count) => {
    const fileContractResolutions = [{ resolution: { type } }] as unknown as V2Transaction['fileContractResolutions'];
    expect(signatureCount({ ...EMPTY_V2_TRANSACTION, fileContractResolutions })).toBe(count);
  });

  test('is never less than the number verified ahead', () => {
    fc.assert(
      fc.property(anyV2Transaction, (txn) => {
        const block = { transactions: [], v2: { transactions: [txn] } } as unknown as Block;
        const found = blockSignatures(testPreset.network, 0, block, Infinity);
        expect(found.length).toBeLessThanOrEqual(signatureCount(txn));
      })
    );
  });

  test('counts toward the size of the pool, which its weight hardly does', () => {
    const attestation = { publicKey: RENTER.publicKey, key: 'a', value: new Uint8Array(0), signature: ZERO_SIGNATURE };
    const attestations = Array.from({ length: 1_000 }, () => attestation);
    const entry = v2Entry({ ...EMPTY_V2_TRANSACTION, attestations });
    expect([entry.weight, entry.size]).toEqual([113_000, 200_000]);
  });
});
