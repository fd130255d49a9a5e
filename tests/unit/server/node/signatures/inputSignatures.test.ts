import { describe, expect, test } from 'vitest';
import type { Block } from '$lib/chain/block/block';
import type { CoinElement } from '$lib/chain/element/elements';
import { publicKeyBytes, type PublicKey, type Signature } from '$lib/chain/keys/keys';
import type { SpendPolicy } from '$lib/chain/policy/policy';
import { inputSigHash } from '$lib/chain/transaction/sigHash';
import { EMPTY_V2_TRANSACTION, type V2Transaction } from '$lib/chain/transaction/v2Transaction';
import { decodeHex } from '$lib/codec/bytes';
import { inputSignatures } from '$lib/server/node/signatures/inputSignatures';

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
const blockOf = (...transactions: V2Transaction[]) => ({ v2: { transactions } }) as unknown as Block;
const signaturesIn = (block: Block, max = 10) =>
  inputSignatures(block, max).map((check) => Buffer.from(check.signature).toString('hex').slice(0, 2));

describe('the signatures of a block before the state is known', () => {
  test('come with key and signed hash', () => {
    const one = blockOf(spending([pk, signature('01')]));
    expect(inputSignatures(one, 10)).toEqual([
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

  test('of an input that breaks its policy do not hide those of others', () => {
    const opaque: SpendPolicy = { type: 'opaque', address: '' as never };
    const block = blockOf(spending([opaque], [pk], [pk, signature('01')]), spending([pk, signature('02')]));
    expect(signaturesIn(block)).toEqual(['01', '02']);
  });

  test('are as many as wanted', () => {
    const block = blockOf(spending([pk, signature('01')], [pk, signature('02')]), spending([pk, signature('03')]));
    expect(signaturesIn(block, 2)).toEqual(['01', '02']);
  });

  test('of a block without V2 data are none', () => {
    expect(inputSignatures({} as Block, 10)).toEqual([]);
  });
});
