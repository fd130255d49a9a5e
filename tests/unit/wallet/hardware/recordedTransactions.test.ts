import { expect, test } from 'vitest';
import { addressFromHash, VOID_ADDRESS } from '$lib/chain/address';
import { fundUnits, hastings } from '$lib/chain/currency/currency';
import { blake2b256 } from '$lib/chain/hash';
import type { CoinOutputId, FundOutputId, Hash256 } from '$lib/chain/ids';
import { verifySignature } from '$lib/chain/keys/verifySignature';
import { ED25519_ALGORITHM, type UnlockConditions } from '$lib/chain/policy/policy';
import { inputSigHashOf, wholeSigHash } from '$lib/chain/transaction/sigHash';
import {
  EMPTY_TRANSACTION,
  transaction,
  WHOLE_TRANSACTION,
  type Transaction
} from '$lib/chain/transaction/transaction';
import { concatBytes, decodeHex, encodeHex } from '$lib/codec/bytes';
import { encode } from '$lib/codec/layout';
import { signHash } from '$lib/wallet/hardware/signerApp';

import { mainPreset } from '$lib/server/node/network/public/main';
import { ReplayDevice } from '../../../support/replayDevice';
import { loadStandard } from '../../../support/standards';

interface Recorded {
  readonly v2: { readonly exchange: readonly [string, string, string, string]; readonly hash: string };
  readonly v1: {
    readonly encoded: string;
    readonly bytes: number;
    readonly hash: string;
    readonly signature: string;
    readonly coinInput: CoinOutputId;
    readonly fundInput: FundOutputId;
    readonly key: string;
    readonly recipient: string;
    readonly signatures: readonly [string, string];
  };
}

const { v1, v2 } = loadStandard<Recorded>('hardwareTransactions');
const [key0] = loadStandard<{ keys: { publicKey: string }[] }>('hardware').keys;
const publicKey0 = decodeHex(key0!.publicKey);

/** Class, instruction, two parameters, length. */
const COMMAND_BYTES = 5;
/** Key index, signature index, change index. */
const REQUEST_BYTES = 10;

test('a V2 transaction: the device signed the hash that we compute', () => {
  const [first, , second, answer] = v2.exchange;
  const semantics = concatBytes(
    decodeHex(first).subarray(COMMAND_BYTES + REQUEST_BYTES),
    decodeHex(second).subarray(COMMAND_BYTES)
  );
  expect(semantics).toHaveLength(329);
  const hash = inputSigHashOf(semantics);
  expect(encodeHex(hash)).toBe(v2.hash);
  expect(verifySignature(publicKey0, hash, decodeHex(answer).subarray(0, 64))).toBe(true);
});

test('a V1 transaction: bytes, hash and signature of the device', () => {
  const unlockConditions: UnlockConditions = {
    timelock: 0n,
    publicKeys: [{ algorithm: ED25519_ALGORITHM, key: decodeHex(v1.key) }],
    signaturesRequired: 1n
  };
  const recipient = addressFromHash(decodeHex(v1.recipient));
  const signed = ([parentId, signature]: readonly [string, string]) => ({
    parentId: parentId as Hash256,
    publicKeyIndex: 0n,
    timelock: 0n,
    coveredFields: WHOLE_TRANSACTION,
    signature: decodeHex(signature)
  });
  const txn: Transaction = {
    ...EMPTY_TRANSACTION,
    coinInputs: [{ parentId: v1.coinInput, unlockConditions }],
    coinOutputs: [
      { value: hastings(13110000000000000000000000n), address: recipient },
      { value: hastings(26220000000000000000000000n), address: VOID_ADDRESS }
    ],
    fundInputs: [{ parentId: v1.fundInput, unlockConditions, claimAddress: VOID_ADDRESS }],
    fundOutputs: [
      { value: fundUnits(25n), address: recipient },
      { value: fundUnits(50n), address: VOID_ADDRESS }
    ],
    minerFees: [hastings(12341234123444444n)],
    signatures: [signed([v1.coinInput, v1.signatures[0]]), signed([v1.fundInput, v1.signatures[1]])]
  };
  const bytes = encode(transaction, txn);
  expect(bytes).toHaveLength(v1.bytes);
  expect(encodeHex(blake2b256(bytes))).toBe(v1.encoded);
  const { network } = mainPreset();
  const hash = wholeSigHash(network, network.hardforkV2.allowHeight, txn, {
    parentId: v1.coinInput as string as Hash256,
    publicKeyIndex: 0n,
    timelock: 0n
  });
  expect(encodeHex(hash)).toBe(v1.hash);
  expect(verifySignature(publicKey0, hash, decodeHex(v1.signature))).toBe(true);
});

test('an instruction that the app does not support: it is outdated', async () => {
  const hash = new Uint8Array(32).fill(0xaa);
  const device = new ReplayDevice([`e00400002400000000${encodeHex(hash)}`, '6d00']);
  await expect(signHash(device, 0, hash, () => 0)).rejects.toEqual(
    expect.objectContaining({ code: 'hardware/outdated-app' })
  );
});
