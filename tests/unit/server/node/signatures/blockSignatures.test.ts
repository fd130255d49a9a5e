import { describe, expect, test } from 'vitest';
import type { Block } from '$lib/chain/block/block';
import type { CoinElement } from '$lib/chain/element/elements';
import type { V2FileContract, V2FileContractElement } from '$lib/chain/element/fileContract';
import { VOID_ADDRESS } from '$lib/chain/address';
import type { CoinOutputId, FileContractId, FundOutputId, Hash256 } from '$lib/chain/ids';
import { sign } from '$lib/chain/keys/sign';
import { publicKeyBytes, type PublicKey, type Signature } from '$lib/chain/keys/keys';
import { verifySignature } from '$lib/chain/keys/verifySignature';
import type { SpendPolicy } from '$lib/chain/policy/policy';
import { standardUnlockConditions } from '$lib/chain/policy/policyAddress';
import { attestationSigHash, inputSigHash, wholeSigHash } from '$lib/chain/transaction/sigHash';
import {
  EMPTY_TRANSACTION,
  WHOLE_TRANSACTION,
  type Transaction,
  type TransactionSignature
} from '$lib/chain/transaction/transaction';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { decodeHex } from '$lib/codec/bytes';
import { blockSignatures } from '$lib/server/node/signatures/blockSignatures';
import { presetOf } from '../../../../../bench/sync/presetOf';
import { RENTER, signedContract, signedRenewal } from '../../../../support/contracts';

const { network } = presetOf('v1');
const HEIGHT = 9;

const publicKey = `ed25519:${'ab'.repeat(32)}` as PublicKey;
const pk: SpendPolicy = { type: 'pk', publicKey };
const signature = (byte: string) => byte.repeat(64) as Signature;
const parent = { id: '00'.repeat(32) } as CoinElement;
const spending = (...inputs: readonly (readonly [SpendPolicy, ...Signature[]])[]): V2Transaction => ({
  ...EMPTY_V2_TRANSACTION,
  coinInputs: inputs.map(([policy, ...signatures]) => ({
    parent,
    satisfiedPolicy: { policy, signatures, preimages: [] }
  }))
});
const elementOf = (fileContract: V2FileContract): V2FileContractElement => ({
  id: '00'.repeat(32) as FileContractId,
  stateElement: { leafIndex: 0n, merkleProof: [] },
  fileContract
});
const blockOf = (...transactions: V2Transaction[]) => ({ transactions: [], v2: { transactions } }) as unknown as Block;
const signaturesIn = (block: Block, max = 10) =>
  blockSignatures(network, HEIGHT, block, max).map((check) => Buffer.from(check.signature).toString('hex').slice(0, 2));

