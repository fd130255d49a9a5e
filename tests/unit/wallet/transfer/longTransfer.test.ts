import { Point } from '@noble/ed25519';
import { blake2b } from '@noble/hashes/blake2.js';
import { afterEach, expect, test, vi } from 'vitest';
import { TimeSlices } from '$lib/async/timeSlices';
import { installBlake2b } from '$lib/chain/hash';
import type { CoinOutputId } from '$lib/chain/ids';
import { publicKeyBytes, type Signature } from '$lib/chain/keys/keys';
import { sign } from '$lib/chain/keys/sign';
import { ED25519_ALGORITHM, type UnlockConditions } from '$lib/chain/policy/policy';
import { policyAddress } from '$lib/chain/policy/policyAddress';
import { hastings } from '$lib/chain/currency/currency';
import { EMPTY_TRANSACTION } from '$lib/chain/transaction/transaction';
import { missingSignatures } from '$lib/wallet/transfer/finalize';
import { unsignedBytes, v1HashesOf } from '$lib/wallet/transfer/signatureHashes';
import { verifySignatures } from '$lib/wallet/transfer/signing';
import type { TransferSignature, V1Transfer } from '$lib/wallet/transfer/transfer';
import { testNetwork } from '../../consensus/testChain';
import { seedWallet } from '../support';

// A co-signer's file can name tens of thousands of keys, and have a signature for each.
const network = testNetwork(100);
const BASIS = { height: 10, id: 'ab'.repeat(32) as never };
const MOMENT = { height: 10, medianTimestamp: 0 };
const SIGNERS = 30;
const { keys } = seedWallet(6, SIGNERS);
const ID = '12'.repeat(32) as CoinOutputId;

afterEach(() => {
  vi.restoreAllMocks();
  installBlake2b((message) => blake2b(message, { dkLen: 32 }));
});

/** Of an output that any of the keys can spend. */
function transferOf(unlockConditions: UnlockConditions): V1Transfer {
  const address = policyAddress({ type: 'uc', unlockConditions });
  return {
    generation: 'v1',
    network: network.name,
    basis: BASIS,
    signatures: [],
    preimages: [],
    spentCoins: [{ value: hastings(1n), address }],
    spentFunds: [],
    transaction: {
      ...EMPTY_TRANSACTION,
      coinInputs: [{ parentId: ID, unlockConditions }],
      coinOutputs: [{ value: hastings(1n), address }]
    }
  };
}

const conditionsOf = (publicKeys: readonly Uint8Array[]): UnlockConditions => ({
  timelock: 0n,
  publicKeys: publicKeys.map((key) => ({ algorithm: ED25519_ALGORITHM, key })),
  signaturesRequired: BigInt(SIGNERS)
});
const signable = transferOf(conditionsOf(keys.map(({ publicKey }) => publicKeyBytes(publicKey))));
const hashOf = v1HashesOf(unsignedBytes(signable), network, BASIS.height);

/** Signed by all keys; the signatures of some are wrong. */
const signed = (wrong = 0): V1Transfer => ({
  ...signable,
  signatures: keys.map(({ publicKey, privateKey }, i) => ({
    publicKey,
    parentId: ID as string as never,
    signature: (i < wrong ? '00'.repeat(64) : sign(privateKey, hashOf(ID as never, i))) as Signature
  }))
});

test('a V1 transfer with thousands of keys is not hashed for each of them', () => {
  const transfer = transferOf(conditionsOf(Array.from({ length: 3_000 }, (_, i) => new Uint8Array(32).fill(i))));
  let hashed = 0;
  installBlake2b(({ length }) => {
    hashed += length;
    return new Uint8Array(32);
  });
  expect(missingSignatures(transfer, network, MOMENT)).toMatchObject([{ signed: [] }]);
  expect(hashed).toBeLessThan(2 * unsignedBytes(transfer).length);
});

test('nor for each of its signatures', () => {
  const transfer = signed();
  let hashed = 0;
  installBlake2b((message) => {
    hashed += message.length;
    return blake2b(message, { dkLen: 32 });
  });
  expect(missingSignatures(transfer, network, MOMENT)).toEqual([]);
  expect(hashed).toBeLessThan(2 * unsignedBytes(transfer).length);
});

test('wrong signatures are verified once, too', () => {
  const transfer = signed(3);
  // Every verification decodes the key.
  const decoded = vi.spyOn(Point, 'fromBytes');
  expect(missingSignatures(transfer, network, MOMENT)).toMatchObject([{ signaturesNeeded: 3 }]);
  const { length } = decoded.mock.calls;
  expect(length).toBeGreaterThanOrEqual(SIGNERS);
  expect(missingSignatures(transfer, network, MOMENT)).toMatchObject([{ signaturesNeeded: 3 }]);
  expect(decoded).toHaveBeenCalledTimes(length);
});

test('they are verified in time slices, and not again afterwards', async () => {
  const transfer = signed(3);
  const turns = vi.spyOn(TimeSlices.prototype, 'turn');
  await verifySignatures(transfer, network);
  expect(turns).toHaveBeenCalledTimes(SIGNERS);
  const decoded = vi.spyOn(Point, 'fromBytes');
  expect(missingSignatures(transfer, network, MOMENT)).toMatchObject([{ signaturesNeeded: 3 }]);
  expect(decoded).not.toHaveBeenCalled();
});

test('one of a key that has nothing to sign is not verified', async () => {
  const transfer = signed(3);
  const [first] = transfer.signatures as [TransferSignature];
  const stray = { ...first, publicKey: seedWallet(8).keys[0]!.publicKey };
  const decoded = vi.spyOn(Point, 'fromBytes');
  await verifySignatures({ ...transfer, signatures: [stray] }, network);
  expect(decoded).not.toHaveBeenCalled();
});