describe('the signatures of a block before its state is known', () => {
  test('are returned with key and signed hash', () => {
    const one = blockOf(spending([pk, signature('01')]));
    expect(blockSignatures(network, HEIGHT, one, 10)).toEqual([
      {
        publicKey: publicKeyBytes(publicKey),
        message: inputSigHash(one.v2!.transactions[0]!),
        signature: decodeHex(signature('01'))
      }
    ]);
  });

  test('are found behind time locks', () => {
    const locked: SpendPolicy = { type: 'thresh', n: 2, of: [{ type: 'above', height: 10n ** 6n }, pk] };
    expect(signaturesIn(blockOf(spending([locked, signature('01')])))).toEqual(['01']);
  });

  test('of an input that violates its policy do not hide those of others', () => {
    const opaque: SpendPolicy = { type: 'opaque', address: '' as never };
    const block = blockOf(spending([opaque], [pk], [pk, signature('01')]), spending([pk, signature('02')]));
    expect(signaturesIn(block)).toEqual(['01', '02']);
  });

  test('include those of contracts, revisions, renewals and attestations', () => {
    const [formed, before, after] = [1n, 2n, 3n].map((revisionNumber) =>
      signedContract({ revisionNumber, proofHeight: 10n, expirationHeight: 20n })
    ) as [V2FileContract, V2FileContract, V2FileContract];
    const renewal = signedRenewal(formed);
    const contract = elementOf(before);
    const attestation = { publicKey, key: 'k', value: new Uint8Array(1), signature: signature('01') };
    const block = blockOf({
      ...EMPTY_V2_TRANSACTION,
      fileContracts: [formed],
      fileContractRevisions: [{ parent: contract, revision: after }],
      fileContractResolutions: [
        { parent: contract, resolution: { type: 'renewal', renewal } },
        { parent: contract, resolution: { type: 'expiration' } }
      ],
      attestations: [attestation]
    });
    const found = blockSignatures(network, HEIGHT, block, 20);
    expect(found).toHaveLength(9);
    // Except the attestation's, which was never signed.
    expect(found.map((check) => verifySignature(check.publicKey, check.message, check.signature))).toEqual([
      ...new Array(8).fill(true),
      false
    ]);
    expect(found[8]!.message).toEqual(attestationSigHash(attestation));
  });

  test('of a revision are verified with the keys before it', () => {
    const before = signedContract({ proofHeight: 10n, expirationHeight: 20n });
    const revision = { ...before, renterPublicKey: publicKey };
    const parent = elementOf(before);
    const [check] = blockSignatures(
      network,
      HEIGHT,
      blockOf({ ...EMPTY_V2_TRANSACTION, fileContractRevisions: [{ parent, revision }] }),
      20
    );
    expect(check!.publicKey).toEqual(publicKeyBytes(before.renterPublicKey));
  });

  test('are limited to the requested number', () => {
    const block = blockOf(spending([pk, signature('01')], [pk, signature('02')]), spending([pk, signature('03')]));
    expect(signaturesIn(block, 2)).toEqual(['01', '02']);
  });

  describe('of generation V1', () => {
    const unlockConditions = standardUnlockConditions(RENTER.publicKey);
    const input = { parentId: '01'.repeat(32) as CoinOutputId, unlockConditions };
    const unsigned: Transaction = {
      ...EMPTY_TRANSACTION,
      coinInputs: [input],
      fundInputs: [{ ...input, parentId: '02'.repeat(32) as FundOutputId, claimAddress: VOID_ADDRESS }]
    };
    const signed = (...changes: readonly Partial<TransactionSignature>[]): Transaction => ({
      ...unsigned,
      signatures: changes.map((change) => {
        const covered = { parentId: '01'.repeat(32) as Hash256, publicKeyIndex: 0n, timelock: 0n };
        const message = wholeSigHash(network, HEIGHT, unsigned, { ...covered, ...change });
        const bytes = decodeHex(sign(RENTER.privateKey, message));
        return { ...covered, coveredFields: WHOLE_TRANSACTION, signature: bytes, ...change };
      })
    });
    const found = (txn: Transaction, parentHeight = HEIGHT) =>
      blockSignatures(network, parentHeight, { transactions: [txn] }, 10);
    const verdicts = (...of: Parameters<typeof found>) =>
      found(...of).map((check) => verifySignature(check.publicKey, check.message, check.signature));

    test('are those of coins and fund units, over the height at which they are valid', () => {
      const txn = signed({}, { parentId: '02'.repeat(32) as Hash256 });
      expect(verdicts(txn)).toEqual([true, true]);
      expect(verdicts(txn, network.hardforkV2.allowHeight)).toEqual([false, false]);
    });

    test.each<[string, Partial<TransactionSignature>]>([
      ['no parent', { parentId: '03'.repeat(32) as Hash256 }],
      ['no key', { publicKeyIndex: 1n }],
      ['parts of the transaction', { coveredFields: { ...WHOLE_TRANSACTION, wholeTransaction: false } }],
      ['other signatures', { coveredFields: { ...WHOLE_TRANSACTION, signatures: [0n] } }]
    ])('that cover or name %s are left to validation', (_, change) => {
      expect(found(signed(change))).toEqual([]);
    });

    test('of another length are those that validation checks', () => {
      const [check] = found(signed({ signature: new Uint8Array(70).fill(7) }));
      expect(check!.signature).toEqual(new Uint8Array(64).fill(7));
    });

    test('come before those of V2, up to the requested number', () => {
      const block = { ...blockOf(spending([pk, signature('01')])), transactions: [signed({}, {})] };
      expect(blockSignatures(network, HEIGHT, block, 10)).toHaveLength(3);
      expect(blockSignatures(network, HEIGHT, block, 2)).toEqual(found(signed({}, {})));
    });
  });

  test('are empty for a block without transactions', () => {
    expect(blockSignatures(network, HEIGHT, { transactions: [] }, 10)).toEqual([]);
  });
});
